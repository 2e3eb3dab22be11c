// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/ActionLog.h"

#include "core/base/Phrase.h"
#include "core/release/Descriptor.h"

#include <QStandardPaths>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace lockscope::release {

namespace {

constexpr auto lockWaitLimit = std::chrono::seconds(2);
constexpr auto lockPause = std::chrono::milliseconds(20);

tl::unexpected<Error> trouble(const std::string& path, const std::string& what, int number)
{
    return failure(ErrorCode::System, phraseLater("write the action log"), path,
                   phrase("%1: %2", what, std::strerror(number)));
}

/// Blocks SIGXFSZ, so that a write beyond the file size limit returns an error instead of ending the process.
class WithoutSizeSignal final {
public:
    WithoutSizeSignal()
    {
        sigemptyset(&m_signals);
        sigaddset(&m_signals, SIGXFSZ);
        pthread_sigmask(SIG_BLOCK, &m_signals, &m_before);
    }
    ~WithoutSizeSignal()
    {
        if (sigismember(&m_before, SIGXFSZ) == 0) {
            const timespec now{};
            sigtimedwait(&m_signals, nullptr, &now); // removes a signal that a write left pending
        }
        pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
    }
    WithoutSizeSignal(const WithoutSizeSignal&) = delete;
    WithoutSizeSignal& operator=(const WithoutSizeSignal&) = delete;

private:
    sigset_t m_signals{};
    sigset_t m_before{};
};

/// The folder of the file; "." for a bare name.
std::string folderOf(const std::string& path)
{
    const auto slash = path.rfind('/');
    return slash == std::string::npos ? "." : path.substr(0, std::max<std::size_t>(slash, 1));
}

/// Creates the folder and its missing parents, private to the user.
Result<void> makeFolder(const std::string& folder)
{
    if (folder.empty() || ::access(folder.c_str(), F_OK) == 0)
        return {};
    if (auto above = makeFolder(folderOf(folder)); !above)
        return above;
    if (::mkdir(folder.c_str(), S_IRWXU) != 0 && errno != EEXIST)
        return trouble(folder, phrase("cannot create the folder"), errno);
    return {};
}

/// Flushes the folder: a new file is durable only when its directory entry is.
Result<void> flushFolder(const std::string& folder)
{
    const Descriptor directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (directory.get() < 0 || ::fsync(directory.get()) != 0)
        return trouble(folder, phrase("cannot flush the folder to the disk"), errno);
    return {};
}

/// Locks the file. The wait is bounded, since a process may be stopped while it holds the lock.
Result<void> lock(const Descriptor& file, const std::string& path)
{
    const auto limit = std::chrono::steady_clock::now() + lockWaitLimit;
    while (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK && errno != EINTR)
            return trouble(path, phrase("cannot lock the file"), errno);
        if (std::chrono::steady_clock::now() >= limit)
            return trouble(path, phrase("another process keeps the file locked"), EWOULDBLOCK);
        std::this_thread::sleep_for(lockPause);
    }
    return {};
}

Result<void> writeAll(const Descriptor& file, const QByteArray& bytes, const std::string& path)
{
    qsizetype written = 0;
    while (written < bytes.size()) {
        const auto count =
            ::write(file.get(), bytes.constData() + written, static_cast<std::size_t>(bytes.size() - written));
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return trouble(path, phrase("cannot write the file"), count == 0 ? ENOSPC : errno);
        written += count;
    }
    if (::fsync(file.get()) != 0)
        return trouble(path, phrase("cannot flush the file to the disk"), errno);
    return {};
}

/// False if a killed writer left an incomplete line, which must be ended before the next one.
bool endsInALine(const Descriptor& file, off_t size)
{
    char last = '\n';
    return size == 0 || (::pread(file.get(), &last, 1, size - 1) == 1 && last == '\n');
}

} // namespace

std::string ActionLog::userFile()
{
    return (QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) +
            QStringLiteral("/lockscope/audit.jsonl"))
        .toStdString();
}

Result<void> ActionLog::append(const ActionRecord& record) const
{
    const auto folder = folderOf(m_file);
    if (auto made = makeFolder(folder); !made)
        return made;
    const bool isNew = ::access(m_file.c_str(), F_OK) != 0;
    // Never through a symbolic link, which could lead to another user's file.
    const Descriptor file(
        ::open(m_file.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR));
    if (file.get() < 0)
        return trouble(m_file, phrase("cannot open the file"), errno);
    if (auto locked = lock(file, m_file); !locked)
        return locked;
    struct ::stat stat {};
    if (::fstat(file.get(), &stat) != 0)
        return trouble(m_file, phrase("cannot read the status of the file"), errno);
    if (!S_ISREG(stat.st_mode))
        return failure(ErrorCode::System, phraseLater("write the action log"), m_file, phrase("not a regular file"));
    constexpr mode_t others = S_IRWXG | S_IRWXO;
    if ((stat.st_mode & others) != 0 && ::fchmod(file.get(), S_IRUSR | S_IWUSR) != 0)
        return trouble(m_file, phrase("other users can read the file, and its permissions cannot be changed"), errno);
    auto bytes = auditLine(record);
    if (!endsInALine(file, stat.st_size))
        bytes.prepend('\n');
    const WithoutSizeSignal signal;
    if (auto written = writeAll(file, bytes, m_file); !written) {
        // If that fails too, part of a line remains, which readers skip.
        [[maybe_unused]] const auto cut = ::ftruncate(file.get(), stat.st_size);
        return written;
    }
    return isNew ? flushFolder(folder) : Result<void>();
}

} // namespace lockscope::release
