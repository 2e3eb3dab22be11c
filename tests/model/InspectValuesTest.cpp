// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Recognition, queues and texts: the pure part of the inspector.

#undef QT_NO_CAST_FROM_ASCII // expected JSON reads better as plain literals

#include "core/findings/Findings.h"
#include "core/model/SnapshotJson.h"
#include "core/model/json/JsonValues.h"
#include "core/sources/DialectFiles.h"
#include "core/sources/zookeeper/dialects/DialectCatalogue.h"
#include "core/sources/zookeeper/dialects/Payload.h"
#include "core/sources/zookeeper/dialects/QueueBuilder.h"
#include "tests/support/SnapshotChanges.h"
#include "tests/support/Test.h"

#include <QJsonArray>

namespace lockscope::inspectValuesTest {

using namespace lockscope::inspect;
using namespace std::chrono_literals;

namespace {

const std::string uuid = "0b3e4f5a-1111-4222-8333-abcdefabcdef";
const std::string hex = "0b3e4f5a111142228333abcdefabcdef";
constexpr WallTime noon{std::chrono::milliseconds(1'795'190'467'314)};

const Dialect& dialect(const std::string& id)
{
    const auto* found = builtinDialects()->find(id);
    return found ? *found : *builtinDialects()->find("single-node");
}

ContenderDetails owned(std::int64_t session, std::int64_t creationId, WallTime created, std::string payload = {})
{
    zk::Stat stat;
    stat.ephemeralOwner = session;
    stat.czxid = creationId;
    stat.ctime = created;
    return detailsOf(stat, std::move(payload));
}

std::shared_ptr<const Snapshot> snapshotOf(std::vector<Lock> locks)
{
    auto snapshot = std::make_shared<Snapshot>();
    for (auto& lock : locks)
        snapshot->locks.push_back(std::make_shared<const Lock>(std::move(lock)));
    return snapshot;
}

std::string reported(const std::vector<Change>& changes)
{
    std::string text;
    for (const auto& change : changes)
        text += std::string(toString(change.type)) + " " + change.contender.node + "; ";
    return text;
}

} // namespace

class InspectValuesTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void recognisesFamilies_data();
    void recognisesFamilies();
    void knowsNamesOfSingleNodeLocks();
    void readsPayloads_data();
    void readsPayloads();
    void keepsTheBeginningOfALongPayload();
    void buildsAQueue();
    void remembersWhenItSawAGrant();
    void agesAreNeverNegative();
    void agesAreByTheClockThatDatesTheNodes();
    void reportsWhatChanged();
    void reportsThatASingleNodeLockChangedHands();
    void passingAGateIsNoLeaving();
    void writesTheContractsJson();
    void sortsWorstFirst();
};

void InspectValuesTest::recognisesFamilies_data()
{
    QTest::addColumn<std::vector<std::string>>("names");
    QTest::addColumn<QString>("dialect");
    QTest::addColumn<bool>("isCertain");
    using Names = std::vector<std::string>;
    QTest::addRow("curator") << Names{"_c_" + uuid + "-lock-0000000001"} << "curator-mutex" << true;
    QTest::addRow("go") << Names{"_c_" + hex + "-lock-0000000001"} << "curator-mutex" << true;
    QTest::addRow("kazoo") << Names{hex + "__lock__0000000001"} << "kazoo-lock" << true;
    QTest::addRow("kazoo subclass") << Names{hex + "-lock-0000000001"} << "curator-mutex" << true;
    QTest::addRow("majority") << Names{hex + "__lock__0000000001", hex + "__lock__0000000002",
                                       "_c_" + uuid + "-lock-0000000003"}
                              << "kazoo-lock" << true;
    QTest::addRow("plain lock") << Names{"lock-0000000041"} << "documented-lock" << true;
    QTest::addRow("another plain lock") << Names{"MyLock_0000000041"} << "sequential" << false;
    QTest::addRow("plain other") << Names{"turn_0000000041"} << "sequential" << false;
    QTest::addRow("latch is not a mutex") << Names{"_c_" + uuid + "-latch-0000000001"} << "curator-latch" << true;
    QTest::addRow("no numbers") << Names{"config", "brokers"} << QString() << false;
    QTest::addRow("nothing") << Names{} << QString() << false;
}

void InspectValuesTest::recognisesFamilies()
{
    QFETCH(std::vector<std::string>, names);
    QFETCH(QString, dialect);
    QFETCH(bool, isCertain);
    const auto recognised = builtinDialects()->recognise({"/a", names});
    QCOMPARE(recognised.dialect && recognised.dialect->certainty == Certainty::Certain, isCertain);
    QCOMPARE(recognised.dialect ? QString::fromStdString(recognised.dialect->id) : QString(), dialect);
}

