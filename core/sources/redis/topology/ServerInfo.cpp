// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/redis/topology/ServerInfo.h"

#include "core/redis/Target.h"
#include "core/sources/redis/dialects/OwnerName.h"

#include <functional>
#include <limits>
#include <map>
#include <string>

namespace lockscope::inspect {

namespace {

/// Calls `each` with the parts between the separators.
void forEachPart(std::string_view text, char separator, const std::function<void(std::string_view)>& each)
{
    while (!text.empty()) {
        const auto end = std::min(text.find(separator), text.size());
        each(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

std::map<std::string, std::string> fieldsOfInfo(std::string_view text)
{
    std::map<std::string, std::string> fields;
    forEachPart(text, '\n', [&](std::string_view line) {
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        const auto colon = line.find(':');
        if (colon != std::string_view::npos && !line.starts_with('#'))
            fields.insert_or_assign(std::string(line.substr(0, colon)), std::string(line.substr(colon + 1)));
    });
    return fields;
}

/// "ip=10.0.0.7,port=6379,state=online,offset=123,lag=0"
std::optional<RedisReplica> replicaOf(std::string_view text, std::optional<std::int64_t> masterOffset)
{
    std::map<std::string, std::string> parts;
    forEachPart(text, ',', [&](std::string_view part) {
        const auto equals = part.find('=');
        if (equals != std::string_view::npos)
            parts.insert_or_assign(std::string(part.substr(0, equals)), std::string(part.substr(equals + 1)));
    });
    const auto port = parseNumber(parts["port"]);
    if (parts["ip"].empty() || !port || *port < 0 || *port > std::numeric_limits<std::uint16_t>::max())
        return std::nullopt;
    RedisReplica replica;
    replica.address = toString(redis::Address{parts["ip"], static_cast<std::uint16_t>(*port), {}});
    replica.isOnline = parts["state"] == "online";
    if (const auto offset = parseNumber(parts["offset"]); offset && masterOffset)
        replica.bytesBehind = std::max<std::int64_t>(*masterOffset - *offset, 0);
    if (const auto lag = parseNumber(parts["lag"]); lag && *lag >= 0)
        replica.lag = std::chrono::seconds(*lag);
    return replica;
}

} // namespace

void addInfo(RedisServerFacts& facts, std::string_view text)
{
    const auto fields = fieldsOfInfo(text);
    const auto textOf = [&](const char* field) {
        const auto found = fields.find(field);
        return found == fields.end() ? std::string() : found->second;
    };
    const auto numberOf = [&](const char* field) { return parseNumber(textOf(field)); };
    facts.role = textOf("role");
    facts.version = textOf("redis_version");
    if (const auto mode = textOf("redis_mode"); !mode.empty())
        facts.isCluster = mode == "cluster";
    if (const auto uptime = numberOf("uptime_in_seconds"))
        facts.uptime = std::chrono::seconds(*uptime);
    facts.connectedReplicas = numberOf("connected_slaves");
    facts.maxMemory = numberOf("maxmemory");
    if (auto policy = textOf("maxmemory_policy"); !policy.empty())
        facts.policy = std::move(policy);
    if (const auto enabled = numberOf("aof_enabled"))
        facts.hasAppendOnlyFile = *enabled == 1;
    facts.replicas.clear();
    for (std::int64_t i = 0; i < facts.connectedReplicas.value_or(0); ++i) {
        const auto found = fields.find("slave" + std::to_string(i));
        if (found == fields.end())
            break;
        if (auto replica = replicaOf(found->second, numberOf("master_repl_offset")))
            facts.replicas.push_back(*std::move(replica));
    }
}

void addSetting(RedisServerFacts& facts, const redis::Value& reply)
{
    if (reply.items().size() != 2)
        return;
    const auto& setting = reply.items()[0].text();
    const auto& value = reply.items()[1].text();
    if (setting == "notify-keyspace-events")
        facts.notifications = value;
    else if (setting == "maxmemory-policy")
        facts.policy = value;
    else if (setting == "appendfsync")
        facts.fsync = value;
}

} // namespace lockscope::inspect
