// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The requests of a hand-over, in quick and in slow queues, and the grants that need no listing.

#include "tests/locks/LockWorld.h"
#include "tests/support/Test.h"

#include <algorithm>
#include <deque>

namespace lockscope::handOverTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

constexpr auto path = "/locks/a";

/// Programs that release and queue again `pace` after each grant, in one call.
class Crowd final {
public:
    Crowd(LockWorld& world, std::size_t size, Duration pace)
        : m_world(world)
        , m_pace(pace)
        , m_turns(size)
    {
        for (std::size_t i = 0; i < size; ++i)
            m_programs.emplace_back(world);
        for (std::size_t i = 0; i < size; ++i) {
            ask(i);
            world.settle();
        }
    }
    ~Crowd()
    {
        m_isOver = true;
        for (auto& turn : m_turns)
            turn = {};
        m_programs.clear();
    }
    Crowd(const Crowd&) = delete;
    Crowd& operator=(const Crowd&) = delete;

    void run(std::size_t grants)
    {
        for (const auto enough = m_grants + grants; m_grants < enough && m_isFair;)
            m_world.executor.advance(m_pace);
    }
    [[nodiscard]] std::size_t grants() const { return m_grants; }
    /// Never two holders, and first come, first served.
    [[nodiscard]] bool isFair() const { return m_isFair; }

private:
    struct Turn {
        std::optional<locks::Hold> hold;
        Subscription end;
    };

    void ask(std::size_t index)
    {
        auto& program = m_programs[index];
        program.lock().acquireAsync(program.owner(), {}, {}, [this, index](Result<locks::Hold> hold) {
            if (m_isOver || !hold)
                return;
            m_isFair = m_isFair && !m_isHeld && index == m_grants % m_programs.size();
            m_isHeld = true;
            ++m_grants;
            m_turns[index].hold = *std::move(hold);
            m_turns[index].end = m_world.executor.after(m_pace, [this, index] {
                m_isHeld = false;
                m_turns[index].hold->releaseAsync([](const Result<void>&) {});
                ask(index);
            });
        });
    }

    LockWorld& m_world;
    Duration m_pace;
    std::deque<Program<>> m_programs;
    std::vector<Turn> m_turns;
    std::size_t m_grants = 0;
    bool m_isHeld = false;
    bool m_isFair = true;
    bool m_isOver = false;
};

/// Without the heartbeats of the sessions, which read "/".
std::size_t requestsOf(const LockWorld& world, FakeOp op = FakeOp::Any)
{
    const auto all = world.ensemble.requests();
    return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [&](const FakeServer::Logged& one) {
        return one.path.starts_with(path) && (op == FakeOp::Any || one.op == op);
    }));
}

} // namespace

class HandOverTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void costsFourRequestsInAQuickQueue_data();
    void costsFourRequestsInAQuickQueue();
    void needsNoListingWithOneAhead();
    void listsUntilItsOwnNodeIsWatched();
    void queuesAgainWhenItsNodeWentBeforeTheOneAhead();
    void listsAfterALostContact();
    void preparesByThePaceOfTheQueue();
    void preparesEarlierWhenTheQueueGetsShorter();
};

void HandOverTest::costsFourRequestsInAQuickQueue_data()
{
    QTest::addColumn<int>("clients");
    for (const int clients : {2, 8, 64, 500})
        QTest::addRow("%d clients", clients) << clients;
}

void HandOverTest::costsFourRequestsInAQuickQueue()
{
    QFETCH(int, clients);
    const auto size = static_cast<std::size_t>(clients);
    LockWorld world;
    // All but the smallest crowds wait for much longer than 100 ms. A hold of 20 ms would cause a request of its own.
    Crowd crowd(world, size, 10ms);
    crowd.run(2 * size); // at first the queue grows, and no client remembers its followers
    world.ensemble.clearRequests();
    const auto before = crowd.grants();
    crowd.run(2 * size);
    QVERIFY(crowd.isFair());
    const auto grants = crowd.grants() - before;
    QCOMPARE(requestsOf(world, FakeOp::Multi), grants);
    QCOMPARE(requestsOf(world, FakeOp::Children), grants);
    QCOMPARE(requestsOf(world, FakeOp::Exists), grants);
    QCOMPARE(requestsOf(world, FakeOp::Get), grants);
    QCOMPARE(requestsOf(world), 4 * grants);
}