void InspectValuesTest::knowsNamesOfSingleNodeLocks()
{
    for (const auto* name :
         {"lock", "exclusive_lock", "leader", "master", "controller", "ActiveStandbyElectorLock", "Lock"})
        QVERIFY2(builtinDialects()->recogniseSingle(std::string("/a/") + name), name);
    for (const auto* name : {"lock-0000000001", "brokers", "1001", "config"})
        QVERIFY2(!builtinDialects()->recogniseSingle(std::string("/a/") + name), name);
}

void InspectValuesTest::readsPayloads_data()
{
    QTest::addColumn<QByteArray>("payload");
    QTest::addColumn<QString>("client");
    QTest::addColumn<QString>("host");
    QTest::addRow("curator's address") << QByteArray("10.20.4.17") << ""
                                       << "10.20.4.17";
    QTest::addRow("address and port") << QByteArray("10.20.4.17:51844") << ""
                                      << "10.20.4.17:51844";
    QTest::addRow("IPv6") << QByteArray("fe80::1") << ""
                          << "fe80::1";
    QTest::addRow("IPv6 and port") << QByteArray("[fe80::1]:80") << ""
                                   << "[fe80::1]:80";
    QTest::addRow("kazoo's identifier") << QByteArray("worker-07") << "worker-07"
                                        << "";
    QTest::addRow("ours") << QByteArray(R"({"client":"sim-1","host":"vm","pid":3})") << "sim-1"
                          << "vm";
    QTest::addRow("other JSON") << QByteArray(R"({"version":1,"brokerid":3})") << ""
                                << "";
    QTest::addRow("JSON of other types") << QByteArray(R"({"client":7,"host":[1]})") << ""
                                         << "";
    QTest::addRow("broken JSON is text") << QByteArray("{oops") << "{oops"
                                         << "";
    QTest::addRow("empty") << QByteArray() << ""
                           << "";
    QTest::addRow("bytes") << QByteArray("\x12\x34\xff", 3) << ""
                           << "";
    QTest::addRow("escape sequence") << QByteArray("\x1b[31mred") << ""
                                     << "";
    QTest::addRow("long text") << QByteArray(500, 'x') << ""
                               << "";
    QTest::addRow("JSON that goes on for ever")
        << R"({"client":")" + QByteArray(500, 'x') + R"(","host":")" + QByteArray(500, 'y') + R"("})"
        << QString(128, u'x') << QString(128, u'y');
    QTest::newRow("release requested") << QByteArray("__REVOKE__") << ""
                                       << "";
}

void InspectValuesTest::readsPayloads()
{
    QFETCH(QByteArray, payload);
    QFETCH(QString, client);
    QFETCH(QString, host);
    const auto identity = identityOf(payload.toStdString());
    QCOMPARE(QString::fromStdString(identity.client), client);
    QCOMPARE(QString::fromStdString(identity.host), host);
}

