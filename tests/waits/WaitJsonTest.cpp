// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The chains of a finding: which sessions they have, as text, and as JSON both ways.

#include "core/waits/WaitJson.h"
#include "core/findings/Findings.h"
#include "core/waits/WaitGraph.h"
#include "tests/support/Test.h"
#include "tests/waits/ClientNodes.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <memory>

namespace lockscope::waitJsonTest {

using namespace lockscope::inspect;
using namespace lockscope::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

const std::vector<LockText> locks{
    {"/a", "curator-mutex", {of(1, 1, 90s), of(2, 4, 40s)}},
    {"/b", "curator-mutex", {of(2, 2, 90s), of(3, 5, 30s)}},
    {"/c", "curator-mutex", {of(3, 3, 90s), of(4, 6, 10s)}},
    {"/far", "curator-mutex", {of(8, 8), of(9, 9)}},
};

WaitGraph graphOf(const std::vector<LockText>& texts)
{
    return WaitGraph(std::make_shared<const Snapshot>(snapshotOf(texts)));
}

Finding about(const std::string& lock, const std::vector<NodeText>& nodes)
{
    Finding finding;
    finding.path = lock;
    for (const auto& node : nodes)
        finding.nodes.push_back(lock + "/" + nameOf(node));
    return finding;
}

QString sessionsOf(const WaitSnapshot& snapshot)
{
    QStringList keys;
    for (const auto& node : snapshot.nodes)
        keys << QString::fromStdString(node.key);
    return keys.join(u' ');
}

} // namespace

class WaitJsonTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aFindingHasItsChains()
    {
        const auto graph = graphOf(locks);
        // The session, the sessions that it waits for, then the waiters.
        QCOMPARE(sessionsOf(graph.chainsOf(about("/b", {of(2, 2)}))), u"0x2 0x1 0x3 0x4"_s);
        QCOMPARE(sessionsOf(graph.chainsOf(about("/c", {of(4, 6)}))), u"0x4 0x3 0x2 0x1"_s);
        QCOMPARE(sessionsOf(graph.chainsOf(about("/c", {of(4, 6)}), 2)), u"0x4 0x3"_s);
        // A stray child is not a contender: the lock's own neighbourhood.
        auto stray = about("/far", {});
        stray.nodes = {"/far/README"};
        QCOMPARE(sessionsOf(graph.chainsOf(stray)), u"0x8 0x9"_s);
        QVERIFY(graph.chainsOf(about("/gone", {of(1, 1)})) == WaitSnapshot());
    }

    void nodesBelowTheLockAreFound()
    {
        Lock lock;
        lock.path = "/sem";
        lock.kind = LockKind::Semaphore;
        lock.layout = std::make_shared<const Layout>(Layout{"/leases", "/locks"});
        Contender holder;
        holder.node = "lease-0000000001";
        holder.holds = true;
        holder.details = detailsOf(of(1, 1));
        Contender waiter;
        waiter.node = "lock-0000000001";
        waiter.position = 1;
        waiter.atGate = true;
        waiter.details = detailsOf(of(2, 2));
        lock.queue = {holder, waiter};
        const WaitGraph graph(std::make_shared<const Snapshot>(snapshotOf({lock})));
        Finding finding;
        finding.path = "/sem";
        for (const auto* node : {"/sem/leases/lease-0000000001", "/sem/locks/lock-0000000001"}) {
            finding.nodes = {node};
            QCOMPARE(graph.chainsOf(finding).nodes.size(), 2U);
        }
        QCOMPARE(sessionsOf(graph.chainsOf(finding)), u"0x2 0x1"_s);
        const auto chains = graph.chainsOf(finding);
        const auto read = waitSnapshotIn(waitJson(chains));
        QVERIFY_RESULT(read);
        QVERIFY(*read == chains);
        QVERIFY(read->edges.front().waiter.part == LockPart::Gate);
    }

    void textNamesWaitersAndHead()
    {
        const auto graph = graphOf(locks);
        QCOMPARE(waitText(graph.chainsOf(about("/b", {of(2, 2)})), noon),
                 "client-2 (session 0x2) has waited 40 s for /a, which client-1 (session 0x1) holds.\n"
                 "client-3 (session 0x3) has waited 30 s for /b, which client-2 (session 0x2) holds.\n"
                 "client-4 (session 0x4) has waited 10 s for /c, which client-3 (session 0x3) holds.\n"
                 "Head of the chain, waits for no lock: client-1 (session 0x1).\n");
        auto lock = queueOf({"/a", "curator-mutex", {of(0, 1), of(2, 2)}});
        lock.queue[0].details->client.clear();
        lock.queue[1].details.reset();
        lock.queue[1].owner.reset();
        const WaitGraph unknown(std::make_shared<const Snapshot>(snapshotOf({lock})));
        const auto name = [](int number) { return "/a/" + nameOf(of(0, number)); };
        QCOMPARE(waitText(unknown.around("/a", 9), noon),
                 name(2) + " (session unknown) waits for /a, which " + name(1) + " (no session) holds.\n" +
                     "Head of the chain, waits for no lock: " + name(1) + " (no session).\n");
    }

    void jsonReadsBackTheSame()
    {
        auto deadlock = locks;
        deadlock.front().nodes.insert(deadlock.front().nodes.begin() + 1, of(5, 7, 5s));
        deadlock.push_back({"/d", "curator-mutex", {of(6, 20), of(7, 23)}});
        deadlock.push_back({"/e", "curator-mutex", {of(7, 21), of(6, 22)}});
        auto snapshot = graphOf(deadlock).whole(60);
        QVERIFY(!snapshot.cycles.empty());
        snapshot.nodes[0].session = std::int64_t(-0x7efffff7c822ffd1); // of a server with a high number
        snapshot.nodes[0].trouble = WaitNode::Trouble::Silent;
        snapshot.nodes[0].host = "10.0.0.7:51022";
        snapshot.nodes[0].hostSource = HostSource::StatusPage;
        snapshot.edges[0].since.reset();
        snapshot.edges[0].blockersLeftOut = 3;
        snapshot.edges[0].mode = LockMode::Shared;
        snapshot.sessionsLeftOut = 2;
        snapshot.cyclesElsewhere = 1;
        const auto bytes = QJsonDocument(waitJson(snapshot)).toJson();
        const auto read = waitSnapshotIn(QJsonDocument::fromJson(bytes).object());
        QVERIFY_RESULT(read);
        QVERIFY(*read == snapshot);
        QCOMPARE(*waitSnapshotIn(waitJson({})), WaitSnapshot());
        // Of a newer program.
        auto json = waitJson(snapshot);
        json.insert(u"later"_s, 1);
        QVERIFY(waitSnapshotIn(json).has_value());
    }

    void badJsonIsRefused_data()
    {
        QTest::addColumn<QString>("member");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QJsonValue>("value");
        const auto row = [](const char* name, const QString& member, const QString& key, const QJsonValue& value) {
            QTest::newRow(name) << member << key << value;
        };
        row("no such node", u"edges"_s, u"to"_s, 99);
        row("negative", u"edges"_s, u"from"_s, -1);
        row("no such cycle", u"edges"_s, u"cycle"_s, 5);
        row("no waiter", u"edges"_s, u"waiter"_s, QJsonValue(QJsonValue::Undefined));
        row("no blocker", u"edges"_s, u"to"_s, QJsonValue(QJsonValue::Undefined));
        row("no time", u"edges"_s, u"since"_s, u"yesterday"_s);
        row("no mode", u"edges"_s, u"mode"_s, u"both"_s);
        row("no key", u"nodes"_s, u"key"_s, 7);
        row("no id", u"nodes"_s, u"session"_s, u"0xzz"_s);
        row("too long an id", u"nodes"_s, u"session"_s, u"0x11111111111111111"_s);
        row("no source", u"nodes"_s, u"hostSource"_s, u"rumour"_s);
        row("no list", u"nodes"_s, u"holds"_s, u"/a"_s);
    }

    void badJsonIsRefused()
    {
        QFETCH(QString, member);
        QFETCH(QString, key);
        QFETCH(QJsonValue, value);
        auto json = waitJson(graphOf(locks).whole(60));
        auto list = json.value(member).toArray();
        auto first = list.first().toObject();
        first.insert(key, value);
        list.replace(0, first);
        json.insert(member, list);
        const auto read = waitSnapshotIn(json);
        QVERIFY(!read);
        QVERIFY2(QString::fromStdString(read.error().detail).contains(key), read.error().detail.c_str());
    }
};

} // namespace lockscope::waitJsonTest

LOCKSCOPE_TEST(lockscope::waitJsonTest::WaitJsonTest)
#include "WaitJsonTest.moc"
