// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The output of `lockscopectl show` for queues of stock Curator and Kazoo, compared with the behaviour of these
/// clients: the holders, the next one after a release, and the clients' own order of names.

#include "core/zk/Values.h"
#include "tests/cli/Cli.h"
#include "tests/interop/PeerTest.h"
#include "tests/support/Test.h"

#include <QDir>
#include <QTemporaryDir>

#include <algorithm>
#include <map>
#include <set>

namespace lockscope::inspectedOrderTest {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

const std::string uuid = "0b3e4f5a-1111-4222-8333-abcdefabcdef";

/// The output for one lock.
struct Shown {
    QJsonObject json;

    /// The sessions of the contenders in this state, in queue order.
    [[nodiscard]] QStringList sessions(const QString& state) const
    {
        QStringList sessions;
        for (const auto& contender : json.value(u"queue"_s).toArray()) {
            if (contender.toObject().value(u"state"_s).toString() == state)
                sessions.append(contender.toObject().value(u"session"_s).toString());
        }
        return sessions;
    }
    [[nodiscard]] QStringList nodes() const
    {
        QStringList nodes;
        for (const auto& contender : json.value(u"queue"_s).toArray())
            nodes.append(contender.toObject().value(u"node"_s).toString());
        return nodes;
    }
    [[nodiscard]] QByteArray reported() const { return QJsonDocument(json).toJson(); }
};

} // namespace

class InspectedOrderTest final : public PeerTest {
    Q_OBJECT
public:
    InspectedOrderTest()
        : PeerTest({{Kind::Curator, {"a", "b", "c", "d", "e"}}, {Kind::Kazoo, {"a", "b", "c", "d", "e"}}})
    {
    }

private Q_SLOTS:
    void servesAsShown_data();
    void servesAsShown();
    void ordersNamesAsCurator();
    void ordersNamesAsKazoo();
    void aStrangerHoldsUpCurator();
    void aSharedCountIsReadWhereTheUserSaysSo();

private:
    /// The clients of a queue, by session.
    struct Crowd {
        std::map<QString, LockSlot> slots;
        QStringList granted;
        QStringList waiting; ///< in order of arrival
    };

    [[nodiscard]] Shown show(const std::string& path) const
    {
        return {runCtl({u"--connect"_s, m_world.connectString(), u"--json"_s, u"show"_s, QString::fromStdString(path)})
                    .json()};
    }
    [[nodiscard]] QString sessionOf(const std::string& node);
    [[nodiscard]] QString arrive(const LockSlot& slot, const std::string& directory);
    [[nodiscard]] bool showsHolders(const std::string& path, const QStringList& holders, Shown& shown) const;
};

QString InspectedOrderTest::sessionOf(const std::string& node)
{
    const auto stat = m_world.observer().exists(node);
    return stat && *stat ? QString::fromStdString(toHex((*stat)->ephemeralOwner)) : QString();
}

/// Queues behind all the others; returns its session, which owns the new node in `directory`.
QString InspectedOrderTest::arrive(const LockSlot& slot, const std::string& directory)
{
    const auto before = m_world.children(directory);
    slot.reportAcquire();
    QString session;
    const auto isThere = [&] {
        for (const auto& name : m_world.children(directory)) {
            if (std::find(before.begin(), before.end(), name) == before.end())
                session = sessionOf(directory + "/" + name);
        }
        return !session.isEmpty();
    };
    return QTest::qWaitFor(isThere, Peer::waitLimitMs) ? session : QString();
}

/// Passing a gate takes a moment; then the state is stable.
bool InspectedOrderTest::showsHolders(const std::string& path, const QStringList& holders, Shown& shown) const
{
    const std::set<QString> wanted(holders.begin(), holders.end());
    return QTest::qWaitFor(
        [&] {
            shown = show(path);
            const auto now = shown.sessions(u"holds"_s);
            return std::set<QString>(now.begin(), now.end()) == wanted && now.size() == holders.size();
        },
        Peer::waitLimitMs);
}

