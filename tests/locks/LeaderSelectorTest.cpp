// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Leader election with LeaderSelector: turns, losses, interruptions. The executor has its own thread.

#include "core/locks/LeaderSelector.h"
#include "core/base/EventLoop.h"
#include "core/locks/zookeeper/Latch.h"
#include "core/locks/zookeeper/Mutex.h"
#include "core/locks/zookeeper/Recipes.h"
#include "core/queue/Scheme.h"
#include "tests/support/BlockingAnswer.h"
#include "tests/support/FakeEnsemble.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

#include <QByteArrayList>

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>

namespace lockscope::leaderSelectorTest {

using namespace lockscope::test;
using namespace std::chrono_literals;
using locks::Hold;
using locks::LeaderSelector;

namespace {

constexpr auto path = "/locks/leader";
constexpr auto limit = 30s;

struct World {
    EventLoop executor;
    FakeEnsemble ensemble{executor};
    std::unique_ptr<FakeClient> one = FakeClient::connect(ensemble, executor, 60s);
    std::unique_ptr<FakeClient> two = FakeClient::connect(ensemble, executor, 60s);

    [[nodiscard]] std::size_t candidates()
    {
        std::size_t count = 0;
        executor.runAndWait([&] { count = ensemble.children(path).size(); });
        return count;
    }
};

/// The turns of all participants of a test, in order.
class Turns final {
public:
    void begin(const QByteArray& name)
    {
        const std::lock_guard guard(m_mutex);
        m_overlap = m_overlap || m_leads;
        m_leads = true;
        m_names.push_back(name);
        m_changed.notify_all();
    }
    void end()
    {
        const std::lock_guard guard(m_mutex);
        m_leads = false;
        m_changed.notify_all();
    }

    /// Waits until there were that many turns. False: they did not come within the limit.
    [[nodiscard]] bool reach(qsizetype count)
    {
        std::unique_lock guard(m_mutex);
        return m_changed.wait_for(guard, limit, [&] { return m_names.size() >= count; });
    }
    [[nodiscard]] bool isOver()
    {
        std::unique_lock guard(m_mutex);
        return m_changed.wait_for(guard, limit, [&] { return !m_leads; });
    }
    [[nodiscard]] QByteArray names()
    {
        const std::lock_guard guard(m_mutex);
        return m_names.join(' ');
    }
    [[nodiscard]] bool hadTwoLeaders()
    {
        const std::lock_guard guard(m_mutex);
        return m_overlap;
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    QByteArrayList m_names;
    bool m_leads = false;
    bool m_overlap = false;
};

void waitFor(const std::stop_token& stop)
{
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock guard(mutex);
    never.wait(guard, stop, [] { return false; });
}

/// Leads until its stop is requested.
LeaderSelector::TakeLeadership untilStopped(Turns& turns, const QByteArray& name)
{
    return [&turns, name](const Hold&, const std::stop_token& stop) {
        turns.begin(name);
        waitFor(stop);
        turns.end();
    };
}

/// A mutex's attempt whose grant is delivered when the hold is no longer certain, as to a thread that was suspended.
class LateGrant final : public locks::Attempt, public std::enable_shared_from_this<LateGrant> {
public:
    LateGrant(std::shared_ptr<Attempt> mutex, std::function<void()> onGrant, Executor& executor)
        : m_mutex(std::move(mutex))
        , m_onGrant(std::move(onGrant))
        , m_executor(executor)
    {
    }

