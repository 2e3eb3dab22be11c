// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/redis/RedisClock.h"

#include "core/base/Phrase.h"
#include "core/sandbox/redis/ClockOffset.h"

#include <QFile>
#include <QFileInfo>

#include <atomic>

/// The library is embedded: it works with a program that was only copied, and always fits it.
static void initialiseResources()
{
    Q_INIT_RESOURCE(clock);
}

namespace lockscope::redis {

namespace {

const auto libraryFile = QStringLiteral("clock.so");

QByteArray library()
{
    initialiseResources();
    QFile file(QStringLiteral(":/sandbox/") + libraryFile);
    [[maybe_unused]] const bool isOpen = file.open(QIODevice::ReadOnly);
    Q_ASSERT(isOpen);
    return file.readAll();
}

QString offsetFile(const QString& folder)
{
    return folder + u'/' + QString::fromLatin1(clockOffsetFile);
}

/// The dynamic linker leaves the library out where it cannot be loaded, and reports that in the server's log alone.
bool readsOffset(qint64 processId, const QString& folder)
{
    QFile maps(QStringLiteral("/proc/%1/maps").arg(processId));
    const QString mapped = QFileInfo(offsetFile(folder)).canonicalFilePath();
    return maps.open(QIODevice::ReadOnly) && maps.readAll().contains(QFile::encodeName(mapped));
}

} // namespace

void addClock(ensemble::ServerPlan& plan)
{
    // Relative to the working folder: in LD_PRELOAD spaces and colons separate names.
    plan.environment.emplace_back(QStringLiteral("LD_PRELOAD"), QStringLiteral("./") + libraryFile);
    plan.files.push_back({libraryFile, library()});
    plan.files.push_back({QString::fromLatin1(clockOffsetFile), QByteArray(sizeof(std::int64_t), '\0')});
}

Result<void> setClock(const QString& folder, qint64 processId, std::chrono::milliseconds offset)
{
    constexpr auto moveTheClock = phraseLater("move the clock of the server in");
    if (!readsOffset(processId, folder))
        return failure(
            ErrorCode::Refused, moveTheClock, folder.toStdString(),
            phrase("the server has not loaded the library clock.so from there. The directory may be on a file "
                   "system that is mounted with noexec, or the server program linked statically. Set TMPDIR "
                   "to another directory, or LOCKSCOPE_REDIS_SERVER to another program"));
    QFile file(offsetFile(folder));
    uchar* const mapped =
        file.open(QIODevice::ReadWrite) ? file.map(0, sizeof(std::int64_t)) : nullptr; // unmapped with the file
    if (mapped == nullptr)
        return failure(ErrorCode::System, moveTheClock, folder.toStdString(), file.errorString().toStdString());
    std::atomic_ref(*reinterpret_cast<std::int64_t*>(mapped)).store(std::chrono::nanoseconds(offset).count());
    return {};
}

} // namespace lockscope::redis
