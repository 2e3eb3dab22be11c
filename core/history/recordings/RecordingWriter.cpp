// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/recordings/RecordingWriter.h"

#include "core/base/Phrase.h"
#include "core/history/recordings/RecordingFormat.h"

#include <QJsonDocument>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lockscope::inspect {

using namespace Qt::StringLiterals;

namespace {

constexpr auto syncEvery = std::chrono::seconds(5);
constexpr std::int64_t roomForTheEnd = 256;

/// A connect string has no password, but a pasted text may: "user:secret@zk1:2181". A scheme stays.
std::string withoutSecrets(const std::string& connect)
{
    const auto at = connect.rfind('@');
    if (at == std::string::npos)
        return connect;
    const auto scheme = connect.find("://");
    return (scheme < at ? connect.substr(0, scheme + 3) : std::string()) + connect.substr(at + 1);
}

/// The version is first, so that an editor shows the file's type at the beginning.
QByteArray headerLine(const RecordingSettings& settings, WallTime now)
{
    recording::Writer json;
    json.bytes("connect"_L1, withoutSecrets(settings.connect));
    json.texts("roots"_L1, settings.roots);
    json.bytes("source"_L1, settings.source);
    json.flag("findings"_L1, settings.hasFindings);
    json.time("startedAt"_L1, now);
    return "{\"lockscope-recording\":" + QByteArray::number(recording::version) + "," +
           QJsonDocument(json.json()).toJson(QJsonDocument::Compact).mid(1) + '\n';
}

/// Only a regular file may be replaced.
Result<void> checkReplaceable(const std::string& file)
{
    struct stat found = {};
    if (lstat(file.c_str(), &found) == 0 && !S_ISREG(found.st_mode))
        return failure(ErrorCode::BadArguments, phraseLater("record to"), file,
                       phrase("not a regular file. The file was not changed; use another name"));
    return {};
}

} // namespace

RecordingWriter::RecordingWriter(std::string file, std::string draft, int descriptor, RecordingSettings settings,
                                 const Clock& clock)
    : m_file(std::move(file))
    , m_draft(std::move(draft))
    , m_descriptor(descriptor)
    , m_settings(std::move(settings))
    , m_clock(clock)
    , m_lastSync(clock.now())
{
}

Result<std::unique_ptr<RecordingWriter>> RecordingWriter::create(const std::string& file, RecordingSettings settings,
                                                                 const Clock& clock)
{
    std::string draft;
    if (settings.isReplacing) {
        if (auto replaceable = checkReplaceable(file); !replaceable)
            return failure(replaceable.error());
        draft = file + ".XXXXXX";
    }
    const int descriptor = draft.empty()
                               ? open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR)
                               : mkostemp(draft.data(), O_CLOEXEC);
    if (descriptor < 0) {
        const int reason = errno;
        if (reason == EEXIST)
            return failure(
                ErrorCode::BadArguments, phraseLater("record to"), file,
                phrase("the file exists and was not changed. Use another name, or replace the file with --force"));
        return failure(reason == EACCES ? ErrorCode::NoAuth : ErrorCode::System, phraseLater("record to"), file,
                       phrase("%1. Use a file in a folder with write permission", std::strerror(reason)));
    }
    std::unique_ptr<RecordingWriter> writer(
        new RecordingWriter(file, std::move(draft), descriptor, std::move(settings), clock));
    if (auto written = writer->put(headerLine(writer->m_settings, clock.wallNow())); !written) {
        writer->discard();
        return failure(written.error());
    }
    return writer;
}

RecordingWriter::~RecordingWriter()
{
    // A caller that needs the result has called finish() before.
    (void)finish("stopped");
    close(m_descriptor);
    if (!m_draft.empty())
        unlink(m_draft.c_str());
}

void RecordingWriter::discard()
{
    m_isFinished = true;
    if (m_draft.empty())
        unlink(m_file.c_str());
}

