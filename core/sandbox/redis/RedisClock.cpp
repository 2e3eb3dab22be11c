// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/redis/RedisClock.h"

#include "core/base/Phrase.h"

#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include <dlfcn.h>

namespace lockscope::redis {

namespace {

const auto clockFile = QStringLiteral("clock");

/// libfaketime's form: seconds after, or with a minus before, the machine's clock.
QByteArray clockText(std::chrono::milliseconds offset)
{
    const double seconds = std::chrono::duration<double>(offset).count();
    return (seconds < 0 ? "" : "+") + QByteArray::number(seconds, 'f', 3) + '\n';
}

/// The C library of this program, which is also the server's.
QString pathOfCLibrary()
{
    Dl_info info{};
    if (dladdr(dlsym(RTLD_DEFAULT, "gnu_get_libc_version"), &info) == 0)
        return {};
    return QFileInfo(QString::fromLocal8Bit(info.dli_fname)).canonicalFilePath();
}

} // namespace

void addClock(ensemble::ServerPlan& plan, const QString& library)
{
    // Redis' allocator jemalloc looks at the clock while libfaketime allocates memory to begin: the C library's
    // allocator, which is loaded before it, does not.
    plan.environment = {{QStringLiteral("LD_PRELOAD"), library + u' ' + pathOfCLibrary()},
                        {QStringLiteral("FAKETIME_TIMESTAMP_FILE"), plan.folder + u'/' + clockFile},
                        {QStringLiteral("FAKETIME_NO_CACHE"), QStringLiteral("1")},
                        {QStringLiteral("FAKETIME_DONT_FAKE_MONOTONIC"), QStringLiteral("1")}};
    plan.files.push_back({clockFile, clockText(std::chrono::milliseconds(0))});
}

Result<void> writeClock(const QString& folder, std::chrono::milliseconds offset)
{
    // The server reads it at any time, so it is replaced as a whole.
    QSaveFile file(folder + u'/' + clockFile);
    if (!file.open(QIODevice::WriteOnly) || file.write(clockText(offset)) < 0 || !file.commit())
        return failure(ErrorCode::System, phraseLater("write to"), file.fileName().toStdString(),
                       file.errorString().toStdString());
    return {};
}

void forgetClockMemory(qint64 processId)
{
    for (const char* name : {"/dev/shm/faketime_shm_%1", "/dev/shm/sem.faketime_sem_%1"})
        QFile::remove(QString::fromLatin1(name).arg(processId));
}

} // namespace lockscope::redis
