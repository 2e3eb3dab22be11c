// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// What becomes of a holder, ours or stock Curator's, while the other kind waits: killed, paused for longer than its
/// session lives, or asked to let go.

#include "core/base/Clock.h"
#include "core/locks/zookeeper/Mutex.h"
#include "core/locks/zookeeper/Revocation.h"
#include "tests/interop/World.h"
#include "tests/support/BlockingAnswer.h"
#include "tests/support/Test.h"

#include <atomic>

namespace lockscope::curatorHolderTest {

using namespace lockscope::test;
using namespace std::chrono_literals;
using Kind = Peer::Kind;

class CuratorHolderTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void killedHolderGivesWay_data();
    void killedHolderGivesWay();
    void pausedHolderIsFencedOff_data();
    void pausedHolderIsFencedOff();
    void curatorRevokesOurs();
    void oursRevokesCurator();

private:
    [[nodiscard]] std::unique_ptr<Peer> mortal(Kind kind, const std::string& name) const
    {
        auto peer = std::make_unique<Peer>(kind, m_world.connectString(), name, Peer::mortal);
        peer->tellStart({"a"});
        return peer;
    }
    [[nodiscard]] LockSlot ours(const std::string& spec, const std::string& id = "a")
    {
        return {m_ours.get(), id, spec};
    }
    [[nodiscard]] LockSlot curators(const std::string& spec, const std::string& id = "a")
    {
        return {m_curator.get(), id, spec};
    }

    World m_world;
    std::unique_ptr<Peer> m_ours;
    std::unique_ptr<Peer> m_curator;
};

void CuratorHolderTest::initTestCase()
{
    const auto started = m_world.start();
    QVERIFY_RESULT(started);
    m_ours = std::make_unique<Peer>(Kind::Ours, m_world.connectString(), "ours");
    m_curator = std::make_unique<Peer>(Kind::Curator, m_world.connectString(), "curator");
    m_ours->tellStart({"a"});
    m_curator->tellStart({"a"});
    QVERIFY2(m_ours->hasStarted(), m_ours->told());
    QVERIFY2(m_curator->hasStarted(), m_curator->told());
}

void CuratorHolderTest::cleanupTestCase()
{
    QVERIFY2(m_ours->endsWell(), m_ours->told());
    QVERIFY2(m_curator->endsWell(), m_curator->told());
}

void CuratorHolderTest::killedHolderGivesWay_data()
{
    QTest::addColumn<bool>("oursDies");
    QTest::addRow("Curator dies, ours gets it") << false;
    QTest::addRow("ours dies, Curator gets it") << true;
}

void CuratorHolderTest::killedHolderGivesWay()
{
    QFETCH(bool, oursDies);
    const auto path = m_world.madePath();
    const auto spec = "mutex:" + path;
    const auto holder = mortal(oursDies ? Kind::Ours : Kind::Curator, "holder");
    QVERIFY2(holder->hasStarted(), holder->told());
    QCOMPARE(holder->member("sessionTimeoutMs").toLongLong(), static_cast<qlonglong>(Peer::mortal.count()));
    QCOMPARE((LockSlot{holder.get(), "a", spec}).acquire(), "granted");
    const auto heir = oursDies ? curators(spec) : ours(spec);
    heir.tellAcquire();
    QVERIFY(m_world.waitForChildren(path, 2));
    const SystemClock clock;
    const auto killed = clock.now();
    holder->kill();
    QCOMPARE(heir.answer(), "granted");
    const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(clock.now() - killed);
    // Not sooner: a killed client's socket closes at once, but its session lives on for what it had left, two thirds at
    // least.
    QVERIFY2(took >= Peer::mortal / 2, qPrintable(QString::number(took.count())));
    QCOMPARE(heir.release(), "released");
}

void CuratorHolderTest::pausedHolderIsFencedOff_data()
{
    QTest::addColumn<bool>("oursStops");
    QTest::addRow("ours stops, Curator gets it") << true;
    QTest::addRow("Curator stops, ours gets it") << false;
}

