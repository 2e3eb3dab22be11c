// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/Timeline.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace lockscope::inspect {

namespace {

constexpr std::size_t lookBack = 16;   ///< number of a row's stays to search for an ended one
constexpr std::size_t lookAround = 64; ///< number of rows of one name to choose from
constexpr std::size_t mostPassed = 10'000;
constexpr auto longestMissing = std::chrono::seconds(5); // of a contender that is not in the queue and has no event

std::string nameOf(const std::string& client, const std::string& host, std::int64_t session, const std::string& node)
{
    return !client.empty() ? client : !host.empty() ? host : session != 0 ? toHex(session) : node;
}

std::string nameOf(const HistoryEvent& event)
{
    return nameOf(event.client, event.host, event.session, event.node);
}

std::string nameOf(const ContenderDetails& details, const std::string& node)
{
    return nameOf(details.client, details.host, details.session, node);
}

/// The stay of the event's contender, without `from`.
Stay stayOf(const HistoryEvent& event)
{
    Stay stay;
    stay.node = event.node;
    stay.session = event.session;
    stay.creationId = event.creationId;
    stay.isShared = event.isShared;
    stay.isAtGate = event.atGate;
    stay.isStateKnown = event.isStateKnown;
    return stay;
}

/// How a stay ended, by an event that says so.
Stay::End endOf(const HistoryEvent& event, const Stay& stay)
{
    if (event.type == Change::Type::Lost)
        return Stay::End::Lost;
    if (event.type == Change::Type::Released)
        return Stay::End::Released;
    const auto by = event.by ? event.by->session : 0;
    if (by == 0 || stay.session == 0)
        return Stay::End::Left;
    return by == stay.session ? Stay::End::Own : Stay::End::Deleted;
}

/// A request deleted its node, so that a later end of the session did not.
bool isDeletedByRequest(const Stay& stay)
{
    return stay.end == Stay::End::Own || stay.end == Stay::End::Released || stay.end == Stay::End::Deleted;
}

/// A waiter has waited since it joined, whatever was known then.
void learnState(Stay& stay, const Contender& contender)
{
    stay.isStateKnown = contender.isStateKnown;
    if (contender.isModeKnown)
        stay.isShared = contender.mode == LockMode::Shared;
}

/// Whether the row has its node's name because nothing better is known.
bool isNameless(const TimelineRow& row)
{
    return row.name == row.stays.back().node;
}

} // namespace

Timeline::Timeline(std::string lockPath, std::size_t mostClosed)
    : m_path(std::move(lockPath))
    , m_mostClosed(mostClosed)
{
}

void Timeline::clear()
{
    m_open.clear();
    m_closed.clear();
    m_free.clear();
    m_byCreationId.clear();
    m_gates.clear();
    m_passed.clear();
    m_missing.clear();
    m_rows.clear();
    m_met.reset();
    m_facts.reset();
}

void Timeline::see(const History& history)
{
    m_gaps = history.gapsOf(m_path);
    const auto& events = history.events();
    const auto forgotten = history.forgottenEvents();
    if (m_taken < forgotten) {
        // Some events were dropped before they were processed: starts again from the rest of the log and the queue.
        clear();
        m_taken = forgotten;
    }
    for (auto i = static_cast<std::size_t>(m_taken - forgotten); i < events.size(); ++i) {
        if (*events[i].lockPath == m_path)
            take(events[i], history.since());
    }
    m_taken = forgotten + events.size();
    const auto& last = history.last();
    const auto index = last ? last->indexOf(m_path) : std::nullopt;
    if (!index)
        return;
    const auto& lock = last->locks[*index];
    const bool isMet = std::exchange(m_met, lock) == lock;
    if (!isMet)
        meet(*lock, history.since(), *last);
    const bool isReported = std::exchange(m_facts, last->ensemble) == last->ensemble;
    if (m_facts && !(isMet && isReported))
        takeHosts(*lock, *m_facts);
}

