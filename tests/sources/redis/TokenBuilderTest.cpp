// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Token locks and Redlocks as they are shown.

#include "core/sources/redis/dialects/TokenBuilder.h"
#include "tests/support/Test.h"

namespace lockscope::tokenBuilderTest {

using namespace std::chrono_literals;
using inspect::RedisVote;
using inspect::RedlockReading;
using inspect::Verdict;

const std::string one = "9b1c0a7e44d25f83e6b7a90c1d2e3f45";
const std::string two = "3f2a6c5e8b1d11ee9c4a0242ac120002";

RedisVote token(const std::string& token, std::optional<std::chrono::milliseconds> lease = 10s)
{
    RedisVote vote;
    vote.isReachable = true;
    vote.token = token;
    vote.lease = lease;
    return vote;
}

RedisVote noToken()
{
    RedisVote vote;
    vote.isReachable = true;
    return vote;
}

RedlockReading reading(std::vector<RedisVote> votes, std::chrono::seconds at = 1000s)
{
    RedlockReading reading;
    reading.name = "orders";
    reading.begunAt = WallTime(at) - 2ms;
    reading.readAt = WallTime(at);
    reading.votes = std::move(votes);
    return reading;
}

class TokenBuilderTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aQuorumHolds();
    void noQuorumHoldsNothing();
    void anUnreachableQuorumIsUndecided();
    void rememberGrants();
    void aTokenOnTwoMasters();
    void aTokenLock();
    void aWorkerMayStoreItsNameAgain();
};

void TokenBuilderTest::aQuorumHolds()
{
    const auto lock =
        buildRedlock(reading({token(one, 9s), token(one, 7s), token(two), token(one, 8s), noToken()}), nullptr);
    QVERIFY(lock.kind == inspect::LockKind::Single);
    QVERIFY(lock.isPossible());
    QCOMPARE(lock.dialect, std::string("redlock"));
    QCOMPARE(lock.queue.size(), std::size_t(1)); // the second token holds nothing
    const auto& holder = lock.queue.front();
    QVERIFY(holder.holds && holder.isStateKnown);
    QCOMPARE(holder.redis->owner, one);
    QVERIFY(holder.redis->lease == 7s); // then two keys are left, and the quorum is three
    QVERIFY(lock.redis->verdict == Verdict::Held);
    QVERIFY(lock.redis->exclusiveFor == 7s);
    QCOMPARE(lock.redis->votes.size(), std::size_t(5));
    QVERIFY(lock.readAt == WallTime(1000s));
    QVERIFY(lock.confirmedAt == WallTime(1000s) - 2ms); // before the first master was read
}

void TokenBuilderTest::noQuorumHoldsNothing()
{
    const auto split = buildRedlock(reading({token(one), token(one), token(two), token(two), noToken()}), nullptr);
    QVERIFY(split.redis->verdict == Verdict::Split);
    QVERIFY(split.queue.empty());
    QCOMPARE(split.holders(), 0);
    QCOMPARE(split.waiters(), 0);
    const auto remnant =
        buildRedlock(reading({token(one, 3s), token(one, 5s), noToken(), noToken(), noToken()}), nullptr);
    QVERIFY(remnant.redis->verdict == Verdict::Remnant);
    QVERIFY(remnant.queue.empty());
    QVERIFY(remnant.redis->lease == 5s); // until the last key is gone
    QVERIFY(!remnant.redis->exclusiveFor);
}

/// A token may hold if the masters that do not answer have it too; one with too few votes even then holds nothing.
void TokenBuilderTest::anUnreachableQuorumIsUndecided()
{
    const RedisVote unreachable;
    const auto lock =
        buildRedlock(reading({token(one, 4s), token(one, 6s), token(two), unreachable, noToken()}), nullptr);
    QVERIFY(lock.redis->verdict == Verdict::Undecided);
    QCOMPARE(lock.queue.size(), std::size_t(1));
    QVERIFY(!lock.queue.front().holds);
    QVERIFY(!lock.queue.front().isStateKnown);
    QCOMPARE(lock.queue.front().redis->owner, one);
    QVERIFY(lock.queue.front().redis->lease == 4s);
    QCOMPARE(lock.holders(), 0);
    QCOMPARE(lock.waiters(), 0);
}

