// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/EventStream.h"

#include "core/base/Path.h"
#include "core/model/NodeIndex.h"

#include <algorithm>
#include <set>
#include <utility>

namespace lockscope::inspect {

namespace {

constexpr auto waitLimit = std::chrono::milliseconds(200);
constexpr int mostQuestions = 3; ///< a server may apply the node's deletion before the session's end
constexpr std::size_t mostSuspects = 10'000;
constexpr std::size_t mostHidden = 20'000;
/// A report about a session counts as evidence of its end only if the session's node existed this long after it: a
/// client that closes its session may be reported between two steps of the close.
constexpr auto steadyFor = std::chrono::seconds(1);

bool isSame(const Change& a, const Change& b)
{
    return a.lockPath == b.lockPath && a.contender.ref() == b.contender.ref() &&
           isSameContender(a.contender, b.contender);
}

/// Finds contenders of the last snapshot in one queue after another. Indexes long queues, since thousands may have
/// joined at once.
class Finder {
public:
    explicit Finder(const EventStream& stream)
        : m_stream(stream)
    {
    }

    const Contender* find(const std::string& lockPath, const Contender& contender)
    {
        if (lockPath != m_path) {
            m_path = lockPath;
            m_lock = m_stream.find(lockPath);
            m_index.reset();
            if (m_lock && m_lock->queue.size() > longQueue)
                m_index.emplace(*m_lock);
        }
        if (m_index)
            return m_index->find(contender.ref());
        return m_lock ? m_lock->find(contender.ref()) : nullptr;
    }

private:
    static constexpr std::size_t longQueue = 50;

