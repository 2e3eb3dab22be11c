// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Apache Curator's tests of its read/write lock: TestInterProcessReadWriteLock.

#include "core/locks/zookeeper/QueueView.h"
#include "core/locks/zookeeper/ReadWriteLock.h"
#include "tests/locks/FakeService.h"
#include "tests/locks/LockWorld.h"
#include "tests/support/Test.h"

#include <algorithm>
#include <latch>
#include <random>

namespace lockscope::curatorReadWriteTest {

using namespace lockscope::test;
using namespace std::chrono_literals;
using locks::Owner;

namespace {

constexpr const char* path = "/locks/rw";

/// One program with a read/write lock.
class Readers final {
public:
    explicit Readers(LockWorld& world, const locks::NodeOptions& options = {})
        : m_world(world)
        , client(FakeClient::connect(world.ensemble, world.executor, LockWorld::timeout))
    {
        m_world.settle();
        lock.emplace(*client, path, options);
    }
    ~Readers()
    {
        m_readers.dropAll();
        m_writers.dropAll();
        m_world.executor.runAndWait([this] { lock.reset(); });
        client.reset();
        m_world.settle();
    }
    Readers(const Readers&) = delete;
    Readers& operator=(const Readers&) = delete;

    Answer<locks::Grant> read(std::uint64_t owner = 1) { return ask(lock->read(), owner); }
    Answer<locks::Grant> write(std::uint64_t owner = 1) { return ask(lock->write(), owner); }
    Answer<void> endRead(std::uint64_t owner = 1) { return end(lock->read(), owner); }
    Answer<void> endWrite(std::uint64_t owner = 1) { return end(lock->write(), owner); }

    void yieldAsWriter(zk::Reply<locks::Grant> reply)
    {
        auto& keeper = m_writers.of(1);
        keeper.last()->yieldAsync({}, {}, keeper.keeping(std::move(reply)));
    }

private:
    [[nodiscard]] Keepers& keepers(const locks::Lock& side) { return &side == &lock->read() ? m_readers : m_writers; }
    Answer<locks::Grant> ask(locks::Lock& side, std::uint64_t owner)
    {
        Answer<locks::Grant> answer;
        auto& keeper = keepers(side).of(owner);
        side.acquireAsync(m_owners.of(owner).owner(), {}, {}, keeper.keeping(answer.reply()));
        m_world.settle();
        return answer;
    }
    Answer<void> end(locks::Lock& side, std::uint64_t owner)
    {
        Answer<void> answer;
        keepers(side).of(owner).release(answer.reply());
        m_world.settle();
        return answer;
    }

    LockWorld& m_world;
    Keepers m_owners; ///< the same owners for both sides
    Keepers m_readers;
    Keepers m_writers;

public:
    std::unique_ptr<FakeClient> client;
    std::optional<locks::ReadWriteLock> lock;
};

} // namespace

class CuratorReadWriteTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void listsReadersAndWriters();
    void readersCantBecomeWriters();
    void othersDontReadWhileTheWriterReads();
    void writersBecomeReaders();
    void noClientWritesBetweenWritingAndReading();
    void readersShareAndWritersAreAlone();
    void keepsThePayloadItWasMadeWith();
    void reportsWhichNodeTheWriterReadsBy();
    void readersCantYieldAsWriters();
    void writersReadUnderAnotherNameInAnotherSession();
};

void CuratorReadWriteTest::listsReadersAndWriters()
{
    LockWorld world;
    Readers program(world);
    std::vector<Answer<locks::Grant>> answers;
    for (std::uint64_t i = 0; i < 28; ++i)
        answers.push_back(i < 20 ? program.read(i) : program.write(i));
    Answer<std::vector<locks::Participant>> listed;
    world.executor.runAndWait(
        [&] { locks::listParticipants(*program.client, path, queue::curatorReadWriteScheme(), 1, listed.reply()); });
    world.settle();
    QVERIFY(listed.ok());
    const auto& all = *listed.result();
    const auto count = [&](LockMode mode) {
        return std::count_if(all.begin(), all.end(), [&](const auto& one) { return one.contender.mode == mode; });
    };
    QCOMPARE(count(LockMode::Shared), 20);
    QCOMPARE(count(LockMode::Exclusive), 8);
    QCOMPARE(std::count_if(all.begin(), all.end(), [](const auto& one) { return one.holds; }), 20);
}

void CuratorReadWriteTest::readersCantBecomeWriters()
{
    LockWorld world;
    Readers program(world);
    QVERIFY(program.read().ok());
    QVERIFY(program.write().failedWith(ErrorCode::BadArguments)); // fails at once; it would wait for itself
    QCOMPARE(world.ensemble.children(path).size(), std::size_t(1));
    QVERIFY(program.endRead().ok());
    QVERIFY(program.write().ok());
}

void CuratorReadWriteTest::othersDontReadWhileTheWriterReads()
{
    LockWorld world;
    Readers program(world);
    QVERIFY(program.write(1).ok());
    QVERIFY(program.read(1).ok());
    const auto other = program.read(2);
    world.linger();
    QVERIFY(!other.arrived());
    QVERIFY(program.endRead(1).ok());
    QVERIFY(!other.arrived());
    QVERIFY(program.endWrite(1).ok());
    QVERIFY(other.ok());
}

