// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/redis/dialects/RedisDialectFiles.h"

#include "core/sources/redis/dialects/RedisDialectReader.h"

#include <QFileInfo>
#include <QJsonDocument>

#include <algorithm>
#include <utility>

namespace lockscope::inspect {

namespace {

using namespace Qt::StringLiterals;

struct RedisFolder {
    std::vector<RedisDialect> dialects;
    std::vector<DialectProblem> problems;
};

tl::expected<RedisDialect, DialectProblem> redisDialectIn(const QString& path,
                                                          const tl::expected<QByteArray, JsonFault>& json)
{
    if (!json)
        return tl::unexpected(dialectProblem(path, json.error(), {}));
    auto dialect = readRedisDialect(*json);
    if (!dialect)
        return tl::unexpected(dialectProblem(path, dialect.error(), *json));
    return *std::move(dialect);
}

RedisFolder readRedisFolder(const QString& path)
{
    RedisFolder folder;
    std::vector<QString> names;
    for (const auto& file : dialectFilesIn(path)) {
        const auto json = readDialectText(file);
        if (json && !isRedisDialect(*json) && !QJsonDocument::fromJson(*json).isNull())
            continue; // ZooKeeper's
        auto dialect = redisDialectIn(file, json);
        if (!dialect) {
            folder.problems.push_back(dialect.error());
            continue;
        }
        const auto before = std::find_if(folder.dialects.begin(), folder.dialects.end(),
                                         [&](const RedisDialect& other) { return other.id == dialect->id; });
        if (before != folder.dialects.end()) {
            const auto& other = names[static_cast<std::size_t>(before - folder.dialects.begin())];
            folder.problems.push_back(dialectIdProblem(file, dialect->id, other));
        } else {
            folder.dialects.push_back(*std::move(dialect));
            names.push_back(QFileInfo(file).fileName());
        }
    }
    return folder;
}

std::vector<RedisDialect> shippedForRedis()
{
    initDialects();
    return readRedisFolder(u":/dialects/redis"_s).dialects; // a test checks that each file is valid
}

} // namespace

const RedisDialectsPtr& builtinRedisDialects()
{
    static const auto dialects = std::make_shared<const RedisDialects>(shippedForRedis());
    return dialects;
}

RedisDialectLoad loadRedisDialects(const QString& folder)
{
    auto own = readRedisFolder(folder);
    if (own.dialects.empty())
        return {builtinRedisDialects(), std::move(own.problems)};
    auto dialects = std::move(own.dialects);
    for (auto& dialect : dialects)
        dialect.isUsers = true;
    const auto mine = static_cast<std::ptrdiff_t>(dialects.size());
    for (const auto& dialect : builtinRedisDialects()->all()) {
        const auto end = dialects.begin() + mine;
        if (std::none_of(dialects.begin(), end, [&](const RedisDialect& other) { return other.id == dialect.id; }))
            dialects.push_back(dialect);
    }
    return {std::make_shared<const RedisDialects>(std::move(dialects)), std::move(own.problems)};
}

DialectCheck checkRedisDialectFile(const QString& path)
{
    const auto dialect = redisDialectIn(path, readDialectText(path));
    if (!dialect)
        return {{}, {}, 0, false, dialect.error()};
    return {dialect->id, dialect->title, dialect->examples.size(), builtinRedisDialects()->byId(dialect->id) != nullptr,
            std::nullopt};
}

} // namespace lockscope::inspect