void CuratorHolderTest::pausedHolderIsFencedOff()
{
    // No lock service can keep one that stands still from going on in the belief that it holds: the resource does.
    QFETCH(bool, oursStops);
    const auto path = m_world.madePath();
    const auto reg = m_world.makeRegister(1);
    const auto spec = "mutex:" + path;
    const auto sleeper = mortal(oursStops ? Kind::Ours : Kind::Curator, "sleeper");
    QVERIFY2(sleeper->hasStarted(), sleeper->told());
    const LockSlot holder{sleeper.get(), "a", spec};
    const auto heir = oursStops ? curators(spec) : ours(spec);
    QCOMPARE(holder.acquire(), "granted");
    QCOMPARE(holder.enter(reg), "inside");
    sleeper->pause();
    QCOMPARE(heir.acquire(), "granted");
    QCOMPARE(heir.enter(reg), "inside");
    sleeper->resume();
    // "overlap", or the loss of its session, whichever it meets first.
    const auto left = holder.leave(reg);
    QVERIFY2(left == "overlap" || left == "failed", left);
    QCOMPARE(heir.leave(reg), "left");
    if (oursStops) {
        QCOMPARE(holder.release(), "failed");
        QVERIFY2(sleeper->member("why").contains("release"), sleeper->told());
        // It takes part again, by a new session.
        holder.tellAcquire();
        QVERIFY(m_world.waitForChildren(path, 2));
        QCOMPARE(holder.answer(100), "");
    }
    QCOMPARE(heir.release(), "released");
    if (oursStops) {
        QCOMPARE(holder.answer(), "granted");
        QCOMPARE(holder.enter(reg), "inside");
        QCOMPARE(holder.leave(reg), "left");
        QCOMPARE(holder.release(), "released");
        QVERIFY2(sleeper->endsWell(), sleeper->told());
    }
}

void CuratorHolderTest::curatorRevokesOurs()
{
    const auto path = m_world.madePath();
    locks::Mutex mutex(m_world.observer().client(), path);
    std::atomic<int> asked = 0;
    const auto listens = mutex.onRevoked([&](locks::Owner) { ++asked; });
    auto hold = mutex.acquire(10s);
    QVERIFY(hold);
    const auto node = hold->grant().nodes.at(0).path;
    QCOMPARE(m_curator->ask("a", "revoke " + node), "asked");
    QTRY_COMPARE(asked.load(), 1);
    // Nobody is forced: it holds until it lets go.
    QVERIFY(hold->verify());
    QCOMPARE(curators("mutex:" + path).acquire(0), "timedOut");
    QVERIFY(hold->release());
    // One that is gone has let go: no error.
    QCOMPARE(m_curator->ask("a", "revoke " + node), "asked");
}

void CuratorHolderTest::oursRevokesCurator()
{
    const auto path = m_world.madePath();
    const auto curator = curators("mutex:" + path);
    QCOMPARE(curator.ask("revocable " + path), "listens");
    QCOMPARE(curator.acquire(), "granted");
    const auto node = curator.node();
    auto& observer = m_world.observer();
    const auto revoke = [&] {
        BlockingAnswer<void> written;
        observer.executor().post(
            [&observer, node, reply = written.reply()] { locks::revoke(observer.client(), node, reply); });
        return written.get();
    };
    for (int times = 0; times < 2; ++times) {
        const auto written = revoke();
        QVERIFY_RESULT(written);
        QVERIFY2(curator.peer->hears("a", "revoked"), curator.peer->told());
    }
    QCOMPARE(curator.release(), "released");
    QVERIFY(revoke()); // gone: no error
}

} // namespace lockscope::curatorHolderTest

LOCKSCOPE_TEST(lockscope::curatorHolderTest::CuratorHolderTest)
#include "CuratorHolderTest.moc"