    void start(std::optional<Duration> timeout, Reply<locks::Grant> reply) override
    {
        m_mutex->start(timeout, [me = shared_from_this(), reply = std::move(reply)](Result<locks::Grant> result) {
            me->m_onGrant();
            me->m_executor.post([me, reply, result = std::move(result)] { reply(result); });
        });
    }
    void cancel() override { m_mutex->cancel(); }
    void release(Reply<void> reply) override { m_mutex->release(std::move(reply)); }
    [[nodiscard]] locks::LockState state() const override { return m_mutex->state(); }
    [[nodiscard]] std::shared_ptr<const Expiry> expiry() const override { return m_mutex->expiry(); }
    void onState(StateHandler handler) override { m_mutex->onState(std::move(handler)); }
    void verify(Reply<void> reply) override { m_mutex->verify(std::move(reply)); }

private:
    std::shared_ptr<Attempt> m_mutex;
    std::function<void()> m_onGrant;
    Executor& m_executor;
};

class CutLock final : public locks::Lock {
public:
    CutLock(zk::Client& client, std::function<void()> onGrant)
        : Lock(locks::executorsOf(client), path, locks::OwnerRule::Reentrant,
               [make = locks::mutexAttempts(client, path, {.log = Log()}), onGrant = std::move(onGrant),
                &executor = client.executor()](locks::Owner) -> Result<std::shared_ptr<locks::Attempt>> {
                   return std::make_shared<LateGrant>(make(), onGrant, executor);
               })
    {
    }
};

std::unique_ptr<locks::Lock> lockOf(zk::Client& client, const std::string& id)
{
    return std::make_unique<locks::Mutex>(client, path, locks::NodeOptions{.payload = id, .log = Log()});
}

} // namespace

class LeaderSelectorTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void leadershipGoesRound();
    void leadsOnceWithoutRequeue();
    void aTurnThatIsLostBeforeItBeginsIsRepeated();
    void stopsWhenItMayHaveLostTheLeadership();
    void isInterrupted();
    void leavesWhileItWaits();
    void leavesWhileItLeads();
    void isFoundByItsId();
    void endsWithItsClient();
    void queuesAgainAfterARefusal();
};

void LeaderSelectorTest::leadershipGoesRound()
{
    World world;
    Turns turns;
    {
        // The first turn ends when both participants are in the queue: from then on they take turns.
        const auto lead = [&](const QByteArray& name) -> LeaderSelector::TakeLeadership {
            return [&, name](const Hold& leadership, const std::stop_token& stop) {
                QVERIFY(leadership.token() > 0);
                turns.begin(name);
                while (!stop.stop_requested() && world.candidates() < 2)
                    std::this_thread::yield();
                turns.end();
            };
        };
        const LeaderSelector one(lockOf(*world.one, "one"), lead("one"));
        const LeaderSelector two(lockOf(*world.two, "two"), lead("two"));
        QVERIFY(turns.reach(8));
    }
    QVERIFY(!turns.hadTwoLeaders());
    const auto names = turns.names();
    QVERIFY2(names.startsWith("one two one two one two one two") || names.startsWith("two one two one two one two one"),
             names.constData());
    QCOMPARE(world.candidates(), std::size_t(0));
}

void LeaderSelectorTest::leadsOnceWithoutRequeue()
{
    World world;
    Turns turns;
    std::stop_source endOfTurn;
    const auto oneTurn = [&](const Hold&, const std::stop_token&) {
        turns.begin("one");
        waitFor(endOfTurn.get_token());
        turns.end();
    };
    LeaderSelector one(lockOf(*world.one, "one"), oneTurn, {.autoRequeue = false});
    QVERIFY(turns.reach(1));
    QVERIFY(one.requeue());  // for the next turn
    QVERIFY(!one.requeue()); // will queue anyway
    endOfTurn.request_stop();
    QVERIFY(turns.reach(2));
    QVERIFY(turns.isOver());
    // The leadership is free now: another participant gets it.
    LeaderSelector two(lockOf(*world.two, "two"), untilStopped(turns, "two"));
    QVERIFY(turns.reach(3));
    QCOMPARE(turns.names(), "one one two");
    QVERIFY(!one.leads());
    QVERIFY(!one.interruptLeadership());
    QVERIFY(two.leads());
}

void LeaderSelectorTest::aTurnThatIsLostBeforeItBeginsIsRepeated()
{
    World world;
    Turns turns;
    std::atomic<bool> isCut = false;
    const auto cutOnce = [&] {
        if (!isCut.exchange(true))
            world.ensemble.disconnect(*world.one);
    };
    LeaderSelector one(std::make_unique<CutLock>(*world.one, cutOnce), untilStopped(turns, "one"),
                       {.autoRequeue = false});
    QTRY_VERIFY(isCut);
    QCOMPARE(turns.names(), "");
    world.executor.runAndWait([&] { world.ensemble.reconnect(*world.one); });
    QVERIFY(turns.reach(1));
    QVERIFY(one.leads());
}

void LeaderSelectorTest::stopsWhenItMayHaveLostTheLeadership()
{
    World world;
    Turns turns;
    const LeaderSelector one(lockOf(*world.one, "one"), untilStopped(turns, "one"));
    QVERIFY(turns.reach(1));
    world.executor.runAndWait([&] { world.ensemble.disconnect(*world.one); });
    QVERIFY(turns.isOver());
    QVERIFY(!one.leads());
    world.executor.runAndWait([&] { world.ensemble.reconnect(*world.one); });
    QVERIFY(turns.reach(2)); // queued again
    QVERIFY(!turns.hadTwoLeaders());
}

void LeaderSelectorTest::isInterrupted()
{
    World world;
    Turns turns;
    LeaderSelector one(lockOf(*world.one, "one"), untilStopped(turns, "one"));
    QVERIFY(turns.reach(1));
    const LeaderSelector two(lockOf(*world.two, "two"), untilStopped(turns, "two"));
    QTRY_COMPARE(world.candidates(), std::size_t(2));
    QVERIFY(one.interruptLeadership());
    QVERIFY(turns.reach(2));
    QCOMPARE(turns.names(), "one two");
}

void LeaderSelectorTest::leavesWhileItWaits()
{
    World world;
    Turns turns;
    const LeaderSelector one(lockOf(*world.one, "one"), untilStopped(turns, "one"));
    QVERIFY(turns.reach(1));
    {
        const LeaderSelector two(lockOf(*world.two, "two"), untilStopped(turns, "two"));
        QTRY_COMPARE(world.candidates(), std::size_t(2));
    }
    QTRY_COMPARE(world.candidates(), std::size_t(1));
    QVERIFY(one.leads());
    QCOMPARE(turns.names(), "one");
}

void LeaderSelectorTest::leavesWhileItLeads()
{
    World world;
    Turns turns;
    {
        const LeaderSelector one(lockOf(*world.one, "one"), untilStopped(turns, "one"));
        QVERIFY(turns.reach(1));
    }
    QVERIFY(turns.isOver());
    QCOMPARE(world.candidates(), std::size_t(0));
}

void LeaderSelectorTest::isFoundByItsId()
{
    World world;
    Turns turns;
    const LeaderSelector one(lockOf(*world.one, "host1"), untilStopped(turns, "one"));
    QVERIFY(turns.reach(1));
    BlockingAnswer<std::optional<std::string>> leader;
    world.executor.runAndWait(
        [&] { locks::findLeader(*world.two, path, queue::curatorMutexScheme(), leader.reply()); });
    QCOMPARE(leader.get().value().value(), std::string("host1"));
}

void LeaderSelectorTest::endsWithItsClient()
{
    World world;
    Turns turns;
    LeaderSelector one(lockOf(*world.one, "one"), untilStopped(turns, "one"), {.log = Log()});
    QVERIFY(turns.reach(1));
    BlockingAnswer<void> closed;
    world.executor.runAndWait([&] { world.one->close([reply = closed.reply()] { reply({}); }); });
    QVERIFY(closed.get());
    QVERIFY(turns.isOver());
    QTRY_VERIFY(one.refusal().has_value());
    QCOMPARE(printed(one.refusal()->code), "Closed");
    QVERIFY(!one.requeue());
}

void LeaderSelectorTest::queuesAgainAfterARefusal()
{
    World world;
    Turns turns;
    world.executor.runAndWait(
        [&] { world.ensemble.fail({.op = FakeOp::Create, .code = ErrorCode::NoAuth, .client = world.one.get()}); });
    LeaderSelector one(lockOf(*world.one, "one"), untilStopped(turns, "one"), {.log = Log()});
    QTRY_VERIFY(one.refusal().has_value());
    QCOMPARE(printed(one.refusal()->code), "NoAuth");
    QVERIFY(turns.reach(1));
    QVERIFY(!one.refusal());
}

} // namespace lockscope::leaderSelectorTest

LOCKSCOPE_TEST(lockscope::leaderSelectorTest::LeaderSelectorTest)
#include "LeaderSelectorTest.moc"
