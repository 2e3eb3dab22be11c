// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The locks that one thread of a client holds at the same time, as a multi-lock does.

#include "core/model/OwnerLocks.h"
#include "core/model/SnapshotJson.h"
#include "tests/support/Test.h"

#include <QElapsedTimer>
#include <QJsonArray>

#include <memory>
#include <string>
#include <utility>

namespace lockscope::ownerLocksTest {

using namespace lockscope::inspect;
using namespace Qt::StringLiterals;

namespace {

constexpr WallTime noon(std::chrono::milliseconds(1'764'331'200'000));
const std::string firstThread = "5f0c2a9e-7421-469a-addb-44fb92259a1b:41";
const std::string otherThread = "5f0c2a9e-7421-469a-addb-44fb92259a1b:4";
const std::string otherClient = "9b41d7e0-7421-469a-addb-44fb92259a1b:41";

using Names = std::vector<std::string>;

Contender contenderOf(const std::string& owner, bool holds = true)
{
    Contender contender;
    contender.node = owner;
    contender.holds = holds;
    contender.redis = std::make_shared<const RedisContender>(RedisContender{owner, 1, {}, Alive::Unknown, {}});
    return contender;
}

std::shared_ptr<Lock> lockOf(const std::string& name, std::vector<Contender> queue)
{
    auto lock = std::make_shared<Lock>();
    lock->path = name;
    lock->kind = LockKind::Mutex;
    lock->queue = std::move(queue);
    lock->redis = std::make_shared<const RedisLock>();
    return lock;
}

/// The locks in the order of their names.
Snapshot snapshotOf(std::vector<std::shared_ptr<const Lock>> locks)
{
    Snapshot snapshot;
    snapshot.backend = Backend::Redis;
    snapshot.takenAt = noon;
    snapshot.complete = true;
    snapshot.locks = std::move(locks);
    return snapshot;
}

Names heldWith(const Snapshot& snapshot, std::size_t lock, std::size_t contender = 0)
{
    const auto& one = *snapshot.locks[lock];
    return OwnerLocks(snapshot).alsoHeld(one, one.queue[contender]);
}

} // namespace

class OwnerLocksTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void locksOfOneThread()
    {
        const auto snapshot =
            snapshotOf({lockOf("a", {contenderOf(firstThread)}), lockOf("b", {contenderOf(firstThread)}),
                        lockOf("c", {contenderOf(otherClient)}), lockOf("d", {contenderOf(firstThread)})});
        QCOMPARE(heldWith(snapshot, 0), (Names{"b", "d"}));
        QCOMPARE(heldWith(snapshot, 1), (Names{"a", "d"}));
        QCOMPARE(heldWith(snapshot, 2), Names());
    }

    /// Each thread has locks of its own.
    void otherThreadsOfTheInstanceAreApart()
    {
        const auto snapshot =
            snapshotOf({lockOf("a", {contenderOf(firstThread)}), lockOf("b", {contenderOf(otherThread)})});
        QCOMPARE(heldWith(snapshot, 0), Names());
        QCOMPARE(heldWith(snapshot, 1), Names());
    }

    /// The downgrade of a writer: one lock.
    void readerAndWriterAreOneLock()
    {
        auto writer = contenderOf(firstThread);
        writer.node += ":write";
        const auto snapshot =
            snapshotOf({lockOf("a", {contenderOf(firstThread), writer}), lockOf("b", {contenderOf(firstThread)})});
        QCOMPARE(heldWith(snapshot, 0, 0), Names{"b"});
        QCOMPARE(heldWith(snapshot, 0, 1), Names{"b"});
        QCOMPARE(heldWith(snapshot, 1), Names{"a"});
    }

