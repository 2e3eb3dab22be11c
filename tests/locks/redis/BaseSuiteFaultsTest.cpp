// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Every lock on Redis under faults: lost requests and replies, servers that refuse, stop, or forget, lost contact.

#include "core/locks/redis/scripts/Scripts.h"
#include "tests/locks/redis/RedisBed.h"
#include "tests/support/Test.h"

namespace lockscope::baseSuiteFaultsTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

using locks::LostReason;
using locks::Owner;
using locks::RetryPolicy;

class BaseSuiteFaultsTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase_data() { addRedisLockKinds(); }
    void init() { m_bed = std::make_unique<RedisBed>(currentRedisLockKind()); }
    void cleanup();
    void acquiresAfterALostReply_data() { addLosses(); }
    void acquiresAfterALostReply();
    void releasesAfterALostReply_data() { addLosses(); }
    void releasesAfterALostReply();
    void leavesNothingAfterALostReplyAndATimeout();
    void retriesAsThePolicySays();
    void reportsARefusedAcquisition();
    void keepsAHoldWhoseReleaseIsRefused();
    void saysWhyItWaitsWithoutContact();
    void acquiresOnceContactIsBack();
    void releasesOnceContactIsBack();
    void staysHeldThroughAShortCut();
    void isUncertainPastItsDeadlineThoughConnected();
    void neverOverlapsWhileItIsCutOff();
    void isLostWhenItsKeyIsDeleted();
    void isLostAfterAFailoverThatLosesIt();
    void acquiresAlthoughTheMessageIsLost();
    void acquiresAlthoughTheSubscriptionIsLost();
    void holdsWhatItAcquiredBeforeItsLastReleaseIsExecuted();
    void holdsWhatItAcquiredBeforeAnUnusedGrantIsReleased();

private:
    static void addLosses();
    [[nodiscard]] bool hasLease() const { return test::hasLease(m_bed->kind()); }

    std::unique_ptr<RedisBed> m_bed;
};

void BaseSuiteFaultsTest::cleanup()
{
    const auto bed = std::exchange(m_bed, nullptr);
    if (QTest::currentTestFailed())
        return;
    QCOMPARE(bed->faultsLeft(), std::size_t(0));
    QCOMPARE(bed->remains(), QByteArray());
}

void BaseSuiteFaultsTest::addLosses()
{
    QTest::addColumn<bool>("isExecuted");
    QTest::addColumn<bool>("isSilent");
    QTest::addRow("the request, the connection ends") << false << false;
    QTest::addRow("the reply, the connection ends") << true << false;
    QTest::addRow("the request, in silence") << false << true;
    QTest::addRow("the reply, in silence") << true << true;
}

/// On all servers at once.
void BaseSuiteFaultsTest::acquiresAfterALostReply()
{
    QFETCH(bool, isExecuted);
    QFETCH(bool, isSilent);
    const auto when = isExecuted ? When::AfterExecution : When::BeforeExecution;
    for (int nth = 1; nth <= m_bed->facts().parts; ++nth) {
        auto& one = m_bed->subject();
        auto& two = m_bed->rival();
        m_bed->loseAcquire(one, when, isSilent ? FakeLoss::Silence : FakeLoss::Cut, nth);
        const auto answer = one.acquire();
        m_bed->wait(20s); // a connection without any byte is closed after nine
        QVERIFY(answer.arrived());
        if (!m_bed->facts().recordsOwners) {
            QVERIFY(isOutcomeUnknown(answer.result().error()));
            QCOMPARE(printed(m_bed->server().run({"GET", "a"}).text()), isExecuted ? "0" : "1");
            m_bed->restorePermit();
            return;
        }
        QVERIFY(answer.ok());
        QCOMPARE(answer.count(), 1);
        QVERIFY(one.verify().ok());
        const auto second = two.acquire();
        m_bed->turn();
        QVERIFY(!second.arrived());
        QVERIFY(one.release().ok());
        m_bed->turn();
        QVERIFY(second.ok());
        QVERIFY(two.release().ok());
    }
}

void BaseSuiteFaultsTest::releasesAfterALostReply()
{
    QFETCH(bool, isExecuted);
    QFETCH(bool, isSilent);
    auto& one = m_bed->subject();
    auto& two = m_bed->rival();
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire();
    m_bed->loseRelease(one, isExecuted ? When::AfterExecution : When::BeforeExecution,
                       isSilent ? FakeLoss::Silence : FakeLoss::Cut);
    const auto released = one.release();
    m_bed->wait(20s);
    QVERIFY(released.ok()); // it was held until release() was called
    QCOMPARE(released.count(), 1);
    QCOMPARE(one.phase(), "Released");
    if (!m_bed->facts().recordsOwners && !isExecuted) {
        QVERIFY(!second.arrived()); // a second request could return the permit of another client
        m_bed->restorePermit();
        m_bed->turn();
    }
    QVERIFY(second.ok());
}

