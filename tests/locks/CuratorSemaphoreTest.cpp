// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Apache Curator's tests of its semaphores: TestInterProcessSemaphore.

#include "core/locks/zookeeper/Semaphore.h"
#include "core/locks/zookeeper/SharedCount.h"
#include "tests/locks/FakeService.h"
#include "tests/locks/LockWorld.h"
#include "tests/support/Test.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <random>

namespace lockscope::curatorSemaphoreTest {

using namespace lockscope::test;
using namespace std::chrono_literals;
using locks::Owner;

namespace {

constexpr const char* path = "/locks/s";
constexpr const char* leases = "/locks/s/leases";

/// One program with a semaphore; each of its owners takes leases.
class Takers final {
public:
    Takers(LockWorld& world, int number)
        : Takers(world)
    {
        lock.emplace(*client, path, number);
    }
    Takers(LockWorld& world, int seed, const std::string& countPath)
        : Takers(world)
    {
        count.emplace(*client, countPath, seed);
        m_world.settle();
        lock.emplace(*client, path, *count);
    }
    ~Takers()
    {
        m_keepers.dropAll();
        m_world.executor.runAndWait([this] {
            lock.reset();
            count.reset();
        });
        client.reset();
        m_world.settle();
    }
    Takers(const Takers&) = delete;
    Takers& operator=(const Takers&) = delete;

    Answer<locks::Grant> take(std::uint64_t owner, std::optional<Duration> timeout = {}, int number = 1,
                              const std::stop_token& stop = {})
    {
        Answer<locks::Grant> answer;
        auto& keeper = m_keepers.of(owner);
        lock->takeAsync(keeper.owner(), number, timeout, stop, keeper.keeping(answer.reply()));
        m_world.settle();
        return answer;
    }
    Answer<void> giveBack(std::uint64_t owner)
    {
        Answer<void> answer;
        m_keepers.of(owner).release(answer.reply());
        m_world.settle();
        return answer;
    }

private:
    explicit Takers(LockWorld& world)
        : m_world(world)
        , client(FakeClient::connect(world.ensemble, world.executor, LockWorld::timeout))
    {
        m_world.settle();
    }

