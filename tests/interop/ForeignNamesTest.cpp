// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Programs of different families on one path. As they come, Kazoo's locks and those of Curator and ours do not exclude
/// each other; this is what it takes: a Kazoo lock on Curator's names.

#include "core/locks/zookeeper/KazooLock.h"
#include "core/locks/zookeeper/Mutex.h"
#include "tests/interop/Crowd.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

namespace lockscope::foreignNamesTest {

using namespace lockscope::test;
using namespace std::chrono_literals;
using Kind = Peer::Kind;

class ForeignNamesTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void threeProgramsOnOnePath();
    void stockNamesDoNotExclude_data();
    void stockNamesDoNotExclude();
    void kazooThatLooksForCuratorIsNotSeenByIt();
    void foreignChildIsIgnored_data() { foreignKinds(); }
    void foreignChildIsIgnored();
    void foreignChildIsRefused_data() { foreignKinds(); }
    void foreignChildIsRefused();

private:
    static void foreignKinds();
    [[nodiscard]] Peer& peer(const std::string& kind)
    {
        return kind == "ours" ? *m_ours : kind == "curator" ? *m_curator : *m_kazoo;
    }
    [[nodiscard]] LockSlot slot(const std::string& kind, const std::string& id, const std::string& spec)
    {
        return {&peer(kind), id, spec};
    }
    /// One whom our lock of that kind does not see.
    [[nodiscard]] LockSlot foreigner(bool mutex, const std::string& path)
    {
        return mutex ? slot("kazoo", "a", "kazoo-lock:" + path) : slot("curator", "a", "mutex:" + path);
    }
    [[nodiscard]] std::unique_ptr<locks::Lock> ourLock(bool mutex, const std::string& path,
                                                       locks::ForeignPolicy policy);

    World m_world;
    std::unique_ptr<Peer> m_ours;
    std::unique_ptr<Peer> m_curator;
    std::unique_ptr<Peer> m_kazoo;
};

void ForeignNamesTest::initTestCase()
{
    const auto started = m_world.start();
    QVERIFY_RESULT(started);
    m_ours = std::make_unique<Peer>(Kind::Ours, m_world.connectString(), "ours");
    m_curator = std::make_unique<Peer>(Kind::Curator, m_world.connectString(), "curator");
    m_kazoo = std::make_unique<Peer>(Kind::Kazoo, m_world.connectString(), "kazoo");
    for (const auto& peer : {m_ours.get(), m_curator.get(), m_kazoo.get()})
        peer->tellStart({"a", "b"});
    for (const auto& peer : {m_ours.get(), m_curator.get(), m_kazoo.get()})
        QVERIFY2(peer->hasStarted(), peer->told());
}

void ForeignNamesTest::cleanupTestCase()
{
    for (const auto& peer : {m_ours.get(), m_curator.get(), m_kazoo.get()})
        QVERIFY2(peer->endsWell(), peer->told());
}

void ForeignNamesTest::threeProgramsOnOnePath()
{
    std::vector<std::unique_ptr<Peer>> victims;
    for (const auto& [kind, name] : {std::pair(Kind::Ours, "ours.one"), std::pair(Kind::Curator, "curator.one"),
                                     std::pair(Kind::Kazoo, "kazoo.one"), std::pair(Kind::Kazoo, "kazoo.two")}) {
        victims.push_back(std::make_unique<Peer>(kind, m_world.connectString(), name, Peer::mortal));
        victims.back()->tellStart({"a"});
    }
    for (const auto& victim : victims)
        QVERIFY2(victim->hasStarted(), victim->told());
    // A Kazoo program needs two lines for it (DashLock in KazooPeer.py); the others come as they are.
    const auto path = m_world.madePath();
    const auto spec = "mutex:" + path;
    const auto victim = [&](std::size_t index) { return LockSlot{victims[index].get(), "a", spec}; };
    Crowd crowd(m_world, m_world.makeRegister(1),
                {slot("ours", "a", spec), slot("ours", "b", spec), slot("curator", "a", spec),
                 slot("curator", "b", spec), slot("kazoo", "a", spec), slot("kazoo", "b", spec)});
    QCOMPARE(crowd.takeTurnsAmongDying({victim(0), victim(1), victim(2)}, 40), "");
    QCOMPARE(crowd.takeTurnsBehindDying({victim(3)}, {}, path, 20), "");
    QCOMPARE(crowd.check(60), "");
    QCOMPARE(crowd.checkOrder(), "");
    QVERIFY2(m_world.waitForChildren(path, 0), printed(m_world.children(path)));
}

