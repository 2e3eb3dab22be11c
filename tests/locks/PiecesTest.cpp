// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The small parts beside the locks: retry policies, revocation requests, and the queue as a list.

#include "core/locks/RetryPolicy.h"
#include "core/locks/zookeeper/QueueView.h"
#include "core/locks/zookeeper/Revocation.h"
#include "tests/locks/LockWorld.h"
#include "tests/support/Test.h"

namespace lockscope::piecesTest {

using namespace lockscope::test;
using namespace std::chrono_literals;
using locks::RetryPolicy;

namespace {

constexpr auto path = "/locks/a";

/// The pauses after the first `count` failures, in milliseconds; "-" when it gives up.
QByteArray pauses(const RetryPolicy& policy, int count, Duration step = 1s)
{
    std::vector<std::string> reported;
    for (int i = 1; i <= count; ++i) {
        const auto pause = policy.pauseAfter(i, step * (i - 1));
        reported.push_back(pause ? std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(*pause).count())
                                 : "-");
    }
    return printed(reported);
}

std::vector<locks::Participant> participants(LockWorld& world, zk::Client& client, int leases,
                                             const queue::Scheme& scheme)
{
    Answer<std::vector<locks::Participant>> answer;
    world.executor.runAndWait([&] { locks::listParticipants(client, path, scheme, leases, answer.reply()); });
    return answer.result().value();
}

/// "0:holds 1:waits".
QByteArray shown(const std::vector<locks::Participant>& list)
{
    std::vector<std::string> reported;
    for (const auto& one : list)
        reported.push_back(std::to_string(one.position) + (one.holds ? ":holds" : ":waits"));
    return printed(reported);
}

} // namespace

class PiecesTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void decidesWhenToTryAgain();
    void drawsItsPauses();
    void knowsRevocations();
    void asksHoldersToRelease();
    void listsParticipants();
    void keepsAListUpToDate();
    void statesReportWhatTheyKnow();
    void keepsAListThroughTrouble();
};

void PiecesTest::decidesWhenToTryAgain()
{
    QCOMPARE(pauses(RetryPolicy::none(), 3), "- - -");
    QCOMPARE(pauses(RetryPolicy::times(2, 10ms), 4), "10 10 - -");
    QCOMPARE(pauses(RetryPolicy::times(0, 10ms), 1), "-");
    QCOMPARE(pauses(RetryPolicy::forever(7ms), 5), "7 7 7 7 7");
    QCOMPARE(pauses(RetryPolicy::forever(7ms, 2s), 4), "7 7 - -");
    QVERIFY(RetryPolicy().pauseAfter(1'000'000, 24h * 365));
    const RetryPolicy own([](int failures, Duration elapsed) -> std::optional<Duration> {
        return elapsed < 2s ? std::optional<Duration>(failures * 5ms) : std::nullopt;
    });
    QCOMPARE(pauses(own, 3), "5 10 -");
}

void PiecesTest::drawsItsPauses()
{
    QCOMPARE(pauses(RetryPolicy::exponential(10ms, 1s, 4, [] { return 0.0; }), 5), "10 10 10 10 -");
    QCOMPARE(pauses(RetryPolicy::exponential(10ms, 65ms, 5, [] { return 0.5; }), 5), "15 25 45 65 65");
    const auto policy = RetryPolicy::exponential(10ms, 1s, 1'000'000);
    for (int failures = 1; failures < 100; ++failures) { // no overflow, and never outside its bounds
        const auto pause = policy.pauseAfter(failures, 0s);
        QVERIFY(pause && *pause >= 10ms && *pause <= 1s);
    }
}

void PiecesTest::knowsRevocations()
{
    QVERIFY(locks::isRevocation("__REVOKE__"));
    QVERIFY(locks::isRevocation("unlock"));
    for (const auto* data : {"", "__REVOKE__ ", "__revoke__", "UNLOCK", "127.0.0.1"})
        QVERIFY(!locks::isRevocation(data));
}

void PiecesTest::asksHoldersToRelease()
{
    LockWorld world;
    Program holder(world);
    Program other(world);
    int asked = 0;
    auto revoked = holder.lock().onRevoked([&](locks::Owner owner) { asked += owner == holder.owner() ? 1 : 0; });
    QVERIFY(holder.acquire().ok());
    world.linger();
    const auto node = path + ("/" + holder.state().node);
    const auto revoke = [&](std::string_view message) {
        Answer<void> answer;
        world.executor.runAndWait([&] { locks::revoke(other.client(), node, answer.reply(), message); });
        world.settle();
        return answer;
    };
    QVERIFY(revoke(locks::curatorRevocation).ok());
    QCOMPARE(asked, 1);
    QVERIFY(revoke("something else").ok());
    QCOMPARE(asked, 1);
    QVERIFY(revoke(locks::documentedRevocation).ok());
    QCOMPARE(asked, 2);
    QCOMPARE(printed(holder.state().phase), "Held"); // a holder is not forced to release
    world.ensemble.deny(node, zk::Permission::Write);
    QVERIFY(revoke(locks::curatorRevocation).failedWith(ErrorCode::NoAuth));
    world.ensemble.deny(node, 0);
    world.ensemble.fail({.op = FakeOp::Set});
    QVERIFY(revoke(locks::curatorRevocation).failedWith(ErrorCode::ConnectionLoss));
    QVERIFY(holder.release().ok());
    QVERIFY(revoke(locks::curatorRevocation).ok()); // the node is gone: the holder has released
    world.executor.runAndWait([&] { revoked.reset(); });
}

