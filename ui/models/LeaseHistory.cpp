// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/LeaseHistory.h"

#include <algorithm>
#include <utility>

namespace lockscope::ui {

namespace {

using std::chrono::milliseconds;

/// Readings of one lease differ by as much as their round trips.
constexpr milliseconds sameEnd{250};
constexpr std::chrono::minutes longestAbsence{1};

bool isSameLease(const std::optional<WallTime>& one, const std::optional<WallTime>& other)
{
    if (!one || !other)
        return one.has_value() == other.has_value();
    return std::chrono::abs(*one - *other) <= sameEnd;
}

/// `whole`: the full length of the lease; 0: unknown. `before`: the reading before, if any.
void addRun(std::deque<LeaseRun>& runs, LeaseRun run, milliseconds whole, std::optional<WallTime> before)
{
    if (!runs.empty()) {
        const auto& last = runs.back();
        if (last.token == run.token && last.isReachable == run.isReachable && isSameLease(last.endsAt, run.endsAt))
            return;
    }
    if (run.endsAt && whole.count() > 0 && before)
        run.from = std::clamp(*run.endsAt - whole, std::min(*before, run.from), run.from);
    runs.push_back(std::move(run));
    if (runs.size() > LeaseRuns::mostRuns)
        runs.pop_front();
}

} // namespace

std::set<std::string> tokensWithQuorum(const LeaseRuns& runs, int quorum)
{
    std::map<std::string, int> masters;
    for (const auto& [master, ofMaster] : runs.votes) {
        std::set<std::string> tokens;
        for (const auto& run : ofMaster)
            tokens.insert(run.token);
        for (const auto& token : tokens)
            ++masters[token];
    }
    std::set<std::string> most;
    for (const auto& [token, count] : masters) {
        if (!token.empty() && count >= quorum)
            most.insert(token);
    }
    return most;
}

void LeaseHistory::see(const inspect::Snapshot& snapshot)
{
    if (snapshot.takenAt < m_seen)
        goBack(snapshot.takenAt);
    m_seen = snapshot.takenAt;
    for (const auto& lock : snapshot.locks) {
        if (!lock->redis)
            continue;
        auto& known = m_locks[lock->path];
        known.seenAt = m_seen;
        if (known.last == lock)
            continue;
        const auto before = std::exchange(known.last, lock);
        take(*lock, before.get(), *known.runs);
    }
    std::erase_if(m_locks, [this](const auto& each) { return m_seen - each.second.seenAt > longestAbsence; });
}

void LeaseHistory::goBack(WallTime to)
{
    for (auto& [path, known] : m_locks) {
        known.last.reset();
        known.seenAt = std::min(known.seenAt, to);
        for (auto* all : {&known.runs->holds, &known.runs->votes})
            for (auto& [name, runs] : *all)
                std::erase_if(runs, [to](const LeaseRun& run) { return run.from > to; });
    }
}

void LeaseHistory::take(const inspect::Lock& lock, const inspect::Lock* before, LeaseRuns& runs)
{
    const auto readBefore = before ? std::optional(before->readAt) : std::nullopt;
    for (const auto& contender : lock.queue) {
        if (!contender.holds || !contender.redis)
            continue;
        const auto& lease = contender.redis->lease;
        LeaseRun run{lock.readAt, lease ? std::optional(lock.readAt + *lease) : std::nullopt, {}, true};
        const bool wasHeld = before && before->find(contender.ref());
        addRun(runs.holds[contender.node], std::move(run), contender.redis->trace.highest,
               wasHeld ? readBefore : std::nullopt);
    }
    std::erase_if(runs.holds, [&](const auto& each) {
        const auto* contender = lock.find(inspect::NodeRef{inspect::LockPart::Queue, each.first});
        return !contender; // one whose votes are undecided for a moment keeps its past
    });
    for (const auto& vote : lock.redis->votes) {
        LeaseRun run{lock.readAt, vote.lease ? std::optional(lock.readAt + *vote.lease) : std::nullopt,
                     vote.token.value_or(std::string()), vote.isReachable};
        addRun(runs.votes[vote.server], std::move(run), lock.redis->longestLease, readBefore);
    }
}

void LeaseHistory::clear()
{
    m_locks.clear();
    m_seen = {};
}

std::shared_ptr<const LeaseRuns> LeaseHistory::of(const std::string& lock) const
{
    const auto found = m_locks.find(lock);
    return found == m_locks.end() ? nullptr : found->second.runs;
}

} // namespace lockscope::ui
