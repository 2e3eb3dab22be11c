// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Reads the contenders' nodes, one after the other.

#include "core/sources/zookeeper/discovery/Walker.h"

#include "core/base/Path.h"
#include "core/sources/zookeeper/dialects/Releasable.h"

#include <QScopedValueRollback>

#include <algorithm>
#include <iterator>
#include <utility>

namespace lockscope::inspect {

namespace {

/// Each holder is read again once in this time, within the limits per tick.
constexpr std::size_t reviewTicks = 30;
constexpr std::size_t leastReviewed = 50;
constexpr std::size_t mostReviewed = 500;

} // namespace

std::vector<std::string> LiveInspector::Walker::Visit::leaves() const
{
    std::vector<std::string> leaves;
    std::copy_if(names.begin(), names.end(), std::back_inserter(leaves),
                 [this](const std::string& name) { return !directories.contains(name); });
    return leaves;
}

/// Removes owners of nodes with details, which contain more.
void LiveInspector::Walker::Visit::forgetOwners()
{
    std::erase_if(owners, [&](const auto& owner) { return details.contains(owner.first); });
    if (owners.empty())
        owners.shrink_to_fit();
}

/// Reads one contender's details ahead of the queue.
void LiveInspector::Walker::askAlone(const std::string& directory, Visit& visit, const std::string& node,
                                     Urgency urgency)
{
    if (visit.asked.contains(node))
        return;
    visit.wanted.erase(node);
    visit.asked.emplace(node, m_due);
    m_requests.add(urgency, [weak = weak_from_this(), directory, node](const Task& done) {
        if (const auto me = weak.lock())
            me->askDetails(directory, node, done);
        else
            done();
    });
}

/// One queued request per directory, not one per contender (90,000).
void LiveInspector::Walker::wantDetails(const std::string& directory, Visit& visit, const std::string& node)
{
    if (!visit.asked.contains(node) && visit.wanted.emplace(node, m_due).second && !std::exchange(visit.isInLine, true))
        m_requests.add(Urgency::Details, nextDetailsOf(directory));
}

RequestQueue::Request LiveInspector::Walker::nextDetailsOf(const std::string& directory)
{
    return [weak = weak_from_this(), directory](const Task& done) {
        const auto me = weak.lock();
        auto* visit = me ? me->seen(directory) : nullptr;
        if (visit && !visit->wanted.empty()) {
            me->askNextDetails(directory, *visit, done);
            return;
        }
        if (visit)
            visit->isInLine = false;
        done();
    };
}

/// Reads the first in the queue first: it is the most important.
void LiveInspector::Walker::askNextDetails(const std::string& directory, Visit& visit, const Task& done)
{
    const auto* lock = m_board.find(visit.lock);
    auto next = lock && !lock->queue.empty() ? visit.wanted.find(lock->queue.front().node) : visit.wanted.end();
    if (next == visit.wanted.end())
        next = visit.wanted.begin();
    const auto asked = visit.asked.insert(visit.wanted.extract(next)).position;
    askDetails(directory, asked->first, done);
    visit.isInLine = !visit.wanted.empty();
    // Completes one lock before the next: each snapshot rebuilds the queues with new details.
    if (visit.isInLine)
        m_requests.addNext(Urgency::Details, nextDetailsOf(directory));
}

void LiveInspector::Walker::askDetails(const std::string& directory, const std::string& node, const Task& done)
{
    const auto path = joinPath(directory, node);
    m_client.get(path, [weak = weak_from_this(), directory, node, path, done](Result<zk::NodeData> read) {
        const auto self = weak.lock();
        if (!self) {
            done();
            return;
        }
        if (!read && read.error().code == ErrorCode::NoAuth) {
            // No permission to read the payload; exists() of older servers still returns the owner.
            self->m_client.exists(path, [weak, directory, node, done](Result<std::optional<zk::Stat>> stat) {
                if (const auto late = weak.lock()) {
                    late->onDetails(directory, node,
                                    stat && *stat ? std::optional(zk::NodeData{{}, **stat}) : std::nullopt, false);
                    if (!stat)
                        late->report(directory, stat.error());
                }
                done();
            });
            return;
        }
        if (!read && read.error().code != ErrorCode::NoNode)
            self->onNoDetails(directory, node, read.error());
        self->onDetails(directory, node, read ? std::optional(*std::move(read)) : std::nullopt, true);
        done();
    });
}

/// A request that may be repeated keeps the walk incomplete: the directory is listed again.
void LiveInspector::Walker::onNoDetails(const std::string& directory, const std::string& node, const Error& error)
{
    report(directory, error);
    auto* visit = m_again.contains(directory) ? seen(directory) : nullptr;
    const auto asked = visit ? visit->asked.find(node) : DueNodes::iterator();
    if (visit && asked != visit->asked.end() && asked->second)
        visit->due = asked->second;
}

void LiveInspector::Walker::onDetails(const std::string& directory, const std::string& node,
                                      std::optional<zk::NodeData> read, bool isPayloadKnown)
{
    m_board.changed();
    if (read)
        seeClock(read->stat);
    const auto found = m_visits.find(directory);
    if (found == m_visits.end())
        return;
    auto& visit = found->second;
    const auto asked = visit.asked.extract(node);
    const QScopedValueRollback scope(m_due, asked.empty() ? Due() : asked.mapped());
    if (!read) // deleted meanwhile; the child watch reports it
        return;
    if (!visit.dialect) { // its payload decides what the directory is
        visit.confirmed = visit.confirmed || read->stat.ephemeralOwner != 0;
        auto details = keptDetailsOf(read->stat, std::move(read->data));
        details.isPayloadKnown = isPayloadKnown;
        visit.details.insert_or_assign(node, std::move(details));
        understand(directory, visit);
        return;
    }
    if (read->stat.numChildren > 0 || read->stat.cversion > 0)
        return takeDirectory(joinPath(directory, node));
    const auto& part = visit.atGate ? *visit.dialect->gate : visit.dialect->queue;
    auto details = keptDetailsOf(read->stat, std::move(read->data), part.payload);
    details.isPayloadKnown = isPayloadKnown;
    const auto before = visit.details.find(node);
    if (before != visit.details.end())
        keepLastKnown(details, before->second);
    if (before != visit.details.end() && before->second == details)
        return; // a holder was read again, unchanged
    visit.details.insert_or_assign(node, std::move(details));
    if (visit.wanted.empty() && visit.asked.empty())
        visit.forgetOwners();
    m_stale.insert(directory); // a thousand replies cause one rebuild
}

/// A write to a holder's node, such as a revocation request, changes no list of children. So some holders are read
/// again each second in rotation: few locks are covered at once, and thousands never cause many requests.
void LiveInspector::Walker::reviewHolders()
{
    if (m_settings.manual || !canRead(m_client.session().state))
        return;
    auto left = std::clamp(m_board.lockCount() / reviewTicks, leastReviewed, mostReviewed);
    auto next = m_reviewedTo > 0 ? m_visits.lower_bound(m_reviewed) : m_visits.upper_bound(m_reviewed);
    for (auto looked = m_visits.size(); looked > 0 && left > 0; --looked, ++next) {
        if (next == m_visits.end())
            next = m_visits.begin();
        auto& [path, visit] = *next;
        const auto to = std::exchange(m_reviewedTo, 0);
        const auto from = path == m_reviewed ? to : 0;
        m_reviewed = path;
        if (visit.single)
            left -= reviewSingle(path, visit) ? 1 : 0;
        const auto* lock = visit.dialect ? m_board.find(visit.lock) : nullptr;
        for (auto i = from; lock && i < lock->queue.size() && lock->queue[i].holds; ++i) {
            if (left == 0) {
                m_reviewedTo = i;
                break;
            }
            const auto& contender = lock->queue[i];
            if (contender.details && contender.atGate == visit.atGate) {
                askAlone(path, visit, contender.node, Urgency::Review);
                --left;
            }
        }
    }
}

/// Reads the node of a single-node lock again.
bool LiveInspector::Walker::reviewSingle(const std::string& path, Visit& visit)
{
    const auto& catalogue = *m_settings.dialects;
    const auto* named = catalogue.recogniseSingle(path);
    const auto* dialect = named ? named : persistentSingle(catalogue, path, false);
    if (!dialect || visit.open)
        return false;
    visit.open = true;
    visit.generation = ++m_generation;
    m_requests.add(Urgency::Review,
                   [weak = weak_from_this(), path, dialect, generation = visit.generation](const Task& done) {
                       const auto me = weak.lock();
                       if (me && me->current(path, generation))
                           me->readSingle(path, *dialect, generation, done);
                       else
                           done();
                   });
    return true;
}

} // namespace lockscope::inspect