void Timeline::take(const HistoryEvent& event, WallTime since)
{
    auto* row = openRow(event.ref());
    auto* stay = row ? &row->stays.back() : nullptr;
    // In a single-node lock the nodes of all clients have the same name.
    const bool isOther = stay && event.creationId != 0 && stay->creationId != 0 && stay->creationId != event.creationId;
    // The node existed before the first snapshot, or before the oldest event in the log.
    const auto beginUnseen = [&] {
        auto begun = stayOf(event);
        const bool isDated = event.createdAt != WallTime();
        begun.from = event.isFirstSeen ? event.at : std::min(isDated ? event.createdAt : since, event.at);
        begun.fromKnown = event.isFirstSeen ? event.atKnown : isDated ? Confidence::Inferred : Confidence::Unknown;
        stay = &begin(nameOf(event), event.host, std::move(begun));
        row = openRow(event.ref());
    };
    if (event.atGate && m_passed.contains(event.node)) {
        if (event.type == Change::Type::Left)
            m_passed.erase(event.node);
        return;
    }
    switch (event.type) {
    case Change::Type::Joined: {
        if (stay && !isOther) {
            stay->from = event.at;
            stay->fromKnown = event.atKnown;
            return;
        }
        if (!event.atGate && passGate(event.session, event.ref(), event.creationId))
            return;
        if (stay)
            close(*row, event.at, Confidence::Inferred, Stay::End::Unknown);
        auto begun = stayOf(event);
        // If it was noticed late, the node's creation time counts.
        const bool isLate = event.atKnown != Confidence::Exact && event.createdAt != WallTime();
        begun.from = isLate ? std::min(event.createdAt, event.at) : event.at;
        begun.fromKnown = event.atKnown;
        if (event.atKnown == Confidence::Unknown) {
            begun.from = std::max(begun.from, gapBefore(event.at)); // it was not there before the gap
            begun.fromKnown = Confidence::Inferred;
        }
        begin(nameOf(event), event.host, std::move(begun));
        return;
    }
    case Change::Type::Granted:
        if (!stay)
            beginUnseen();
        stay->heldFrom = std::max(event.at, stay->from);
        stay->heldKnown = event.atKnown == Confidence::Exact ? Confidence::Exact
                          : stay->isStateKnown               ? Confidence::Inferred
                                                             : Confidence::Unknown;
        stay->isStateKnown = true;
        return;
    case Change::Type::Revoked:
        if (!stay)
            beginUnseen();
        stay->askedAt = event.at;
        return;
    case Change::Type::Left:
        if ((!stay || isOther) && event.creationId != 0 && m_byCreationId.contains(event.creationId))
            return; // already closed by closeMissing()
        if (isOther)
            return;
        if (!stay)
            beginUnseen();
        takeLeft(event, since, *row);
        return;
    case Change::Type::Lost:
    case Change::Type::Released:
    case Change::Type::Deleted:
        // A release is reported before or after the node's deletion is seen, a lost session after it.
        if (!stay || isOther)
            stay = closedStay(event);
        if (stay && !(event.type == Change::Type::Lost && isDeletedByRequest(*stay)))
            stay->end = endOf(event, *stay);
        return;
    case Change::Type::Gap:
    case Change::Type::Unseen:
    case Change::Type::Other:
        return;
    }
}

void Timeline::takeLeft(const HistoryEvent& event, WallTime since, TimelineRow& row)
{
    auto& stay = row.stays.back();
    const bool isUnseen = event.atKnown == Confidence::Unknown;
    const auto at = isUnseen ? std::min(gapBefore(event.at), event.at) : event.at;
    if (event.holds && !stay.heldFrom) {
        stay.heldFrom = std::clamp(event.grantedAt.value_or(since), stay.from, std::max(stay.from, at));
        stay.heldKnown = event.grantedAt ? Confidence::Exact : Confidence::Unknown;
    }
    stay.mayHaveHeld = event.mayHaveHeld || !event.isStateKnown;
    stay.isStateKnown = event.isStateKnown;
    const auto end = isUnseen ? Stay::End::Unknown : Stay::End::Left;
    close(row, at, event.atKnown, stay.end == Stay::End::Open ? end : stay.end);
}

/// Begin of the gap in which an event that was seen at `at` may have happened; without one, `at`.
WallTime Timeline::gapBefore(WallTime at) const
{
    const auto gap = std::find_if(m_gaps.rbegin(), m_gaps.rend(), [at](const Gap& each) { return each.mayHave(at); });
    return gap == m_gaps.rend() ? at : gap->from;
}

void Timeline::meet(const Lock& lock, WallTime since, const Snapshot& snapshot)
{
    bool hasEmpty = false;
    for (const auto& contender : lock.queue) {
        if (auto* row = openRow(contender.ref())) {
            learnState(row->stays.back(), contender);
            if (contender.details && isNameless(*row))
                hasEmpty = nameAnew(*row, contender) || hasEmpty;
            else if (contender.details && !contender.details->host.empty())
                row->host = contender.details->host;
        } else if (contender.details || contender.redis) { // else a later snapshot has them
            meetContender(contender, since, snapshot);
        }
    }
    if (hasEmpty)
        removeEmpty();
    if (m_open.size() > lock.queue.size() || !m_missing.empty())
        closeMissing(lock, snapshot.takenAt);
}

