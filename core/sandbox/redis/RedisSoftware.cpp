// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/redis/RedisSoftware.h"

#include "core/base/Phrase.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

namespace lockscope::redis {

namespace {

constexpr auto searchForRedis = phraseLater("find the Redis server");

} // namespace

SoftwarePlaces SoftwarePlaces::fromEnvironment()
{
    return {qEnvironmentVariable("LOCKSCOPE_REDIS_SERVER"), qEnvironmentVariable("PATH"),
            qEnvironmentVariable("LOCKSCOPE_FAKETIME")};
}

Result<QString> findServerProgram(const SoftwarePlaces& places)
{
    if (!places.program.isEmpty()) {
        const QFileInfo program(places.program);
        if (program.isFile() && program.isExecutable())
            return program.absoluteFilePath();
        return failure(
            ErrorCode::Missing, searchForRedis, places.program.toStdString(),
            phrase("LOCKSCOPE_REDIS_SERVER is not an executable file. Set LOCKSCOPE_REDIS_SERVER to the path "
                   "of a redis-server program, or unset it to use the installed package"));
    }
    // findExecutable() interprets an empty list as "the PATH of this process".
    const QStringList folders = places.searchPath.split(u':', Qt::SkipEmptyParts);
    for (const QString& name : {QStringLiteral("redis-server"), QStringLiteral("redis-check-rdb")}) {
        const QString program = folders.isEmpty() ? QString() : QStandardPaths::findExecutable(name, folders);
        if (!program.isEmpty())
            return QFileInfo(program).absoluteFilePath();
    }
    return failure(
        ErrorCode::Missing, searchForRedis, {},
        phrase("no redis-server and no redis-check-rdb in PATH. Install the package redis-tools (Debian: apt "
               "install redis-tools), or set LOCKSCOPE_REDIS_SERVER to the path of a redis-server program"));
}

Result<QString> findClockLibrary(const SoftwarePlaces& places)
{
    constexpr auto searchForClock = phraseLater("find libfaketime");
    if (!places.clockLibrary.isEmpty()) {
        const QFileInfo library(places.clockLibrary);
        if (library.isFile())
            return library.absoluteFilePath();
        return failure(
            ErrorCode::Missing, searchForClock, places.clockLibrary.toStdString(),
            phrase("LOCKSCOPE_FAKETIME is not a file. Set it to the path of libfaketime.so.1, or unset it to "
                   "use the installed package"));
    }
    for (const QString& folder : places.libraries) {
        // Debian has a folder for each architecture.
        QStringList inside = QDir(folder).entryList({QStringLiteral("*-linux-gnu*")}, QDir::Dirs);
        inside.prepend(QStringLiteral("."));
        for (const QString& one : inside) {
            const QFileInfo library(folder + u'/' + one + QStringLiteral("/faketime/libfaketime.so.1"));
            if (library.isFile())
                return library.canonicalFilePath();
        }
    }
    return failure(ErrorCode::Missing, searchForClock, {},
                   phrase("the clock of a server can be moved only with libfaketime. Install the package faketime "
                          "(Debian: apt install faketime), or set LOCKSCOPE_FAKETIME to the path of libfaketime.so.1"));
}

} // namespace lockscope::redis
