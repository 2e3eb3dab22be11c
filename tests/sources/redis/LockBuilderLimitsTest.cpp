// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Locks of which not all was read, that are large, or whose name had another owner or token before.

#include "core/redis/KeyNames.h"
#include "core/sources/redis/dialects/LockBuilder.h"
#include "tests/support/Growth.h"
#include "tests/support/Test.h"

#include <limits>

namespace lockscope::lockBuilderLimitsTest {

using namespace std::chrono_literals;
using inspect::buildLock;
using inspect::HashFields;
using inspect::LockReading;
using Family = LockReading::Family;
namespace keys = redis::keys;

const std::string one = "0123abcd-0123-4567-89ab-0123456789ab:1";
const std::string two = "0123abcd-0123-4567-89ab-0123456789ab:2";
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

class LockBuilderLimitsTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void leasesOfReadersThatWereNotRead();
    void morePermitsThanWereRead();
    void aNumberOfPermitsBeyondAll();
    void aValueOfAGroupHasAnotherOwner();
    void theTokenBeforeTheLockWasFree();
    void aLongQueue();
    void manyReaders();
};

/// No hold lasts longer than the lock's key.
void LockBuilderLimitsTest::leasesOfReadersThatWereNotRead()
{
    const auto read = reading(Family::ReadWrite, {{"mode", "read"}, {one, "2000000000"}});
    const auto lock = buildLock(read, nullptr);
    QVERIFY(lock.queue.front().redis->lease == 30s);
    QVERIFY(!buildLock(read, &lock).queue.front().redis->ended);
}

void LockBuilderLimitsTest::morePermitsThanWereRead()
{
    auto read = reading(Family::PermitSemaphore, {});
    read.freePermits = 3;
    read.permits = {{"0123456789abcdef", noon + 4s}};
    read.mayHaveMore = true;
    const auto lock = buildLock(read, nullptr);
    QCOMPARE(lock.leases, 0);
    QVERIFY(lock.leasesKnown == inspect::Confidence::Unknown);
    QVERIFY(!lock.redis->permits);
}

void LockBuilderLimitsTest::aNumberOfPermitsBeyondAll()
{
    auto read = reading(Family::PermitSemaphore, {});
    read.permits = {{"0123456789abcdef", noon + 4s}};
    read.freePermits = 9'000'000'000'000'000'000;
    QCOMPARE(buildLock(read, nullptr).leases, std::numeric_limits<int>::max());
    read.freePermits = -5;
    QCOMPARE(buildLock(read, nullptr).leases, 0);
}

/// Its field is the value's name, for every owner.
void LockBuilderLimitsTest::aValueOfAGroupHasAnotherOwner()
{
    const std::string value = "AbCdEfGhIjKlMnOpQrStUv";
    const auto of = [&](const std::string& owner, std::chrono::seconds at) {
        auto part = value;
        part.append(":").append(owner);
        auto read = reading(Family::FasterMulti,
                            {{value, owner}, {part + ":expire_time", "1764331260000"}, {part + ":lock_count", "1"}});
        read.readAt = noon + at;
        read.serverTime = read.readAt;
        return read;
    };
    const auto first = buildLock(of(one, 0s), nullptr);
    QCOMPARE(first.queue.size(), std::size_t(1));
    const auto other = buildLock(of(two, 1s), &first);
    QVERIFY(other.queue.front().firstSeenAt == noon + 1s);
    QVERIFY(other.queue.front().grantedAt == noon + 1s);
    QVERIFY(other.queue.front().redis->trace.since == noon + 1s);
    const auto same = buildLock(of(two, 2s), &other);
    QVERIFY(same.queue.front().grantedAt == noon + 1s);
}

/// A lock that is free is forgotten; who reads it remembers its token.
void LockBuilderLimitsTest::theTokenBeforeTheLockWasFree()
{
    auto read = reading(Family::Owner, {{one, "1"}});
    read.token = 3;
    read.highestToken = 7;
    const auto lock = buildLock(read, nullptr);
    QCOMPARE(lock.redis->fencingToken.value(), 3);
    QCOMPARE(lock.redis->highestToken.value(), 7);
}

std::string ownerNumber(int number)
{
    return "0123abcd-0123-4567-89ab-0123456789ab:" + std::to_string(number);
}

struct Readings {
    LockReading reading;
    inspect::Lock before;
};

void LockBuilderLimitsTest::aLongQueue()
{
    const auto make = [](int size) {
        auto read = reading(Family::Owner, {{ownerNumber(0), "1"}});
        read.listeners = {{keys::lockChannel("orders"), 1}};
        for (int i = 1; i <= size; ++i)
            read.queue.push_back(ownerNumber(i));
        return Readings{read, buildLock(read, nullptr)};
    };
    const auto work = [](const Readings& of) {
        QCOMPARE(buildLock(of.reading, &of.before).queue.size(), of.reading.queue.size() + 1);
    };
    QVERIFY(test::growth({500, 8'000}, make, work).isModest());
}

void LockBuilderLimitsTest::manyReaders()
{
    const auto make = [](int size) {
        HashFields fields{{"mode", "read"}};
        for (int i = 0; i < size; ++i)
            fields.emplace_back(ownerNumber(i), "1");
        auto read = reading(Family::ReadWrite, fields);
        for (int i = 0; i < size; ++i)
            read.readLeases.push_back({ownerNumber(i), 1, 5s});
        return Readings{read, buildLock(read, nullptr)};
    };
    const auto work = [](const Readings& of) {
        QVERIFY(buildLock(of.reading, &of.before).queue.back().redis->lease == 5s);
    };
    QVERIFY(test::growth({500, 8'000}, make, work).isModest());
}

} // namespace lockscope::lockBuilderLimitsTest

LOCKSCOPE_TEST(lockscope::lockBuilderLimitsTest::LockBuilderLimitsTest)
#include "LockBuilderLimitsTest.moc"
