// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Several servers behind one address (a load balancer): their answers are distinguished. And answers that are cut
/// short, or of new connections.

#include "core/sources/zookeeper/servers/ConnectionList.h"
#include "core/sources/zookeeper/servers/FactsMerge.h"
#include "core/sources/zookeeper/servers/ServerList.h"
#include "core/sources/zookeeper/servers/ServerStatus.h"
#include "core/sources/zookeeper/servers/WatchList.h"
#include "tests/support/Test.h"

#include <QFile>

namespace lockscope::sharedAddressTest {

using namespace lockscope::ensemble;
using namespace std::chrono_literals;

namespace {

constexpr WallTime noon{1'700'000'000'000ms};

QByteArray recorded(const char* name)
{
    QFile file(QStringLiteral(LOCKSCOPE_ANSWERS) + u'/' + QLatin1String(name));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("no such answer: %s", name);
    return file.readAll();
}

/// A connection with a last response this long before `uptime`, the time since the start of the server's machine.
ClientConnection connectionOf(SessionId session, std::chrono::milliseconds uptime, std::chrono::milliseconds silence)
{
    ClientConnection connection;
    connection.session = session;
    connection.host = "10.0.0.7:" + std::to_string(40'000 + session);
    connection.timeout = 30s;
    connection.established = noon - 1h;
    connection.lastResponse = (uptime - silence).count();
    return connection;
}

/// Each list is the answer of one address, at this time after noon.
FactsRound::Outcome roundOf(const std::vector<ConnectionList>& answers, std::chrono::milliseconds at = 0ms)
{
    FactsRound::Outcome outcome;
    outcome.takenAt = outcome.dumpedAt = noon + at;
    outcome.dump.emplace().sessions.emplace();
    for (const auto& answer : answers) {
        auto& server = outcome.servers.emplace_back();
        server.connections = answer;
        server.client.state = Endpoint::State::Open;
        server.connectionsBy = Source::FourLetter;
        server.connectionsAskedAt = server.reportedAt = noon + at;
    }
    return outcome;
}

std::chrono::milliseconds silenceIn(const std::shared_ptr<const EnsembleFacts>& facts, SessionId session)
{
    const auto* found = facts->find(session);
    if (!found || !found->lastHeard)
        return -1ms;
    return found->reportedAt - *found->lastHeard;
}

} // namespace

class SharedAddressTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// One address answers for two servers whose machines have run for one day and for ten days, in turn.
    void liveOwnersAreNotSilent()
    {
        std::vector<ServerMemory> memories;
        for (int round = 0; round < 6; ++round) {
            const auto at = round * 5s;
            const auto uptime = (round % 2 == 0 ? 24h : 240h) + at;
            const SessionId session = round % 2 == 0 ? 1 : 2;
            const auto facts =
                merged(roundOf({{connectionOf(session, uptime, 1s), connectionOf(session + 10, uptime, 3s)}}, at),
                       memories, 1);
            QVERIFY2(silenceIn(facts, session) >= 0ms && silenceIn(facts, session) <= 1s,
                     std::to_string(silenceIn(facts, session).count()).c_str());
            QCOMPARE(silenceIn(facts, session + 10), silenceIn(facts, session) + 2s);
            // The third answer has the connections of the first again.
            QCOMPARE(facts->servers.front().isShared, round >= 2);
            QCOMPARE(facts->hasEveryConnection, round < 2);
            QCOMPARE(!facts->servers.front().trouble.empty(), round >= 2);
        }
    }

    void oneServerKeepsItsClock()
    {
        std::vector<ServerMemory> memories;
        QCOMPARE(silenceIn(merged(roundOf({{connectionOf(1, 24h, 0ms), connectionOf(2, 24h, 9s)}}), memories, 1), 2),
                 9s);
        // Session 1 has left; its last response had shown the clock.
        const auto facts = merged(roundOf({{connectionOf(2, 24h + 5s, 14s)}}, 5s), memories, 1);
        QCOMPARE(silenceIn(facts, 2), 14s);
        QVERIFY(!facts->servers.front().isShared && facts->hasEveryConnection);
        // A server without any of its connections may be another one: what it knew counts no longer.
        QCOMPARE(silenceIn(merged(roundOf({{connectionOf(3, 24h + 10s, 14s)}}, 10s), memories, 1), 3), 0ms);
    }

