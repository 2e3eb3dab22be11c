// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/EventStream.h"

#include "core/model/NodeIndex.h"

#include <optional>
#include <set>

namespace lockscope::inspect {

namespace {

constexpr auto waitLimit = std::chrono::milliseconds(200);
constexpr int mostQuestions = 3; ///< a server may apply the node's deletion before the session's end
constexpr std::size_t mostSuspects = 10'000;

bool isSame(const Change& a, const Change& b)
{
    if (a.lockPath != b.lockPath || a.contender.ref() != b.contender.ref())
        return false;
    const auto& one = a.contender.details;
    const auto& other = b.contender.details;
    return !one || !other || one->creationId == other->creationId;
}

/// Finds contenders in one queue after another. Indexes long queues, since thousands may have joined at once.
class Finder {
public:
    explicit Finder(const Snapshot& snapshot)
        : m_snapshot(snapshot)
    {
    }

    const Contender* find(const std::string& lockPath, const Contender& contender)
    {
        if (lockPath != m_path) {
            m_path = lockPath;
            m_lock = m_snapshot.find(lockPath);
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

    const Snapshot& m_snapshot;
    std::string m_path;
    const Lock* m_lock = nullptr;
    std::optional<NodeIndex> m_index;
};

} // namespace

EventStream::EventStream(Report report)
    : m_report(std::move(report))
{
}

void EventStream::see(const SnapshotPtr& snapshot)
{
    const bool isConnected = canRead(snapshot->session.state);
    if (!m_before && !snapshot->complete)
        return;
    m_isLate = m_isLate || !isConnected;
    if (m_before) {
        for (auto& change : changesBetween(*m_before, *snapshot)) {
            const auto* lock = snapshot->find(change.lockPath);
            const bool isInferred = m_isLate || (lock && lock->polled);
            m_unreported.push_back(
                {std::move(change), snapshot->takenAt, isInferred ? Confidence::Inferred : Confidence::Exact});
        }
    }
    if (isConnected && snapshot->complete)
        m_isLate = false;
    m_before = snapshot;
    reportWhatIsKnown();
    judge();
}

void EventStream::reportWhatIsKnown()
{
    Finder finder(*m_before);
    while (!m_unreported.empty()) {
        auto& event = m_unreported.front();
        auto& contender = event.change.contender;
        if (!contender.details) {
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
    const auto& details = event.change.contender.details;
    if (event.change.type != Change::Type::Left || !details || details->session == 0)
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
        if (facts->find(suspect.left.change.contender.details->session))
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
    if (m_suspects.empty() || !m_before)
        return false;
    std::set<std::int64_t> sessions;
    for (const auto& suspect : m_suspects)
        sessions.insert(suspect.left.change.contender.details->session);
    std::set<std::int64_t> alive;
    for (const auto& lock : m_before->locks) {
        for (const auto& contender : lock->queue) {
            if (contender.details && sessions.contains(contender.details->session))
                alive.insert(contender.details->session);
        }
    }
    std::erase_if(m_suspects, [&](const Suspect& suspect) {
        return alive.contains(suspect.left.change.contender.details->session);
    });
    return !m_suspects.empty();
}

void EventStream::add(const LockEvent& event)
{
    if (m_unreported.empty())
        pass(event);
    else
        m_unreported.push_back(event);
}

void EventStream::finish()
{
    while (!m_unreported.empty()) {
        const auto reported = std::move(m_unreported.front());
        m_unreported.pop_front();
        pass(reported);
    }
}

} // namespace lockscope::inspect
