// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Who is the master now: answers as Redis 7.0 gives them, before, during and after a failover.

#include "core/sandbox/redis/RedisRoles.h"
#include "tests/support/Test.h"

namespace lockscope::redisRolesTest {

using namespace lockscope::redis;
using Role = RedisSandbox::Role;

namespace {

/// A master on port 1, its replicas on 2 and 3, three Sentinels.
std::vector<RedisServer> sentinelServers()
{
    std::vector<RedisServer> servers{
        {.role = Role::Master, .port = 1}, {.role = Role::Replica, .port = 2}, {.role = Role::Replica, .port = 3}};
    for (const int port : {4, 5, 6})
        servers.push_back({.role = Role::Sentinel, .port = port});
    return servers;
}

/// Roles of the servers; the ports that the Sentinels name.
std::vector<ReportedRole> reportedBy(const std::vector<std::optional<Role>>& servers, const std::vector<int>& named)
{
    std::vector<ReportedRole> all;
    for (const auto& role : servers)
        all.push_back({role, 0});
    for (const int port : named)
        all.push_back({Role::Sentinel, port});
    return all;
}

using Indexes = std::vector<int>;

} // namespace

class RedisRolesTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsAnswers();
    void findsTheMasterThatMostSentinelsName();
    void findsReplicasInOrder();
    void findsTheGroupsOfACluster();
};

void RedisRolesTest::readsAnswers()
{
    const RedisServer server{.role = Role::Master, .port = 1};
    const auto master = reportedRole(server, "+OK\r\n*3\r\n$6\r\nmaster\r\n:0\r\n*0\r\n+PONG\r\n");
    QVERIFY(master.role == Role::Master);
    const auto replica =
        reportedRole(server, "*5\r\n$5\r\nslave\r\n$9\r\n127.0.0.1\r\n:40123\r\n$9\r\nconnected\r\n:14\r\n+PONG\r\n");
    QVERIFY(replica.role == Role::Replica);
    const RedisServer sentinel{.role = Role::Sentinel, .port = 4};
    const auto named = reportedRole(sentinel, "*2\r\n$9\r\n127.0.0.1\r\n$5\r\n40123\r\n+PONG\r\n");
    QVERIFY(named.role == Role::Sentinel);
    QCOMPARE(named.master, 40123);
    QVERIFY(!reportedRole(server, {}).role);
    QVERIFY(!reportedRole(server, "-LOADING Redis is loading the dataset in memory\r\n+PONG\r\n").role);
    QVERIFY(!reportedRole(sentinel, "*-1\r\n+PONG\r\n").role); // it knows no such master
}

void RedisRolesTest::findsTheMasterThatMostSentinelsName()
{
    const auto servers = sentinelServers();
    const auto masters = [&](const std::vector<ReportedRole>& reported) {
        return serversInRole(servers, reported, Role::Master, 0);
    };
    QCOMPARE(masters(reportedBy({Role::Master, Role::Replica, Role::Replica}, {1, 1, 1})), Indexes{0});
    // It is down, and no other one was promoted yet.
    QCOMPARE(masters(reportedBy({{}, Role::Replica, Role::Replica}, {1, 1, 1})), Indexes{});
    // Promoted, but most Sentinels do not know it yet.
    QCOMPARE(masters(reportedBy({{}, Role::Master, Role::Replica}, {2, 1, 1})), Indexes{});
    // The old master is back, and still reports its old role.
    QCOMPARE(masters(reportedBy({Role::Master, Role::Master, Role::Replica}, {2, 2, 1})), Indexes{1});
    // Only one Sentinel answers.
    auto reported = reportedBy({Role::Master, Role::Replica, Role::Replica}, {1});
    reported.resize(servers.size());
    QCOMPARE(masters(reported), Indexes{0});
    reported[3] = {};
    QCOMPARE(masters(reported), Indexes{});
}

void RedisRolesTest::findsReplicasInOrder()
{
    const auto servers = sentinelServers();
    const auto reported = reportedBy({Role::Replica, Role::Master, Role::Replica}, {2, 2, 2});
    QCOMPARE(serversInRole(servers, reported, Role::Replica, 0), (Indexes{0, 2}));
}

void RedisRolesTest::findsTheGroupsOfACluster()
{
    std::vector<RedisServer> servers;
    for (const int master : {0, 1, 2})
        servers.push_back({.role = Role::Master, .master = master});
    for (const int master : {0, 1, 2})
        servers.push_back({.role = Role::Replica, .master = master});
    // The second master is down, and its replica was promoted.
    const auto reported = reportedBy({Role::Master, {}, Role::Master, Role::Replica, Role::Master, Role::Replica}, {});
    QCOMPARE(serversInRole(servers, reported, Role::Master, 1), Indexes{4});
    QCOMPARE(serversInRole(servers, reported, Role::Replica, 1), Indexes{});
    QCOMPARE(serversInRole(servers, reported, Role::Replica, 2), Indexes{5});
}

} // namespace lockscope::redisRolesTest

LOCKSCOPE_TEST(lockscope::redisRolesTest::RedisRolesTest)
#include "RedisRolesTest.moc"
