// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Locks as they are shown, from what was read of them.

#include "core/sources/redis/dialects/LockBuilder.h"
#include "core/model/QueueStates.h"
#include "core/redis/KeyNames.h"
#include "core/sources/redis/dialects/LockMemory.h"
#include "core/sources/redis/dialects/Votes.h"
#include "tests/support/Test.h"

namespace lockscope::lockBuilderTest {

using namespace std::chrono_literals;
using inspect::Alive;
using inspect::buildLock;
using inspect::HashFields;
using inspect::LockKind;
using inspect::LockReading;
using Family = LockReading::Family;
namespace keys = redis::keys;

const std::string one = "0123abcd-0123-4567-89ab-0123456789ab:1";
const std::string two = "0123abcd-0123-4567-89ab-0123456789ab:2";
const std::string three = "fedc0123-89ab-4567-0123-0123456789ab:3";
constexpr WallTime noon(std::chrono::milliseconds(1'764'331'200'000));

LockReading reading(Family family, const HashFields& fields)
{
    LockReading reading;
    reading.name = "orders";
    reading.family = family;
    reading.readAt = noon;
    reading.serverTime = noon;
    reading.shape = inspect::shapeOf(fields);
    if (!fields.empty())
        reading.lease = 30s;
    return reading;
}

class LockBuilderTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aHolder();
    void aFairQueue();
    void aQueueWithoutALock();
    void eachReadersOwnLease();
    void permits();
    void remembersWhatItHasSeen();
    void bytesThatAreNoOwner();
    void remembersListeners();
    void tellsAWatchdogFromAFixedLease_data();
    void tellsAWatchdogFromAFixedLease();
    void seesALeaseThatIsNoLongerRenewed();
    void aHoldThatMayBeAnotherOne();
    void aFencingTokenIsOneHold();
    void staysEqualWhileTimePasses();
    void remembersAReadersLease();
    void remembersTheHighestToken();
    void remembersPermits();
    void remembersVotes();
    void saysWhenToLookAgain();
};

void LockBuilderTest::aHolder()
{
    auto read = reading(Family::Owner, {{one, "2"}});
    read.listeners = {{keys::lockChannel("orders"), 3}, {keys::oldLockChannel("orders"), 1}};
    const auto lock = buildLock(read, nullptr);
    QCOMPARE(lock.path, std::string("orders"));
    QCOMPARE(lock.dialect, std::string("redisson-lock"));
    QVERIFY(lock.kind == LockKind::Mutex);
    QCOMPARE(lock.queue.size(), std::size_t(1));
    const auto& holder = lock.queue.front();
    QVERIFY(holder.holds);
    QCOMPARE(holder.redis->owner, one);
    QCOMPARE(holder.redis->count, 2);
    QVERIFY(holder.redis->lease == 30s);
    QVERIFY(!holder.grantedAt); // it may have held for long before the first reading
    QVERIFY(!lock.redis->isOrdered);
    QCOMPARE(inspect::waitingClients(lock).value(), 4);
    read.listeners.clear();
    QVERIFY(!inspect::waitingClients(buildLock(read, nullptr)));
}

void LockBuilderTest::aFairQueue()
{
    auto read = reading(Family::Owner, {{one, "1"}});
    read.queue = {two, three};
    read.deadlines = {{two, 1'764'331'260'000}};
    read.listeners = {{keys::fairChannel("orders", two), 0}, {keys::fairChannel("orders", three), 1}};
    const auto lock = buildLock(read, nullptr);
    QCOMPARE(lock.dialect, std::string("redisson-fair-lock"));
    QVERIFY(lock.redis->isOrdered);
    QCOMPARE(lock.queue.size(), std::size_t(3));
    QVERIFY(lock.queue[1].redis->alive == Alive::No);
    QVERIFY(lock.queue[1].redis->keepsPlaceUntil == noon + 60s);
    QCOMPARE(lock.queue[1].waitsOn, std::vector<std::string>{one});
    QVERIFY(lock.queue[2].redis->alive == Alive::Yes);
    QVERIFY(!lock.queue[2].redis->keepsPlaceUntil);
    QCOMPARE(lock.queue[2].waitsOn, std::vector<std::string>{two});
    QCOMPARE(inspect::waitingClients(lock).value(), 1); // the dead one does not count
}