void InspectValuesTest::keepsTheBeginningOfALongPayload()
{
    const auto keep = [](const std::string& payload) { return keptDetailsOf({}, payload); };
    const auto whole = keep("worker-7");
    QVERIFY(whole.payload == "worker-7" && whole.payloadCut == 0);
    auto json = R"({"client":"worker-7","notes":")" + std::string(30'000, 'x') + "\"}";
    auto cut = keep(json);
    QCOMPARE(cut.payload.size() + static_cast<std::size_t>(cut.payloadCut), json.size());
    QVERIFY(cut.payload.size() < 20'000 && json.starts_with(cut.payload));
    QCOMPARE(cut.client, std::string("worker-7")); // it was read before
    readPayload(cut, {});
    QCOMPARE(cut.client, std::string("worker-7"));
    for (const auto* first : {"", "x", "xx"}) {
        std::string text = first;
        for (int i = 0; i < 10'000; ++i)
            text += "\u9501"; // three bytes each
        QVERIFY(isText(keep(text).payload));
    }
}

void InspectValuesTest::buildsAQueue()
{
    const std::vector<std::string> names{"_c_" + uuid + "-lock-0000000003", "notes", "_c_" + uuid + "-lock-0000000001"};
    const DetailsByNode details{{names[2], owned(0x17, 5, noon, "10.0.0.1")}};
    const auto lock = buildQueue("/a", dialect("curator-mutex"), names, details, nullptr, noon + 2s);
    QCOMPARE(lock.queue.size(), std::size_t(2));
    QCOMPARE(lock.unrecognised, std::vector<std::string>{"notes"});
    const auto& holder = lock.queue[0];
    QCOMPARE(holder.node, names[2]);
    QVERIFY(holder.holds && holder.waitsOn.empty());
    QCOMPARE(holder.details->host, std::string("10.0.0.1"));
    QVERIFY(!holder.grantedAt); // it may have held for long before the first snapshot
    const auto& waiter = lock.queue[1];
    QCOMPARE(waiter.position, 1);
    QVERIFY(!waiter.holds && !waiter.details);
    QCOMPARE(waiter.waitsOn, std::vector<std::string>{names[2]});
    QCOMPARE(lock.holders(), 1);
    QCOMPARE(lock.waiters(), 1);
    QCOMPARE(lock.nodePath(waiter), "/a/" + names[0]);
    QVERIFY(heldFor(lock, {noon + 2s, noon + 2s}) == (Since{2000ms, true}));
    QVERIFY(!longestWait(lock, {noon, noon})); // the waiter's details are not known yet
}

void InspectValuesTest::remembersWhenItSawAGrant()
{
    const std::vector<std::string> both{"lock-0000000001", "lock-0000000002"};
    const std::vector<std::string> second{"lock-0000000002"};
    const auto first = buildQueue("/a", dialect("sequential"), both, {}, nullptr, noon);
    const auto later = buildQueue("/a", dialect("sequential"), second, {}, &first, noon + 5s);
    QCOMPARE(later.queue[0].grantedAt.value(), noon + 5s);
    const auto again = buildQueue("/a", dialect("sequential"), second, {}, &later, noon + 9s);
    QCOMPARE(again.queue[0].grantedAt.value(), noon + 5s);
    QVERIFY(heldFor(again, {noon + 9s, noon + 9s}) == (Since{4000ms, false}));
}

void InspectValuesTest::agesAreNeverNegative()
{
    const std::vector<std::string> names{"lock-0000000001", "lock-0000000002"};
    const DetailsByNode details{{names[0], owned(1, 1, noon + 1h)}, {names[1], owned(2, 2, noon + 1h)}};
    const auto lock = buildQueue("/a", dialect("sequential"), names, details, nullptr, noon);
    QCOMPARE(longestWait(lock, {noon, noon}).value(), 0ms); // the server's clock is ahead of ours
    QCOMPARE(heldFor(lock, {noon, noon}).value().duration, 0ms);
}

void InspectValuesTest::agesAreByTheClockThatDatesTheNodes()
{
    const std::vector<std::string> names{"lock-0000000001", "lock-0000000002"};
    const DetailsByNode details{{names[0], owned(1, 1, noon + 1h)}, {names[1], owned(2, 2, noon + 1h + 2s)}};
    const auto lock = buildQueue("/a", dialect("sequential"), names, details, nullptr, noon);
    Snapshot snapshot;
    snapshot.takenAt = noon;
    QVERIFY(snapshot.momentAt(noon + 3s) == (Moment{noon + 3s, noon + 3s})); // nothing is known of the servers' clock
    snapshot.serverTimeAtLeast = noon + 1h + 2s;                             // a node of that time was read
    QVERIFY(snapshot.momentAt(noon + 3s) == (Moment{noon + 3s, noon + 1h + 5s}));
    QCOMPARE(heldFor(lock, snapshot.momentAt(noon + 3s)).value().duration, 5000ms);
    snapshot.serverTimeAtLeast = noon - 1h; // the newest node is old: this says little of the clock
    QCOMPARE(snapshot.momentAt(noon + 3s).nodes, noon + 3s);
    auto facts = std::make_shared<ensemble::EnsembleFacts>();
    facts->clockAhead = 1h + 4s;
    snapshot.ensemble = facts;
    QCOMPARE(heldFor(lock, snapshot.momentAt(noon + 3s)).value().duration, 7000ms);
    QCOMPARE(longestWait(lock, snapshot.moment()).value(), 2000ms);
    const auto json = lockJson(snapshot, lock, noon + 3s, {});
    QCOMPARE(json["heldForMs"], QJsonValue(7000));
    QCOMPARE(json["longestWaitMs"], QJsonValue(5000));
    QCOMPARE(json["holders"][0]["ageMs"], QJsonValue(7000));
    facts->clockAhead = -1h; // this machine's clock is an hour ahead: no hour is added
    const auto early =
        buildQueue("/a", dialect("sequential"), names,
                   {{names[0], owned(1, 1, noon - 1h)}, {names[1], owned(2, 2, noon - 1h)}}, nullptr, noon);
    QCOMPARE(longestWait(early, snapshot.momentAt(noon + 3s)).value(), 3000ms);
}

void InspectValuesTest::reportsWhatChanged()
{
    const auto queue = [](const std::vector<std::string>& names) {
        return buildQueue("/a", dialect("sequential"), names, {}, nullptr, noon);
    };
    const auto before = snapshotOf({queue({"lock-0000000001", "lock-0000000002"})});
    const auto after = snapshotOf({queue({"lock-0000000002", "lock-0000000003"})});
    QCOMPARE(reported(test::changesBetween(*before, *after)),
             std::string("left lock-0000000001; joined lock-0000000003; granted lock-0000000002; "));
    QVERIFY(test::changesBetween(*after, *after).empty());
    QCOMPARE(reported(test::changesBetween(*snapshotOf({}), *before)),
             std::string("joined lock-0000000001; joined lock-0000000002; granted lock-0000000001; "));
    QCOMPARE(reported(test::changesBetween(*before, *snapshotOf({}))),
             std::string("left lock-0000000001; left lock-0000000002; "));
}

void InspectValuesTest::reportsThatASingleNodeLockChangedHands()
{
    const auto one = owned(1, 10, noon);
    const auto two = owned(2, 20, noon + 1s);
    const auto before = buildSingle("/a/lock", dialect("single-node"), &one, nullptr, noon);
    const auto after = buildSingle("/a/lock", dialect("single-node"), &two, &before, noon + 1s);
    QCOMPARE(reported(test::changesBetween(*snapshotOf({before}), *snapshotOf({after}))),
             std::string("left lock; joined lock; granted lock; "));
    QCOMPARE(after.queue[0].grantedAt.value(), noon + 1s);
    QCOMPARE(after.nodePath(after.queue[0]), std::string("/a/lock"));
}

void InspectValuesTest::passingAGateIsNoLeaving()
{
    const auto lease = [](int number) { return "_c_" + uuid + "-lease-000000000" + std::to_string(number); };
    const std::vector<std::string> gate{"_c_" + uuid + "-lock-0000000009"};
    const auto semaphore = [&](const std::vector<std::string>& leases) {
        LockListing listing;
        listing.path = "/a";
        listing.dialect = &dialect("curator-semaphore");
        listing.queue.names = leases;
        listing.gate.names = gate;
        return buildQueue(listing, nullptr, noon);
    };
    const auto before = snapshotOf({semaphore({lease(1)})});
    const auto after = snapshotOf({semaphore({lease(1), lease(2)})});
    QCOMPARE(after->locks[0]->gateHolder, gate[0]);
    QCOMPARE(reported(test::changesBetween(*before, *after)), "joined " + lease(2) + "; ");
    QCOMPARE(reported(test::changesBetween(*after, *before)), "left " + lease(2) + "; ");
}

void InspectValuesTest::writesTheContractsJson()
{
    const std::vector<std::string> names{"lock-0000000101", "lock-0000000102", "note"};
    const DetailsByNode details{{names[0], owned(0x100000837dd002f, 0x1a4f00000c31, noon, "10.20.4.17")},
                                {names[1], owned(0, 7, noon + 1s, std::string("\x01\xff", 2))}};
    const auto lock = buildQueue("/a", dialect("sequential"), names, details, nullptr, noon);
    const auto snapshot = snapshotOf({lock});
    const auto json = queueJson(*snapshot, lock, noon + 4s, {});
    QCOMPARE(json.keys(), (QStringList{"certainty", "counterContradiction", "dialect", "findings", "gate", "kind",
                                       "leases", "leasesKnown", "openWaitMs", "path", "queue", "unrecognised"}));
    QCOMPARE(json["openWaitMs"], QJsonValue()); // not computed
    const auto holder = json["queue"].toArray().at(0).toObject();
    QCOMPARE(holder, (QJsonObject{{"position", 0},
                                  {"state", "holds"},
                                  {"mode", "exclusive"},
                                  {"node", "lock-0000000101"},
                                  {"path", "/a/lock-0000000101"},
                                  {"atGate", false},
                                  {"sequence", 101},
                                  {"session", "0x100000837dd002f"},
                                  {"client", QJsonValue()},
                                  {"host", "10.20.4.17"},
                                  {"hostName", QJsonValue()},
                                  {"hostSource", "payload"},
                                  {"pid", QJsonValue()},
                                  {"processCommand", QJsonValue()},
                                  {"server", QJsonValue()},
                                  {"timeoutMs", QJsonValue()},
                                  {"lastHeardMs", QJsonValue()},
                                  {"expiresInMs", QJsonValue()},
                                  {"reportedAt", isoTime(noon)},
                                  {"createdAt", isoTime(noon)},
                                  {"firstSeenAt", QJsonValue()},
                                  {"ageMs", 4000},
                                  {"czxid", "0x1a4f00000c31"},
                                  {"payload", "10.20.4.17"},
                                  {"payloadCutBytes", 0},
                                  {"waitsOn", QJsonArray()},
                                  {"watches", QJsonValue()}}));
    const auto waiter = json["queue"].toArray().at(1).toObject();
    QCOMPARE(waiter["session"], QJsonValue());
    QCOMPARE(waiter["payload"].toString(), QStringLiteral("0x01ff"));
    QCOMPARE(waiter["waitsOn"], QJsonValue(QJsonArray{"lock-0000000101"}));
    const auto row = lockJson(*snapshot, lock, noon + 4s, {});
    QCOMPARE(row.keys(), (QStringList{"certainty", "dialect", "findings", "heldForAtMost", "heldForMs", "holders",
                                      "kind", "leases", "leasesKnown", "longestWaitMs", "openWaitMs", "path",
                                      "undecided", "waiters", "waitersKnown"}));
    QCOMPARE(row["waiters"].toInt(), 1);
    QCOMPARE(row["heldForMs"].toInt(), 4000);
    QCOMPARE(row["heldForAtMost"], QJsonValue(true)); // its acquisition was not observed
    auto seen = lock;
    seen.queue.front().grantedAt = noon + 1s;
    const auto sure = lockJson(*snapshot, seen, noon + 4s, {});
    QCOMPARE(sure["heldForMs"].toInt(), 3000);
    QCOMPARE(sure["heldForAtMost"], QJsonValue(false));
    seen.queue.erase(seen.queue.begin());
    QCOMPARE(lockJson(*snapshot, seen, noon + 4s, {})["heldForAtMost"], QJsonValue());
    QCOMPARE(row["longestWaitMs"].toInt(), 3000);
    QVERIFY(isoTime(noon).endsWith("Z"));
    auto judged = *snapshot;
    const auto waits = [&](const Lock& one) -> QJsonValue {
        return lockJson(judged, one, noon + 4s, {})["openWaitMs"];
    };
    judged.lockWaits = std::make_shared<const LockWaits>(LockWaits{{"/a", 3s}});
    auto certain = lock;
    certain.certainty = Certainty::Certain;
    QCOMPARE(waits(certain), QJsonValue(3000));
    QCOMPARE(queueJson(judged, certain, noon + 4s, {})["openWaitMs"], QJsonValue(3000));
    auto other = certain;
    other.path = "/b";
    QCOMPARE(waits(other), QJsonValue()); // its waiters' times are unknown
    other.queue.pop_back();
    QCOMPARE(waits(other), QJsonValue(0));
    for (auto change : {+[](Lock& one) { one.isElection = true; }, +[](Lock& one) { one.kind = LockKind::Single; },
                        +[](Lock& one) { one.certainty = Certainty::Possible; }}) {
        auto changed = certain;
        change(changed);
        QCOMPARE(waits(changed), QJsonValue());
    }
}

void InspectValuesTest::sortsWorstFirst()
{
    const auto lock = [](const std::string& path, std::int64_t holder, std::chrono::seconds waited) {
        const std::vector<std::string> names{"lock-0000000001", "lock-0000000002"};
        return buildQueue(path, dialect(path == "/possible" ? "sequential" : "documented-lock"), names,
                          {{names[0], owned(holder, 1, noon)}, {names[1], owned(9, 2, noon - waited)}}, nullptr, noon);
    };
    auto snapshot = std::make_shared<Snapshot>(
        *snapshotOf({lock("/a", 1, 1s), lock("/b", 1, 9s), lock("/c", 0, 2s), lock("/possible", 0, 20s)}));
    snapshot->takenAt = noon;
    snapshot->findings = findingsIn(*snapshot, {});
    std::string order;
    for (const auto* sorted : worstFirst(*snapshot))
        order += sorted->path;
    QCOMPARE(order, std::string("/c/b/a/possible"));
}

} // namespace lockscope::inspectValuesTest

LOCKSCOPE_TEST(lockscope::inspectValuesTest::InspectValuesTest)
#include "InspectValuesTest.moc"
