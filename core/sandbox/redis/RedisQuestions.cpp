// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/redis/RedisQuestions.h"

#include <QByteArrayList>

#include <algorithm>

namespace lockscope::redis {

namespace {

using ensemble::ProbeQuestion;
using SandboxRole = RedisSandbox::Role;

QByteArray probeCommand(const QByteArrayList& words)
{
    QByteArray bytes = '*' + QByteArray::number(words.size()) + "\r\n";
    for (const QByteArray& word : words)
        bytes += '$' + QByteArray::number(word.size()) + "\r\n" + word + "\r\n";
    return bytes;
}

/// With the password before the command, and PING behind it, whose reply is the end of the answer.
ProbeQuestion redisQuestion(const RedisSandboxOptions& options, const RedisServer& server, const QByteArrayList& words,
                            const QList<QByteArray>& expected, const QList<QByteArray>& unwanted = {})
{
    const QString& password = server.role == SandboxRole::Sentinel ? options.sentinelPassword : options.password;
    const QByteArray first = password.isEmpty() ? QByteArray() : probeCommand({"AUTH", password.toUtf8()});
    return {server.port, first + probeCommand(words) + probeCommand({"PING"}), "+PONG\r\n", expected, unwanted};
}

std::vector<ProbeQuestion> sentinelQuestions(const RedisSandboxOptions& options,
                                             const std::vector<RedisServer>& servers, const RedisServer& server)
{
    const auto count = [&servers](SandboxRole role) {
        return QByteArray::number(
            std::count_if(servers.begin(), servers.end(), [role](const auto& one) { return one.role == role; }));
    };
    const QByteArray sentinels = count(SandboxRole::Sentinel);
    const QByteArray master = QByteArray("master0:name=") + sandboxMaster +
                              ",status=ok,address=127.0.0.1:" + QByteArray::number(servers.front().announcedPort()) +
                              ",slaves=" + count(SandboxRole::Replica) + ",sentinels=" + sentinels + "\r\n";
    return {redisQuestion(options, server, {"INFO", "sentinel"}, {master}),
            redisQuestion(options, server, {"SENTINEL", "CKQUORUM", sandboxMaster},
                          {"+OK " + sentinels + " usable Sentinels"}),
            redisQuestion(options, server, {"SENTINEL", "SLAVES", sandboxMaster}, {"\r\nslave\r\n"},
                          {"disconnected", "s_down"})};
}

std::vector<ProbeQuestion> clusterQuestions(const RedisSandboxOptions& options, const std::vector<RedisServer>& servers,
                                            const RedisServer& server)
{
    QList<QByteArray> ids;
    for (const RedisServer& one : servers)
        ids << one.clusterId;
    const QByteArray known = "cluster_known_nodes:" + QByteArray::number(servers.size()) + "\r\n";
    return {redisQuestion(options, server, {"CLUSTER", "INFO"},
                          {"cluster_state:ok\r\n", "cluster_slots_ok:16384\r\n", known}),
            redisQuestion(options, server, {"CLUSTER", "NODES"}, {"myself,"},
                          {"disconnected", "fail", "handshake", "noaddr"}),
            redisQuestion(options, server, {"CLUSTER", "SLOTS"}, ids)};
}

} // namespace

std::vector<ProbeQuestion> servingQuestions(const RedisSandboxOptions& options, const RedisServer& server,
                                            const QString& folder)
{
    std::vector<ProbeQuestion> list{redisQuestion(options, server, {"INFO", "server"}, {ensemble::identityOf(folder)})};
    if (server.role != SandboxRole::Sentinel)
        list.push_back(redisQuestion(options, server, {"INFO", "persistence"}, {"\r\nloading:0\r\n"}));
    return list;
}

ProbeQuestion roleQuestion(const RedisSandboxOptions& options, const RedisServer& server)
{
    return redisQuestion(options, server,
                         server.role == SandboxRole::Sentinel
                             ? QByteArrayList{"SENTINEL", "GET-MASTER-ADDR-BY-NAME", sandboxMaster}
                             : QByteArrayList{"ROLE"},
                         {});
}

std::vector<ProbeQuestion> completeQuestions(const RedisSandboxOptions& options,
                                             const std::vector<RedisServer>& servers, std::size_t index,
                                             const QString& folder)
{
    const RedisServer& server = servers[index];
    std::vector<ProbeQuestion> list = servingQuestions(options, server, folder);
    const auto add = [&list](const std::vector<ProbeQuestion>& more) {
        list.insert(list.end(), more.begin(), more.end());
    };
    if (server.role == SandboxRole::Sentinel)
        add(sentinelQuestions(options, servers, server));
    if (server.role == SandboxRole::Replica) {
        // The replica has its copy before the master counts it as online.
        const RedisServer& master = servers[static_cast<std::size_t>(server.master)];
        const QByteArray online = "port=" + QByteArray::number(server.announcedPort()) + ",state=online,";
        add({redisQuestion(options, server, {"INFO", "replication"}, {"role:slave\r\n", "master_link_status:up\r\n"}),
             redisQuestion(options, master, {"INFO", "replication"}, {online})});
    }
    if (options.kind == SandboxKind::Cluster)
        add(clusterQuestions(options, servers, server));
    return list;
}

} // namespace lockscope::redis