void LockBuilderTest::aQueueWithoutALock()
{
    auto read = reading(Family::Owner, {});
    read.queue = {two};
    const auto lock = buildLock(read, nullptr);
    QCOMPARE(lock.holders(), 0);
    QCOMPARE(lock.waiters(), 1);
    QVERIFY(lock.queue.front().redis->alive == Alive::Unknown);
    QVERIFY(lock.queue.front().waitsOn.empty());
}

void LockBuilderTest::eachReadersOwnLease()
{
    auto read = reading(Family::ReadWrite, {{"mode", "read"}, {one, "2"}, {three, "1"}});
    read.readLeases = {{one, 1, 5s}, {one, 2, 9s}, {three, 1, {}}};
    const auto lock = buildLock(read, nullptr);
    QVERIFY(lock.kind == LockKind::ReadWrite);
    QVERIFY(lock.queue[0].mode == LockMode::Shared);
    QVERIFY(lock.queue[0].redis->lease == 9s);
    QVERIFY(!lock.queue[1].redis->lease); // its own lease has ended: others keep the key
}

void LockBuilderTest::permits()
{
    auto read = reading(Family::PermitSemaphore, {});
    read.freePermits = 3;
    read.permits = {{std::string("\x00\xff\x10", 3), noon + 4s}, {"x", {}}};
    const auto lock = buildLock(read, nullptr);
    QVERIFY(lock.kind == LockKind::Semaphore);
    QCOMPARE(lock.leases, 5);
    QCOMPARE(lock.holders(), 2);
    QCOMPARE(lock.queue[0].redis->owner, std::string("00ff10"));
    QVERIFY(lock.queue[0].redis->lease == 4s);
    QVERIFY(!lock.queue[1].redis->lease);

    auto plain = reading(Family::Semaphore, {});
    plain.freePermits = 3;
    const auto semaphore = buildLock(plain, nullptr);
    QCOMPARE(semaphore.leases, 0); // nothing says how many are taken
    QVERIFY(semaphore.leasesKnown == inspect::Confidence::Unknown);
}

void LockBuilderTest::remembersWhatItHasSeen()
{
    const auto first = buildLock(reading(Family::Owner, {{one, "1"}}), nullptr);
    auto later = reading(Family::Owner, {{one, "1"}});
    later.readAt = noon + 10s;
    const auto same = buildLock(later, &first);
    QVERIFY(same.queue.front().firstSeenAt == noon);
    QVERIFY(!same.queue.front().grantedAt);
    later.shape = inspect::shapeOf({{two, "1"}});
    const auto other = buildLock(later, &first);
    QVERIFY(other.queue.front().grantedAt == noon + 10s);
}

void LockBuilderTest::bytesThatAreNoOwner()
{
    auto read = reading(Family::Owner, {{one, "1"}});
    read.queue = {"\xff", two, two, one};
    const auto lock = buildLock(read, nullptr);
    QCOMPARE(lock.queue.size(), std::size_t(2));
    QCOMPARE(lock.unrecognised, (std::vector<std::string>{"\xff", two, one}));
    QVERIFY(!lock.firstDuplicate());
}

