// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Turns of stock Redisson and of our locks, as `watch` and a recording report them, compared with the clients' own
/// log; and how soon a release is reported by each way to notice it.

#include "tests/cli/Cli.h"
#include "tests/cli/Turns.h"
#include "tests/interop/redis/RedisPeerTest.h"
#include "tests/support/Files.h"
#include "tests/support/Test.h"

#include <QDeadlineTimer>
#include <QRandomGenerator>
#include <QTemporaryDir>

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace lockscope::watchedTurnsTest {

using namespace lockscope::test;
using namespace Qt::StringLiterals;
using Kind = RedisClientKind;

namespace {

constexpr int turnMs = 60'000;       ///< a client that waits for two others, on a busy machine
constexpr qint64 lateMs = 1'000;     ///< from a change to its event, on a busy machine
constexpr qint64 earlyMs = 20;       ///< clocks that are read one after the other
constexpr qint64 longTurnMs = 1'000; ///< no delay of a machine hides a turn of this length
constexpr double leastShortTurns = 0.95;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr double reportLimitMs = 250; // its processes are slower by far
#else
constexpr double reportLimitMs = 50;
#endif
constexpr double pollLimitMs = 1'250; ///< the default interval, and the reading itself

/// Half a minute, or as long as a nightly run wants it.
int contentionMs()
{
    const int seconds = qEnvironmentVariableIntValue("LOCKSCOPE_CONTENTION_SECONDS");
    return 1'000 * (seconds > 0 ? seconds : 30);
}

/// The clock that all processes of a machine share, in ns: the peers' "at".
qint64 monotonicNow()
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

/// By the clock of the watch, in ms since 1970.
qint64 wallTime(qint64 monotonic)
{
    static const qint64 offset = QDateTime::currentMSecsSinceEpoch() * 1'000'000 - monotonicNow();
    return (monotonic + offset) / 1'000'000;
}

struct OwnTurn {
    QString lock;
    QString owner;
    qint64 granted = 0; ///< in ms since 1970
    qint64 released = 0;
};

/// A client that acquires, holds and releases, each time after a pause of its own.
class TurnTaker final {
public:
    TurnTaker(LockSlot slot, QString lock)
        : m_slot(std::move(slot))
        , m_lock(std::move(lock))
    {
    }

    /// Does what is due. `goesOn`: it may begin another turn. Returns "", or how it failed.
    [[nodiscard]] QByteArray step(bool goesOn)
    {
        if (m_isAsked) {
            const auto answer = m_slot.answer(1);
            if (answer.isEmpty())
                return m_limit.hasExpired() ? m_slot.peer->reported() : QByteArray();
            m_isAsked = false;
            return take(answer);
        }
        if (!m_next.hasExpired())
            return {};
        if (m_isHolding)
            ask(&TurnTaker::beginRelease);
        else if (goesOn)
            ask(&TurnTaker::beginAcquire);
        return {};
    }
    [[nodiscard]] bool isIdle() const { return !m_isAsked && !m_isHolding; }
    [[nodiscard]] const std::vector<OwnTurn>& turns() const { return m_turns; }

private:
    void ask(void (TurnTaker::*begin)())
    {
        m_isAsked = true;
        m_limit.setRemainingTime(turnMs);
        (this->*begin)();
    }
    void beginAcquire() { m_slot.reportAcquire(turnMs); }
    void beginRelease() { m_slot.report("release " + m_slot.spec); }

    [[nodiscard]] QByteArray take(const QByteArray& answer)
    {
        const auto at = wallTime(m_slot.peer->member("at").toLongLong());
        auto* const random = QRandomGenerator::global();
        if (!m_isHolding && answer == "granted") {
            m_isHolding = true;
            m_turns.push_back({m_lock, QString::fromStdString(m_slot.node()), at, 0});
            m_next.setRemainingTime(random->bounded(10) < 6 ? random->bounded(120, 400)
                                                            : random->bounded(1'050, 1'400));
            return {};
        }
        if (m_isHolding && answer == "released") {
            m_isHolding = false;
            m_turns.back().released = at;
            m_next.setRemainingTime(random->bounded(250, 500)); // two of its turns in a row are no single one
            return {};
        }
        return QByteArray::fromStdString(m_slot.name()) + " answered '" + answer + "'\n" + m_slot.peer->reported();
    }

    LockSlot m_slot;
    QString m_lock;
    bool m_isAsked = false;
    bool m_isHolding = false;
    QDeadlineTimer m_next{0};
    QDeadlineTimer m_limit{0};
    std::vector<OwnTurn> m_turns;
};

/// What a watch has reported of one hold.
struct WatchedHold {
    qint64 granted = 0;
    std::optional<qint64> ended;
    bool isMatched = false;
};

/// The lines of `watch --json`.
class WatchedHolds final {
public:
    explicit WatchedHolds(const QList<QByteArray>& lines)
        : m_lines(lines)
    {
        for (const auto& line : lines)
            take(QJsonDocument::fromJson(line).object());
    }

    /// "" or how the watch and the clients disagree. A turn at a marked time may be missing; of short turns some may.
    [[nodiscard]] QByteArray disagreement(const std::vector<OwnTurn>& turns)
    {
        qsizetype shortTurns = 0;
        qsizetype unseen = 0;
        for (const auto& turn : turns) {
            if (isMarked(turn.granted, turn.released))
                continue;
            const bool isShort = turn.released - turn.granted < longTurnMs;
            shortTurns += isShort ? 1 : 0;
            const auto why = seen(turn);
            if (!why.isEmpty() && !isShort)
                return turn.lock.toUtf8() + " " + turn.owner.toUtf8() + " held from " +
                       QByteArray::number(turn.granted) + " to " + QByteArray::number(turn.released) + ": " + why +
                       reportedNear(turn, turns);
            unseen += why.isEmpty() ? 0 : 1;
        }
        qInfo("%zu turns, %lld of %lld short ones were not seen, %zu gaps", turns.size(),
              static_cast<long long>(unseen), static_cast<long long>(shortTurns), m_marked.size());
        if (static_cast<double>(unseen) > (1 - leastShortTurns) * static_cast<double>(shortTurns) + 1)
            return QByteArray::number(unseen) + " short turns were not seen";
        return invented(turns);
    }

private:
    void take(const QJsonObject& json)
    {
        const auto event = json.value(u"event"_s).toString();
        const auto at = timeIn(json, u"at"_s);
        if (event == u"gap" || event == u"unseen") {
            m_marked.push_back({timeIn(json, u"from"_s), at});
            return;
        }
        auto& holds = m_holds[{json.value(u"path"_s).toString(), json.value(u"owner"_s).toString()}];
        if (event == u"granted")
            holds.push_back({at, {}});
        else if (event != u"joined" && !holds.empty() && !holds.back().ended)
            holds.back().ended = at;
    }
    [[nodiscard]] bool isMarked(qint64 from, qint64 to) const
    {
        return std::any_of(m_marked.begin(), m_marked.end(),
                           [&](const Span& span) { return to >= span.from - lateMs && from <= span.to + lateMs; });
    }
    [[nodiscard]] QByteArray seen(const OwnTurn& turn)
    {
        for (auto& hold : m_holds[{turn.lock, turn.owner}]) {
            // The client's time is that of the reply, when the watch may have seen it already.
            const bool isLater = hold.granted > turn.granted + lateMs;
            const bool isEarlier =
                hold.granted < turn.granted - lateMs || hold.ended.value_or(turn.granted) < turn.granted;
            if (hold.isMatched || isLater || isEarlier)
                continue;
            hold.isMatched = true;
            if (!hold.ended)
                return "it never ended";
            if (*hold.ended < turn.released - earlyMs || *hold.ended > turn.released + lateMs)
                return "it ended at " + QByteArray::number(*hold.ended);
            return {};
        }
        return "it was not seen";
    }
    /// For the message of a failed check: what the watch and the clients say of the lock around that time.
    [[nodiscard]] QByteArray reportedNear(const OwnTurn& turn, const std::vector<OwnTurn>& turns) const
    {
        constexpr qint64 aroundMs = 3'000;
        const auto isNear = [&](qint64 at) { return at > turn.granted - aroundMs && at < turn.released + aroundMs; };
        std::multimap<qint64, QByteArray> near;
        for (const auto& line : m_lines) {
            const auto json = QJsonDocument::fromJson(line).object();
            const auto path = json.value(u"path"_s).toString();
            const auto at = timeIn(json, u"at"_s);
            if (isNear(at) && (path == turn.lock || path.isEmpty()))
                near.emplace(at, "watch: " + json.value(u"event"_s).toString().toUtf8() + " " +
                                     json.value(u"owner"_s).toString().toUtf8());
        }
        for (const auto& one : turns) {
            if (one.lock == turn.lock && isNear(one.granted))
                near.emplace(one.granted, "client: " + one.owner.toUtf8() + " to " + QByteArray::number(one.released));
        }
        QByteArray text;
        for (const auto& [at, what] : near)
            text += "\n" + QByteArray::number(at) + " " + what;
        return text;
    }
    /// A hold that no client had.
    [[nodiscard]] QByteArray invented(const std::vector<OwnTurn>& turns) const
    {
        for (const auto& [of, holds] : m_holds) {
            const auto isOf = [&of = of](const OwnTurn& turn) {
                return turn.lock == of.first && turn.owner == of.second;
            };
            if (std::none_of(turns.begin(), turns.end(), isOf))
                continue; // another lock of the test
            for (const auto& hold : holds) {
                if (!hold.isMatched && !isMarked(hold.granted, hold.ended.value_or(hold.granted)))
                    return of.first.toUtf8() + ": no client has acquired it at " + QByteArray::number(hold.granted) +
                           reportedNear({of.first, of.second, hold.granted, hold.granted}, turns);
            }
        }
        return {};
    }

    QList<QByteArray> m_lines;
    std::map<std::pair<QString, QString>, std::vector<WatchedHold>> m_holds; ///< by lock and owner
    std::vector<Span> m_marked;
};

/// Without tracking; of the others one sees events, one only messages, and one neither.
redis::RedisSandboxOptions withUsers()
{
    redis::RedisSandboxOptions options;
    options.moreSettings =
        u"notify-keyspace-events Eghx\n"
        "user events on >secret ~* &* +@all -client|tracking\n"
        "user channels on >secret ~* &* +@all -client|tracking -config\n"
        "user polling on >secret ~* resetchannels -@all +@read +@connection +pubsub|channels +pubsub|numsub +time "
        "+multi +exec +ping -client|tracking\n"_s;
    return options;
}

/// A `watch` of one user, and how late it reported releases.
struct Reporter {
    QByteArray user; ///< "" for the default one, which may use tracking
    double limitMs = reportLimitMs;
    int rounds = 12;
    std::unique_ptr<LineProcess> watch{};
    std::vector<double> late{}; ///< in ms
};

} // namespace

class WatchedTurnsTest final : public RedisPeerTest {
    Q_OBJECT
public:
    WatchedTurnsTest()
        : RedisPeerTest({Kind::Ours, Kind::Redisson3, Kind::Redisson4}, {"a", "b", "c"}, withUsers())
    {
    }

private Q_SLOTS:
    void turnsAgree();
    void releasesAreReportedInTime();

private:
    [[nodiscard]] std::unique_ptr<LineProcess> ctl(const QStringList& arguments, const QByteArray& user = {})
    {
        auto target = servers().target();
        if (!user.isEmpty())
            target.replace(u"redis://"_s, u"redis://"_s + QString::fromUtf8(user) + u'@');
        return std::make_unique<LineProcess>(
            lockscopectl(), QStringList{u"--json"_s, u"--connect"_s, target} + arguments,
            environmentWith({{u"LOCKSCOPE_PASSWORD"_s, user.isEmpty() ? QString() : u"secret"_s}}));
    }
    /// Acquires new locks until `isReady`: a watch reports nothing before its first complete view.
    [[nodiscard]] bool probe(LockSlot slot, const std::function<bool()>& isReady);
    /// Waits for it.
    [[nodiscard]] static bool reports(LineProcess& watch, const QString& event, const QString& lock,
                                      int limitMs = LineProcess::defaultLimitMs);
    static void measureReports(std::vector<Reporter>& reporters, int round, const QString& lock, qint64 from);
    static void contend(std::vector<TurnTaker>& takers);
};

bool WatchedTurnsTest::reports(LineProcess& watch, const QString& event, const QString& lock, int limitMs)
{
    return watch.waitForLine(
        [&](const QByteArray& line) {
            const auto json = QJsonDocument::fromJson(line).object();
            return json.value(u"event"_s).toString() == event && json.value(u"path"_s).toString() == lock;
        },
        limitMs);
}

bool WatchedTurnsTest::probe(LockSlot slot, const std::function<bool()>& isReady)
{
    constexpr int most = 100;
    constexpr int holdMs = 300;
    bool isDone = isReady();
    for (int i = 0; i < most && !isDone; ++i) {
        slot.spec = "lock:" + freshName();
        if (slot.acquire() != "granted")
            return false;
        isDone = QTest::qWaitFor(isReady, holdMs);
        if (slot.release() != "released")
            return false;
    }
    return isDone;
}

void WatchedTurnsTest::contend(std::vector<TurnTaker>& takers)
{
    const QDeadlineTimer end(contentionMs());
    const auto isBusy = [&] {
        return std::any_of(takers.begin(), takers.end(), [](const auto& taker) { return !taker.isIdle(); });
    };
    while (!end.hasExpired() || isBusy()) {
        for (auto& taker : takers) {
            const auto failed = taker.step(!end.hasExpired());
            QVERIFY2(failed.isEmpty(), failed);
        }
        QTest::qWait(1);
    }
}

/// Three clients of different programs at each of three locks.
void WatchedTurnsTest::turnsAgree()
{
    const QTemporaryDir folder;
    const auto file = folder.filePath(u"turns.rec"_s);
    const auto watch = ctl({u"watch"_s});
    const auto recorder = ctl({u"record"_s, file});
    QVERIFY2(probe(ours({}), [&] { return !watch->lines().isEmpty() && contentsOf(file).contains("lock-"); }),
             watch->reported() + recorder->reported());

    std::vector<TurnTaker> takers;
    const QByteArrayList recipes{"lock", "fair", "fenced"};
    const std::vector<std::string> ids{"a", "b", "c"};
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const auto lock = freshName();
        const auto spec = recipes[static_cast<qsizetype>(i)].toStdString() + ":" + lock;
        for (const auto kind : {Kind::Ours, Kind::Redisson3, Kind::Redisson4})
            takers.emplace_back(slot(kind, spec, ids[i]), QString::fromStdString(lock));
    }
    contend(takers);
    if (QTest::currentTestFailed())
        return;
    std::vector<OwnTurn> turns;
    for (const auto& taker : takers) {
        QVERIFY(taker.turns().size() >= 3);
        turns.insert(turns.end(), taker.turns().begin(), taker.turns().end());
    }

    // The last change that the watch has to report, and the recorder to write.
    const auto last = ours("lock:" + freshName());
    const auto lastLock = QString::fromStdString(last.spec.substr(5));
    QCOMPARE(last.acquire(), QByteArray("granted"));
    QVERIFY2(reports(*watch, u"granted"_s, lastLock), watch->reported());
    QTRY_VERIFY(contentsOf(file).contains(lastLock.toUtf8()));
    QCOMPARE(last.release(), QByteArray("released"));
    QVERIFY2(reports(*watch, u"released"_s, lastLock), watch->reported());
    for (auto* process : {watch.get(), recorder.get()}) {
        process->signal(SIGINT);
        QVERIFY2(process->waitForEnd() && process->exitCode() == 0, process->reported());
    }
    const auto live = WatchedHolds(watch->lines()).disagreement(turns);
    QVERIFY2(live.isEmpty(), live);
    const auto opened = runCtl({u"--json"_s, u"open"_s, file, u"watch"_s});
    QVERIFY2(opened.status == 0, opened.reported());
    const auto recorded = WatchedHolds(opened.out.split('\n')).disagreement(turns);
    QVERIFY2(recorded.isEmpty(), recorded);
}

