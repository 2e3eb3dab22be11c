// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Three thousand locks of every type, made by stock Redisson and by hand, among many other keys: what `ls` and the
/// source show of them, compared with what the clients report.

#include "core/sources/redis/RedisSource.h"
#include "tests/cli/Cli.h"
#include "tests/interop/redis/MadeLocks.h"
#include "tests/interop/redis/RedisPeers.h"
#include "tests/support/LineProcess.h"
#include "tests/support/RedisServers.h"
#include "tests/support/Test.h"

#include <QJsonArray>

#include <algorithm>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace lockscope::manyLocksTest {

using namespace lockscope::test;
using namespace Qt::StringLiterals;
using inspect::RedisSource;
using Kind = RedisClientKind;

namespace {

constexpr int timesEach = 120; ///< some 1,200 locks of each version of Redisson
constexpr int leastByHand = 550;
constexpr int otherKeys = 200'000;
constexpr qint64 watchdogMs = 40'000;
constexpr int buildLimitMs = 120'000;
constexpr qint64 leaseTolerance = 500;

/// What a view shows of a lock, in the words of the command line.
struct Seen {
    QByteArray dialect;
    bool isCertain = true;
    struct Hold {
        QByteArray owner;
        qint64 count = 0;
        std::optional<qint64> ends; ///< in ms since 1970
    };
    std::vector<Hold> holds{};
    QByteArrayList waits{}; ///< of the source; `ls` has only their number
    int waiters = 0;        ///< that are not known to be gone
};
using SeenLocks = std::map<QByteArray, Seen>;

/// The bytes of a name in JSON: not text are "0x…".
QByteArray bytesOf(const QJsonValue& json)
{
    const auto text = json.toString().toUtf8();
    return text.startsWith("0x") ? QByteArray::fromHex(text.mid(2)) : text;
}

SeenLocks seenIn(const QJsonObject& list)
{
    SeenLocks all;
    const auto takenAt = QDateTime::fromString(list.value(u"takenAt"_s).toString(), Qt::ISODateWithMs);
    for (const auto& each : list.value(u"locks"_s).toArray()) {
        const auto lock = each.toObject();
        Seen seen{lock.value(u"dialect"_s).toString().toUtf8(), lock.value(u"certainty"_s).toString() == u"certain"};
        for (const auto& value : lock.value(u"holders"_s).toArray()) {
            const auto holder = value.toObject();
            const auto lease = holder.value(u"leaseMs"_s);
            const auto ends =
                lease.isNull() ? std::nullopt : std::optional(takenAt.toMSecsSinceEpoch() + lease.toInteger());
            seen.holds.push_back({bytesOf(holder.value(u"owner"_s)), holder.value(u"count"_s).toInteger(), ends});
        }
        seen.waiters = lock.value(u"waiters"_s).toInt();
        all[bytesOf(lock.value(u"path"_s))] = std::move(seen);
    }
    return all;
}

SeenLocks seenIn(const inspect::Snapshot& snapshot)
{
    SeenLocks all;
    for (const auto& lock : snapshot.locks) {
        Seen seen{QByteArray::fromStdString(lock->dialect), lock->certainty == inspect::Certainty::Certain};
        for (const auto& contender : lock->queue) {
            const auto& redis = *contender.redis;
            const auto owner = QByteArray::fromStdString(redis.owner);
            if (contender.holds) {
                const auto ends = redis.lease
                                      ? std::optional<qint64>((lock->readAt + *redis.lease).time_since_epoch().count())
                                      : std::nullopt;
                seen.holds.push_back({owner, redis.count, ends});
            } else {
                seen.waits << owner;
                seen.waiters += redis.alive == inspect::Alive::No ? 0 : 1;
            }
        }
        all[QByteArray::fromStdString(lock->path)] = std::move(seen);
    }
    return all;
}

/// "" or how the lease differs.
QByteArray wrongLease(const MadeHold& made, const std::optional<qint64>& ends, qint64 now)
{
    const bool hasNone = made.to < 0;
    if (hasNone || !ends)
        return hasNone == !ends ? QByteArray() : "the end of its lease is " + QByteArray::number(ends.value_or(-1));
    const bool isRenewed = made.to == 0;
    const auto from = isRenewed ? now : made.from;                       // it has not ended
    const auto to = isRenewed ? now + made.count * watchdogMs : made.to; // a writer's leases add up
    if (*ends >= from - leaseTolerance && *ends <= to + leaseTolerance)
        return {};
    return "its lease ends " + QByteArray::number(*ends - from) + " ms after " + QByteArray::number(from) +
           ", not by " + QByteArray::number(to);
}

/// "" or how the holders differ. Equal owners and counts hold several values of one lock.
QByteArray wrongHolders(const MadeLock& made, const Seen& seen, qint64 now)
{
    if (made.holds.size() != seen.holds.size())
        return QByteArray::number(qint64(seen.holds.size())) + " holders, not " +
               QByteArray::number(qint64(made.holds.size()));
    auto left = seen.holds;
    for (const auto& hold : made.holds) {
        QByteArray why = "it does not hold";
        const auto found = std::find_if(left.begin(), left.end(), [&](const Seen::Hold& one) {
            if (one.owner != hold.owner || one.count != hold.count)
                return false;
            why = wrongLease(hold, one.ends, now);
            return why.isEmpty();
        });
        if (found == left.end())
            return hold.owner + " x" + QByteArray::number(hold.count) + ": " + why;
        left.erase(found);
    }
    return {};
}

/// "" or how what is shown differs from what was made.
QByteArray wrong(const MadeLock& made, const Seen& seen, qint64 now)
{
    if (!seen.isCertain)
        return "it is not certain";
    if (seen.dialect != made.dialect)
        return "it is a " + seen.dialect;
    if (!made.isContended && seen.waiters != (made.areWaitersAlive ? made.waits.size() : 0))
        return QByteArray::number(seen.waiters) + " waiters";
    return wrongHolders(made, seen, now);
}

/// The first differences of all locks, each in a line; `now`: when they were read, in ms since 1970.
QByteArray differences(const MadeLocks& made, const SeenLocks& seen, qint64 now)
{
    constexpr qsizetype most = 20;
    QByteArrayList lines;
    for (const auto& [name, lock] : made) {
        const auto found = seen.find(name);
        const auto why = found == seen.end() ? "it is not shown" : wrong(lock, found->second, now);
        if (!why.isEmpty())
            lines << name.toPercentEncoding(" {}:") + " (" + lock.dialect + "): " + why;
    }
    for (const auto& [name, lock] : seen) {
        if (lock.isCertain && !made.contains(name))
            lines << name.toPercentEncoding(" {}:") + " is no lock, and shown as a " + lock.dialect;
    }
    const auto count = lines.size();
    return lines.mid(0, most).join('\n') + (count > most ? "\n… " + QByteArray::number(count) : QByteArray());
}

/// A source, and its first complete snapshot.
class FirstView final {
public:
    FirstView(const QString& target, bool isManual)
        : m_source(settings(target, isManual), Log())
    {
        m_source.start({[this](const inspect::SnapshotPtr& snapshot) { take(snapshot); }, [](const SessionStatus&) {},
                        [](const Error&) {}});
    }

