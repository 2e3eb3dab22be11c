// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Deadlocks of owners on Redis: threads that hold one lock and wait in the queue of another fair lock.

#include "core/findings/Findings.h"
#include "core/redis/KeyNames.h"
#include "core/sources/redis/dialects/LockBuilder.h"
#include "core/waits/WaitDot.h"
#include "core/waits/WaitGraph.h"
#include "core/waits/WaitJson.h"
#include "tests/support/Test.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>

namespace lockscope::redisDeadlockTest {

using namespace lockscope::inspect;
using namespace std::chrono_literals;
namespace keys = redis::keys;

namespace {

constexpr WallTime noon(std::chrono::milliseconds(1'764'331'200'000));
const std::string one = "0123abcd-0123-4567-89ab-0123456789ab:1";
const std::string two = "fedc0123-89ab-4567-0123-0123456789ab:2";
const std::string three = "fedc0123-89ab-4567-0123-0123456789ab:3";

struct Held {
    std::string name;
    std::string owner;
    std::vector<std::string> queue; ///< of a fair lock
    std::vector<std::string> dead;  ///< of these, without a listener
};

LockReading readingOf(const Held& held, std::chrono::milliseconds before)
{
    LockReading reading;
    reading.name = held.name;
    reading.readAt = noon - before;
    reading.serverTime = reading.readAt;
    reading.shape = shapeOf({{held.owner, "1"}});
    reading.lease = 30s;
    reading.queue = held.queue;
    reading.listeners = {{keys::lockChannel(held.name), 0}};
    for (const auto& waiter : held.queue) {
        const bool isDead = std::find(held.dead.begin(), held.dead.end(), waiter) != held.dead.end();
        reading.listeners[keys::fairChannel(held.name, waiter)] = isDead ? 0 : 1;
    }
    return reading;
}

/// After these readings of each lock, so long before noon.
Snapshot snapshotOf(const std::vector<Held>& locks, const std::vector<std::chrono::milliseconds>& readings = {2s, 0s})
{
    Snapshot snapshot;
    snapshot.backend = Backend::Redis;
    snapshot.takenAt = noon;
    snapshot.complete = true;
    snapshot.manual = true;
    for (const auto& held : locks) {
        std::optional<Lock> lock;
        for (const auto before : readings)
            lock = buildLock(readingOf(held, before), lock ? &*lock : nullptr);
        snapshot.locks.push_back(std::make_shared<const Lock>(*std::move(lock)));
    }
    return snapshot;
}

std::vector<Finding> deadlocksIn(const Snapshot& snapshot)
{
    auto findings = findingsIn(snapshot, {});
    std::erase_if(findings, [](const Finding& finding) { return finding.kind != FindingKind::Deadlock; });
    return findings;
}

const std::vector<Held> crossed{{"a", one, {two}, {}}, {"b", two, {one}, {}}};

} // namespace

class RedisDeadlockTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void twoOwnersOfFairLocks()
    {
        const auto found = deadlocksIn(snapshotOf(crossed));
        QCOMPARE(found.size(), std::size_t(1));
        QVERIFY(found[0].severity == Severity::Critical);
        QVERIFY(found[0].path == "a" || found[0].path == "b");
        QVERIFY((std::set<std::string>(found[0].owners.begin(), found[0].owners.end()) == std::set{one, two}));
        QVERIFY2(found[0].evidence.find(one + " waits for b, which " + two + " holds.") != std::string::npos,
                 found[0].evidence.c_str());
        QVERIFY2(found[0].advice.find("release " + found[0].path + ".") != std::string::npos, found[0].advice.c_str());
    }

    void threeOwners()
    {
        const auto found =
            deadlocksIn(snapshotOf({{"a", one, {three}, {}}, {"b", two, {one}, {}}, {"c", three, {two}, {}}}));
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found[0].owners.size(), std::size_t(6));
    }

    /// Its client has stopped: its lease ends, and its place too.
    void aDeadWaiterCausesNone()
    {
        QVERIFY(deadlocksIn(snapshotOf({{"a", one, {two}, {}}, {"b", two, {one}, {one}}})).empty());
    }

    /// A client that waits for a lock that is not fair is not in its data.
    void aLockThatIsNotFairCausesNone()
    {
        QVERIFY(deadlocksIn(snapshotOf({{"a", one, {}, {}}, {"b", two, {one}, {}}})).empty());
    }

    /// Another thread of the instance goes on, and releases.
    void anotherThreadIsAnotherOwner()
    {
        QVERIFY(deadlocksIn(snapshotOf({{"a", one, {three}, {}}, {"b", two, {one}, {}}})).empty());
    }

    void anOwnerThatWaitsTwiceMayContinue()
    {
        QVERIFY(
            deadlocksIn(snapshotOf({{"a", one, {two}, {}}, {"b", two, {one}, {}}, {"c", three, {one}, {}}})).empty());
    }

    /// Locks are read one after another: the owner of one may have left the queue of the other meanwhile.
    void oneReadingIsNotEnough()
    {
        QVERIFY(deadlocksIn(snapshotOf(crossed, {0s})).empty());
        QVERIFY(deadlocksIn(snapshotOf(crossed, {100ms, 0ms})).empty());
        QCOMPARE(deadlocksIn(snapshotOf(crossed, {300ms, 0ms})).size(), std::size_t(1));
    }

    /// A lock that only ages keeps the time of its first reading; it is read again at each interval.
    void aPolledLockIsAsOldAsTheInterval()
    {
        const auto polled = [](std::chrono::milliseconds since) {
            auto snapshot = snapshotOf(crossed, {since});
            snapshot.manual = false;
            snapshot.redisWatch = RedisWatch{RedisWatch::By::Polling, 1s, {}};
            for (auto& lock : snapshot.locks) {
                auto copy = *lock;
                copy.polled = true;
                lock = std::make_shared<const Lock>(std::move(copy));
            }
            return snapshot;
        };
        QVERIFY(deadlocksIn(polled(2s)).empty());
        QCOMPARE(deadlocksIn(polled(3s)).size(), std::size_t(1));
    }

    /// The next waiter is stuck behind the cycle, and not part of it.
    void theGraphMarksIt()
    {
        const auto snapshot = std::make_shared<const Snapshot>(snapshotOf({{"a", one, {two, three}, {}}, crossed[1]}));
        const WaitGraph graph(snapshot);
        QCOMPARE(graph.deadlocks().size(), std::size_t(1));
        QVERIFY(graph.deadlocks().front().isCertain);
        const auto whole = graph.whole(10);
        QCOMPARE(whole.nodes.size(), std::size_t(3));
        for (const auto& node : whole.nodes) {
            QCOMPARE(node.isInCycle, node.owner != three);
            QCOMPARE(node.isStuck, node.owner == three);
        }
        const auto text = waitText(whole, noon);
        QVERIFY2(text.find(one + " waits for b, which " + two + " holds.") != std::string::npos, text.c_str());
        QVERIFY2(text.find("session") == std::string::npos, text.c_str());
        const auto dot = waitDot(whole, *snapshot, noon);
        QVERIFY2(dot.find(three) != std::string::npos && dot.find("session") == std::string::npos, dot.c_str());
    }
};

} // namespace lockscope::redisDeadlockTest

LOCKSCOPE_TEST(lockscope::redisDeadlockTest::RedisDeadlockTest)
#include "RedisDeadlockTest.moc"