/// Begins the stay of a contender that existed before the first snapshot.
void Timeline::meetContender(const Contender& contender, WallTime since, const Snapshot& snapshot)
{
    const auto details = contender.details.value_or(ContenderDetails()); // on Redis it has none
    if (contender.atGate ? m_passed.contains(contender.node)
                         : passGate(details.session, contender.ref(), details.creationId))
        return;
    Stay stay;
    stay.node = contender.node;
    stay.session = details.session;
    stay.creationId = details.creationId;
    stay.isShared = contender.mode == LockMode::Shared;
    stay.isAtGate = contender.atGate;
    stay.isStateKnown = contender.isStateKnown;
    const bool isDated = details.createdAt != WallTime();
    stay.from = std::min(isDated ? snapshot.hereAt(details.createdAt) : since, snapshot.takenAt);
    stay.fromKnown = isDated ? Confidence::Inferred : Confidence::Unknown;
    if (contender.holds) {
        stay.heldFrom = std::max(contender.grantedAt.value_or(since), stay.from);
        stay.heldKnown = contender.grantedAt ? Confidence::Exact : Confidence::Unknown;
    }
    begin(nameOf(details, contender.node), details.host, std::move(stay));
}

/// Moves a stay from the gate of a semaphore to the queue: no Left event reports that.
bool Timeline::passGate(std::int64_t session, NodeRef ref, std::int64_t creationId)
{
    const auto found = m_gates.find(session);
    if (session == 0 || found == m_gates.end())
        return false;
    auto* row = found->second;
    m_gates.erase(found);
    auto stay = std::move(row->stays.back());
    row->stays.pop_back();
    m_open.erase(toString(stay.ref()));
    m_byCreationId.erase(stay.creationId);
    if (m_passed.size() >= mostPassed)
        m_passed.clear();
    m_passed.insert(stay.node);
    stay.node = ref.node;
    stay.creationId = creationId;
    stay.isAtGate = ref.part == LockPart::Gate;
    put(*row, std::move(stay));
    return true;
}

/// If an event is missing, ends the stay of its contender.
void Timeline::closeMissing(const Lock& lock, WallTime now)
{
    std::unordered_set<std::string> present;
    for (const auto& contender : lock.queue)
        present.insert(toString(contender.ref()));
    std::erase_if(m_missing, [&](const auto& each) { return present.contains(each.first) || !openRow(each.first); });
    for (const auto& [key, row] : m_open) {
        if (!present.contains(key))
            m_missing.emplace(key, now);
    }
    std::vector<std::pair<std::string, WallTime>> gone;
    for (const auto& [key, from] : m_missing) {
        if (now - from > longestMissing)
            gone.emplace_back(key, from);
    }
    for (const auto& [key, from] : gone) {
        m_missing.erase(key);
        close(*openRow(key), from, Confidence::Inferred, Stay::End::Unknown);
    }
}

/// Returns whether the row is empty now and must be removed.
bool Timeline::nameAnew(TimelineRow& row, const Contender& contender)
{
    const auto& details = *contender.details;
    const auto name = nameOf(details, contender.node);
    auto stay = std::move(row.stays.back());
    row.stays.pop_back();
    m_byCreationId.erase(stay.creationId);
    stay.session = details.session;
    stay.creationId = details.creationId;
    auto* own = name == row.name ? &row : takeFreeRow(name, stay);
    if (!own && row.stays.empty()) {
        row.name = name;
        own = &row;
    }
    auto& home = own ? *own : addRow(name, stay);
    home.host = details.host;
    put(home, std::move(stay));
    if (&home == &row || row.stays.empty())
        return row.stays.empty();
    m_free[row.name].push_back(&row);
    return false;
}

/// Sets the hosts of clients whose payload has none. A row keeps its host after the session has ended.
void Timeline::takeHosts(const Lock& lock, const ensemble::EnsembleFacts& facts)
{
    for (const auto& contender : lock.queue) {
        const bool saysItself = contender.details && !contender.details->host.empty();
        auto* row = saysItself ? nullptr : openRow(contender.ref());
        const auto* known = row ? facts.find(row->stays.back().session) : nullptr;
        if (known && !known->host.empty())
            row->host = known->host;
    }
}