    /// Null: none within the time limit.
    [[nodiscard]] inspect::SnapshotPtr wait()
    {
        std::unique_lock lock(m_mutex);
        m_arrived.wait_for(lock, std::chrono::milliseconds(longestWaitMs), [this] { return m_snapshot != nullptr; });
        return m_snapshot;
    }

private:
    static RedisSource::Settings settings(const QString& target, bool isManual)
    {
        RedisSource::Settings settings;
        settings.connection.target = redis::parseTarget(target.toStdString()).value();
        settings.inspector.manual = isManual;
        return settings;
    }
    void take(const inspect::SnapshotPtr& snapshot)
    {
        const std::lock_guard lock(m_mutex);
        if (m_snapshot || !snapshot->complete)
            return;
        m_snapshot = snapshot;
        m_arrived.notify_all();
    }

    std::mutex m_mutex;
    std::condition_variable m_arrived;
    inspect::SnapshotPtr m_snapshot;
    RedisSource m_source;
};

} // namespace

class ManyLocksTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void lsShowsAllAndNothingElse();
    void theSourceShowsTheOrders();

private:
    void startFleet(Kind kind, const QString& prefix);
    void takeFleets();

    RedisServers m_servers;
    std::vector<std::unique_ptr<LineProcess>> m_fleets; ///< their waiting threads are to live
    MadeLocks m_made;
};

