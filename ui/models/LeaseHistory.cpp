// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/LeaseHistory.h"

#include "core/model/LockChanges.h"
#include "core/model/NodeIndex.h"

#include <algorithm>
#include <utility>

namespace lockscope::ui {

namespace {

using std::chrono::milliseconds;
using LockPtr = std::shared_ptr<const inspect::Lock>;

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
void addRun(std::vector<LeaseRun>& runs, LeaseRun run, milliseconds whole, std::optional<WallTime> before)
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
        runs.erase(runs.begin());
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

void LeaseHistory::see(const inspect::SnapshotPtr& snapshot)
{
    if (snapshot == m_seen)
        return;
    if (snapshot->takenAt < m_seenAt)
        goBack(snapshot->takenAt);
    const auto before = std::exchange(m_seen, snapshot);
    const auto seenBefore = std::exchange(m_seenAt, snapshot->takenAt);
    const auto differs = [&](const LockPtr& was, const LockPtr& lock) {
        if (!lock) {
            const auto found = m_locks.find(was->path);
            if (found != m_locks.end()) {
                found->second.goneAt = seenBefore;
                m_gone.push_back(was->path);
            }
        } else if (lock->redis) {
            auto& known = m_locks[lock->path];
            known.goneAt.reset();
            if (known.last && known.last != lock)
                take(*lock, known.last.get(), runsOf(known));
            else if (known.runs && !known.last)
                take(*lock, nullptr, *known.runs);
            known.last = lock;
        }
    };
    inspect::compareLocks(
        before.get(), *snapshot, [](const LockPtr&) {}, differs);
    forgetGone(m_seenAt);
}

LeaseRuns& LeaseHistory::runsOf(Known& known)
{
    if (!known.runs) {
        known.runs = std::make_shared<LeaseRuns>();
        take(*known.last, nullptr, *known.runs);
    }
    return *known.runs;
}

void LeaseHistory::forgetGone(WallTime now)
{
    std::erase_if(m_gone, [&](const std::string& path) {
        const auto found = m_locks.find(path);
        if (found == m_locks.end() || !found->second.goneAt)
            return true;
        if (now - *found->second.goneAt <= longestAbsence)
            return false;
        m_locks.erase(found);
        return true;
    });
}

void LeaseHistory::goBack(WallTime to)
{
    m_seen.reset();
    m_gone.clear();
    for (auto& [path, known] : m_locks) {
        auto& leases = runsOf(known);
        known.last.reset();
        known.goneAt = std::min(known.goneAt.value_or(to), to);
        m_gone.push_back(path);
        for (auto* all : {&leases.holds, &leases.votes})
            for (auto& [name, runs] : *all)
                std::erase_if(runs, [to](const LeaseRun& run) { return run.from > to; });
    }
}

void LeaseHistory::take(const inspect::Lock& lock, const inspect::Lock* before, LeaseRuns& runs)
{
    const auto readBefore = before ? std::optional(before->readAt) : std::nullopt;
    const auto nodesBefore = before ? inspect::NodeIndex(*before) : inspect::NodeIndex();
    const inspect::NodeIndex present(lock);
    for (const auto& contender : lock.queue) {
        if (!contender.holds || !contender.redis)
            continue;
        const auto& lease = contender.redis->lease;
        LeaseRun run{lock.readAt, lease ? std::optional(lock.readAt + *lease) : std::nullopt, {}, true};
        const bool wasHeld = nodesBefore.find(contender.ref());
        addRun(runs.holds[contender.node], std::move(run), contender.redis->trace.highest,
               wasHeld ? readBefore : std::nullopt);
    }
    std::erase_if(runs.holds, [&](const auto& each) {
        const auto* contender = present.find({inspect::LockPart::Queue, each.first});
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
    m_gone.clear();
    m_seen.reset();
    m_seenAt = {};
}

std::shared_ptr<const LeaseRuns> LeaseHistory::of(const std::string& lock)
{
    const auto found = m_locks.find(lock);
    if (found == m_locks.end())
        return nullptr;
    runsOf(found->second);
    return found->second.runs;
}

} // namespace lockscope::ui