void InspectedOrderTest::servesAsShown_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QStringList>("recipes"); // of each client, in order of arrival; "%1" is the path
    QTest::addColumn<int>("first");           // this many hold at once
    QTest::addColumn<bool>("oneByOne");       // holders release one at a time
    QTest::addColumn<QString>("arrivals");    // path suffix where the waiters' nodes appear
    QTest::addColumn<QString>("dialect");
    QTest::addColumn<int>("leases"); // while a client waits
    const auto curator = static_cast<int>(Kind::Curator);
    const auto kazoo = static_cast<int>(Kind::Kazoo);
    const auto all = [](const QString& recipe, int count) { return QStringList(count, recipe); };
    QTest::newRow("Curator mutex") << curator << all(u"mutex:%1"_s, 4) << 1 << true << QString() << u"curator-mutex"_s
                                   << 1;
    QTest::newRow("Curator read/write lock")
        << curator << QStringList{u"read:%1"_s, u"read:%1"_s, u"write:%1"_s, u"read:%1"_s, u"write:%1"_s} << 2 << false
        << QString() << u"curator-read-write"_s << 1;
    QTest::newRow("Curator semaphore") << curator << all(u"semaphore:%1:2"_s, 5) << 2 << true << u"/locks"_s
                                       << u"curator-semaphore"_s << 2;
    QTest::newRow("Curator semaphore mutex")
        << curator << all(u"semaphore-mutex:%1"_s, 3) << 1 << true << u"/locks"_s << u"curator-semaphore"_s << 1;
    QTest::newRow("Curator latch") << curator << QStringList{u"latch:%1:p1"_s, u"latch:%1:p2"_s, u"latch:%1:p3"_s} << 1
                                   << true << QString() << u"curator-latch"_s << 1;
    QTest::newRow("Kazoo lock") << kazoo << all(u"kazoo-lock:%1"_s, 4) << 1 << true << QString() << u"kazoo-lock"_s
                                << 1;
    QTest::newRow("Kazoo read/write") << kazoo
                                      << QStringList{u"kazoo-read:%1"_s, u"kazoo-read:%1"_s, u"kazoo-write:%1"_s,
                                                     u"kazoo-write:%1"_s}
                                      << 2 << false << QString() << u"kazoo-read-write"_s << 1;
    QTest::newRow("Kazoo semaphore") << kazoo << all(u"kazoo-semaphore:%1:2"_s, 5) << 2 << true << u"-__lock__"_s
                                     << u"kazoo-semaphore"_s << 2;
    QTest::newRow("Kazoo on Curator's names")
        << kazoo << all(u"mutex:%1"_s, 3) << 1 << true << QString() << u"curator-mutex"_s << 1;
}