void TokenBuilderTest::rememberGrants()
{
    const auto first = buildRedlock(reading({token(one), token(one), token(one)}), nullptr);
    QVERIFY(!first.queue.front().grantedAt); // it may have held for long
    QVERIFY(first.queue.front().firstSeenAt == WallTime(1000s));
    const auto second = buildRedlock(reading({token(one), token(one), token(one)}, 1001s), &first);
    QVERIFY(second.queue.front().firstSeenAt == WallTime(1000s));
    const auto third = buildRedlock(reading({token(two), token(two), token(two)}, 1002s), &second);
    QVERIFY(third.queue.front().grantedAt == WallTime(1002s));
    // When a master answers again, its holder may have held all the time.
    const auto unknown = buildRedlock(reading({token(one), {}, noToken()}, 1003s), nullptr);
    const auto known = buildRedlock(reading({token(one), token(one), noToken()}, 1004s), &unknown);
    QVERIFY(known.queue.front().holds);
    QVERIFY(!known.queue.front().grantedAt);
}

void TokenBuilderTest::aTokenOnTwoMasters()
{
    QVERIFY(inspect::isRedlock({token(one), noToken(), token(one)}));
    QVERIFY(inspect::isRedlock({token(one), token(two), noToken()})); // a split
    QVERIFY(!inspect::isRedlock({token(one), noToken(), noToken()}));
    QVERIFY(!inspect::isRedlock({token(one), token("a cached page"), noToken()}));
    QVERIFY(!inspect::isRedlock({token(one, std::nullopt), token(one, std::nullopt), noToken()}));
    QVERIFY(inspect::isRedlock({token(one, std::nullopt), token(one), noToken()}));
}

void TokenBuilderTest::aTokenLock()
{
    inspect::TokenReading read;
    read.name = "orders";
    read.readAt = WallTime(1000s);
    read.read = {one, 10s};
    const auto lock = buildTokenLock(read, nullptr);
    QVERIFY(lock.kind == inspect::LockKind::Single);
    QVERIFY(lock.isPossible());
    QVERIFY(lock.queue.front().holds);
    QCOMPARE(lock.queue.front().redis->owner, one);
    QVERIFY(lock.redis->lease == 10s);
    QCOMPARE(lock.redis->quorum, 0); // no votes
    inspect::RedisDialect dialect;
    dialect.id = "ours";
    dialect.title = "Our lock";
    dialect.certainty = inspect::Certainty::Certain;
    read.dialect = &dialect;
    QVERIFY(!buildTokenLock(read, nullptr).isPossible());
    QCOMPARE(buildTokenLock(read, nullptr).dialectTitle, std::string("Our lock"));
    dialect.certainty = inspect::Certainty::Possible;
    QVERIFY(buildTokenLock(read, nullptr).isPossible());
    read.hasCompanion = true;
    QVERIFY(!buildTokenLock(read, nullptr).isPossible());
    QVERIFY(!buildTokenLock(read, nullptr).polled);
    read.isPolled = true;
    QVERIFY(buildTokenLock(read, nullptr).polled);
}

/// A random value is of one hold, whatever its lease does. A name tells no hold from the next one.
void TokenBuilderTest::aWorkerMayStoreItsNameAgain()
{
    const auto at = [](std::chrono::seconds at, const std::string& owner, std::chrono::seconds lease) {
        inspect::TokenReading read;
        read.name = "orders";
        read.readAt = WallTime(at);
        read.read = {owner, lease};
        return read;
    };
    const auto grantOf = [](const inspect::Lock& lock) { return lock.queue.front().grantedAt; };
    for (const auto& owner : {std::string("worker-7"), one}) {
        const auto other = buildTokenLock(at(1000s, two, 10s), nullptr);
        const auto held = buildTokenLock(at(1001s, owner, 10s), &other);
        QVERIFY(grantOf(held) == WallTime(1001s));
        const auto later = buildTokenLock(at(1004s, owner, 7s), &held);
        QVERIFY(grantOf(later) == WallTime(1001s));
        const auto again = buildTokenLock(at(1006s, owner, 10s), &later); // no watchdog renews then
        QVERIFY(grantOf(again) == (owner == one ? std::optional(WallTime(1001s)) : std::nullopt));
        QVERIFY(again.queue.front().firstSeenAt == WallTime(1001s));
    }
}

} // namespace lockscope::tokenBuilderTest

LOCKSCOPE_TEST(lockscope::tokenBuilderTest::TokenBuilderTest)
#include "TokenBuilderTest.moc"
