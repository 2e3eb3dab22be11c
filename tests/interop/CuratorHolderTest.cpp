// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// A holder, ours or stock Curator's, while the other kind waits: paused for longer than its session lives, or sent a
/// revocation request. Killed holders are in the crowds of the other tests.

#include "core/locks/zookeeper/Mutex.h"
#include "core/locks/zookeeper/Revocation.h"
#include "tests/interop/PeerTest.h"
#include "tests/support/BlockingAnswer.h"
#include "tests/support/Test.h"

#include <atomic>

namespace lockscope::curatorHolderTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

class CuratorHolderTest final : public PeerTest {
    Q_OBJECT
public:
    CuratorHolderTest()
        : PeerTest({{Kind::Ours, {"a"}}, {Kind::Curator, {"a"}}})
    {
    }

private Q_SLOTS:
    void pausedHolderIsFencedOff_data();
    void pausedHolderIsFencedOff();
    void curatorRevokesOurs();
    void oursRevokesCurator();
};

void CuratorHolderTest::pausedHolderIsFencedOff_data()
{
    QTest::addColumn<bool>("oursStops");
    QTest::addRow("ours stops, Curator gets it") << true;
    QTest::addRow("Curator stops, ours gets it") << false;
}

void CuratorHolderTest::pausedHolderIsFencedOff()
{
    // No lock service can prevent a stopped holder from continuing with a stale hold: the resource does.
    QFETCH(bool, oursStops);
    const auto path = m_world.madePath();
    const auto reg = m_world.makeRegister(1);
    const auto spec = "mutex:" + path;
    const auto sleepers = mortals({oursStops ? "ours.sleeper" : "curator.sleeper"});
    QVERIFY(!sleepers.empty());
    const auto& sleeper = sleepers.front();
    const LockSlot holder{sleeper.get(), "a", spec};
    const auto heir = oursStops ? curators(spec) : ours(spec);
    QCOMPARE(holder.acquire(), "granted");
    QCOMPARE(holder.enter(reg), "inside");
    sleeper->pause();
    QCOMPARE(heir.acquire(), "granted");
    QCOMPARE(heir.enter(reg), "inside");
    sleeper->resume();
    // "overlap", or the loss of its session, depending on which it detects first.
    const auto left = holder.leave(reg);
    QVERIFY2(left == "overlap" || left == "failed", left);
    QCOMPARE(heir.leave(reg), "left");
    if (oursStops) {
        QCOMPARE(holder.release(), "failed");
        QVERIFY2(sleeper->member("why").contains("release"), sleeper->reported());
        // It queues again on a new session.
        holder.reportAcquire();
        QVERIFY(m_world.waitForChildren(path, 2));
        QCOMPARE(holder.answer(100), "");
    }
    QCOMPARE(heir.release(), "released");
    if (oursStops) {
        QCOMPARE(holder.answer(), "granted");
        QCOMPARE(holder.enter(reg), "inside");
        QCOMPARE(holder.leave(reg), "left");
        QCOMPARE(holder.release(), "released");
        QVERIFY2(sleeper->endsWell(), sleeper->reported());
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
    // A request does not force a release: the holder holds until it releases.
    QVERIFY(hold->verify());
    QCOMPARE(curators("mutex:" + path).acquire(0), "timedOut");
    QVERIFY(hold->release());
    // The node is gone, so it has been released: no error.
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
        QVERIFY2(curator.peer->hears("a", "revoked"), curator.peer->reported());
    }
    QCOMPARE(curator.release(), "released");
    QVERIFY(revoke()); // node gone: no error
}

} // namespace lockscope::curatorHolderTest

LOCKSCOPE_TEST(lockscope::curatorHolderTest::CuratorHolderTest)
#include "CuratorHolderTest.moc"
