// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The connection and the server itself.

#include "tests/support/redis/FakeCommand.h"
#include "tests/support/redis/FakeRedis.h"

#include <algorithm>
#include <limits>

namespace lockscope::test::commands {

using redis::Value;

namespace {

FakeReply ping(FakeCall& call)
{
    if (call.count() > 2)
        return wrongNumberOfArguments("ping");
    const auto text = Value::string(call.count() == 2 ? call.word(1) : "");
    if (call.session.isSubscribed() && !call.isScript)
        return Value::array({Value::string("pong"), text});
    return call.count() == 2 ? text : Value::status("PONG");
}

FakeReply quit(FakeCall& call)
{
    call.session.isClosing = true;
    return ok();
}

FakeReply authenticate(FakeCall& call)
{
    if (call.count() > 3)
        return syntaxError();
    const auto& settings = FakeRedisInside{call.server}.settings();
    if (call.count() == 2 && settings.password.empty())
        return Value::error("ERR AUTH <password> called without any password configured for the default user. Are you "
                            "sure your configuration is correct?");
    const std::string user = call.count() == 3 ? call.word(1) : "default";
    const std::string& password = call.word(call.count() - 1);
    const auto it = settings.users.find(user);
    const bool isDefault = user == "default" && (settings.password.empty() || settings.password == password);
    if (!isDefault && (it == settings.users.end() || it->second != password))
        return Value::error("WRONGPASS invalid username-password pair or user is disabled.");
    call.session.isAuthenticated = true;
    return ok();
}

FakeReply selectDatabase(FakeCall& call)
{
    const auto number = call.integer(1);
    if (!number)
        return notAnInteger();
    if (*number < std::numeric_limits<std::int32_t>::min() || *number > std::numeric_limits<std::int32_t>::max())
        return Value::error("ERR value is out of range, value must between -2147483648 and 2147483647");
    if (FakeRedisInside{call.server}.settings().isCluster && *number != 0)
        return Value::error("ERR SELECT is not allowed in cluster mode");
    if (*number < 0 || *number >= FakeStore::databases)
        return Value::error("ERR DB index is out of range");
    call.database = static_cast<int>(*number);
    return ok();
}

FakeReply setName(FakeCall& call)
{
    const std::string& name = call.word(2);
    if (std::any_of(name.begin(), name.end(), [](char c) { return c < '!' || c > '~'; }))
        return Value::error("ERR Client names cannot contain spaces, newlines or special characters.");
    call.session.name = name;
    return ok();
}

FakeReply getName(FakeCall& call)
{
    return call.session.name.empty() ? Value() : Value::string(call.session.name);
}

FakeReply serverTime(FakeCall& call)
{
    const auto now = call.store.now();
    return Value::array({Value::string(std::to_string(now / 1000)), Value::string(std::to_string(now % 1000 * 1000))});
}

std::int64_t replicationOffset(const FakeCall& call)
{
    const FakeRedisInside server{call.server};
    const bool isReplicated = server.master() || !server.replicas().empty();
    return isReplicated ? static_cast<std::int64_t>(call.store.writes()) : 0;
}

FakeReply role(FakeCall& call)
{
    const FakeRedisInside server{call.server};
    const auto offset = replicationOffset(call);
    if (const auto& master = server.master())
        return Value::array({Value::string("slave"), Value::string(master->host), Value::integer(master->port),
                             Value::string("connected"), Value::integer(offset)});
    std::vector<Value> replicas;
    for (const redis::Address& each : server.replicas())
        replicas.push_back(Value::array({Value::string(each.host), Value::string(std::to_string(each.port)),
                                         Value::string(std::to_string(offset))}));
    return Value::array({Value::string("master"), Value::integer(offset), Value::array(std::move(replicas))});
}

std::string serverSection(const FakeCall& call)
{
    const FakeRedisInside server{call.server};
    const auto& settings = server.settings();
    auto run = std::to_string(server.runs());
    run = std::string(40 - run.size(), '0') + run;
    return "# Server\r\nredis_version:7.0.15\r\nredis_mode:" +
           std::string(settings.isCluster ? "cluster" : "standalone") + "\r\nrun_id:" + run +
           "\r\ntcp_port:" + std::to_string(settings.address.port) + "\r\n";
}

std::string replicationSection(const FakeCall& call)
{
    const FakeRedisInside server{call.server};
    std::string text = "# Replication\r\n";
    if (const auto& master = server.master())
        return text + "role:slave\r\nmaster_host:" + master->host + "\r\nmaster_port:" + std::to_string(master->port) +
               "\r\nmaster_link_status:up\r\nconnected_slaves:0\r\n";
    text += "role:master\r\nconnected_slaves:" + std::to_string(server.replicas().size()) + "\r\n";
    const auto offset = std::to_string(replicationOffset(call));
    for (std::size_t i = 0; i < server.replicas().size(); ++i) {
        const redis::Address& each = server.replicas()[i];
        text += "slave" + std::to_string(i) + ":ip=" + each.host + ",port=" + std::to_string(each.port) +
                ",state=online,offset=" + offset + ",lag=0\r\n";
    }
    return text + "master_repl_offset:" + offset + "\r\n";
}

std::string keyspaceSection(const FakeCall& call)
{
    std::string text = "# Keyspace\r\n";
    for (int database = 0; database < FakeStore::databases; ++database) {
        const auto keys = call.store.keys(database);
        const auto expiring = std::count_if(keys.begin(), keys.end(), [&](const std::string& key) {
            return call.store.find(database, key)->expiresAt.has_value();
        });
        if (!keys.empty())
            text += "db" + std::to_string(database) + ":keys=" + std::to_string(keys.size()) +
                    ",expires=" + std::to_string(expiring) + ",avg_ttl=0\r\n";
    }
    return text;
}

FakeReply info(FakeCall& call)
{
    const bool isAll = call.count() == 1 || call.is(1, "ALL") || call.is(1, "DEFAULT") || call.is(1, "EVERYTHING");
    std::string text;
    const auto section = [&](std::string_view name, std::string (*content)(const FakeCall&)) {
        bool isWanted = isAll;
        for (std::size_t i = 1; i < call.count(); ++i)
            isWanted = isWanted || call.is(i, name);
        if (isWanted)
            text += (text.empty() ? "" : "\r\n") + content(call);
    };
    section("SERVER", serverSection);
    section("PERSISTENCE", [](const FakeCall&) -> std::string { return "# Persistence\r\nloading:0\r\n"; });
    section("REPLICATION", replicationSection);
    section("KEYSPACE", keyspaceSection);
    return Value::string(std::move(text));
}

FakeReply waitForReplicas(FakeCall& call)
{
    const FakeRedisInside server{call.server};
    if (server.master())
        return Value::error(
            "ERR WAIT cannot be used with replica instances. Please also note that since Redis 4.0 if a "
            "replica is configured to be writable (which is not the default) writes to replicas are "
            "just local and are not propagated.");
    const auto replicas = call.integer(1);
    if (!replicas)
        return notAnInteger();
    const auto timeout = call.integer(2);
    if (!timeout)
        return Value::error("ERR timeout is not an integer or out of range");
    if (*timeout < 0)
        return Value::error("ERR timeout is negative");
    return server.wait(call.session, *replicas, std::chrono::milliseconds(*timeout));
}

FakeReply readOnly(FakeCall& call)
{
    if (!FakeRedisInside{call.server}.settings().isCluster)
        return Value::error("ERR This instance has cluster support disabled");
    return ok();
}

} // namespace

std::vector<FakeCommand> adminCommands()
{
    constexpr auto noScript = FakeCommand::NoScript;
    return {
        {"ping", -1, FakeCommand::Subscribed, ping},
        {"echo", 2, 0, [](FakeCall& call) -> FakeReply { return Value::string(call.word(1)); }},
        {"quit", -1, noScript | FakeCommand::Subscribed | FakeCommand::BeforeAuth, quit},
        {"auth", -2, noScript | FakeCommand::BeforeAuth, authenticate},
        {"select", 2, 0, selectDatabase},
        {"client",
         -2,
         noScript,
         nullptr,
         {
             {"id", 2, noScript,
              [](FakeCall& call) -> FakeReply { return Value::integer(static_cast<std::int64_t>(call.session.id)); }},
             {"setname", 3, noScript, setName},
             {"getname", 2, noScript, getName},
         }},
        {"time", 1, 0, serverTime},
        {"role", 1, noScript, role},
        {"info", -1, 0, info},
        {"wait", 3, noScript, waitForReplicas},
        {"readonly", 1, 0, readOnly},
        {"readwrite", 1, 0, readOnly},
    };
}

} // namespace lockscope::test::commands
