// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Parsers of the servers' answers: recorded from real ones (3.8.0), then truncated and corrupted.

#include "core/sources/zookeeper/servers/AnswerText.h"
#include "core/sources/zookeeper/servers/ConnectionList.h"
#include "core/sources/zookeeper/servers/FactsMerge.h"
#include "core/sources/zookeeper/servers/ServerList.h"
#include "core/sources/zookeeper/servers/ServerStatus.h"
#include "core/sources/zookeeper/servers/ServerUptime.h"
#include "core/sources/zookeeper/servers/SessionDump.h"
#include "core/sources/zookeeper/servers/WatchList.h"
#include "tests/support/Growth.h"
#include "tests/support/Test.h"

#include <QFile>
#include <QRandomGenerator>

namespace lockscope::answersTest {

using namespace lockscope::ensemble;
using namespace std::chrono_literals;

namespace {

constexpr SessionId first = 0x10000074ed60000;
constexpr SessionId second = 0x20000074f6c0000;
constexpr auto negative = static_cast<SessionId>(0xc800000b45460000);
const auto lockNode = std::string("/locks/a/_c_01234567-89ab-cdef-0123-456789abcdef-lock-0000000000");

QByteArray recorded(const char* name)
{
    QFile file(QStringLiteral(LOCKSCOPE_ANSWERS) + u'/' + QLatin1String(name));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("no such answer: %s", name);
    return file.readAll();
}

WallTime at(const char* iso)
{
    return WallTime(
        std::chrono::milliseconds(QDateTime::fromString(QString::fromLatin1(iso), Qt::ISODate).toMSecsSinceEpoch()));
}

/// Runs each parser on any input.
void parseAll(const QByteArray& answer)
{
    WatchList watches;
    for (const auto* chroot : {"", "/locks"}) {
        static_cast<void>(dumpFromJson(answer, chroot));
        static_cast<void>(dumpFromWord(answer, chroot, WallTime(1'000'000s)));
        static_cast<void>(addWatchesFromJson(answer, chroot, {}, watches));
        static_cast<void>(addWatchesFromWord(answer, chroot, {}, watches));
    }
    static_cast<void>(connectionsFromJson(answer));
    static_cast<void>(connectionsFromCons(answer));
    static_cast<void>(statusFromJson(answer));
    static_cast<void>(statusFromWord(answer));
    static_cast<void>(serversToAsk({{"a", 1}}, membersIn(answer)));
    static_cast<void>(membersInView(answer));
}

/// 50 sessions with this many nodes in 10,000 locks, in the servers' format.
QByteArray dumpOf(int ephemerals)
{
    QByteArray answer("{\n  \"expiry_time_to_session_ids\" : {\n    \"1000\" : [ 72057625425346560 ]\n  },\n"
                      "  \"session_id_to_ephemeral_paths\" : {\n");
    constexpr int sessions = 50;
    const int nodes = ephemerals / sessions;
    for (int session = 0; session < sessions; ++session) {
        answer += "    \"" + QByteArray::number(72057625425346560 + session) + "\" : [ ";
        for (int node = 0; node < nodes; ++node) {
            const int number = session + node * sessions;
            answer += (node > 0 ? ", \"/locks/orders-" : "\"/locks/orders-") + QByteArray::number(number % 10'000) +
                      "/_c_01234567-89ab-cdef-0123-4567" + QByteArray::number(10'000'000 + number) + "-lock-" +
                      QByteArray::number(number).rightJustified(10, '0') + '"';
        }
        answer += session + 1 < sessions ? " ],\n" : " ]\n";
    }
    answer += "  },\n  \"command\" : \"dump\",\n  \"error\" : null\n}";
    return answer;
}

} // namespace

class AnswersTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsConnections();
    void readsConnectionsByWord();
    void readsIpv6AndNegativeSessions();
    void reportsEncryptedConnections();
    void readsALeadersDump();
    void readsAFollowersDump();
    void readsADumpByWord();
    void readsDatesOfOtherZones();
    void aDumpCutShortEndsNoSession();
    void keepsAllBitsOfSessions_data();
    void keepsAllBitsOfSessions();
    void stripsTheChroot();
    void readsWatches();
    void readsStatus();
    void readsFollowers();
    void refusalsAreNoAnswers();
    void readsMembers();
    void knowsWhichServerToAsk();
    void learnsTheServersClock();
    void expiriesAreTheLatestPossible();
    void whatIsKnownAges();
    void survivesSpoiltAnswers_data();
    void survivesSpoiltAnswers();
    void readsABigDumpFast();
};

void AnswersTest::readsConnections()
{
    const auto list = connectionsFromJson(recorded("connections.json"));
    QVERIFY(list && list->size() == 1);
    const ClientConnection expected{
        second, "127.0.0.1:33932", false, 8'000ms, WallTime(std::chrono::milliseconds(1795289064686)), 510019};
    QVERIFY(list->front() == expected);
}

void AnswersTest::readsConnectionsByWord()
{
    const auto list = connectionsFromCons(recorded("cons.txt"));
    QVERIFY(list && list->size() == 1); // the requesting connection has no session
    const ClientConnection expected{
        first, "127.0.0.1:58470", false, 8'000ms, WallTime(std::chrono::milliseconds(1795289060611)), 503272};
    QVERIFY(list->front() == expected);
}

void AnswersTest::readsIpv6AndNegativeSessions()
{
    const auto json = connectionsFromJson(recorded("connections-ipv6-server200.json"));
    const auto word = connectionsFromCons(recorded("cons-ipv6-server200.txt"));
    for (const auto& list : {json, word}) {
        QVERIFY(list && list->size() == 1);
        QCOMPARE(list->front().session, negative);
        QCOMPARE(list->front().host, std::string("[::1]:49282"));
    }
    const auto dump = dumpFromJson(recorded("dump-server200.json"), {});
    QVERIFY(dump && dump->sessions && dump->sessions->size() == 1 && dump->sessions->contains(negative));
    QVERIFY(dump->ephemerals == (EphemeralOwners{{lockNode, negative}}));
}

void AnswersTest::reportsEncryptedConnections()
{
    auto answer = recorded("connections.json");
    answer.replace("\"secure_connections\"", "\"was_secure\"")
        .replace("\"connections\" : [", "\"secure_connections\" : [");
    answer.replace("\"was_secure\"", "\"connections\"");
    const auto list = connectionsFromJson(answer);
    QVERIFY(list && list->size() == 1);
    QVERIFY(list->front().isSecure);
    QCOMPARE(list->front().session, second);
}

void AnswersTest::readsALeadersDump()
{
    const auto dump = dumpFromJson(recorded("dump-leader.json"), {});
    QVERIFY(dump && dump->sessions);
    QCOMPARE(dump->sessions->size(), std::size_t(2));
    QVERIFY(dump->sessions->at(first) == (DumpedSession{{}, 520000, {}}));
    QVERIFY(dump->sessions->at(second) == (DumpedSession{{}, 521000, {}}));
    QCOMPARE(dump->nextExpiryUptime.value_or(0), std::int64_t(513000));
    QCOMPARE(dump->ephemerals.size(), std::size_t(3));
    QVERIFY(ownerOf(dump->ephemerals, lockNode));
    QCOMPARE(*ownerOf(dump->ephemerals, lockNode), first);
}

void AnswersTest::readsAFollowersDump()
{
    const auto dump = dumpFromJson(recorded("dump-follower.json"), {});
    QVERIFY(dump);
    QVERIFY(!dump->sessions); // it reports nodes only
    QCOMPARE(dump->ephemerals.size(), std::size_t(3));
}

void AnswersTest::readsADumpByWord()
{
    const auto leader = dumpFromWord(recorded("dump-leader.txt"), {}, at("2026-11-21T19:24:33Z"));
    QVERIFY(leader && leader->sessions);
    QCOMPARE(leader->sessions->size(), std::size_t(2));
    QVERIFY(leader->sessions->at(first) == (DumpedSession{at("2026-11-21T19:24:40Z"), {}, {}}));
    QVERIFY(leader->ephemerals == dumpFromJson(recorded("dump-leader.json"), {})->ephemerals);

    const auto follower = dumpFromWord(recorded("dump-follower.txt"), {}, at("2026-11-21T19:24:33Z"));
    QVERIFY(follower && follower->sessions);
    QCOMPARE(follower->sessions->size(), std::size_t(2));
    QVERIFY(follower->sessions->at(second) == (DumpedSession{{}, {}, 8'000ms}));
    QVERIFY(follower->ephemerals == leader->ephemerals);
}

void AnswersTest::readsDatesOfOtherZones()
{
    // The same moment from a server in Nepal's time zone.
    auto answer = recorded("dump-leader.txt");
    answer.replace("Sat Nov 21 19:24:", "Sun Nov 22 01:09:").replace(" UTC ", " NPT ");
    const auto dump = dumpFromWord(answer, {}, at("2026-11-21T19:24:33Z"));
    QVERIFY(dump && dump->sessions->at(first).expiresAt == at("2026-11-21T19:24:40Z"));
    answer.replace("Sun Nov 22 01:09:", "Sat Nov 21 12:24:").replace(" NPT ", " MST ");
    const auto west = dumpFromWord(answer, {}, at("2026-11-21T19:24:33Z"));
    QVERIFY(west && west->sessions->at(first).expiresAt == at("2026-11-21T19:24:40Z"));
}

void AnswersTest::aDumpCutShortEndsNoSession()
{
    const auto json = recorded("dump-leader.json");
    for (qsizetype size = 0; size < json.trimmed().size(); ++size)
        QVERIFY(!dumpFromJson(json.left(size), {}));
    const auto word = recorded("dump-leader.txt");
    for (qsizetype size = 0; size < word.indexOf("ephemeral nodes dump"); ++size)
        QVERIFY(!dumpFromWord(word.left(size), {}, WallTime()));
}

void AnswersTest::keepsAllBitsOfSessions_data()
{
    QTest::addColumn<qlonglong>("id");
    QTest::newRow("beyond a double") << 72057625425346561LL;
    QTest::newRow("largest") << std::numeric_limits<qlonglong>::max();
    QTest::newRow("almost") << std::numeric_limits<qlonglong>::max() - 1;
    QTest::newRow("smallest") << std::numeric_limits<qlonglong>::min();
    QTest::newRow("negative") << -4035225217717108737LL;
    QTest::newRow("minus one") << -1LL;
}

void AnswersTest::keepsAllBitsOfSessions()
{
    QFETCH(qlonglong, id);
    const auto number = QByteArray::number(id);
    const auto dump = dumpFromJson(R"({"expiry_time_to_session_ids":{"1":[)" + number +
                                       R"(]},"session_id_to_ephemeral_paths":{")" + number + R"(":["/a"]}})",
                                   {});
    QVERIFY(dump && dump->sessions && dump->sessions->size() == 1);
    QCOMPARE(dump->sessions->begin()->first, SessionId(id));
    QVERIFY(ownerOf(dump->ephemerals, "/a"));
    QCOMPARE(*ownerOf(dump->ephemerals, "/a"), SessionId(id));
    QCOMPARE(sessionIdIn(QByteArray("0x") + QByteArray::number(static_cast<qulonglong>(id), 16)).value_or(0),
             SessionId(id));
    const auto list = connectionsFromJson(R"({"connections":[{"session_id":)" + number + "}]}");
    QVERIFY(list && list->size() == 1);
    QCOMPARE(list->front().session, SessionId(id));
}

void AnswersTest::stripsTheChroot()
{
    QCOMPARE(withinChroot("/a/b", "/a").value_or("none"), std::string_view("/b"));
    QCOMPARE(withinChroot("/a", "/a").value_or("none"), std::string_view("/"));
    QVERIFY(!withinChroot("/ab", "/a"));
    QVERIFY(!withinChroot("/", "/a"));
    QCOMPARE(withinChroot("/a", "").value_or("none"), std::string_view("/a"));
    const auto dump = dumpFromJson(recorded("dump-leader.json"), "/locks");
    QVERIFY(dump && dump->ephemerals.size() == 3);
    QVERIFY(ownerOf(dump->ephemerals, lockNode.substr(6)));
    QCOMPARE(*ownerOf(dump->ephemerals, lockNode.substr(6)), first);
    QVERIFY(dumpFromJson(recorded("dump-leader.json"), "/lock")->ephemerals.empty());
    QVERIFY(dumpFromWord(recorded("dump-leader.txt"), "/locks", WallTime())->ephemerals == dump->ephemerals);
}

void AnswersTest::readsWatches()
{
    const WatchList expected{{"/locks", {second}}, {"/gone/ünknown", {second}}};
    WatchList json;
    QVERIFY(addWatchesFromJson(recorded("watches_by_path.json"), {}, {}, json));
    QVERIFY(json == expected);
    WatchList word;
    QVERIFY(addWatchesFromWord(recorded("wchp.txt"), {}, {}, word));
    QVERIFY(word == expected);
    WatchList none;
    QVERIFY(addWatchesFromWord(recorded("wchp-none.txt"), {}, {}, none));
    QVERIFY(addWatchesFromWord(recorded("wchp.txt"), {}, {second}, none)); // our own session
    QVERIFY(addWatchesFromJson(recorded("watches_by_path.json"), {}, {second}, none));
    QVERIFY(none.empty());
    QVERIFY(addWatchesFromJson(recorded("watches_by_path.json"), "/gone", {}, none));
    QVERIFY(none == (WatchList{{"/ünknown", {second}}}));
}

void AnswersTest::readsStatus()
{
    const ServerHealth byAdmin{5.0909, 41, 0, 0x100000007, {}, {}};
    QVERIFY(statusFromJson(recorded("server_stats.json")) == (ServerStatus{"leader", "3.8.0", 10, byAdmin}));
    const ServerHealth byWord{14.5714, 51, 0, 0x100000004, {}, {}};
    QVERIFY(statusFromWord(recorded("srvr.txt")) == (ServerStatus{"leader", "3.8.0", 8, byWord}));
    // A busy server has finished a request before it has counted it as begun.
    const auto word = statusFromWord(recorded("srvr.txt").replace("Outstanding: 0", "Outstanding: -1"));
    QVERIFY(word && word->health.outstanding == 0);
    const auto json = statusFromJson(R"({"server_stats": {"outstanding_requests": -1, "max_latency": -1}})");
    QVERIFY(json && json->health.outstanding == 0 && !json->health.longestLatencyMs);
}

/// As a leader of three 3.8.0 servers answers.
void AnswersTest::readsFollowers()
{
    ServerHealth health;
    QVERIFY(addFollowersFromWord("zk_server_state\tleader\nzk_synced_followers\t2\nzk_quorum_size\t3\n", health));
    QVERIFY(health.followers == 2 && health.syncedFollowers == 2);
    health = {};
    QVERIFY(addFollowersFromJson(
        R"({"server_state":"leader","synced_followers":1,"quorum_size":3,"command":"monitor","error":null})", health));
    QVERIFY(health.followers == 2 && health.syncedFollowers == 1);
    // A follower knows nothing of others, and a refusal is no answer.
    health = {};
    QVERIFY(!addFollowersFromWord("zk_server_state\tfollower\nzk_quorum_size\t3\n", health));
    QVERIFY(!addFollowersFromWord(recorded("refused.txt"), health));
    QVERIFY(!addFollowersFromJson(R"({"server_state":"follower","quorum_size":3,"error":null})", health));
    QVERIFY(health == ServerHealth());
}

void AnswersTest::refusalsAreNoAnswers()
{
    const auto refusal = recorded("refused.txt");
    QVERIFY(isRefusal(refusal));
    WatchList list;
    for (const auto& answer :
         {refusal, QByteArray("This ZooKeeper instance is not currently serving requests\n"),
          QByteArray(R"({"command":"dump","error":"not serving"})"), QByteArray(), QByteArray("[]")}) {
        QVERIFY(!connectionsFromCons(answer));
        QVERIFY(!connectionsFromJson(answer));
        QVERIFY(!dumpFromWord(answer, {}, WallTime()));
        QVERIFY(!dumpFromJson(answer, {}));
        QVERIFY(!addWatchesFromWord(answer, {}, {}, list));
        QVERIFY(!addWatchesFromJson(answer, {}, {}, list));
        QVERIFY(!statusFromWord(answer));
        QVERIFY(!statusFromJson(answer));
    }
}

void AnswersTest::readsMembers()
{
    const auto members = membersIn("server.1=zk1:2888:3888:participant;0.0.0.0:2181\n"
                                   "server.2=ZK2:2888:3888:observer;2182\n"
                                   "server.3=10.0.0.3:2888:3888\n"
                                   "server.4=zk4:2888:3888|zk4b:2889:3889:participant;10.0.0.4:2181\n"
                                   "server.200=[0:0:0:0:0:0:0:1]:27204:27214:participant;[::]:27184\n"
                                   "server.x\nserver.7=\nserver.8=:1:2\nserver.9=[::1\nversion=100000000");
    const std::vector<Member> expected{{"zk1", 2181, "zk1"},
                                       {"zk2", 2182, "zk2"},
                                       {"10.0.0.3", 0, "10.0.0.3"},
                                       {"zk4", 2181, "10.0.0.4"},
                                       {"::1", 27184, "::1"}};
    QVERIFY(members == expected);
}

void AnswersTest::knowsWhichServerToAsk()
{
    const std::vector<Member> three{{"a", 2181, "a"}, {"b", 2181, "b"}, {"c", 0, "c"}};
    const auto one = serversToAsk({{"a", 2181}}, three);
    QVERIFY(one.isWhole);
    QVERIFY(one.servers == (std::vector<zk::Server>{{"a", 2181}, {"b", 2181}, {"c", 2181}}));
    // As many names as members: the same servers under other names.
    const std::vector<zk::Server> named{{"10.0.0.1", 2181}, {"10.0.0.2", 2181}, {"10.0.0.3", 2181}};
    QVERIFY(serversToAsk(named, three).servers == named);
    QVERIFY(serversToAsk(named, three).isWhole);
    QVERIFY(!serversToAsk(named, {}).isWhole);
    // Members of one host that report no client port can't be found.
    const std::vector<Member> hidden{{"a", 0, "a"}, {"a", 0, "a"}, {"a", 0, "a"}};
    QVERIFY(!serversToAsk({{"a", 2181}}, hidden).isWhole);
}

void AnswersTest::learnsTheServersClock()
{
    const auto noon = at("2026-11-21T12:00:00Z");
    ServerUptime clock;
    QVERIFY(!clock.timeOf(1));
    clock.passed(100'000, noon); // 100 s at the earliest possible time: an answer from two seconds ago
    QVERIFY(clock.timeOf(100'000) == noon);
    clock.passed(104'900, noon + 5s);
    QVERIFY(clock.timeOf(104'900) == noon + 5s || clock.timeOf(104'900) == noon + 4'900ms);
    clock.passed(112'000, noon + 10s); // ahead of the estimate
    QVERIFY(clock.timeOf(112'000) == noon + 10s);
    QVERIFY(clock.timeOf(102'000) == noon);
    clock.passed(110'000, noon + 20s); // an older value does not reduce the accuracy
    QVERIFY(clock.timeOf(112'000) == noon + 10s);
    clock.forget();
    QVERIFY(!clock.timeOf(1));
}

/// A leader without clients reports only expiries, which ZooKeeper rounds up to a tick (ExpiryQueue).
void AnswersTest::expiriesAreTheLatestPossible()
{
    constexpr std::int64_t tick = 2'000;
    constexpr std::int64_t timeout = 10'000;
    const auto noon = at("2026-11-21T12:00:00Z"); // 1,000 s after the leader's start
    for (std::int64_t heardAt = 995'000; heardAt <= 1'000'000; heardAt += 250) {
        const auto expiry = ((heardAt + timeout) / tick + 1) * tick;
        FactsRound::Outcome outcome;
        outcome.takenAt = outcome.dumpedAt = noon;
        outcome.servers.resize(2);
        outcome.servers[0].connections.emplace(); // the leader
        ClientConnection connection;
        connection.session = first;
        connection.timeout = std::chrono::milliseconds(timeout);
        outcome.servers[1].connections = {connection};
        outcome.dump.emplace();
        outcome.dump->sessions.emplace();
        auto& dumped = (*outcome.dump->sessions)[first];
        dumped.expiresAtUptime = expiry;
        dumped.timeout = std::chrono::milliseconds(timeout);
        outcome.dump->nextExpiryUptime = expiry;
        std::vector<ServerMemory> memories;
        const auto facts = merged(outcome, memories, 2);
        const auto* session = facts->find(first);
        QVERIFY(session && session->expiresAt);
        const auto truth = noon + std::chrono::milliseconds(expiry - 1'000'000);
        QVERIFY2(*session->expiresAt >= truth, std::to_string(heardAt).c_str());
        QVERIFY(*session->expiresAt <= truth + std::chrono::milliseconds(timeout));
    }
}

/// A server that does not answer erases nothing: what it reported ages.
void AnswersTest::whatIsKnownAges()
{
    const auto noon = at("2026-11-21T12:00:00Z");
    FactsRound::Outcome outcome;
    outcome.takenAt = noon;
    outcome.servers.resize(2);
    for (std::size_t i = 0; i < 2; ++i) {
        outcome.servers[i].address = {"zk", static_cast<std::uint16_t>(2181 + i)};
        outcome.servers[i].reportedAt = noon;
        outcome.servers[i].connectionsBy = Source::FourLetter;
        ClientConnection connection;
        connection.session = first + static_cast<std::int64_t>(i);
        connection.host = "10.0.0." + std::to_string(i + 1) + ":40000";
        outcome.servers[i].connections = {connection};
    }
    std::vector<ServerMemory> memories;
    const auto before = merged(outcome, memories, 2);
    auto later = outcome;
    later.takenAt = noon + 5s;
    for (auto& server : later.servers)
        server.reportedAt = noon + 5s;
    later.servers[0].connections.reset(); // does not answer
    later.servers[0].connectionsBy = Source::None;
    later.servers[1].connections->clear(); // answers: its session has no connection any more
    const auto after = merged(later, memories, 2);
    keepKnown(*after, *before);
    const auto* kept = after->find(first);
    QVERIFY(kept && kept->host == "10.0.0.1:40000" && kept->reportedAt == noon);
    QVERIFY(!after->find(first + 1));
    QVERIFY(!after->hasEveryConnection);
    later.dump.emplace();
    later.dump->sessions.emplace(); // the list of all sessions: it has ended
    const auto ended = merged(later, memories, 2);
    keepKnown(*ended, *after);
    QVERIFY(!ended->find(first));
}

void AnswersTest::survivesSpoiltAnswers_data()
{
    QTest::addColumn<QByteArray>("answer");
    for (const auto* name :
         {"connections.json", "connections-ipv6-server200.json", "dump-leader.json", "dump-follower.json",
          "dump-server200.json", "watches_by_path.json", "server_stats.json", "cons.txt", "cons-ipv6-server200.txt",
          "dump-leader.txt", "dump-follower.txt", "wchp.txt", "srvr.txt", "refused.txt"})
        QTest::newRow(name) << recorded(name);
    QTest::newRow("deep") << QByteArray(100'000, '[');
    QTest::newRow("deep objects") << QByteArray("{\"connections\":").repeated(50'000);
    QTest::newRow("brackets") << QByteArray(" /[[[[]]](((sid=0x,,,,=").repeated(1'000);
    QTest::newRow("zeros") << QByteArray(10'000, '\0');
    QTest::newRow("members") << QByteArray("server.1=[::1]:1:1;[\nserver.2=;;;;:\n").repeated(1'000);
    QTest::newRow("huge times") << QByteArray(
        R"({"connections":[{"session_id":1,"session_timeout":9223372036854775807,"established":-9223372036854775808,)"
        R"("last_response_time":1e300}],"expiry_time_to_session_ids":{"9223372036854775807":[1],"-5":[2]},)"
        R"("session_id_to_ephemeral_paths":{"99999999999999999999":["/a"],"2":[3,null,{}]}})");
}

void AnswersTest::survivesSpoiltAnswers()
{
    QFETCH(QByteArray, answer);
    parseAll(answer);
    const auto step = std::max<qsizetype>(1, answer.size() / 200);
    for (qsizetype size = 0; size < answer.size(); size += step)
        parseAll(answer.left(size));
    QRandomGenerator random(7);
    for (int i = 0; i < 200; ++i) {
        auto spoilt = answer.left(20'000);
        for (int j = 0; j < 5 && !spoilt.isEmpty(); ++j)
            spoilt[random.bounded(static_cast<int>(spoilt.size()))] = static_cast<char>(random.bounded(256));
        parseAll(spoilt);
    }
}

void AnswersTest::readsABigDumpFast()
{
    constexpr int most = 80'000;
    std::size_t found = 0;
    const auto cost = test::growth({most / 16, most}, dumpOf, [&found](const QByteArray& answer) {
        const auto dump = dumpFromJson(answer, {});
        found = dump ? dump->ephemerals.size() : 0;
    });
    QCOMPARE(found, std::size_t(most));
    QVERIFY(cost.isModest());
}

} // namespace lockscope::answersTest

LOCKSCOPE_TEST(lockscope::answersTest::AnswersTest)
#include "AnswersTest.moc"