void BaseSuiteFaultsTest::leavesNothingAfterALostReplyAndATimeout()
{
    if (!m_bed->facts().recordsOwners)
        return;
    auto& one = m_bed->subject();
    auto& two = m_bed->rival();
    m_bed->loseAcquire(one, When::AfterExecution, FakeLoss::Silence);
    const auto answer = one.acquire(1s);
    m_bed->wait(1s);
    QVERIFY(answer.failedWith(ErrorCode::TimedOut));
    const auto second = two.acquire();
    m_bed->wait(20s); // less than the lease
    QVERIFY(second.ok());
}

void BaseSuiteFaultsTest::retriesAsThePolicySays()
{
    if (m_bed->kind() == RedisLockKind::Redlock)
        return; // asks again until its time limit, with pauses of its own
    int tries = 0;
    auto options = RedisBed::quiet();
    options.retry = RetryPolicy([&](int failures, Duration) -> std::optional<Duration> {
        tries = failures;
        return failures <= 2 ? std::optional<Duration>(100ms) : std::nullopt;
    });
    auto& one = m_bed->subject(options);
    m_bed->refuse(m_bed->facts().acquire, "LOADING Redis is loading the dataset in memory");
    const auto refused = one.acquire();
    m_bed->wait(199ms);
    QVERIFY(!refused.arrived());
    m_bed->wait(1ms);
    QVERIFY(refused.failedWith(ErrorCode::Throttled));
    QCOMPARE(tries, 3);
    const auto granted = one.acquire();
    m_bed->refuseNothing();
    m_bed->wait(100ms);
    QVERIFY(granted.ok());
}

void BaseSuiteFaultsTest::reportsARefusedAcquisition()
{
    auto& one = m_bed->subject();
    m_bed->refuse(m_bed->facts().acquire, "NOPERM this user has no permissions to access one of the keys");
    const auto answer = one.acquire();
    m_bed->wait(5s);
    QVERIFY(answer.failedWith(ErrorCode::NoAuth));
    m_bed->refuseNothing();
    QVERIFY(one.acquire().ok());
}

void BaseSuiteFaultsTest::keepsAHoldWhoseReleaseIsRefused()
{
    auto options = RedisBed::quiet();
    options.watchdogTimeout = 3s;
    auto& one = m_bed->subject(options);
    auto& two = m_bed->rival();
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire();
    m_bed->refuse(m_bed->facts().release, "NOPERM this user has no permissions to access one of the keys");
    const auto refused = one.release();
    m_bed->wait(1s);
    QVERIFY(refused.failedWith(ErrorCode::NoAuth));
    QCOMPARE(one.phase(), "Held"); // the key still exists, so the hold continues
    m_bed->wait(5s);               // more than the lease
    QCOMPARE(one.phase(), "Held");
    QVERIFY(!second.arrived());
    m_bed->refuseNothing();
    QVERIFY(one.release().ok());
    m_bed->turn();
    QVERIFY(second.ok());
}

void BaseSuiteFaultsTest::saysWhyItWaitsWithoutContact()
{
    auto options = RedisBed::quiet();
    options.firstContact = 8s;
    std::vector<std::string> lines;
    options.log =
        Log([&](LogLevel, std::string_view, std::string_view line) { lines.emplace_back(line); }, LogLevel::Warning);
    m_bed->stop();
    auto& one = m_bed->subject(options);
    const auto limited = one.acquire(4s);
    m_bed->wait(4s);
    QVERIFY(limited.failedWith(ErrorCode::TimedOut));
    const auto answer = one.acquire();
    m_bed->wait(6s);
    QVERIFY(!answer.arrived());
    QVERIFY(!one.state().detail.empty());
    QVERIFY(!lines.empty());
    m_bed->wait(3s);
    QVERIFY(answer.failedWith(ErrorCode::NoConnection));
    options.firstContact.reset();
    auto& patient = m_bed->subject(options);
    const auto later = patient.acquire();
    m_bed->wait(12s);
    QVERIFY(!later.arrived());
    m_bed->start();
    for (int i = 0; i < 60 && !later.arrived(); ++i)
        m_bed->wait(1s); // the pause between two connections
    QVERIFY(later.ok());
    QVERIFY(patient.state().detail.empty());
    patient.keeper().dropAll();
    options.log = Log();
    one.destroyLock();
    patient.destroyLock();
}