void LockBuilderTest::remembersListeners()
{
    auto read = reading(Family::Owner, {{one, "1"}});
    read.queue = {two};
    const auto with = [&](std::chrono::milliseconds at, int listeners) {
        read.readAt = noon + at;
        read.listeners = {{keys::fairChannel("orders", two), listeners}};
        return read;
    };
    const auto heard = buildLock(with(0s, 1), nullptr);
    QVERIFY(heard.queue[1].redis->hasListened);
    QVERIFY(!heard.queue[1].redis->silent);
    const auto once = buildLock(with(1s, 0), &heard);
    QVERIFY(once.queue[1].redis->hasListened);
    QVERIFY(once.queue[1].redis->silent == (inspect::Steady{noon + 1s, false}));
    const auto again = buildLock(with(1'400ms, 0), &once); // too soon to tell
    QVERIFY(again.queue[1].redis->silent == (inspect::Steady{noon + 1s, false}));
    const auto later = buildLock(with(1'500ms, 0), &again);
    QVERIFY(later.queue[1].redis->silent == (inspect::Steady{noon + 1s, true}));
    QVERIFY(!buildLock(with(2s, 1), &later).queue[1].redis->silent);
    read.listeners.clear(); // they were not asked about
    QVERIFY(!buildLock(read, &later).queue[1].redis->silent);
}

/// A lock with a lease of 30 s that is read each second, and whose lease is extended after each of these times.
inspect::Lock watched(std::chrono::seconds until, const std::vector<std::chrono::milliseconds>& extensions,
                      std::optional<std::int64_t> token = {})
{
    std::optional<inspect::Lock> lock;
    for (std::chrono::milliseconds at{0}; at <= until; at += 1s) {
        auto read = reading(Family::Owner, {{one, "1"}});
        read.readAt = noon + at;
        read.serverTime = read.readAt - 1h; // another clock
        read.token = token;
        auto begun = std::chrono::milliseconds(0);
        for (const auto extension : extensions)
            begun = extension <= at ? extension : begun;
        read.lease = begun + 30s - at;
        lock = buildLock(read, lock ? &*lock : nullptr);
    }
    return *lock;
}

void LockBuilderTest::tellsAWatchdogFromAFixedLease_data()
{
    using Times = std::vector<std::chrono::milliseconds>;
    using inspect::LeaseKind;
    QTest::addColumn<Times>("extensions");
    QTest::addColumn<int>("until");
    QTest::addColumn<LeaseKind>("expected");
    QTest::newRow("just acquired") << Times() << 5 << LeaseKind::Unknown;
    QTest::newRow("a third has passed") << Times() << 12 << LeaseKind::Unknown;
    QTest::newRow("never extended") << Times() << 15 << LeaseKind::Fixed;
    QTest::newRow("extended once") << Times{10s} << 12 << LeaseKind::Unknown;
    QTest::newRow("extended each third") << Times{10s, 20s} << 21 << LeaseKind::Watchdog;
    QTest::newRow("timers are late") << Times{10'300ms, 20'900ms, 31'400ms} << 33 << LeaseKind::Watchdog;
    QTest::newRow("acquired again and again") << Times{3s, 6s, 9s, 12s, 15s} << 16 << LeaseKind::Unknown;
    QTest::newRow("extended by the program") << Times{25s, 50s} << 52 << LeaseKind::Unknown;
}

void LockBuilderTest::tellsAWatchdogFromAFixedLease()
{
    QFETCH(std::vector<std::chrono::milliseconds>, extensions);
    QFETCH(int, until);
    QFETCH(inspect::LeaseKind, expected);
    const auto lock = watched(std::chrono::seconds(until), extensions);
    QCOMPARE(static_cast<int>(lock.queue.front().redis->trace.kind), static_cast<int>(expected));
}

void LockBuilderTest::seesALeaseThatIsNoLongerRenewed()
{
    QVERIFY(!watched(35s, {10s, 20s}).queue.front().redis->trace.isOverdue); // half of the lease is left
    QVERIFY(watched(36s, {10s, 20s}).queue.front().redis->trace.isOverdue);
    QVERIFY(!watched(37s, {10s, 20s, 36s}).queue.front().redis->trace.isOverdue);
    QVERIFY(!watched(29s, {}).queue.front().redis->trace.isOverdue); // nothing says that it is to be renewed
}

/// An owner that acquires the lock again between two readings looks like one that has extended its lease.
void LockBuilderTest::aHoldThatMayBeAnotherOne()
{
    auto read = reading(Family::Owner, {});
    read.queue = {two};
    const auto free = buildLock(read, nullptr);
    const auto at = [](std::chrono::milliseconds at, std::chrono::milliseconds lease) {
        auto read = reading(Family::Owner, {{one, "1"}});
        read.readAt = noon + at;
        read.serverTime = read.readAt;
        read.lease = lease;
        return read;
    };
    const auto acquired = buildLock(at(1s, 30s), &free);
    QVERIFY(acquired.queue.front().grantedAt == noon + 1s);
    const auto renewed = buildLock(at(11s, 30s), &acquired);
    QVERIFY(renewed.queue.front().grantedAt == noon + 1s);
    QVERIFY(renewed.queue.front().redis->trace.since == noon + 1s);
    const auto again = buildLock(at(14s, 30s), &renewed);
    QVERIFY(!again.queue.front().grantedAt);
    QVERIFY(again.queue.front().firstSeenAt == noon + 1s);
    QVERIFY(again.queue.front().redis->trace.since == noon + 14s);
    // The end has moved by a third of the lease, but this is a shorter lease.
    const auto shorter = buildLock(at(31s, 20s), &renewed);
    QVERIFY(shorter.queue.front().redis->trace.since == noon + 31s);
}

void LockBuilderTest::aFencingTokenIsOneHold()
{
    const auto lock = watched(16s, {3s, 6s, 9s, 12s, 15s}, 7);
    QVERIFY(lock.queue.front().redis->trace.since == noon);
    QVERIFY(watched(16s, {3s, 6s, 9s, 12s, 15s}).queue.front().redis->trace.since == noon + 15s);
}

void LockBuilderTest::staysEqualWhileTimePasses()
{
    const auto first = watched(3s, {});
    const auto later = watched(4s, {});
    QVERIFY(first.queue.front().redis->trace == later.queue.front().redis->trace);
    auto endless = reading(Family::Owner, {{one, "1"}});
    endless.lease.reset();
    const auto before = buildLock(endless, nullptr);
    endless.readAt = noon + 1s;
    QVERIFY(buildLock(endless, &before).queue.front() == before.queue.front());
}

void LockBuilderTest::remembersAReadersLease()
{
    const auto at = [](std::chrono::milliseconds at, std::optional<std::chrono::milliseconds> lease) {
        auto read = reading(Family::ReadWrite, {{"mode", "read"}, {one, "1"}});
        read.readAt = noon + at;
        read.readLeases = {{one, 1, lease}};
        return read;
    };
    const auto never = buildLock(at(0s, {}), nullptr);
    QVERIFY(!buildLock(at(1s, {}), &never).queue.front().redis->ended);
    const auto with = buildLock(at(0s, 1s), nullptr);
    const auto once = buildLock(at(1s, {}), &with);
    QVERIFY(once.queue.front().redis->ended == (inspect::Steady{noon + 1s, false}));
    QVERIFY(buildLock(at(2s, {}), &once).queue.front().redis->ended == (inspect::Steady{noon + 1s, true}));
    QVERIFY(!buildLock(at(2s, 30s), &once).queue.front().redis->ended);
}

void LockBuilderTest::remembersTheHighestToken()
{
    auto read = reading(Family::Owner, {{one, "1"}});
    QVERIFY(!buildLock(read, nullptr).redis->highestToken);
    read.token = 7;
    const auto seven = buildLock(read, nullptr);
    QCOMPARE(seven.redis->highestToken.value(), 7);
    read.token = 5;
    QCOMPARE(buildLock(read, &seven).redis->highestToken.value(), 7);
    read.token.reset(); // its key is gone
    QCOMPARE(buildLock(read, &seven).redis->highestToken.value(), 7);
    read.token = 8;
    QCOMPARE(buildLock(read, &seven).redis->highestToken.value(), 8);
}

void LockBuilderTest::remembersPermits()
{
    auto read = reading(Family::PermitSemaphore, {});
    read.freePermits = 3;
    read.permits = {{"x", noon + 4s}};
    const auto four = buildLock(read, nullptr);
    QCOMPARE(four.redis->permits.value(), 4);
    read.permits.clear();
    const auto three = buildLock(read, &four);
    QCOMPARE(three.redis->permits.value(), 3);
    QCOMPARE(three.redis->mostPermits.value(), 4);
    read.isOneMoment = false; // between its parts a permit may have been returned
    const auto unknown = buildLock(read, &three);
    QVERIFY(!unknown.redis->permits);
    QCOMPARE(unknown.redis->mostPermits.value(), 4);
}

void LockBuilderTest::remembersVotes()
{
    const auto at = [](std::chrono::milliseconds at, const std::vector<std::string>& tokens,
                       const inspect::Lock* before) {
        inspect::RedisLock facts;
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            auto& vote = facts.votes.emplace_back();
            vote.server = std::to_string(i);
            vote.isReachable = tokens[i] != "?";
            if (vote.isReachable && !tokens[i].empty()) {
                vote.token = tokens[i];
                vote.lease = 10s - at;
            }
        }
        const auto count = inspect::countVotes(facts.votes);
        facts.verdict = count.verdict;
        facts.exclusiveFor = count.exclusiveFor;
        inspect::rememberVotes(facts, before, noon + at);
        inspect::Lock lock;
        lock.redis = std::make_shared<const inspect::RedisLock>(std::move(facts));
        return lock;
    };
    const auto first = at(0s, {"a", "a", ""}, nullptr);
    QCOMPARE(first.redis->heldToken, std::string("a"));
    QVERIFY(first.redis->heldUntil == noon + 10s);
    const auto second = at(1s, {"a", "?", ""}, &first);
    QVERIFY(second.redis->votes[0].same == (inspect::Steady{noon, true}));
    QVERIFY(!second.redis->votes[1].same);
    QVERIFY(second.redis->votes[2].same == (inspect::Steady{noon, true}));
    QVERIFY(second.redis->heldUntil == noon + 10s); // it has not ended
    const auto third = at(2s, {"b", "", ""}, &second);
    QVERIFY(third.redis->votes[0].same == (inspect::Steady{noon + 2s, false}));
    QVERIFY(third.redis->votes[1].same == (inspect::Steady{noon + 2s, false}));
    QVERIFY(!at(11s, {"", "", ""}, &third).redis->heldUntil);
    QVERIFY(third.redis->longestLease == 10s);
}

void LockBuilderTest::saysWhenToLookAgain()
{
    QVERIFY(!inspect::nextLook(watched(5s, {}))); // the lease may be a fixed one
    const auto renewed = watched(22s, {10s, 20s});
    const auto overdueAfter = inspect::nextLook(renewed);
    QVERIFY(overdueAfter > 12s && overdueAfter < 14s); // half of the lease has passed 13 s later
    QVERIFY(watched(22s + std::chrono::ceil<std::chrono::seconds>(*overdueAfter), {10s, 20s})
                .queue.front()
                .redis->trace.isOverdue);
    QVERIFY(!inspect::nextLook(watched(36s, {10s, 20s}))); // it is known already
    auto read = reading(Family::Owner, {{one, "1"}});
    read.queue = {two};
    read.listeners = {{keys::fairChannel("orders", two), 0}};
    const auto once = buildLock(read, nullptr);
    QVERIFY(inspect::nextLook(once) == 500ms);
    read.readAt = noon + 500ms;
    QVERIFY(!inspect::nextLook(buildLock(read, &once)));
}

} // namespace lockscope::lockBuilderTest

LOCKSCOPE_TEST(lockscope::lockBuilderTest::LockBuilderTest)
#include "LockBuilderTest.moc"