void Timeline::put(TimelineRow& row, Stay stay)
{
    m_open[toString(stay.ref())] = &row;
    if (stay.creationId != 0)
        m_byCreationId[stay.creationId] = &row;
    if (stay.isAtGate && stay.session != 0)
        m_gates[stay.session] = &row;
    row.stays.push_back(std::move(stay));
}

Stay& Timeline::begin(const std::string& name, const std::string& host, Stay stay)
{
    auto* own = takeFreeRow(name, stay);
    auto& row = own ? *own : addRow(name, stay);
    if (!host.empty())
        row.host = host;
    put(row, std::move(stay));
    return row.stays.back();
}

/// A free row of that name, if possible of that session; several clients may have one name.
TimelineRow* Timeline::takeFreeRow(const std::string& name, const Stay& stay)
{
    const auto found = m_free.find(name);
    if (found == m_free.end())
        return nullptr;
    auto& free = found->second;
    auto best = free.end();
    for (std::size_t i = 1; i <= std::min(free.size(), lookAround); ++i) {
        const auto each = free.end() - static_cast<std::ptrdiff_t>(i);
        const auto& last = (*each)->stays.back();
        if (*last.to > stay.from)
            continue;
        best = each;
        if (last.session == stay.session)
            break;
    }
    if (best == free.end())
        return nullptr;
    auto* row = *best;
    free.erase(best);
    if (free.empty())
        m_free.erase(found);
    return row;
}

TimelineRow& Timeline::addRow(const std::string& name, const Stay& first)
{
    auto made = std::make_unique<TimelineRow>();
    made->name = name;
    made->since = first.from;
    made->firstCreationId = first.creationId;
    const auto after = std::upper_bound(m_rows.begin(), m_rows.end(), made, [](const auto& one, const auto& other) {
        return std::tie(one->since, one->firstCreationId) < std::tie(other->since, other->firstCreationId);
    });
    return **m_rows.insert(after, std::move(made));
}

TimelineRow* Timeline::openRow(NodeRef ref)
{
    return openRow(toString(ref));
}

TimelineRow* Timeline::openRow(const std::string& key)
{
    const auto found = m_open.find(key);
    return found == m_open.end() ? nullptr : found->second;
}

Stay* Timeline::closedStay(const HistoryEvent& event)
{
    const auto known = m_byCreationId.find(event.creationId);
    if (event.creationId != 0 && known == m_byCreationId.end())
        return nullptr;
    const auto stayIn = [&event](TimelineRow& row, std::size_t most) -> Stay* {
        for (std::size_t i = 1; i <= std::min(row.stays.size(), most); ++i) {
            auto& stay = row.stays[row.stays.size() - i];
            if (stay.ref() == event.ref() && (event.creationId == 0 || stay.creationId == event.creationId))
                return &stay;
        }
        return nullptr;
    };
    if (event.creationId != 0)
        return stayIn(*known->second, known->second->stays.size());
    for (const auto& row : m_rows) {
        if (auto* stay = stayIn(*row, lookBack))
            return stay;
    }
    return nullptr;
}

void Timeline::close(TimelineRow& row, WallTime at, Confidence known, Stay::End end)
{
    auto& stay = row.stays.back();
    m_open.erase(toString(stay.ref()));
    if (stay.isAtGate)
        m_gates.erase(stay.session);
    stay.to = std::max({at, stay.from, stay.heldFrom.value_or(stay.from)});
    stay.toKnown = known;
    stay.end = end;
    m_free[row.name].push_back(&row);
    m_closed.push_back(&row);
    if (m_closed.size() > m_mostClosed + m_mostClosed / 8)
        forgetOldest();
}

/// Drops many stays at once, since each call searches all rows.
void Timeline::forgetOldest()
{
    while (m_closed.size() > m_mostClosed) {
        auto& row = *m_closed.front();
        m_closed.pop_front();
        const auto known = m_byCreationId.find(row.stays.front().creationId);
        if (known != m_byCreationId.end() && known->second == &row)
            m_byCreationId.erase(known);
        row.stays.pop_front();
    }
    removeEmpty();
}

void Timeline::removeEmpty()
{
    const auto isEmpty = [](const TimelineRow* row) { return row->stays.empty(); };
    for (auto& [name, rows] : m_free)
        std::erase_if(rows, isEmpty);
    std::erase_if(m_free, [](const auto& each) { return each.second.empty(); });
    std::erase_if(m_rows, [&](const auto& row) { return isEmpty(row.get()); });
}

} // namespace lockscope::inspect