void BaseSuiteFaultsTest::acquiresOnceContactIsBack()
{
    auto& one = m_bed->subject();
    m_bed->stop();
    const auto answer = one.acquire();
    m_bed->wait(2s);
    QVERIFY(!answer.arrived());
    m_bed->start();
    m_bed->wait(5s);
    QVERIFY(answer.ok());
}

void BaseSuiteFaultsTest::releasesOnceContactIsBack()
{
    auto& one = m_bed->subject();
    QVERIFY(one.acquire().ok());
    m_bed->stop();
    const auto released = one.release();
    m_bed->wait(2s);
    m_bed->start();
    m_bed->wait(5s);
    QVERIFY(released.ok());
    QCOMPARE(released.count(), 1);
    QVERIFY(m_bed->rival().acquire(0s).ok());
}

void BaseSuiteFaultsTest::staysHeldThroughAShortCut()
{
    auto& one = m_bed->subject();
    auto& two = m_bed->rival();
    std::vector<locks::Phase> phases;
    QVERIFY(one.acquire().ok());
    const auto states =
        one.lock().onState([&](Owner, const locks::LockState& state) { phases.push_back(state.phase); });
    const auto second = two.acquire();
    m_bed->stop();
    m_bed->wait(12s); // one renewal fails
    m_bed->start();
    m_bed->wait(1min);
    QCOMPARE(one.phase(), "Held");
    for (const auto phase : phases)
        QCOMPARE(printed(phase), "Held");
    QVERIFY(!second.arrived());
}

/// A stopped process continues before it is notified of anything.
void BaseSuiteFaultsTest::isUncertainPastItsDeadlineThoughConnected()
{
    if (!hasLease())
        return;
    auto& one = m_bed->subject();
    QVERIFY(one.acquire().ok());
    const bool isReentrant = m_bed->facts().isReentrant;
    if (isReentrant)
        QVERIFY(one.acquire().ok());
    const auto lost = one.hold().lostToken();
    m_bed->clock.advance(RedisBed::lease + 1s); // the process is stopped: none of its timers runs
    QCOMPARE(one.phase(), "Uncertain");
    QVERIFY(one.state().validUntil <= m_bed->clock.now());
    Answer<locks::Hold> again;
    one.lock().acquireAsync(one.owner(), {}, {}, again.reply());
    Answer<void> nested;
    if (isReentrant)
        one.keeper().release(nested.reply());
    QVERIFY(m_bed->executor.runOne());
    QVERIFY(again.failedWith(isReentrant ? ErrorCode::ConnectionLoss : ErrorCode::BadArguments));
    if (isReentrant) {
        QVERIFY(m_bed->executor.runOne());
        QVERIFY(nested.failedWith(ErrorCode::NotHeld)); // another client may have held meanwhile
    }
    const auto released = one.release();
    m_bed->wait(1s);
    QVERIFY(released.failedWith(ErrorCode::NotHeld));
    QVERIFY(lost.stop_requested());
}

void BaseSuiteFaultsTest::neverOverlapsWhileItIsCutOff()
{
    if (!hasLease())
        return;
    auto& one = m_bed->subject();
    auto& two = m_bed->rival();
    std::vector<LostReason> lost;
    const auto reported = one.lock().onLost([&](Owner, LostReason reason) { lost.push_back(reason); });
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire();
    m_bed->wait(5s);
    m_bed->partition(one);
    QCOMPARE(one.phase(), "Held"); // the lease decides, not the connection
    for (int i = 0; i < 70; ++i) {
        m_bed->wait(500ms);
        QVERIFY(!second.arrived() || one.phase() != "Held");
    }
    QVERIFY(second.ok());
    QCOMPARE(one.phase(), "Uncertain");
    m_bed->heal();
    m_bed->wait(30s);
    QCOMPARE(one.phase(), "Lost");
    QCOMPARE(printed(lost), "its lease has expired");
    QVERIFY(one.release().failedWith(ErrorCode::NotHeld));
    QCOMPARE(two.phase(), "Held");
    QVERIFY(two.verify().ok());
}

