// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// An executor that stops with open lock requests: no handler is called any more, and nothing leaks.

#include "core/locks/zookeeper/Latch.h"
#include "tests/locks/FakeService.h"
#include "tests/locks/LockKinds.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

#include <future>

namespace lockscope::stoppedExecutorTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

/// The objects that a program's lock request owns.
struct Request {
    std::shared_ptr<locks::Lock> lock;
    bool answered = false;
};

/// Two programs on one ensemble: the stopped one, and its rival.
class Scene final {
public:
    explicit Scene(const LockKind& kind)
        : m_rival(kind.rival(*m_other.client, {}))
        , m_request(std::make_shared<Request>())
        , m_left(m_request)
    {
        m_request->lock = kind.make(*m_one.client, {});
    }

    [[nodiscard]] FakeEnsemble& ensemble() { return m_world.ensemble; }
    [[nodiscard]] FakeClient& client() { return *m_one.client; }
    [[nodiscard]] locks::Lock& lock() { return *m_request->lock; }
    [[nodiscard]] bool rivalHolds()
    {
        auto hold = m_rival->acquire(30s);
        if (hold)
            m_rivalHold = *std::move(hold);
        return m_rivalHold.has_value();
    }

    /// A reply that owns its caller, and thereby the lock.
    template <typename T> [[nodiscard]] zk::Reply<T> reply() const
    {
        return [request = m_request](const Result<T>&) { request->answered = true; };
    }
    void ask()
    {
        m_states = lock().onState([waits = m_waits](locks::Owner, const locks::LockState& state) {
            *waits = state.phase == locks::Phase::Waiting;
        });
        lock().acquireAsync({}, {}, reply<locks::Hold>());
    }
    [[nodiscard]] bool acquires()
    {
        auto hold = lock().acquireFuture().get();
        if (hold)
            m_hold = *std::move(hold);
        return m_hold.has_value();
    }
    void giveBack() { m_hold->releaseAsync(reply<void>()); }

    /// Waits until no request is open. After 20 ms of holding or 100 ms of waiting, a client sends one more.
    [[nodiscard]] bool comesToRest()
    {
        return QTest::qWaitFor([this] { return isQuiet(); }, longestWaitMs);
    }
    [[nodiscard]] bool comesToWait()
    {
        const auto isWaiting = [this] { return isQuiet() && *m_waits; };
        return QTest::qWaitFor(isWaiting, longestWaitMs);
    }
    [[nodiscard]] bool isSuspended()
    {
        auto state = SessionState::Connecting;
        m_one.executor.runAndWait([&] { state = client().session().state; });
        return state == SessionState::Suspended;
    }

    void stop() { m_one.executor.stop(); }
    void endClient() { m_one.client.reset(); }
    /// Ends the program in the usual order.
    [[nodiscard]] bool endsUnanswered()
    {
        const bool answered = m_request->answered;
        m_hold.reset();
        m_states.reset();
        m_request.reset();
        endClient();
        return !answered && m_left.expired();
    }

private:
    /// Every request to the servers is answered.
    [[nodiscard]] bool isQuiet()
    {
        std::size_t open = 0;
        m_one.executor.runAndWait([&] { open = ensemble().openRequests(client()); });
        return open == 0;
    }

    ThreadedEnsemble m_world;
    FakeService m_other{m_world};
    std::shared_ptr<locks::Lock> m_rival;
    std::optional<locks::Hold> m_rivalHold;
    std::shared_ptr<std::atomic<bool>> m_waits = std::make_shared<std::atomic<bool>>(false);
    FakeService m_one{m_world};
    std::shared_ptr<Request> m_request;
    Subscription m_states;
    std::optional<locks::Hold> m_hold;
    std::weak_ptr<Request> m_left;
};

void addKinds()
{
    QTest::addColumn<int>("row");
    for (std::size_t row = 0; row < lockKinds().size(); ++row)
        QTest::newRow(lockKinds()[row].name) << static_cast<int>(row);
}