void HandOverTest::needsNoListingWithOneAhead()
{
    LockWorld world;
    Program one(world);
    Program two(world);
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire();
    QCOMPARE(world.ensemble.watchCount(path + ("/" + two.state().node)), std::size_t(1)); // its own
    world.ensemble.clearRequests();
    QVERIFY(one.release().ok());
    QVERIFY(second.ok());
    QCOMPARE(requestsOf(world), std::size_t(1)); // the deletion
}

void HandOverTest::listsUntilItsOwnNodeIsWatched()
{
    LockWorld world;
    Program one(world);
    Program two(world);
    QVERIFY(one.acquire().ok());
    world.ensemble.fail({.op = FakeOp::Exists, .code = ErrorCode::Throttled, .client = &two.client()});
    const auto second = two.acquire();
    QCOMPARE(world.ensemble.faultsLeft(), std::size_t(0));
    world.ensemble.clearRequests();
    QVERIFY(one.release().ok());
    QVERIFY(second.ok());
    QCOMPARE(requestsOf(world, FakeOp::Children), std::size_t(1));
}

void HandOverTest::queuesAgainWhenItsNodeWentBeforeTheOneAhead()
{
    LockWorld world;
    Program one(world);
    Program two(world);
    Program three(world);
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire();
    const auto third = three.acquire();
    const auto deleted = two.state().node;
    QVERIFY(world.ensemble.remove(path + ("/" + deleted)));
    QVERIFY(one.release().ok());
    QVERIFY(third.ok()); // the first in the queue now
    QVERIFY(!second.arrived());
    QVERIFY(!two.state().node.empty() && two.state().node != deleted);
    QVERIFY(three.release().ok());
    QVERIFY(second.ok());
}

void HandOverTest::listsAfterALostContact()
{
    LockWorld world;
    Program one(world);
    Program two(world);
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire();
    world.ensemble.disconnect(two.client());
    world.settle();
    QVERIFY(one.release().ok());
    world.ensemble.clearRequests();
    world.ensemble.reconnect(two.client());
    world.settle();
    QVERIFY(second.ok());
    QVERIFY(requestsOf(world, FakeOp::Children) > 0);
}

void HandOverTest::preparesByThePaceOfTheQueue()
{
    LockWorld world;
    std::deque<Program<>> programs;
    std::vector<Answer<locks::Grant>> answers;
    for (int i = 0; i < 6; ++i) {
        programs.emplace_back(world);
        answers.push_back(programs.back().acquire());
    }
    auto& last = programs.back(); // five ahead: 600 ms
    const auto ownWatches = [&] { return world.ensemble.watchCount(path + ("/" + last.state().node)); };
    world.executor.advance(599ms);
    QCOMPARE(ownWatches(), std::size_t(0));
    QCOMPARE(world.ensemble.watchCount(path + ("/" + programs[4].state().node)), std::size_t(2)); // its own, and ours
    world.executor.advance(1ms);
    QCOMPARE(ownWatches(), std::size_t(1));
    // It watches the two before it; the one before has the second one's watch, its own and that of its successor.
    QCOMPARE(world.ensemble.watchCount(path + ("/" + programs[3].state().node)), std::size_t(3));
    world.ensemble.clearRequests();
    for (int i = 0; i < 5; ++i)
        QVERIFY(programs[static_cast<std::size_t>(i)].release().ok());
    QVERIFY(answers.back().ok());
}

void HandOverTest::preparesEarlierWhenTheQueueGetsShorter()
{
    LockWorld world;
    std::deque<Program<>> programs;
    std::vector<Answer<locks::Grant>> answers;
    for (int i = 0; i < 12; ++i) {
        programs.emplace_back(world);
        answers.push_back(programs.back().acquire());
    }
    auto& last = programs.back(); // eleven ahead: 1,200 ms
    const auto ownWatches = [&] { return world.ensemble.watchCount(path + ("/" + last.state().node)); };
    world.executor.advance(200ms);
    for (std::size_t i = 10; i > 1; --i) // all in the middle leave; it lists when its predecessor leaves
        programs[i].destroyLock();
    QCOMPARE(last.state().position, 2);
    world.executor.advance(299ms);
    QCOMPARE(ownWatches(), std::size_t(0));
    world.executor.advance(1ms); // two ahead since 200 ms: 300 ms more
    QCOMPARE(ownWatches(), std::size_t(1));
}

} // namespace lockscope::handOverTest

LOCKSCOPE_TEST(lockscope::handOverTest::HandOverTest)
#include "HandOverTest.moc"