void PiecesTest::listsParticipants()
{
    LockWorld world;
    Program one(world);
    QVERIFY(participants(world, one.client(), 1, queue::curatorMutexScheme()).empty()); // no such path
    Program two(world);
    Program three(world);
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire();
    const auto third = three.acquire();
    QVERIFY(world.ensemble.create(std::string(path) + "/notes"));
    const auto list = participants(world, one.client(), 1, queue::curatorMutexScheme());
    QCOMPARE(shown(list), "0:holds 1:waits 2:waits");
    QCOMPARE(list.at(1).contender.node, two.state().node);
    QCOMPARE(shown(participants(world, one.client(), 2, queue::curatorLeaseScheme())), "0:holds 1:holds 2:waits");
    world.ensemble.deny(path, zk::Permission::Read);
    Answer<std::vector<locks::Participant>> denied;
    world.executor.runAndWait(
        [&] { locks::listParticipants(one.client(), path, queue::curatorMutexScheme(), 1, denied.reply()); });
    QVERIFY(denied.failedWith(ErrorCode::NoAuth));
}

void PiecesTest::keepsAListUpToDate()
{
    LockWorld world;
    Program one(world);
    Program two(world);
    Program viewer(world);
    std::vector<std::string> seen;
    std::optional<locks::QueueView> view;
    world.executor.runAndWait([&] {
        view.emplace(viewer.client(), path, queue::curatorMutexScheme(), 1,
                     [&](const auto& list) { seen.push_back(shown(list.value()).toStdString()); });
    });
    QCOMPARE(printed(std::exchange(seen, {})), ""); // reported as empty: no such path yet
    QVERIFY(one.acquire().ok());
    world.executor.advance(300ms);
    QCOMPARE(printed(std::exchange(seen, {{}}).back()), "0:holds");
    const auto second = two.acquire();
    world.executor.advance(100ms);
    QCOMPARE(printed(seen.back()), "0:holds 1:waits");
    const auto before = seen.size();
    for (int i = 0; i < 20; ++i) // in quick succession: reported once
        QVERIFY(world.ensemble.create(path + std::string("/x-lock-"), "", 9, zk::CreateMode::EphemeralSequential));
    world.executor.advance(100ms);
    QCOMPARE(seen.size(), before + 1);
    world.executor.runAndWait([&] { view.reset(); });
    QVERIFY(one.release().ok());
    world.executor.advance(1s);
    QCOMPARE(seen.size(), before + 1); // no report after its end
}

void PiecesTest::keepsAListThroughTrouble()
{
    LockWorld world;
    Program one(world);
    Program viewer(world);
    QVERIFY(one.acquire().ok());
    QByteArray last("nothing");
    std::optional<locks::QueueView> view;
    world.ensemble.fail({.op = FakeOp::Children, .client = &viewer.client()}); // the first read fails
    world.executor.runAndWait([&] {
        view.emplace(viewer.client(), path, queue::curatorMutexScheme(), 1,
                     [&](const auto& list) { last = list ? shown(*list) : printed(list.error().code); });
    });
    world.executor.advance(1s);
    QCOMPARE(last, "0:holds");
    world.ensemble.disconnect(viewer.client());
    world.settle();
    QVERIFY(one.release().ok());
    world.executor.advance(1s);
    QCOMPARE(last, "0:holds"); // not reported while disconnected
    world.ensemble.reconnect(viewer.client());
    world.executor.advance(1s);
    QCOMPARE(last, "");
    world.ensemble.expire(viewer.client());
    world.executor.advance(1s);
    QVERIFY(one.acquire().ok());
    world.executor.advance(1s);
    QCOMPARE(last, "0:holds"); // read on its new session
    world.ensemble.deny(path, zk::Permission::Read);
    QVERIFY(one.release().ok());
    world.executor.advance(5s);
    QCOMPARE(last, "NoAuth");
    last = "once";
    world.executor.advance(5s);
    QCOMPARE(last, "once");
    world.ensemble.deny(path, 0);
    world.executor.advance(5s);
    QCOMPARE(last, "");
    world.executor.runAndWait([&] { view.reset(); });
}

void PiecesTest::statesReportWhatTheyKnow()
{
    locks::LockState state;
    QCOMPARE(toString(state), std::string("Waiting"));
    state.node = "lock-2";
    state.position = 2;
    state.waitsOn = "lock-1";
    QCOMPARE(toString(state), std::string("Waiting node=lock-2 position=2 waitsOn=lock-1"));
    state = {};
    state.phase = locks::Phase::Held;
    state.node = "lock-2";
    state.token = 0x1f;
    state.position = 0;
    QCOMPARE(toString(state), std::string("Held node=lock-2 token=0x1f position=0"));
    state = {};
    state.phase = locks::Phase::Lost;
    state.reason = locks::LostReason::NodeDeleted;
    QCOMPARE(toString(state), std::string("Lost (its node was deleted)"));
    state.reason = locks::LostReason::SessionExpired;
    QCOMPARE(toString(state), std::string("Lost (the session has expired)"));
    state.reason = locks::LostReason::LeaseExpired;
    QCOMPARE(toString(state), std::string("Lost (its lease has expired)"));
    state.reason = locks::LostReason::KeyDeleted;
    QCOMPARE(toString(state), std::string("Lost (its key was deleted or taken by another owner)"));
    state.reason = locks::LostReason::ClientClosed;
    QCOMPARE(toString(state), std::string("Lost (the client was closed)"));
}

} // namespace lockscope::piecesTest

LOCKSCOPE_TEST(lockscope::piecesTest::PiecesTest)
#include "PiecesTest.moc"