void InspectedOrderTest::servesAsShown()
{
    QFETCH(int, kind);
    QFETCH(QStringList, recipes);
    QFETCH(int, first);
    QFETCH(bool, oneByOne);
    QFETCH(QString, arrivals);
    QFETCH(QString, dialect);
    QFETCH(int, leases);
    const auto path = m_world.freshPath();
    auto* peer = static_cast<Kind>(kind) == Kind::Curator ? m_curator.get() : m_kazoo.get();
    Crowd crowd;
    for (qsizetype i = 0; i < recipes.size(); ++i) {
        const LockSlot slot{peer, std::string(1, static_cast<char>('a' + i)),
                            recipes.at(i).arg(QString::fromStdString(path)).toStdString()};
        QString session;
        if (i < first) {
            QCOMPARE(slot.acquire(), QByteArray("granted"));
            session = sessionOf(slot.node());
        } else {
            session = arrive(slot, path + arrivals.toStdString());
        }
        QVERIFY2(!session.isEmpty(), peer->reported());
        crowd.slots.emplace(session, slot);
        (i < first ? crowd.granted : crowd.waiting).append(session);
    }
    QCOMPARE(show(path).json.value(u"dialect"_s).toString(),
             dialect); // without readers a read/write lock may have another dialect
    while (true) {
        Shown shown;
        QVERIFY2(showsHolders(path, crowd.granted, shown), shown.reported());
        QCOMPARE(shown.json.value(u"unrecognised"_s).toArray(), QJsonArray());
        // The clients at a gate follow as soon as it is free.
        QVERIFY2(QTest::qWaitFor(
                     [&] {
                         shown = show(path);
                         return shown.sessions(u"waits"_s) == crowd.waiting;
                     },
                     Peer::waitLimitMs),
                 shown.reported());
        if (crowd.waiting.isEmpty())
            break;
        QVERIFY2(QTest::qWaitFor([&] { return (shown = show(path)).json.value(u"leases"_s).toInt() == leases; },
                                 Peer::waitLimitMs),
                 shown.reported());
        for (const auto& session : crowd.waiting)
            QCOMPARE(crowd.slots.at(session).answer(0), QByteArray());
        for (const auto& session : oneByOne ? crowd.granted.mid(0, 1) : crowd.granted)
            QCOMPARE(crowd.slots.at(session).release(), QByteArray("released"));
        crowd.granted = oneByOne ? crowd.granted.mid(1) : QStringList();
        const auto next = shown.sessions(u"waits"_s).constFirst();
        QCOMPARE(crowd.slots.at(next).answer(), QByteArray("granted"));
        crowd.granted.append(next);
        crowd.waiting.removeOne(next);
    }
    for (const auto& session : crowd.granted)
        QCOMPARE(crowd.slots.at(session).release(), QByteArray("released"));
}

void InspectedOrderTest::ordersNamesAsCurator()
{
    const auto path = m_world.madePath();
    const auto stem = "_c_" + uuid + "-lock-";
    for (const auto* number : {"0000000007", "-000000003", "2147483647", "-2147483648", "0000000010", "-000000010",
                               "-2147483647", "0000000000"})
        QVERIFY(m_world.observer().create(path + "/" + stem + number, {}, zk::CreateMode::Ephemeral));
    // Curator's own order of all children; ours omits children that are no contenders.
    const std::vector<std::string> unrelated{"README", "zz-lock", "0b3e4f5a111142228333abcdefabcdef__lock__0000000001"};
    for (const auto& name : unrelated)
        QVERIFY(m_world.observer().create(path + "/" + name, {}, zk::CreateMode::Ephemeral));
    QCOMPARE(m_curator->ask("a", "nodes " + path), QByteArray("nodes"));
    QStringList order;
    for (const auto& node : m_curator->member("all").split(' ')) {
        const auto name = QString::fromUtf8(node).section(u'/', -1);
        if (std::find(unrelated.begin(), unrelated.end(), name.toStdString()) == unrelated.end())
            order.append(name);
    }
    QCOMPARE(order.size(), 8);
    const auto shown = show(path);
    QCOMPARE(shown.nodes(), order);
    QCOMPARE(shown.json.value(u"unrecognised"_s).toArray().size(), 3);
}

void InspectedOrderTest::ordersNamesAsKazoo()
{
    const auto path = m_world.madePath();
    const std::string stem = "0b3e4f5a111142228333abcdefabcdef__lock__";
    for (const auto* number : {"0000000007", "-2147483648", "2147483647", "-2147483647", "0000000010", "0000000000"})
        QVERIFY(m_world.observer().create(path + "/" + stem + number, number, zk::CreateMode::Ephemeral));
    QVERIFY(m_world.observer().create(path + "/lease_holder", "{}"));
    QCOMPARE(m_kazoo->ask("a", "contenders kazoo-lock:" + path), QByteArray("contenders"));
    QStringList order;
    for (const auto& number : m_kazoo->member("all").split(' '))
        order.append(QString::fromStdString(stem) + QString::fromUtf8(number));
    const auto shown = show(path);
    QCOMPARE(shown.nodes(), order);
    QCOMPARE(shown.json.value(u"unrecognised"_s).toArray(),
             QJsonArray()); // the file of a NonBlockingLease is recognised
}