const LockKind& kind()
{
    QFETCH(int, row);
    return lockKinds().at(static_cast<std::size_t>(row));
}

/// True if tasks are dropped at once.
bool isStopping(Executor& executor)
{
    auto task = std::make_shared<int>();
    const std::weak_ptr<int> left = task;
    executor.post([task = std::move(task)] {});
    return left.expired();
}

/// A latch whose owner requests its closing.
struct Candidate {
    std::unique_ptr<locks::Latch> latch;
    bool answered = false;
};

} // namespace

class StoppedExecutorTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    static void whileItCreates_data() { addKinds(); }
    void whileItCreates();
    static void whileItWaits_data() { addKinds(); }
    void whileItWaits();
    static void whileItHolds_data() { addKinds(); }
    void whileItHolds();
    static void whileItReleases_data() { addKinds(); }
    void whileItReleases();
    static void beforeItReleases_data() { addKinds(); }
    void beforeItReleases();
    static void whileItIsCutOff_data();
    void whileItIsCutOff();
    static void whileALatchIsInTheElection_data();
    void whileALatchIsInTheElection();
    static void answersABlockedCallerWithTheEndOfTheClient_data() { addKinds(); }
    void answersABlockedCallerWithTheEndOfTheClient();
    void answersWhoAwaitsLeadershipWithTheEndOfTheClient();
};

void StoppedExecutorTest::whileItCreates()
{
    Scene scene(kind());
    const auto held = scene.ensemble().hold({.op = FakeOp::Create, .client = &scene.client()});
    scene.ask();
    QTRY_COMPARE(scene.ensemble().faultsLeft(), std::size_t(0));
    scene.stop();
    scene.ensemble().release(held);
    QVERIFY(scene.endsUnanswered());
}

void StoppedExecutorTest::whileItWaits()
{
    Scene scene(kind());
    QVERIFY(scene.rivalHolds());
    scene.ask();
    QVERIFY(scene.comesToWait());
    scene.stop();
    QVERIFY(scene.endsUnanswered());
}

void StoppedExecutorTest::whileItHolds()
{
    Scene scene(kind());
    QVERIFY(scene.acquires());
    scene.stop();
    QVERIFY(scene.endsUnanswered());
}

void StoppedExecutorTest::whileItReleases()
{
    Scene scene(kind());
    QVERIFY(scene.acquires());
    QVERIFY(scene.comesToRest());
    const auto held = scene.ensemble().hold({.op = kind().removal, .client = &scene.client()});
    scene.giveBack();
    QTRY_COMPARE(scene.ensemble().faultsLeft(), std::size_t(0));
    scene.stop();
    scene.ensemble().release(held);
    QVERIFY(scene.endsUnanswered());
}

void StoppedExecutorTest::beforeItReleases()
{
    Scene scene(kind());
    QVERIFY(scene.acquires());
    // The task that would send the request never runs.
    std::promise<void> asked;
    auto& executor = scene.lock().executor();
    executor.post([&] {
        scene.giveBack(); // a task that posts another one:
        executor.post([&] {
            asked.set_value();
            while (!isStopping(executor))
                std::this_thread::yield();
        });
    });
    asked.get_future().wait();
    scene.stop();
    QVERIFY(scene.endsUnanswered());
}

void StoppedExecutorTest::whileItIsCutOff_data()
{
    QTest::addColumn<int>("row");
    QTest::addColumn<bool>("releasing");
    for (std::size_t row = 0; row < lockKinds().size(); ++row) {
        QTest::addRow("%s, creating", lockKinds()[row].name) << static_cast<int>(row) << false;
        QTest::addRow("%s, releasing", lockKinds()[row].name) << static_cast<int>(row) << true;
    }
}