    const EventStream& m_stream;
    std::string m_path;
    const Lock* m_lock = nullptr;
    std::optional<NodeIndex> m_index;
};

/// The servers reported that the session had lost its connection, or that its heartbeats had stopped.
bool wasFailing(const ensemble::EnsembleFacts& facts, SessionId session)
{
    const auto* reported = facts.find(session);
    if (!reported)
        return false;
    if (reported->host.empty())
        return facts.hasEveryConnection;
    // A client sends a heartbeat at least each third of the timeout.
    return reported->timeout && reported->lastHeard &&
           reported->reportedAt - *reported->lastHeard > *reported->timeout * 2 / 3;
}

/// The lock's directories cannot be read any more. That one does not exist is a different matter: then it is empty. On
/// Redis, where "/" in a name has no meaning, the problem is of this name alone.
bool isUnreadable(const Lock& lock, const Snapshot& snapshot)
{
    const auto isOfLock = [&](const std::string& path) {
        return lock.redis ? path == lock.path : isWithin(lock.path, path) || lock.liesIn(path);
    };
    return std::any_of(snapshot.problems.begin(), snapshot.problems.end(), [&](const Problem& problem) {
        return problem.error.code == ErrorCode::NoAuth && isOfLock(problem.path);
    });
}

} // namespace

LockEvent eventOf(const Gap& gap)
{
    LockEvent event;
    event.change.type = Change::Type::Gap;
    event.change.lockPath = gap.path;
    event.at = gap.to.value_or(gap.from);
    event.atKnown = gap.to ? Confidence::Exact : Confidence::Unknown;
    event.from = gap.from;
    return event;
}

EventStream::EventStream(Report report)
    : m_report(std::move(report))
{
}

bool EventStream::see(const SnapshotPtr& snapshot)
{
    m_skipped.clear();
    if (!isComparable(*snapshot))
        return false;
    take(snapshot, differences(m_locks, *snapshot), snapshot);
    return true;
}

bool EventStream::see(const SnapshotStep& step)
{
    for (const auto& [path, lock] : step.locks)
        m_skipped.insert_or_assign(path, lock);
    if (!isComparable(*step.rest))
        return false;
    take(step.rest, std::exchange(m_skipped, {}), nullptr);
    return true;
}

/// If not because nothing is watched, begins a gap.
bool EventStream::isComparable(const Snapshot& snapshot)
{
    if (snapshot.ensemble && snapshot.ensemble != m_reports.back())
        m_reports = {m_reports.back(), snapshot.ensemble};
    if (!m_before)
        return snapshot.complete;
    // A server without a quorum does not learn what the others do.
    if (snapshot.session.state != SessionState::Connected) {
        beginGap(std::max(snapshot.takenAt, m_before->takenAt));
        return false;
    }
    return !m_gap || snapshot.complete; // after a gap, it is being read again
}

/// `whole`: null after a step.
void EventStream::take(const SnapshotPtr& rest, const LockMap& differing, const SnapshotPtr& whole)
{
    const bool isFirst = !m_before;
    if (!isFirst) {
        const bool isMissed = m_missed && rest->takenAt > m_missed->from && m_missed->mayHave(rest->takenAt);
        m_isAfterGap = m_gap || isMissed;
        if (const auto from = std::exchange(m_gap, std::nullopt))
            m_report(eventOf({*from, std::max(*from, rest->takenAt), {}}));
    }
    const auto before = std::exchange(m_before, rest);
    m_last = whole;
    setLocks(differing);
    if (isFirst)
        return;
    compare(*before, *rest);
    reportWhatIsKnown();
    judge();
}

void EventStream::setLocks(const LockMap& differing)
{
    m_changed.clear();
    for (const auto& [path, lock] : differing) {
        const auto was = m_locks.find(path);
        if (was != m_locks.end())
            m_changed.push_back({was->second, lock});
        else if (lock)
            m_changed.push_back({nullptr, lock});
    }
    applyTo(m_locks, differing);
}

const Lock* EventStream::find(std::string_view path) const
{
    const auto found = m_locks.find(path);
    return found == m_locks.end() ? nullptr : found->second.get();
}

void EventStream::beginGap(WallTime from)
{
    if (m_gap)
        return;
    deliver();
    m_suspects.clear();
    m_gap = from;
}

/// A gap that was noticed when it had ended.
void EventStream::missed(const LockEvent& gap)
{
    if (!gap.from || m_gap)
        return; // a part of a longer one
    deliver();
    m_suspects.clear();
    m_missed = Gap{*gap.from, gap.at, {}};
    m_report(gap);
}

void EventStream::compare(const Snapshot& before, const Snapshot& after)
{
    const auto back = comeBack(before, after);
    for (const auto& change : m_changed) {
        if (!back.contains(change.path()))
            compareLock(before, after, change);
    }
}

void EventStream::compareLock(const Snapshot& before, const Snapshot& after, const LockChange& change)
{
    const auto& [was, is] = change;
    auto changes = changesOf(was.get(), is.get());
    if (changes.empty())
        return;
    // On Redis, a report may be of a change after which the lock was not read: at one end of the time between the two.
    const auto isPolledAt = [](const auto& lock) { return lock && lock->polled; };
    const auto& shown = is ? is : was;
    const bool isPolled = shown->polled || (shown->redis && (isPolledAt(was) || isPolledAt(is)));
    auto known = m_isAfterGap ? Confidence::Unknown : isPolled ? Confidence::Inferred : Confidence::Exact;
    if (was && isUnreadable(*was, after)) {
        hide(was, before.takenAt);
        return;
    }
    if (was && !is && was->kind != LockKind::Single && !was->redis) {
        // Its directory was deleted, or is no lock any more by its names: what became of its contenders is not known.
        hide(was, std::nullopt);
        known = Confidence::Unknown;
    }
    for (auto& each : changes) {
        if (was && each.type == Change::Type::Left && known != Confidence::Unknown)
            each.ending = endingOf(*was, each.contender, after.takenAt, known == Confidence::Inferred);
    }
    // On Redis, the dialect also follows from the waiters.
    if (was && is && was->dialect != is->dialect && !was->redis)
        known = Confidence::Unknown;
    queue(std::move(changes), before.takenAt, after.takenAt, known);
}

void EventStream::hide(std::shared_ptr<const Lock> lock, std::optional<WallTime> from)
{
    if (m_hidden.size() >= mostHidden)
        m_hidden.erase(m_hidden.begin());
    const auto path = lock->path;
    m_hidden.try_emplace(path, Hidden{std::move(lock), from}); // of a lock that is gone in part, the whole one stays
}

/// A hidden lock can be seen again if it has changed, or if other nodes may be read than before.
std::vector<std::string> EventStream::mayComeBack(const Snapshot& before, const Snapshot& after) const
{
    std::vector<std::string> paths;
    if (before.problems.empty() && after.problems.empty()) {
        for (const auto& change : m_changed) {
            if (change.is && m_hidden.contains(change.is->path))
                paths.push_back(change.is->path);
        }
        return paths;
    }
    for (const auto& [path, hidden] : m_hidden)
        paths.push_back(path);
    return paths;
}

/// Continues with the locks that can be seen again; returns their paths.
std::set<std::string, std::less<>> EventStream::comeBack(const Snapshot& before, const Snapshot& after)
{
    std::set<std::string, std::less<>> back;
    for (const auto& path : mayComeBack(before, after)) {
        const auto* lock = find(path);
        if (!lock || isUnreadable(*lock, after))
            continue;
        const auto found = m_hidden.find(path);
        const auto hidden = std::move(found->second);
        m_hidden.erase(found);
        const NodeIndex was(*hidden.lock);
        const bool isSameLife = std::any_of(lock->queue.begin(), lock->queue.end(), [&was](const Contender& contender) {
            const auto* known = was.find(contender.ref());
            return known && isSameContender(*known, contender);
        });
        if (hidden.from)
            m_unreported.push_back(eventOf({*hidden.from, after.takenAt, path}));
        else if (!isSameLife)
            continue; // the directory was deleted and made again
        queue(changesOf(hidden.from ? hidden.lock.get() : nullptr, lock), after.takenAt, after.takenAt,
              Confidence::Unknown);
        back.insert(path);
    }
    return back;
}

void EventStream::queue(std::vector<Change> changes, WallTime from, WallTime at, Confidence known)
{
    for (auto& change : changes) {
        const bool isUnseen = change.type == Change::Type::Unseen;
        if (isUnseen && known == Confidence::Unknown)
            continue; // the gap says so
        const bool isLate = change.mayBeEarlier && known == Confidence::Exact;
        m_unreported.push_back({std::move(change), at, isLate ? Confidence::Inferred : known,
                                isUnseen ? std::optional(from) : std::nullopt});
    }
}

void EventStream::reportWhatIsKnown()
{
    Finder finder(*this);
    while (!m_unreported.empty()) {
        auto& event = m_unreported.front();
        auto& contender = event.change.contender;
        if (!contender.details && !contender.redis) {
            if (const auto* now = finder.find(event.change.lockPath, contender)) {
                contender.details = now->details;
                const auto waited = m_before->takenAt - event.at; // negative after the clock was set back
                if (!now->details && m_before->session.state == SessionState::Connected && waited >= waited.zero() &&
                    waited < waitLimit)
                    return;
            }
        }
        const auto reported = std::move(event);
        m_unreported.pop_front();
        pass(reported);
    }
}

void EventStream::pass(const LockEvent& event)
{
    if (event.change.type == Change::Type::Lost)
        std::erase_if(m_suspects, [&](const Suspect& suspect) { return isSame(suspect.left.change, event.change); });
    m_report(event);
    const auto session = event.change.contender.session().value_or(0);
    if (event.change.type != Change::Type::Left || event.atKnown == Confidence::Unknown || session == 0)
        return;
    const auto facts = std::find_if(m_reports.rbegin(), m_reports.rend(), [&](const auto& reports) {
        return reports && event.at - reports->takenAt >= steadyFor;
    });
    if (facts == m_reports.rend() || !wasFailing(**facts, session))
        return;
    m_suspects.push_back({event});
    if (m_suspects.size() > mostSuspects)
        m_suspects.pop_front();
}

void EventStream::judge()
{
    const auto& facts = m_before->ensemble;
    if (!facts || facts == m_judged)
        return;
    m_judged = facts;
    if (!facts->hasEverySession)
        return;
    std::vector<LockEvent> lost;
    for (auto& suspect : m_suspects) {
        if (facts->takenAt < suspect.left.at)
            continue; // the servers were asked before it left
        ++suspect.questions;
        if (facts->find(*suspect.left.change.contender.session()))
            continue;
        suspect.questions = mostQuestions;
        auto event = suspect.left;
        event.change.type = Change::Type::Lost;
        event.at = facts->takenAt;
        event.atKnown = Confidence::Inferred; // it ended before the servers were asked
        lost.push_back(std::move(event));
    }
    std::erase_if(m_suspects, [](const Suspect& suspect) { return suspect.questions >= mostQuestions; });
    for (const auto& event : lost)
        m_report(event);
}

bool EventStream::asksForSessions()
{
    if (m_suspects.empty() || !m_before || m_gap)
        return false;
    std::set<SessionId> sessions;
    for (const auto& suspect : m_suspects)
        sessions.insert(*suspect.left.change.contender.session());
    std::set<SessionId> alive;
    for (const auto& [path, lock] : m_locks) {
        for (const auto& contender : lock->queue) {
            if (sessions.contains(contender.session().value_or(0)))
                alive.insert(*contender.session());
        }
    }
    std::erase_if(m_suspects,
                  [&](const Suspect& suspect) { return alive.contains(*suspect.left.change.contender.session()); });
    return !m_suspects.empty();
}

void EventStream::add(const LockEvent& event)
{
    if (event.change.type == Change::Type::Gap)
        missed(event);
    else if (m_unreported.empty())
        pass(event);
    else
        m_unreported.push_back(event);
}

void EventStream::deliver()
{
    while (!m_unreported.empty()) {
        const auto reported = std::move(m_unreported.front());
        m_unreported.pop_front();
        pass(reported);
    }
}

bool EventStream::isHidden(std::string_view path) const
{
    const auto found = m_hidden.find(path);
    return found != m_hidden.end() && found->second.from;
}

std::vector<Gap> EventStream::openGaps() const
{
    std::vector<Gap> gaps;
    if (m_gap)
        gaps.push_back({*m_gap, std::nullopt, {}});
    for (const auto& [path, hidden] : m_hidden) {
        if (hidden.from)
            gaps.push_back({*hidden.from, std::nullopt, path});
    }
    return gaps;
}

void EventStream::finish()
{
    deliver();
    for (const auto& gap : openGaps())
        m_report(eventOf(gap));
    if (m_before && !m_last)
        m_last = wholeOf(*m_before, m_locks);
}

} // namespace lockscope::inspect