void InspectedOrderTest::aStrangerHoldsUpCurator()
{
    const auto path = m_world.madePath();
    QVERIFY(m_world.observer().create(path + "/lock-"));
    QVERIFY(m_world.observer().create(path + "/README"));
    const LockSlot slot{m_curator.get(), "a", "mutex:" + path};
    const auto session = arrive(slot, path);
    QVERIFY(!session.isEmpty());
    const auto held = show(path);
    QCOMPARE(held.sessions(u"holds"_s), QStringList());
    QCOMPARE(held.sessions(u"waits"_s), QStringList{session});
    const auto waiter = held.json.value(u"queue"_s).toArray().first().toObject();
    QCOMPARE(waiter.value(u"waitsOn"_s).toArray(), QJsonArray{u"lock-"_s});
    QCOMPARE(slot.answer(0), QByteArray());
    QVERIFY(m_world.observer().remove(path + "/lock-"));
    QCOMPARE(slot.answer(), QByteArray("granted"));
    QCOMPARE(show(path).sessions(u"holds"_s), QStringList{session});
    QCOMPARE(slot.release(), QByteArray("released"));
}

void InspectedOrderTest::aSharedCountIsReadWhereTheUserSaysSo()
{
    const QTemporaryDir config;
    QVERIFY(QDir().mkpath(config.filePath(u"lockscope/dialects"_s)));
    QFile file(config.filePath(u"lockscope/dialects/counted.json"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"id": "curator-semaphore", "title": "Counted semaphore", "kind": "semaphore",
        "at": "{lock}/leases", "marks": ["_c_{uuid}-lease-{seq}"], "rule": "lease",
        "leases": {"at": "{lock}/count", "as": "int32"}, "companions": ["count"],
        "gate": {"at": "{lock}/locks", "marks": ["_c_{uuid}-lock-{seq}"], "order": "text"}})");
    file.close();
    const auto path = m_world.madePath();
    const auto count = path + "/count";
    QCOMPARE(m_curator->ask("a", "count " + count + " 1"), QByteArray("count"));
    std::vector<LockSlot> slots;
    for (const auto* id : {"a", "b", "c"})
        slots.push_back({m_curator.get(), id, "counted:" + path + ":" + count});
    const auto showsLeases = [&](int leases, int holders, int waiters) {
        return QTest::qWaitFor(
            [&] {
                const auto outcome = runCtl(
                    {u"--connect"_s, m_world.connectString(), u"--json"_s, u"show"_s, QString::fromStdString(path)},
                    environmentWith({{u"XDG_CONFIG_HOME"_s, config.path()}}));
                const Shown shown{outcome.json()};
                return outcome.err.isEmpty() && shown.json.value(u"leases"_s).toInt() == leases &&
                       shown.json.value(u"leasesKnown"_s).toString() == u"exact"_s &&
                       shown.json.value(u"unrecognised"_s).toArray().isEmpty() &&
                       shown.sessions(u"holds"_s).size() == holders && shown.sessions(u"waits"_s).size() == waiters;
            },
            Peer::waitLimitMs);
    };
    QCOMPARE(slots[0].acquire(), QByteArray("granted"));
    QVERIFY(showsLeases(1, 1, 0));
    slots[1].reportAcquire();
    QVERIFY(showsLeases(1, 1, 1));
    QCOMPARE(m_curator->ask("c", "setCount " + count + " 3"), QByteArray("counted"));
    QCOMPARE(slots[1].answer(), QByteArray("granted"));
    QVERIFY(showsLeases(3, 2, 0));
    QCOMPARE(slots[2].acquire(), QByteArray("granted"));
    QVERIFY(showsLeases(3, 3, 0));
    for (const auto& slot : slots)
        QCOMPARE(slot.release(), QByteArray("released"));
}

} // namespace lockscope::inspectedOrderTest

LOCKSCOPE_TEST(lockscope::inspectedOrderTest::InspectedOrderTest)
#include "InspectedOrderTest.moc"
