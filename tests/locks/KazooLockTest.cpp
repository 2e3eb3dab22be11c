// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Kazoo's lock and read/write lock: the tests of Kazoo's own suite (listed in README.md), and Kazoo bugs that ours
/// must not have.

#include "core/locks/zookeeper/KazooLock.h"
#include "core/locks/zookeeper/QueueView.h"
#include "core/queue/NamePattern.h"
#include "tests/locks/LockWorld.h"
#include "tests/support/Test.h"

namespace lockscope::kazooLockTest {

using namespace lockscope::test;
using namespace std::chrono_literals;
using locks::Owner;
using Lock = Program<locks::KazooLock>;
using Reader = Program<locks::KazooReadLock>;
using Writer = Program<locks::KazooWriteLock>;

namespace {

constexpr auto path = "/locks/a";

/// Kazoo's contenders(): the data of their nodes, in queue order.
QByteArray contenders(LockWorld& world, FakeClient& client, const queue::Scheme& scheme = queue::kazooReadWriteScheme())
{
    Answer<std::vector<locks::Participant>> answer;
    world.executor.runAndWait([&] { locks::listParticipants(client, path, scheme, 1, answer.reply()); });
    std::vector<std::string> names;
    for (const auto& participant : answer.result().value())
        names.push_back(world.ensemble.data(std::string(path) + "/" + participant.contender.node));
    return printed(names);
}

locks::NodeOptions called(const std::string& name)
{
    locks::NodeOptions options;
    options.payload = name;
    return options;
}

std::size_t nodes(LockWorld& world)
{
    return world.ensemble.children(path).size();
}

} // namespace

class KazooLockTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void listsOneContender();
    void survivesAFailingFirstRequest_data();
    void survivesAFailingFirstRequest();
    void aStopWithoutAnAskSpoilsNothing();
    void refusesASecondAsk();
    void oneOfManyWinsWithoutWaiting();
    void manyTakeTurns();
    void canBeAcquiredAgain();
    void readersShare();
    void readersAndWritersTakeTurns();
    void aReaderIgnoresLaterWriters();
    void leavesNothingBehindAfterALook();
};

void KazooLockTest::listsOneContender()
{
    LockWorld world;
    Lock one(world, path, called("one"));
    QVERIFY(one.acquire().ok());
    QCOMPARE(contenders(world, one.client()), "one");
    const auto node = one.state().node;
    QCOMPARE(node.size(), std::size_t(50));
    QVERIFY(queue::NamePattern::parse("{hex32}__lock__{seq}")->match(node));
    QVERIFY(one.release().ok());
    QCOMPARE(contenders(world, one.client()), "");
}

void KazooLockTest::survivesAFailingFirstRequest_data()
{
    QTest::addColumn<int>("op");
    QTest::addColumn<bool>("executed");
    for (const auto op : {FakeOp::Create, FakeOp::Children}) {
        for (const bool executed : {false, true})
            QTest::addRow("%s, %s", operationName(op).data(), executed ? "executed" : "lost")
                << static_cast<int>(op) << executed;
    }
}

void KazooLockTest::survivesAFailingFirstRequest()
{
    QFETCH(int, op);
    QFETCH(bool, executed);
    LockWorld world;
    Lock one(world);
    world.ensemble.fail(
        {.op = static_cast<FakeOp>(op), .when = executed ? When::AfterExecution : When::BeforeExecution});
    const auto answer = one.acquire();
    world.executor.advance(1s);
    QCOMPARE(world.ensemble.faultsLeft(), std::size_t(0));
    QVERIFY(answer.ok());
    QCOMPARE(nodes(world), std::size_t(1));
}

void KazooLockTest::aStopWithoutAnAskSpoilsNothing()
{
    LockWorld world;
    Lock one(world);
    std::stop_source stop;
    const auto first = one.ask({}, stop.get_token());
    world.settle();
    QVERIFY(first.ok());
    stop.request_stop(); // too late for that attempt, and without effect on the next
    world.settle();
    QCOMPARE(printed(one.state().phase), "Held");
    QVERIFY(one.release().ok());
    QVERIFY(one.acquire().ok());
}

void KazooLockTest::refusesASecondAsk()
{
    LockWorld world;
    Lock one(world);
    QVERIFY(one.acquire().ok());
    for (const auto timeout : {std::optional<Duration>(), std::optional<Duration>(0s), std::optional<Duration>(1s)})
        QVERIFY(one.acquire(timeout).failedWith(ErrorCode::BadArguments)); // fails at once; Kazoo would block
    QCOMPARE(printed(one.state().phase), "Held");
    QCOMPARE(nodes(world), std::size_t(1));
    QVERIFY(one.release().ok());
    QVERIFY(one.release().failedWith(ErrorCode::NotHeld));
}