    LockWorld& m_world;
    Keepers m_keepers;

public:
    std::unique_ptr<FakeClient> client;
    std::optional<locks::SharedCount> count;
    std::optional<locks::Semaphore> lock;
};

/// Holding threads wait here until the test lets some of them continue.
class Turnstile final {
public:
    void waitForExit()
    {
        std::unique_lock lock(m_mutex);
        m_open.wait(lock, [this] { return m_exits > 0; });
        --m_exits;
    }
    void releaseHold(int number)
    {
        {
            const std::lock_guard lock(m_mutex);
            m_exits += number;
        }
        m_open.notify_all();
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_open;
    int m_exits = 0;
};

} // namespace

class CuratorSemaphoreTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void lostAnswersOrphanNoClient_data();
    void lostAnswersOrphanNoClient();
    void anotherLeaseWakesAWaiter();
    void fewerLeasesLetNoClientIn();
    void neverMoreThanThereAre();
    void servesAsManyAsLeave_data();
    void servesAsManyAsLeave();
    void listsOnceForEachWakeUp();
    void fourthOfThreeWaitsForOne();
    void takesSeveralOrNone();
};

void CuratorSemaphoreTest::lostAnswersOrphanNoClient_data()
{
    QTest::addColumn<QString>("where");
    QTest::addRow("at gate lock") << QStringLiteral("/locks/s/locks");
    QTest::addRow("among the leases") << QString::fromLatin1(leases);
}

void CuratorSemaphoreTest::lostAnswersOrphanNoClient()
{
    QFETCH(QString, where);
    LockWorld world;
    std::deque<std::unique_ptr<Takers>> programs;
    std::vector<Answer<locks::Grant>> answers;
    for (int i = 0; i < 10; ++i)
        programs.push_back(std::make_unique<Takers>(world, 1));
    QVERIFY(programs.front()->take(0).ok());
    QVERIFY(programs.front()->giveBack(0).ok());
    world.ensemble.fail({.op = FakeOp::Children, .when = When::AfterExecution, .path = where.toStdString()});
    for (auto& program : programs)
        answers.push_back(program->take(0));
    for (auto& program : programs)
        world.ensemble.disconnect(*program->client, When::AfterExecution);
    world.executor.advance(1s);
    for (auto& program : programs)
        world.ensemble.reconnect(*program->client);
    world.executor.advance(1s);
    QCOMPARE(world.ensemble.faultsLeft(), std::size_t(0));
    for (std::size_t i = 0; i < programs.size(); ++i) {
        QVERIFY(answers[i].ok());
        QVERIFY(i + 1 == programs.size() || !answers[i + 1].arrived());
        QVERIFY(programs[i]->giveBack(0).ok());
        world.executor.advance(1s);
    }
    QVERIFY(world.ensemble.children(leases).empty());
    QVERIFY(world.ensemble.children("/locks/s/locks").empty());
}

void CuratorSemaphoreTest::anotherLeaseWakesAWaiter()
{
    LockWorld world;
    Takers one(world, 1, "/counts/s");
    Takers two(world, 1, "/counts/s");
    QVERIFY(one.take(0).ok());
    const auto second = two.take(0);
    world.linger();
    QVERIFY(!second.arrived());
    Answer<void> written;
    one.count->setAsync(2, written.reply());
    world.settle();
    QVERIFY(written.ok());
    QVERIFY(second.ok());
    QCOMPARE(world.ensemble.data("/counts/s"), std::string("\0\0\0\2", 4));
}

void CuratorSemaphoreTest::fewerLeasesLetNoClientIn()
{
    LockWorld world;
    Takers one(world, 2, "/counts/s");
    QVERIFY(one.take(0).ok());
    QVERIFY(one.take(1).ok());
    Answer<void> written;
    one.count->setAsync(1, written.reply());
    world.settle();
    QVERIFY(written.ok());
    const auto third = one.take(2);
    QVERIFY(one.giveBack(0).ok());
    world.linger();
    QVERIFY(!third.arrived()); // one lease is held, and only one is free
    QVERIFY(one.giveBack(1).ok());
    QVERIFY(third.ok());
}

void CuratorSemaphoreTest::neverMoreThanThereAre()
{
    constexpr int most = 7;
    ThreadedEnsemble world;
    Crowd crowd;
    const int well = onThreads(10, [&](int index) {
        FakeService service(world);
        locks::Semaphore semaphore(*service.client, path, most);
        std::mt19937 random(static_cast<unsigned>(index));
        for (int turn = 0; turn < 100; ++turn) {
            const int number = 1 + static_cast<int>(random() % most);
            auto hold = semaphore.take(number, 60s);
            if (!hold || hold->grant().nodes.size() != static_cast<std::size_t>(number))
                return false;
            crowd.enter(number);
            std::this_thread::yield();
            crowd.leave(number);
            if (!hold->release())
                return false;
        }
        return true;
    });
    QCOMPARE(well, 10);
    QVERIFY2(crowd.most() <= most, qPrintable(QString::number(crowd.most())));
    QCOMPARE(crowd.inside(), 0);
    QVERIFY(world.ensemble.children(leases).empty());
}

void CuratorSemaphoreTest::servesAsManyAsLeave_data()
{
    QTest::addColumn<int>("threads");
    QTest::addColumn<int>("number");
    QTest::addColumn<int>("chunk");
    QTest::addColumn<bool>("share");
    QTest::addRow("one at a time, each with a session") << 10 << 5 << 1 << false;
    QTest::addRow("in chunks, of one object") << 100 << 11 << 11 << true;
}

void CuratorSemaphoreTest::servesAsManyAsLeave()
{
    QFETCH(int, threads);
    QFETCH(int, number);
    QFETCH(int, chunk);
    QFETCH(bool, share);
    ThreadedEnsemble world;
    FakeService service(world);
    locks::Semaphore shared(*service.client, path, number);
    Crowd crowd;
    Turnstile exit;
    std::atomic<int> served = 0;
    const auto pass = [&](locks::Semaphore& semaphore) {
        auto hold = semaphore.take(1, 60s);
        if (!hold)
            return false;
        crowd.enter();
        exit.waitForExit();
        crowd.leave();
        ++served;
        return share || hold->release().has_value(); // otherwise its scope releases it
    };
    int well = 0;
    std::thread host([&] {
        well = onThreads(threads, [&](int) {
            if (share)
                return pass(shared);
            FakeService own(world);
            locks::Semaphore semaphore(*own.client, path, number);
            return pass(semaphore);
        });
    });
    bool filled = true;
    for (int gone = 0; gone < threads && filled; gone += chunk) {
        const int inside = std::min(number, threads - gone);
        filled = QTest::qWaitFor([&] { return crowd.inside() == inside && served == gone; }, longestWaitMs);
        exit.releaseHold(std::min(chunk, threads - gone));
    }
    if (!filled)
        exit.releaseHold(threads);
    host.join();
    QVERIFY(filled);
    QCOMPARE(well, threads);
    QCOMPARE(served.load(), threads);
    QCOMPARE(crowd.most(), number);
}

void CuratorSemaphoreTest::listsOnceForEachWakeUp()
{
    LockWorld world;
    Takers one(world, 1);
    QVERIFY(one.take(0).ok());
    const auto second = one.take(1);
    world.linger();
    for (int i = 0; i < 3; ++i) {
        world.ensemble.clearRequests();
        QVERIFY(world.ensemble.create(leases + ("/something" + std::to_string(i)))); // frees no lease
        world.settle();
        QCOMPARE(world.ensemble.count(FakeOp::Children), std::size_t(1));
        QVERIFY(!second.arrived());
    }
    QVERIFY(one.giveBack(0).ok());
    QVERIFY(second.ok());
}

void CuratorSemaphoreTest::fourthOfThreeWaitsForOne()
{
    LockWorld world;
    Takers one(world, 3);
    for (std::uint64_t owner = 0; owner < 3; ++owner)
        QVERIFY(one.take(owner, 10s).ok());
    const auto late = one.take(3, 3s);
    world.executor.advance(3s);
    QVERIFY(late.failedWith(ErrorCode::TimedOut));
    QVERIFY(one.giveBack(1).ok());
    QVERIFY(one.take(3, 3s).ok());
}

void CuratorSemaphoreTest::takesSeveralOrNone()
{
    LockWorld world;
    Takers one(world, 3);
    Takers two(world, 3);
    QVERIFY(one.take(0, {}, 2).ok());
    const auto second = two.take(0, 2s, 2);
    QVERIFY(!second.arrived());
    world.executor.advance(2s);
    QVERIFY(second.failedWith(ErrorCode::TimedOut));
    QCOMPARE(world.ensemble.children(leases).size(), std::size_t(2)); // the acquired one is released
    QVERIFY(two.take(0, {}, 1).ok());
    QVERIFY(two.take(1, {}, 4).failedWith(ErrorCode::BadArguments));
    QVERIFY(two.take(1, {}, 0).failedWith(ErrorCode::BadArguments));
}

} // namespace lockscope::curatorSemaphoreTest

LOCKSCOPE_TEST(lockscope::curatorSemaphoreTest::CuratorSemaphoreTest)
#include "CuratorSemaphoreTest.moc"