void ManyLocksTest::startFleet(Kind kind, const QString& prefix)
{
    auto program = programOf(kind);
    program.arguments.last() = u"RedissonFleet"_s;
    m_fleets.push_back(
        std::make_unique<LineProcess>(program.program,
                                      program.arguments + QStringList{m_servers.target(), QString::number(watchdogMs),
                                                                      prefix, QString::number(timesEach)},
                                      program.environment));
}

void ManyLocksTest::takeFleets()
{
    for (const auto& fleet : m_fleets) {
        QVERIFY2(fleet->waitForEvent(u"made"_s, buildLimitMs), fleet->reported());
        for (const auto& line : fleet->lines()) {
            const auto json = QJsonDocument::fromJson(line).object();
            if (json.contains(u"lock"_s))
                addReported(m_made, json);
        }
    }
}

void ManyLocksTest::initTestCase()
{
    QVERIFY_RESULT(m_servers.start());
    startFleet(Kind::Redisson3, u"stock3:"_s);
    startFleet(Kind::Redisson4, u"stock4:"_s);
    QCOMPARE(makeOtherKeys(m_servers, otherKeys), QByteArray());
    m_made = makeLocksByHand(m_servers, leastByHand);
    takeFleets();
    if (QTest::currentTestFailed())
        return;
    QVERIFY2(m_made.size() >= 3'000, QByteArray::number(qint64(m_made.size())));
    qsizetype listeners = 0;
    for (const auto& [name, lock] : m_made)
        listeners += (lock.areWaitersAlive ? lock.waits.size() : 0) + (lock.isContended ? 1 : 0);
    const auto count = [&] { return m_servers.command({"PUBSUB", "CHANNELS", "redisson_*"}).toList().size(); };
    QTRY_VERIFY2(count() >= listeners, QByteArray::number(count()) + " of " + QByteArray::number(listeners));
    qInfo("%zu locks, %lld keys", m_made.size(), m_servers.command({"DBSIZE"}).toLongLong());
}

void ManyLocksTest::lsShowsAllAndNothingElse()
{
    const auto ls = runCtl({u"--json"_s, u"--connect"_s, m_servers.target(), u"ls"_s});
    QVERIFY2(ls.status == 0, ls.err);
    const auto json = ls.json();
    QVERIFY(json.value(u"complete"_s).toBool());
    const auto takenAt = QDateTime::fromString(json.value(u"takenAt"_s).toString(), Qt::ISODateWithMs);
    const auto wrong = differences(m_made, seenIn(json), takenAt.toMSecsSinceEpoch());
    QVERIFY2(wrong.isEmpty(), wrong);
}

void ManyLocksTest::theSourceShowsTheOrders()
{
    FirstView view(m_servers.target(), false);
    const auto snapshot = view.wait();
    QVERIFY(snapshot);
    auto seen = seenIn(*snapshot);
    const auto wrong = differences(m_made, seen, snapshot->takenAt.time_since_epoch().count());
    QVERIFY2(wrong.isEmpty(), wrong);
    int queues = 0;
    for (const auto& [name, lock] : m_made) {
        QVERIFY2(seen[name].waits == lock.waits, name + ": " + seen[name].waits.join(' '));
        queues += lock.waits.isEmpty() ? 0 : 1;
    }
    QVERIFY(queues >= 100);
}

} // namespace lockscope::manyLocksTest

LOCKSCOPE_TEST(lockscope::manyLocksTest::ManyLocksTest)
#include "ManyLocksTest.moc"