    void waitsAreNoHolds()
    {
        const auto snapshot = snapshotOf({lockOf("a", {contenderOf(otherClient), contenderOf(firstThread, false)}),
                                          lockOf("b", {contenderOf(firstThread)})});
        QCOMPARE(heldWith(snapshot, 1), Names());
        QCOMPARE(heldWith(snapshot, 0, 1), Names{"b"}); // the waiter holds another lock
    }

    /// One token in two keys, and what may be no lock, prove nothing.
    void tokensAndPossibleLocksAreLeftOut()
    {
        const auto possible = lockOf("c", {contenderOf(firstThread)});
        possible->certainty = Certainty::Possible;
        const auto snapshot = snapshotOf({lockOf("a", {contenderOf("token")}), lockOf("b", {contenderOf("token")}),
                                          possible, lockOf("d", {contenderOf(firstThread)})});
        QCOMPARE(heldWith(snapshot, 0), Names());
        QCOMPARE(heldWith(snapshot, 2), Names());
        QCOMPARE(heldWith(snapshot, 3), Names());
    }

    void theTextSaysWhatIsAGuess()
    {
        QCOMPARE(alsoHeldText({"b", "c"}, contenderOf(firstThread)),
                 firstThread + " also holds: b, c. Together they may be one multi-lock.");
        QCOMPARE(alsoHeldText({"b"}, contenderOf(firstThread, false)), firstThread + " also holds: b.");
        const auto text = alsoHeldText(Names(12, "x"), contenderOf(firstThread));
        QVERIFY2(text.find("x and 2 more.") != std::string::npos, text.c_str());
    }

    void theJsonNamesThem()
    {
        auto snapshot = snapshotOf({lockOf("a", {contenderOf(firstThread)}), lockOf("b", {contenderOf(firstThread)}),
                                    lockOf("t", {contenderOf("token")})});
        const auto holder = [&](std::size_t lock) {
            return queueJson(snapshot, *snapshot.locks[lock], noon, {})[u"queue"_s].toArray()[0].toObject();
        };
        QCOMPARE(holder(0)[u"alsoHolds"_s], QJsonValue(QJsonArray{u"b"_s}));
        QVERIFY(!holder(2).contains(u"alsoHolds"_s));
        snapshot.complete = false; // more locks may be found
        QVERIFY(holder(0).contains(u"alsoHolds"_s) && holder(0)[u"alsoHolds"_s].isNull());
    }

    /// 10,000 locks of one owner, and 10,000 waiters of one lock: 10^8 comparisons would take far longer.
    void manyLocks()
    {
        constexpr std::size_t count = 10'000;
        std::vector<std::shared_ptr<const Lock>> locks;
        std::vector<Contender> waiters{contenderOf(firstThread)};
        for (std::size_t i = 0; i < count; ++i)
            waiters.push_back(contenderOf(otherClient + std::to_string(i), false));
        locks.push_back(lockOf("a", waiters));
        for (std::size_t i = 0; i < count; ++i)
            locks.push_back(lockOf("b" + std::to_string(count + i), {contenderOf(otherClient + std::to_string(i))}));
        for (std::size_t i = 0; i < count; ++i)
            locks.push_back(lockOf("c" + std::to_string(count + i), {contenderOf(firstThread)}));
        const auto snapshot = snapshotOf(std::move(locks));
        QElapsedTimer took;
        took.start();
        const OwnerLocks ownerLocks(snapshot);
        const auto& first = *snapshot.locks.front();
        QCOMPARE(ownerLocks.alsoHeld(first, first.queue.front()).size(), count);
        for (std::size_t i = 1; i <= count; ++i)
            QCOMPARE(ownerLocks.alsoHeld(first, first.queue[i]), Names{"b" + std::to_string(count + i - 1)});
        QVERIFY2(took.elapsed() < 2'000, QByteArray::number(took.elapsed()).constData());
    }
};

} // namespace lockscope::ownerLocksTest

LOCKSCOPE_TEST(lockscope::ownerLocksTest::OwnerLocksTest)
#include "OwnerLocksTest.moc"