void ForeignNamesTest::stockNamesDoNotExclude_data()
{
    QTest::addColumn<QString>("other");
    QTest::addRow("our mutex and stock Kazoo") << QStringLiteral("ours");
    QTest::addRow("stock Curator and stock Kazoo") << QStringLiteral("curator");
}

void ForeignNamesTest::stockNamesDoNotExclude()
{
    QFETCH(QString, other);
    const auto path = m_world.madePath();
    const auto reg = m_world.makeRegister(1);
    const auto one = slot(other.toStdString(), "a", "mutex:" + path);
    const auto kazoo = slot("kazoo", "a", "kazoo-lock:" + path);
    for (const auto& [first, second] : {std::pair(one, kazoo), std::pair(kazoo, one)}) {
        QCOMPARE(first.acquire(), "granted");
        QCOMPARE(first.enter(reg), "inside");
        QCOMPARE(second.acquire(), "granted"); // both hold
        QCOMPARE(second.enter(reg), "overlap");
        QCOMPARE(first.leave(reg), "left");
        QCOMPARE(second.release(), "released");
        QCOMPARE(first.release(), "released");
    }
}

void ForeignNamesTest::kazooThatLooksForCuratorIsNotSeenByIt()
{
    // Kazoo's extra_lock_patterns help one side only.
    const auto path = m_world.madePath();
    const auto wide = slot("kazoo", "a", "kazoo-wide:" + path);
    for (const auto& other : {slot("curator", "a", "mutex:" + path), slot("ours", "a", "mutex:" + path)}) {
        QCOMPARE(other.acquire(), "granted");
        QCOMPARE(wide.acquire(300), "timedOut");
        QCOMPARE(other.release(), "released");
        QCOMPARE(wide.acquire(), "granted");
        QCOMPARE(other.acquire(), "granted"); // both hold
        QCOMPARE(other.release(), "released");
        QCOMPARE(wide.release(), "released");
    }
}

void ForeignNamesTest::foreignKinds()
{
    QTest::addColumn<bool>("mutex");
    QTest::addRow("our mutex, stock Kazoo is there") << true;
    QTest::addRow("our Kazoo lock, stock Curator is there") << false;
}

std::unique_ptr<locks::Lock> ForeignNamesTest::ourLock(bool mutex, const std::string& path, locks::ForeignPolicy policy)
{
    locks::LockOptions options;
    options.foreign = policy;
    auto& client = m_world.observer().client();
    if (mutex)
        return std::make_unique<locks::Mutex>(client, path, options);
    return std::make_unique<locks::KazooLock>(client, path, options);
}

void ForeignNamesTest::foreignChildIsIgnored()
{
    QFETCH(bool, mutex);
    const auto path = m_world.madePath();
    const auto other = foreigner(mutex, path);
    QCOMPARE(other.acquire(), "granted");
    const auto lock = ourLock(mutex, path, locks::LockOptions().foreign); // as it comes
    auto hold = lock->acquire(10s);
    QVERIFY(hold);
    QCOMPARE(m_world.children(path).size(), std::size_t(2)); // both hold
    QVERIFY(hold->release());
    QCOMPARE(other.release(), "released");
}

void ForeignNamesTest::foreignChildIsRefused()
{
    QFETCH(bool, mutex);
    const auto path = m_world.madePath();
    const auto other = foreigner(mutex, path);
    QCOMPARE(other.acquire(), "granted");
    const auto lock = ourLock(mutex, path, locks::ForeignPolicy::Refuse);
    const auto refused = lock->acquire(10s);
    QVERIFY(!refused);
    QCOMPARE(printed(refused.error().code), "NotALock");
    QVERIFY(m_world.waitForChildren(path, 1)); // ours is gone
    QCOMPARE(other.release(), "released");
    auto hold = lock->acquire(10s);
    QVERIFY(hold);
    QVERIFY(hold->release());
}

} // namespace lockscope::foreignNamesTest

LOCKSCOPE_TEST(lockscope::foreignNamesTest::ForeignNamesTest)
#include "ForeignNamesTest.moc"