Result<void> RecordingWriter::putInPlace()
{
    if (rename(m_draft.c_str(), m_file.c_str()) != 0) {
        m_isFinished = true;
        const int reason = errno;
        return failure(reason == EACCES || reason == EPERM ? ErrorCode::NoAuth : ErrorCode::System,
                       phraseLater("replace"), m_file, std::strerror(reason));
    }
    m_draft.clear();
    return {};
}

Error RecordingWriter::trouble(const char* operation) const
{
    return {ErrorCode::System, operation, m_file,
            phrase("%1. The data recorded until now can be opened", std::strerror(errno))};
}

Result<void> RecordingWriter::put(const QByteArray& bytes)
{
    const char* at = bytes.constData();
    auto left = static_cast<std::size_t>(bytes.size());
    while (left > 0) {
        const auto written = ::write(m_descriptor, at, left);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0) {
            m_isFinished = true;
            return failure(trouble(phraseLater("write to")));
        }
        at += written;
        left -= static_cast<std::size_t>(written);
        m_bytes += written;
    }
    return {};
}

Result<void> RecordingWriter::sync()
{
    m_lastSync = m_clock.now();
    if (fdatasync(m_descriptor) != 0 && errno != EINVAL && errno != EROFS) {
        m_isFinished = true;
        return failure(trouble(phraseLater("write to")));
    }
    return {};
}

Result<void> RecordingWriter::flush()
{
    const auto lines = std::exchange(m_lines, QByteArray());
    if (m_bytes + lines.size() + roomForTheEnd > m_settings.mostBytes) {
        m_isFull = true;
        auto finished = finish("size");
        if (!finished || m_snapshots > 0)
            return finished;
        return failure(
            ErrorCode::TooLarge, phraseLater("record to"), m_file,
            phrase("the first snapshot alone takes %1 bytes. Raise --max-size, or record fewer locks with --root",
                   lines.size()));
    }
    if (auto written = put(lines); !written)
        return written;
    return m_clock.now() - m_lastSync >= syncEvery ? sync() : Result<void>();
}

Result<void> RecordingWriter::finish(const std::string& reason)
{
    if (m_isFinished)
        return {};
    m_isFinished = true;
    recording::Writer json;
    json.time("at"_L1, m_clock.wallNow());
    json.bytes("reason"_L1, reason);
    if (auto written = put(recording::lineOf("end", json.json())); !written)
        return written;
    return sync();
}

Result<void> RecordingWriter::write(const LockEvent& event)
{
    if (m_isFinished)
        return {};
    m_lines += recording::lineOf("event", recording::eventJson(event));
    return flush();
}

bool RecordingWriter::isTimeForAll() const
{
    if (!m_before || m_clock.now() - m_lastFull >= m_settings.fullEvery)
        return true;
    return m_bytesSinceFull >= std::max(m_settings.fullAfterBytes, 2 * m_fullBytes);
}

Result<void> RecordingWriter::write(const SnapshotPtr& snapshot)
{
    return m_isFinished ? Result<void>() : write(SnapshotStep{snapshot, differences(m_locks, *snapshot)});
}

Result<void> RecordingWriter::write(const SnapshotStep& step)
{
    if (m_isFinished)
        return {};
    const bool isFull = isTimeForAll();
    if (isFull) {
        applyTo(m_locks, step.locks);
        addAll(*step.rest);
    } else {
        addChanges(step);
    }
    m_before = step.rest;
    const auto size = m_lines.size();
    if (auto written = flush(); !written)
        return written;
    if (m_isFull)
        return {};
    if (!m_draft.empty()) {
        if (auto placed = putInPlace(); !placed)
            return placed;
    }
    ++m_snapshots;
    m_bytesSinceFull += size;
    if (isFull) {
        ++m_fullSnapshots;
        m_lastFull = m_clock.now();
        m_fullBytes = size;
        m_bytesSinceFull = 0;
    }
    return {};
}

} // namespace lockscope::inspect
