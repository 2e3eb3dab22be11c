// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/redis/RedisSoftware.h"

#include "core/base/Phrase.h"

#include <QFileInfo>
#include <QStandardPaths>

namespace lockscope::redis {

namespace {

constexpr auto searchForRedis = phraseLater("find the Redis server");

} // namespace

SoftwarePlaces SoftwarePlaces::fromEnvironment()
{
    return {qEnvironmentVariable("LOCKSCOPE_REDIS_SERVER"), qEnvironmentVariable("PATH")};
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

} // namespace lockscope::redis