/// From the release at `from` to the line of each watch that takes part in this round.
void WatchedTurnsTest::measureReports(std::vector<Reporter>& reporters, int round, const QString& lock, qint64 from)
{
    const QDeadlineTimer limit(longestWaitMs);
    const auto isDue = [&](const Reporter& reporter) {
        return round < reporter.rounds && reporter.late.size() <= static_cast<std::size_t>(round);
    };
    while (std::any_of(reporters.begin(), reporters.end(), isDue)) {
        for (auto& reporter : reporters) {
            if (isDue(reporter) && reports(*reporter.watch, u"released"_s, lock, 0))
                reporter.late.push_back(static_cast<double>(monotonicNow() - from) / 1e6);
        }
        QVERIFY2(!limit.hasExpired(), "a release was not reported");
        QTest::qWait(1);
    }
}

/// All users watch at the same time.
void WatchedTurnsTest::releasesAreReportedInTime()
{
    std::vector<Reporter> reporters;
    reporters.push_back({.user = {}});
    reporters.push_back({.user = "events"});
    reporters.push_back({.user = "channels", .rounds = 6});
    reporters.push_back({.user = "polling", .limitMs = pollLimitMs, .rounds = 4});
    for (auto& reporter : reporters)
        reporter.watch = ctl({u"watch"_s}, reporter.user);
    for (auto& reporter : reporters)
        QVERIFY2(probe(ours({}), [&] { return !reporter.watch->lines().isEmpty(); }), reporter.watch->reported());
    for (int round = 0; round < reporters.front().rounds; ++round) {
        const auto lock = freshName();
        const auto path = QString::fromStdString(lock);
        const auto holder = slot(round % 3 == 0   ? Kind::Ours
                                 : round % 3 == 1 ? Kind::Redisson3
                                                  : Kind::Redisson4,
                                 "lock:" + lock);
        QCOMPARE(holder.acquire(), QByteArray("granted"));
        for (auto& reporter : reporters) {
            if (round < reporter.rounds)
                QVERIFY2(reports(*reporter.watch, u"granted"_s, path), reporter.watch->reported());
        }
        QCOMPARE(holder.release(), QByteArray("released"));
        const auto at = holder.peer->member("at").toLongLong();
        measureReports(reporters, round, path, at);
        if (QTest::currentTestFailed())
            return;
    }
    for (auto& reporter : reporters) {
        std::sort(reporter.late.begin(), reporter.late.end());
        const auto median = reporter.late[reporter.late.size() / 2];
        qInfo("%s: median %.1f ms, max %.1f ms", reporter.user.isEmpty() ? "tracking" : reporter.user.constData(),
              median, reporter.late.back());
        QVERIFY2(median <= reporter.limitMs, reporter.user + ": " + QByteArray::number(median));
        reporter.watch->signal(SIGINT);
        QVERIFY2(reporter.watch->waitForEnd(), reporter.watch->reported());
    }
}

} // namespace lockscope::watchedTurnsTest

LOCKSCOPE_TEST(lockscope::watchedTurnsTest::WatchedTurnsTest)
#include "WatchedTurnsTest.moc"