void StoppedExecutorTest::whileItIsCutOff()
{
    QFETCH(bool, releasing);
    Scene scene(kind());
    if (releasing) {
        QVERIFY(scene.acquires());
        QVERIFY(scene.comesToRest());
    }
    (void)scene.ensemble().hold({.op = releasing ? kind().removal : FakeOp::Create, .client = &scene.client()});
    releasing ? scene.giveBack() : scene.ask();
    QTRY_COMPARE(scene.ensemble().faultsLeft(), std::size_t(0));
    scene.ensemble().disconnect(scene.client());
    QTRY_VERIFY(scene.isSuspended());
    scene.stop();
    QVERIFY(scene.endsUnanswered());
}

void StoppedExecutorTest::whileALatchIsInTheElection_data()
{
    QTest::addColumn<bool>("leads");
    QTest::addColumn<bool>("closes");
    QTest::addRow("leads") << true << false;
    QTest::addRow("waits") << false << false;
    QTest::addRow("leads and closes") << true << true;
    QTest::addRow("waits and closes") << false << true;
}

void StoppedExecutorTest::whileALatchIsInTheElection()
{
    QFETCH(bool, leads);
    QFETCH(bool, closes);
    constexpr const char* path = "/elections/a";
    ThreadedEnsemble world;
    FakeService other(world);
    std::optional<locks::Latch> rival;
    if (!leads) {
        rival.emplace(*other.client, path, "rival");
        QVERIFY(rival->await(30s));
    }
    FakeService one(world);
    auto candidate = std::make_shared<Candidate>();
    const std::weak_ptr<Candidate> left = candidate;
    candidate->latch = std::make_unique<locks::Latch>(*one.client, path, "one");
    QTRY_COMPARE(world.ensemble.children(path).size(), std::size_t(leads ? 1 : 2));
    if (leads)
        QVERIFY(candidate->latch->await(30s));
    if (closes) {
        (void)world.ensemble.hold({.op = FakeOp::Remove, .client = one.client.get()});
        candidate->latch->closeAsync([candidate](const Result<void>&) { candidate->answered = true; });
        QTRY_COMPARE(world.ensemble.faultsLeft(), std::size_t(0));
    }
    one.executor.stop();
    const bool isAnswered = std::exchange(candidate, nullptr)->answered;
    one.client.reset();
    QVERIFY(left.expired());
    QVERIFY(!isAnswered); // its node was not deleted
}

void StoppedExecutorTest::answersABlockedCallerWithTheEndOfTheClient()
{
    Scene scene(kind());
    QVERIFY(scene.rivalHolds());
    Result<locks::Hold> result = failure(ErrorCode::Cancelled, "test");
    scene.ensemble().clearRequests();
    std::thread caller([&] { result = scene.lock().acquire(); });
    QTRY_VERIFY(scene.ensemble().count(FakeOp::Create) > 0);
    scene.stop();
    scene.endClient();
    caller.join();
    QVERIFY(!result);
    QCOMPARE(printed(result.error().code), "Closed");
    QVERIFY(scene.endsUnanswered());
}

void StoppedExecutorTest::answersWhoAwaitsLeadershipWithTheEndOfTheClient()
{
    ThreadedEnsemble world;
    FakeService one(world);
    world.ensemble.disconnect(*one.client);
    locks::Latch latch(*one.client, "/elections/a", "one");
    Result<void> result;
    std::promise<void> asked;
    std::thread caller([&] {
        one.executor.post([&] { asked.set_value(); });
        result = latch.await();
    });
    asked.get_future().wait();
    one.executor.stop(); // before or after it receives the caller's request
    one.client.reset();
    caller.join();
    QVERIFY(!result);
    QCOMPARE(printed(result.error().code), "Closed");
    QCOMPARE(printed(latch.state().phase), "Lost"); // the executor has stopped
}

} // namespace lockscope::stoppedExecutorTest

LOCKSCOPE_TEST(lockscope::stoppedExecutorTest::StoppedExecutorTest)
#include "StoppedExecutorTest.moc"