void BaseSuiteFaultsTest::isLostWhenItsKeyIsDeleted()
{
    if (!m_bed->facts().recordsOwners)
        return;
    auto& one = m_bed->subject();
    auto& two = m_bed->rival();
    std::vector<LostReason> lost;
    const auto reported = one.lock().onLost([&](Owner, LostReason reason) { lost.push_back(reason); });
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire();
    m_bed->deleteKeys();
    m_bed->wait(RedisBed::lease / 3);
    QCOMPARE(one.phase(), "Lost");
    QCOMPARE(printed(lost), "its key was deleted or taken by another owner");
    QVERIFY(one.release().failedWith(ErrorCode::NotHeld));
    m_bed->wait(RedisBed::lease);
    QVERIFY(second.ok());
    QVERIFY(two.verify().ok());
}

void BaseSuiteFaultsTest::isLostAfterAFailoverThatLosesIt()
{
    if (!m_bed->facts().recordsOwners)
        return;
    auto& one = m_bed->subject();
    QVERIFY(one.acquire().ok());
    for (auto* server : m_bed->servers())
        server->failOver(static_cast<std::size_t>(m_bed->facts().parts));
    m_bed->wait(RedisBed::lease / 3 + 1s);
    QCOMPARE(one.phase(), "Lost");
    QCOMPARE(one.reason(), "its key was deleted or taken by another owner");
    QVERIFY(one.release().failedWith(ErrorCode::NotHeld));
    QVERIFY(one.acquire().ok()); // the new master does not know the scripts
}

void BaseSuiteFaultsTest::acquiresAlthoughTheMessageIsLost()
{
    auto& one = m_bed->rival();
    auto& two = m_bed->subject();
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire();
    for (auto* server : m_bed->servers())
        server->swallowMessages(true);
    QVERIFY(one.release().ok());
    m_bed->wait(RedisBed::lease + 1s); // at the latest when the lease would have ended
    for (auto* server : m_bed->servers())
        server->swallowMessages(false);
    if (!hasLease())
        m_bed->restorePermit(); // no time limit: only a message wakes it
    m_bed->settle();
    QVERIFY(second.ok());
}

void BaseSuiteFaultsTest::acquiresAlthoughTheSubscriptionIsLost()
{
    auto& one = m_bed->rival();
    auto& two = m_bed->subject();
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire();
    m_bed->turn();
    for (auto* server : m_bed->servers())
        server->closeSubscribers(two.name());
    QVERIFY(one.release().ok()); // its message reaches no client
    m_bed->wait(5s);
    QVERIFY(second.ok()); // the new subscription was followed by a request
}

/// A server that has forgotten the script of a release executes it after the acquisition that was sent behind it.
void BaseSuiteFaultsTest::holdsWhatItAcquiredBeforeItsLastReleaseIsExecuted()
{
    auto& one = m_bed->subject();
    QVERIFY(one.acquire().ok());
    const auto* acquire = m_bed->facts().acquire;
    for (auto* server : m_bed->servers()) {
        server->flushScripts();
        server->run({"SCRIPT", "LOAD", std::string(acquire->text())});
    }
    Answer<void> released;
    one.keeper().release(released.reply());
    const auto again = one.ask();
    m_bed->settle();
    m_bed->turn();
    QVERIFY(released.ok());
    QVERIFY(again.ok());
    QCOMPARE(one.phase(), "Held");
    if (m_bed->facts().recordsOwners)
        QVERIFY(one.verify().ok());
    QVERIFY(one.release().ok());
}

/// The reply to the first request is lost, so its grant is released; the first of these releases is executed last.
void BaseSuiteFaultsTest::holdsWhatItAcquiredBeforeAnUnusedGrantIsReleased()
{
    if (!m_bed->facts().recordsOwners)
        return;
    auto& one = m_bed->subject();
    m_bed->loseAcquire(one, When::AfterExecution, FakeLoss::Silence);
    const auto held = m_bed->holdRelease(one);
    const auto answer = one.acquire();
    m_bed->wait(25s);
    QVERIFY(answer.ok());
    m_bed->releaseIt(held);
    m_bed->settle();
    QVERIFY(one.verify().ok());
    m_bed->wait(RedisBed::lease); // renewed meanwhile
    QVERIFY(one.verify().ok());
    QCOMPARE(one.phase(), "Held");
    QVERIFY(one.release().ok());
}

} // namespace lockscope::baseSuiteFaultsTest

LOCKSCOPE_TEST(lockscope::baseSuiteFaultsTest::BaseSuiteFaultsTest)
#include "BaseSuiteFaultsTest.moc"