    /// `cons` leaves out encrypted connections, which the AdminServer reports.
    void anotherSourceIsNoOtherServer()
    {
        std::vector<ServerMemory> memories;
        const auto plain = connectionOf(1, 24h, 1s);
        const auto encrypted = connectionOf(2, 24h, 1s);
        for (const auto source : {Source::AdminServer, Source::FourLetter, Source::AdminServer}) {
            auto outcome =
                roundOf({source == Source::AdminServer ? ConnectionList{plain, encrypted} : ConnectionList{plain}});
            outcome.servers[0].connectionsBy = source;
            QVERIFY(!merged(outcome, memories, 1)->servers[0].isShared);
        }
    }

    void twoAddressesOfOneServerAreOne()
    {
        const ConnectionList one{connectionOf(1, 24h, 1s)};
        const ConnectionList other{connectionOf(2, 24h, 1s)};
        std::vector<ServerMemory> memories;
        QVERIFY(!merged(roundOf({one, one, other}), memories, 3)->hasEveryConnection); // one of three is missing
        memories.clear();
        QVERIFY(merged(roundOf({one, one, other}), memories, 2)->hasEveryConnection);
        memories.clear();
        QVERIFY(merged(roundOf({one, other, {}}), memories, 3)->hasEveryConnection); // a server without clients
        memories.clear();
        QVERIFY(!merged(roundOf({one, other, {}}), memories, 0)->hasEveryConnection); // there may be more
    }

    /// The dump of a shared address may be from another server than the status with the zxid.
    void aSharedAddressHasNoZxid()
    {
        std::vector<ServerMemory> memories;
        for (int round = 0; round < 3; ++round) {
            auto outcome = roundOf({{connectionOf(round % 2 + 1, 24h, 1s)}}, round * 5s);
            outcome.zxid = 100;
            QCOMPARE(merged(outcome, memories, 1)->zxid.has_value(), round < 2);
        }
    }

    void answersCutShortAreIncomplete()
    {
        const auto cons = recorded("cons.txt");
        const auto wchp = recorded("wchp.txt");
        QVERIFY(connectionsFromCons(cons));
        for (qsizetype size = 0; size < cons.size(); ++size)
            QVERIFY2(!connectionsFromCons(cons.left(size)), std::to_string(size).c_str());
        for (qsizetype size = 0; size < wchp.size(); ++size) {
            WatchList list;
            QVERIFY2(!addWatchesFromWord(wchp.left(size), {}, {}, list) && list.empty(), std::to_string(size).c_str());
        }
    }

    /// ServerCnxn.resetStats(): a connection has no response yet.
    void aNewConnectionIsNotSilent()
    {
        auto json = recorded("connections.json");
        json.replace("\"last_response_time\" : 510019", "\"last_response_time\" : 0");
        QVERIFY(!connectionsFromJson(json)->front().lastResponse);
        auto cons = recorded("cons.txt");
        cons.replace("lresp=503272", "lresp=0");
        QVERIFY(!connectionsFromCons(cons)->front().lastResponse);
    }

    void statusHasTheZxid()
    {
        QVERIFY(statusFromWord(recorded("srvr.txt"))->health.zxid == 0x100000004);
        QVERIFY(statusFromJson(recorded("server_stats.json"))->health.zxid == 4294967303);
    }

    void membersOfAView()
    {
        const auto members = membersInView(R"({"current_config": {
            "1": {"server_addresses": ["zk1:2888"], "election_addresses": ["zk1:3888"],
                  "client_address": "0.0.0.0:2181", "learner_type": "participant"},
            "2": {"server_addresses": ["10.0.0.2:2888"], "client_address": "", "learner_type": "participant"}},
            "command": "voting_view", "error": null})");
        QVERIFY(members == (std::vector<Member>{{"zk1", 2181, "zk1"}, {"10.0.0.2", 0, "10.0.0.2"}}));
        QVERIFY(membersInView("{}").empty() && membersInView("conf is not executed").empty());
    }
};

} // namespace lockscope::sharedAddressTest

LOCKSCOPE_TEST(lockscope::sharedAddressTest::SharedAddressTest)
#include "SharedAddressTest.moc"
