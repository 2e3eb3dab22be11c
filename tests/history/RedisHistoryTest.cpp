// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Locks on Redis over time: what began and ended, how it ended, and the same from a recording.

#include "core/history/History.h"
#include "core/history/Timeline.h"
#include "core/history/recordings/RecordingReader.h"
#include "core/history/recordings/RecordingWriter.h"
#include "core/redis/KeyNames.h"
#include "core/sources/redis/dialects/LockBuilder.h"
#include "tests/support/ManualClock.h"
#include "tests/support/Test.h"

#include <QTemporaryDir>

#include <map>
#include <string>
#include <vector>

namespace lockscope::redisHistoryTest {

using namespace lockscope::inspect;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

const std::string one = "b983c153-7421-469a-addb-44fb92259a1b:1";
const std::string two = "0123abcd-0123-4567-89ab-0123456789ab:2";
constexpr WallTime noon{std::chrono::hours(500'000)};

/// One lock on Redis, as a series of readings shows it.
class Series final {
public:
    bool isPolled = false;
    SessionState state = SessionState::Connected;

    /// `owner`: empty, it is free. `lease`: 0, without an end.
    SnapshotPtr at(std::chrono::milliseconds sinceNoon, const std::string& owner, std::chrono::milliseconds lease = 30s,
                   std::vector<std::string> queue = {})
    {
        auto snapshot = std::make_shared<Snapshot>();
        snapshot->backend = Backend::Redis;
        snapshot->connect = "redis://cache1:6379";
        snapshot->takenAt = noon + sinceNoon;
        snapshot->complete = true;
        snapshot->session.state = state;
        if (!owner.empty() || !queue.empty()) {
            LockReading reading;
            reading.name = "orders";
            reading.readAt = snapshot->takenAt;
            if (!owner.empty()) {
                reading.shape = shapeOf({{owner, "1"}});
                reading.lease = lease > 0s ? std::optional(lease) : std::nullopt;
            }
            for (const auto& waiter : queue)
                reading.listeners[redis::keys::fairChannel("orders", waiter)] = 1;
            reading.queue = std::move(queue);
            auto lock = buildLock(reading, m_before.get());
            lock.polled = isPolled;
            m_before = std::make_shared<const Lock>(std::move(lock));
            snapshot->locks.push_back(m_before);
        } else {
            m_before.reset();
        }
        return snapshot;
    }

private:
    std::shared_ptr<const Lock> m_before;
};

/// "1000 granted b983; 3000 released b983 held 2000; "
std::string reported(const LockEvent& event)
{
    auto text = std::to_string((event.at - noon).count()) + (event.atKnown == Confidence::Exact ? " " : "? ") +
                std::string(typeWord(event.change));
    if (event.change.contender.redis)
        text += ' ' + event.change.contender.redis->owner.substr(0, 4);
    if (event.took)
        text += " after " + std::to_string(event.took->count());
    return text + "; ";
}

std::string eventsOf(const std::vector<SnapshotPtr>& snapshots)
{
    std::string events;
    History history({}, [&events](const LockEvent& event) { events += reported(event); });
    for (const auto& snapshot : snapshots)
        history.see(snapshot);
    history.finish();
    return events;
}

/// A lock with one holder, by hand.
SnapshotPtr snapshotOf(std::chrono::milliseconds sinceNoon, const std::string& name, const std::string& node,
                       const std::string& owner)
{
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->backend = Backend::Redis;
    snapshot->takenAt = noon + sinceNoon;
    snapshot->complete = true;
    snapshot->session.state = SessionState::Connected;
    if (owner.empty())
        return snapshot;
    auto lock = std::make_shared<Lock>();
    lock->path = name;
    lock->dialect = "redisson-faster-multi-lock";
    lock->kind = LockKind::Multi;
    lock->readAt = snapshot->takenAt;
    lock->redis = std::make_shared<const RedisLock>();
    Contender holder;
    holder.node = node;
    holder.holds = true;
    holder.firstSeenAt = lock->readAt;
    holder.redis = std::make_shared<const RedisContender>(RedisContender{owner, 1, 30s, Alive::Unknown, {}});
    lock->queue.push_back(std::move(holder));
    snapshot->locks.push_back(std::move(lock));
    return snapshot;
}

} // namespace

class RedisHistoryTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void holdsEndByReleaseOrWithTheirLease_data();
    void holdsEndByReleaseOrWithTheirLease();
    void waitsAreMeasuredWhereTheyAreSeen();
    void aHoldWithoutAWaitBeginsWhenItIsSeen();
    void anEndBetweenTwoReadingsIsInferred();
    void aReaderWithoutALeaseEndsWithTheKey();
    void aNewOwnerOfAValueIsANewHold();
    void theSameOwnerMayHoldAgain();
    void aHolderThatWaitsAgainHasReleased();
    void listenersAreWaiters();
    void aProblemIsOfItsNameAlone();
    void aGapIsAGap();
    void aRecordingHasTheSameHistory();
};

void RedisHistoryTest::holdsEndByReleaseOrWithTheirLease_data()
{
    QTest::addColumn<int>("lease");
    QTest::addColumn<int>("goneAt");
    QTest::addColumn<bool>("isPolled");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, int lease, int goneAt, bool isPolled, const char* expected) {
        QTest::newRow(name) << lease << goneAt << isPolled << QByteArray(expected);
    };
    row("before its lease", 30'000, 3'000, false, "1000 granted b983; 3000 released b983 after 2000; ");
    row("without an end", 0, 3'000, false, "1000 granted b983; 3000 released b983 after 2000; ");
    row("with its lease", 2'000, 3'020, false, "1000 granted b983; 3020 expired b983 after 2020; ");
    row("noticed late", 2'000, 9'000, false, "1000 granted b983; 9000 left b983 after 8000; ");
    row("between two readings", 2'000, 3'020, true, "1000? granted b983; 3020? left b983; ");
    row("before its lease, by reading", 30'000, 3'000, true, "1000? granted b983; 3000? released b983; ");
}

void RedisHistoryTest::holdsEndByReleaseOrWithTheirLease()
{
    QFETCH(int, lease);
    QFETCH(int, goneAt);
    QFETCH(bool, isPolled);
    QFETCH(QByteArray, expected);
    Series series;
    series.isPolled = isPolled;
    const auto before = series.at(0ms, {});
    const auto held = series.at(1s, one, std::chrono::milliseconds(lease));
    const auto free = series.at(std::chrono::milliseconds(goneAt), {});
    QCOMPARE(eventsOf({before, held, free}), expected.toStdString());
}

void RedisHistoryTest::waitsAreMeasuredWhereTheyAreSeen()
{
    Series series;
    const auto before = series.at(0ms, {});
    const auto held = series.at(1s, one);
    const auto waited = series.at(2s, one, 29s, {two});
    const auto passed = series.at(5s, two);
    const auto queued = series.at(6s, two, 29s, {one});
    const auto free = series.at(7s, {}); // the waiter may have had its turn
    QCOMPARE(eventsOf({before, held, waited, passed, queued, free}),
             std::string("1000 granted b983; 2000 joined 0123; 5000 released b983 after 4000; "
                         "5000 granted 0123 after 3000; 6000 joined b983; 7000 released 0123 after 2000; "
                         "7000 left b983; 7000 unseen; "));
}

void RedisHistoryTest::aHoldWithoutAWaitBeginsWhenItIsSeen()
{
    Series series;
    History history;
    Timeline timeline("orders");
    for (const auto& snapshot : {series.at(0ms, {}), series.at(4s, one), series.at(6s, {})}) {
        history.see(snapshot);
        timeline.see(history);
    }
    QCOMPARE(timeline.size(), std::size_t(1));
    const auto& stay = timeline.row(0).stays.front();
    QVERIFY(stay.from == noon + 4s && stay.fromKnown == Confidence::Exact);
    QVERIFY(stay.heldFrom == noon + 4s && stay.to == noon + 6s);
    const auto* lock = history.find("orders");
    QCOMPARE(lock->granted, std::uint64_t(1));
    QCOMPARE(lock->waits.count(), std::uint64_t(0)); // how long it had waited is not known
    QCOMPARE(lock->inferredWaits, std::uint64_t(1));
}

/// Polled at the one end of the time in which it changed.
void RedisHistoryTest::anEndBetweenTwoReadingsIsInferred()
{
    Series series;
    const auto before = series.at(0ms, {});
    series.isPolled = true;
    const auto held = series.at(1s, one, 2s);
    series.isPolled = false;
    const auto other = series.at(3s, two, 30s);
    const auto free = series.at(4s, {});
    QCOMPARE(eventsOf({before, held, other, free}),
             std::string("1000? granted b983; 3000? left b983; 3000? granted 0123; 4000 released 0123; "));
}

/// The key of a read/write lock expires, and with it the field of a reader whose own lease had ended before.
void RedisHistoryTest::aReaderWithoutALeaseEndsWithTheKey()
{
    Lock lock;
    lock.readAt = noon;
    auto facts = std::make_shared<RedisLock>();
    facts->lease = 30s;
    lock.redis = facts;
    Contender reader;
    reader.holds = true;
    reader.mode = LockMode::Shared;
    reader.redis = std::make_shared<const RedisContender>(RedisContender{one, 1, {}, Alive::Unknown, {}});
    QVERIFY(endingOf(lock, reader, noon + 2s, false) == Change::Ending::Unknown);
    facts->lease.reset();
    QVERIFY(endingOf(lock, reader, noon + 2s, false) == Change::Ending::Released);
}

/// A multi-lock names its holders by the values that they hold.
void RedisHistoryTest::aNewOwnerOfAValueIsANewHold()
{
    const std::vector<SnapshotPtr> snapshots{
        snapshotOf(0ms, "multi", "", ""), snapshotOf(1s, "multi", "R0lGODlhAQABAIAAAAUEBA", one),
        snapshotOf(3s, "multi", "R0lGODlhAQABAIAAAAUEBA", two), snapshotOf(4s, "multi", "", "")};
    QCOMPARE(eventsOf(snapshots), std::string("1000 granted b983; 3000 released b983 after 2000; 3000 granted 0123; "
                                              "4000 released 0123 after 1000; "));
}

/// Its lease is extended at a time when no watchdog extends it: it may have released the lock and acquired it again.
void RedisHistoryTest::theSameOwnerMayHoldAgain()
{
    Series series;
    const auto before = series.at(0ms, {});
    const auto held = series.at(1s, one);
    const auto again = series.at(3s, one);
    const auto free = series.at(6s, {});
    QCOMPARE(eventsOf({before, held, again, free}), std::string("1000 granted b983; 6000 released b983; "));
    History history;
    for (const auto& snapshot : {before, held, again})
        history.see(snapshot);
    QVERIFY(history.durationsOf(*history.find("orders"), noon + 5s).holds.longest() == 2s);
    const auto since = sinceOf(again->locks.front()->queue.front(), {noon + 5s, noon + 5s});
    QVERIFY(since && since->duration == 2s && since->atLeast);
}

/// In the queue of a fair lock, where its name stays.
void RedisHistoryTest::aHolderThatWaitsAgainHasReleased()
{
    Series series;
    const std::vector<SnapshotPtr> snapshots{series.at(0s, {}), series.at(1s, one, 30s, {two}),
                                             series.at(3s, two, 30s, {one}), series.at(6s, one)};
    QCOMPARE(eventsOf(snapshots), std::string("1000 joined 0123; 1000 granted b983; 3000 released b983 after 2000; "
                                              "3000 joined b983; 3000 granted 0123 after 2000; "
                                              "6000 released 0123 after 3000; 6000 granted b983 after 3000; "));
    History history;
    Timeline timeline("orders");
    for (const auto& snapshot : snapshots) {
        history.see(snapshot);
        timeline.see(history);
    }
    for (std::size_t row = 0; row < timeline.size(); ++row) {
        const auto& first = timeline.row(row).stays.front();
        QVERIFY(first.end != Stay::End::Open);
        QVERIFY(first.to == noon + (first.heldFrom == noon + 1s ? 3s : 6s));
    }
}

void RedisHistoryTest::listenersAreWaiters()
{
    const auto held = snapshotOf(1s, "orders", "value", one);
    auto contended = std::make_shared<Snapshot>(*snapshotOf(3s, "orders", "value", one));
    auto lock = std::make_shared<Lock>(*contended->locks.front());
    auto facts = std::make_shared<RedisLock>();
    facts->listeners = 3;
    lock->redis = std::move(facts);
    contended->locks.front() = std::move(lock);
    History history;
    history.see(held);
    history.see(contended);
    QCOMPARE(history.find("orders")->lengths.most(), 3);
}

/// Names are no paths: "/" has no meaning, and a problem without a name is of the scan.
void RedisHistoryTest::aProblemIsOfItsNameAlone()
{
    const auto held = snapshotOf(1s, "/orders/1", "value", one);
    auto free = std::make_shared<Snapshot>(*snapshotOf(3s, "/orders/1", "", ""));
    free->problems.push_back({"", {ErrorCode::NoAuth, {}, {}, "NOPERM"}});
    free->problems.push_back({"/orders", {ErrorCode::NoAuth, {}, {}, "NOPERM"}});
    QCOMPARE(eventsOf({held, free}), std::string("3000 released b983; "));
}

void RedisHistoryTest::aGapIsAGap()
{
    Series series;
    const auto before = series.at(0ms, {});
    const auto held = series.at(1s, one);
    series.state = SessionState::Suspended;
    const auto cut = series.at(2s, one, 29s);
    series.state = SessionState::Connected;
    const auto other = series.at(9s, two);
    QCOMPARE(eventsOf({before, held, cut, other}),
             std::string("1000 granted b983; 9000 gap; 9000? left b983; 9000? granted 0123; "));
}

void RedisHistoryTest::aRecordingHasTheSameHistory()
{
    Series series;
    const std::vector<SnapshotPtr> snapshots{series.at(0ms, {}), series.at(1s, one), series.at(2s, one, 29s, {two}),
                                             series.at(5s, two), series.at(6s, {})};
    const QTemporaryDir folder;
    const auto file = folder.filePath(QStringLiteral("locks.rec")).toStdString();
    ManualClock clock;
    RecordingSettings settings;
    settings.connect = "redis://alice@cache1:6379";
    const auto writer = RecordingWriter::create(file, settings, clock);
    QVERIFY_RESULT(writer);
    for (const auto& snapshot : snapshots)
        QVERIFY_RESULT((*writer)->write(snapshot));
    QVERIFY_RESULT((*writer)->finish("time"));
    const auto reader = RecordingReader::open(file);
    QVERIFY_RESULT(reader);
    std::vector<SnapshotPtr> read;
    while ((*reader)->next())
        read.push_back((*reader)->snapshot());
    QCOMPARE(read.size(), snapshots.size());
    for (std::size_t i = 0; i < read.size(); ++i) {
        QVERIFY(read[i]->backend == Backend::Redis);
        QCOMPARE(read[i]->locks.size(), snapshots[i]->locks.size());
        if (read[i]->locks.empty())
            continue;
        QVERIFY(read[i]->locks[0]->redis->lease == snapshots[i]->locks[0]->redis->lease);
        const auto& is = *read[i]->locks[0]->queue.back().redis;
        const auto& was = *snapshots[i]->locks[0]->queue.back().redis;
        QCOMPARE(is.owner, was.owner);
        QVERIFY(is.lease == was.lease && is.alive == was.alive && is.count == was.count);
    }
    QCOMPARE(read.front()->connect, std::string("redis://cache1:6379"));
    QCOMPARE(eventsOf(read), eventsOf(snapshots));
}

} // namespace lockscope::redisHistoryTest

LOCKSCOPE_TEST(lockscope::redisHistoryTest::RedisHistoryTest)
#include "RedisHistoryTest.moc"