void CuratorReadWriteTest::writersBecomeReaders()
{
    LockWorld world;
    Readers program(world);
    QVERIFY(program.write().ok());
    QVERIFY(program.read().ok());
    QVERIFY(program.endWrite().ok());
    const auto other = program.read(2);
    QVERIFY(other.ok()); // now a reader among readers
    QVERIFY(program.endRead().ok());
    QVERIFY(program.endRead(2).ok());
    QVERIFY(world.ensemble.children(path).empty());
}

void CuratorReadWriteTest::noClientWritesBetweenWritingAndReading()
{
    LockWorld world;
    Readers one(world);
    Readers two(world);
    QVERIFY(one.write().ok());
    const auto writer = two.write();
    world.linger();
    QVERIFY(one.read().ok());
    QVERIFY(one.endWrite().ok());
    world.linger();
    QVERIFY(!writer.arrived());
    QVERIFY(one.endRead().ok());
    QVERIFY(writer.ok());
}

void CuratorReadWriteTest::readersShareAndWritersAreAlone()
{
    constexpr int programs = 8;
    ThreadedEnsemble world;
    Crowd readers;
    Crowd writers;
    std::atomic<int> mixed = 0;
    std::latch together(programs);
    const int well = onThreads(programs, [&](int index) {
        FakeService service(world);
        locks::ReadWriteLock lock(*service.client, path);
        std::mt19937 random(static_cast<unsigned>(index));
        for (int turn = 0; turn < 100; ++turn) {
            const bool writes = turn > 0 && random() % 10 == 0;
            auto& side = writes ? lock.write() : lock.read();
            auto& crowd = writes ? writers : readers;
            auto hold = side.acquire(60s);
            if (!hold) {
                if (turn == 0)
                    together.count_down();
                return false;
            }
            crowd.enter();
            if (turn == 0) // all are readers, and all hold
                together.arrive_and_wait();
            if (writes && readers.inside() > 0)
                ++mixed;
            std::this_thread::yield();
            crowd.leave();
            if (!hold->release())
                return false;
        }
        return true;
    });
    QCOMPARE(well, programs);
    QCOMPARE(readers.most(), programs);
    QCOMPARE(writers.most(), 1);
    QCOMPARE(mixed.load(), 0);
}

void CuratorReadWriteTest::keepsThePayloadItWasMadeWith()
{
    LockWorld world;
    locks::NodeOptions options;
    options.payload = "before";
    Readers program(world, options);
    options.payload = "after";
    const auto grant = program.write();
    QVERIFY(grant.ok());
    QCOMPARE(world.ensemble.data(grant.result()->nodes.front().path), std::string("before"));
    const auto reader = program.read();
    QVERIFY(reader.ok());
    QCOMPARE(world.ensemble.data(reader.result()->nodes.front().path), std::string("before"));
}

void CuratorReadWriteTest::reportsWhichNodeTheWriterReadsBy()
{
    LockWorld world;
    Readers program(world);
    const auto writer = program.write();
    const auto reader = program.read();
    QVERIFY(writer.ok() && reader.ok());
    QCOMPARE(reader.result()->token, writer.result()->token);
    // The token is the writer's; the reader's node is another one, with its own token.
    const auto& node = reader.result()->nodes.front();
    QVERIFY(world.ensemble.stat(node.path));
    QCOMPARE(node.token, world.ensemble.stat(node.path)->czxid);
    QVERIFY(node.token > writer.result()->token);
}

void CuratorReadWriteTest::readersCantYieldAsWriters()
{
    LockWorld world;
    Readers program(world);
    const auto writer = program.write();
    QVERIFY(writer.ok());
    QVERIFY(program.read().ok());
    Answer<locks::Grant> yielded;
    program.yieldAsWriter(yielded.reply());
    world.settle();
    QVERIFY(yielded.failedWith(ErrorCode::BadArguments)); // and nothing has changed
    QVERIFY(world.ensemble.exists(writer.result()->nodes.front().path));
    QVERIFY(program.endWrite().ok());
    QVERIFY(program.endRead().ok());
}

void CuratorReadWriteTest::writersReadUnderAnotherNameInAnotherSession()
{
    LockWorld world;
    Readers program(world);
    const auto writer = program.write();
    QVERIFY(writer.ok());
    const auto held = world.ensemble.hold({.op = FakeOp::Multi, .when = When::AfterExecution});
    const auto reader = program.read();
    QVERIFY(!reader.arrived());
    // The session expires, but its nodes stay visible for a while, including the one whose create reply was lost.
    world.ensemble.keepEphemeralsVisible(*program.client);
    world.ensemble.expire(*program.client);
    world.ensemble.release(held);
    world.settle();
    QVERIFY(reader.ok());
    QCOMPARE(reader.result()->token, writer.result()->token);
    world.ensemble.removeKeptEphemerals();
    world.settle();
    QVERIFY(world.ensemble.exists(reader.result()->nodes.front().path));
    QVERIFY(program.endRead().ok());
    QVERIFY(program.endWrite().failedWith(ErrorCode::NotHeld));
}

} // namespace lockscope::curatorReadWriteTest

LOCKSCOPE_TEST(lockscope::curatorReadWriteTest::CuratorReadWriteTest)
#include "CuratorReadWriteTest.moc"