void KazooLockTest::oneOfManyWinsWithoutWaiting()
{
    LockWorld world;
    Lock program(world);
    std::vector<Answer<locks::Hold>> answers(20);
    for (const auto& answer : answers)
        program.lock().acquireAsync(0s, {}, answer.reply());
    world.settle();
    int winners = 0;
    for (const auto& answer : answers) {
        winners += answer.ok() ? 1 : 0;
        QVERIFY(answer.ok() || answer.failedWith(ErrorCode::TimedOut));
    }
    QCOMPARE(winners, 1);
    QCOMPARE(nodes(world), std::size_t(1));
}

void KazooLockTest::manyTakeTurns()
{
    LockWorld world;
    Lock program(world);
    std::vector<Answer<locks::Hold>> answers(20);
    for (const auto& answer : answers)
        program.lock().acquireAsync({}, {}, answer.reply());
    world.settle();
    for (std::size_t turn = 0; turn < answers.size(); ++turn) {
        for (std::size_t i = 0; i < answers.size(); ++i)
            QCOMPARE(answers[i].arrived(), i <= turn);
        Answer<void> released;
        answers[turn].result()->releaseAsync(released.reply());
        world.settle();
        QVERIFY(released.ok());
    }
}

void KazooLockTest::canBeAcquiredAgain()
{
    LockWorld world;
    Lock one(world);
    std::string last;
    for (int i = 0; i < 3; ++i) {
        QVERIFY(one.acquire().ok());
        QVERIFY(one.state().node.substr(0, 32) != last); // each acquisition has its own id
        last = one.state().node.substr(0, 32);
        QVERIFY(one.release().ok());
        QCOMPARE(printed(one.state().phase), "Released");
    }
}

void KazooLockTest::readersShare()
{
    LockWorld world;
    Reader one(world, path, called("r1"));
    Reader two(world, path, called("r2"));
    Writer writer(world, path, called("w"));
    QVERIFY(one.acquire().ok());
    QVERIFY(two.acquire(0s).ok());
    QVERIFY(writer.acquire(0s).failedWith(ErrorCode::TimedOut));
    QVERIFY(one.acquire(0s).failedWith(ErrorCode::BadArguments)); // not re-entrant
    QCOMPARE(contenders(world, one.client()), "r1 r2");
    QVERIFY(one.release().ok());
    QVERIFY(writer.acquire(0s).failedWith(ErrorCode::TimedOut));
    QVERIFY(two.release().ok());
    QVERIFY(writer.acquire(0s).ok());
}

void KazooLockTest::readersAndWritersTakeTurns()
{
    LockWorld world;
    Writer first(world);
    Reader reader(world);
    Reader another(world);
    Writer second(world);
    Reader late(world);
    QVERIFY(first.acquire().ok());
    const auto reads = reader.acquire();
    const auto readsToo = another.acquire();
    const auto writes = second.acquire();
    const auto readsLate = late.acquire();
    world.linger();
    QVERIFY(!reads.arrived() && !readsToo.arrived() && !writes.arrived() && !readsLate.arrived());
    QVERIFY(first.release().ok());
    QVERIFY(reads.ok() && readsToo.ok());
    QVERIFY(!writes.arrived() && !readsLate.arrived());
    QVERIFY(another.release().ok()); // the later one first
    QVERIFY(!writes.arrived());
    QVERIFY(reader.release().ok());
    QVERIFY(writes.ok());
    QVERIFY(!readsLate.arrived());
    QVERIFY(second.release().ok());
    QVERIFY(readsLate.ok());
}

void KazooLockTest::aReaderIgnoresLaterWriters()
{
    // Kazoo up to 2.8 waits for the last writer, even for one that waits for it (#649).
    LockWorld world;
    Writer first(world);
    Reader reader(world);
    Writer second(world);
    QVERIFY(first.acquire().ok());
    const auto reads = reader.acquire();
    const auto writes = second.acquire();
    world.linger();
    QCOMPARE(reader.state().waitsOn, first.state().node);
    QCOMPARE(second.state().waitsOn, reader.state().node);
    QVERIFY(first.release().ok());
    QVERIFY(reads.ok());
    QVERIFY(!writes.arrived());
}

void KazooLockTest::leavesNothingBehindAfterALook()
{
    // Kazoo leaves its node if the connection is lost while it gives up (#732).
    LockWorld world;
    Lock one(world);
    Lock two(world);
    QVERIFY(one.acquire().ok());
    world.ensemble.fail({.op = FakeOp::Remove, .when = When::BeforeExecution, .client = &two.client()});
    const auto answer = two.acquire(0s);
    QVERIFY(answer.failedWith(ErrorCode::TimedOut));
    world.executor.advance(1s);
    QCOMPARE(world.ensemble.faultsLeft(), std::size_t(0));
    QCOMPARE(nodes(world), std::size_t(1));
}

} // namespace lockscope::kazooLockTest

LOCKSCOPE_TEST(lockscope::kazooLockTest::KazooLockTest)
#include "KazooLockTest.moc"
