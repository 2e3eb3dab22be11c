// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/inspect/Timeline.h"

#include <algorithm>
#include <tuple>

namespace lockscope::inspect {

namespace {

constexpr std::size_t lookBack = 16;   ///< stays of a row in which an ended one is sought
constexpr std::size_t lookAround = 64; ///< rows of one name of which one is chosen

std::string nameOf(const std::string& client, const std::string& host, std::int64_t session, const std::string& node)
{
    return !client.empty() ? client : !host.empty() ? host : session != 0 ? zk::toHex(session) : node;
}

std::string nameOf(const HistoryEvent& event)
{
    return nameOf(event.client, event.host, event.session, event.node);
}

std::string nameOf(const ContenderDetails& details, const std::string& node)
{
    return nameOf(details.client, details.host, details.session, node);
}

/// The node names it as long as nothing better is known.
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
    m_rows.clear();
    m_met.reset();
}

void Timeline::see(const History& history)
{
    const auto& events = history.events();
    const auto forgotten = history.forgottenEvents();
    if (m_taken < forgotten) {
        // Some were never taken: what is left of the log and the queue tell the rest.
        clear();
        m_taken = forgotten;
    }
    for (auto i = static_cast<std::size_t>(m_taken - forgotten); i < events.size(); ++i) {
        if (*events[i].lockPath == m_path)
            take(events[i], history.since());
    }
    m_taken = forgotten + events.size();
    if (!history.last())
        return;
    const auto& locks = history.last()->locks;
    const auto lock = std::lower_bound(locks.begin(), locks.end(), m_path,
                                       [](const auto& each, const std::string& path) { return each->path < path; });
    if (lock == locks.end() || (*lock)->path != m_path || *lock == m_met)
        return;
    m_met = *lock;
    meet(**lock, history.since());
}

void Timeline::take(const HistoryEvent& event, WallTime since)
{
    auto* row = openRow(event.node);
    auto* stay = row ? &row->stays.back() : nullptr;
    // It was there before the first look, or before the oldest event that is left.
    const auto beginUnseen = [&] {
        Stay begun;
        begun.node = event.node;
        begun.session = event.session;
        begun.czxid = event.czxid;
        begun.isShared = event.isShared;
        const bool isDated = event.createdAt != WallTime();
        begun.from = std::min(isDated ? event.createdAt : since, event.at);
        begun.fromKnown = isDated ? Know::Inferred : Know::Unknown;
        stay = &begin(nameOf(event), event.host, std::move(begun));
        row = openRow(event.node);
    };
    switch (event.type) {
    case Change::Type::Joined: {
        if (stay && (stay->czxid == 0 || stay->czxid == event.czxid)) {
            stay->from = event.at;
            stay->fromKnown = event.atKnown;
            return;
        }
        if (stay)
            close(*row, event.at, Know::Inferred, Stay::End::Left);
        Stay begun;
        begun.node = event.node;
        begun.session = event.session;
        begun.czxid = event.czxid;
        begun.isShared = event.isShared;
        // Noticed late, it came when the server made its node.
        const bool isLate = event.atKnown != Know::Exact && event.createdAt != WallTime();
        begun.from = isLate ? std::min(event.createdAt, event.at) : event.at;
        begun.fromKnown = event.atKnown;
        begin(nameOf(event), event.host, std::move(begun));
        return;
    }
    case Change::Type::Granted:
        if (!stay)
            beginUnseen();
        stay->heldFrom = std::max(event.at, stay->from);
        stay->heldKnown = event.atKnown;
        return;
    case Change::Type::Revoked:
        if (!stay)
            beginUnseen();
        stay->askedAt = event.at;
        return;
    case Change::Type::Left:
        if (!stay)
            beginUnseen();
        if (event.holds && !stay->heldFrom) {
            stay->heldFrom = std::clamp(event.grantedAt.value_or(since), stay->from, std::max(stay->from, event.at));
            stay->heldKnown = event.grantedAt ? Know::Exact : Know::Unknown;
        }
        close(*row, event.at, event.atKnown, stay->end == Stay::End::Open ? Stay::End::Left : stay->end);
        return;
    case Change::Type::Lost:
    case Change::Type::Released:
        // An operator tells of a release before or after the node is seen to go; a lost session is told of later.
        if (!stay)
            stay = closedStay(event);
        if (stay)
            stay->end = event.type == Change::Type::Lost ? Stay::End::Lost : Stay::End::Released;
        return;
    }
}

void Timeline::meet(const LockQueue& lock, WallTime since)
{
    for (const auto& contender : lock.queue) {
        if (auto* row = openRow(contender.node)) {
            if (contender.details && isNameless(*row))
                nameAnew(*row, contender);
            else if (contender.details && !contender.details->host.empty())
                row->host = contender.details->host;
            continue;
        }
        if (!contender.details)
            continue; // the next picture has them
        const auto& details = *contender.details;
        Stay stay;
        stay.node = contender.node;
        stay.session = details.session;
        stay.czxid = details.czxid;
        stay.isShared = contender.mode == queue::Mode::Shared;
        const bool isDated = details.createdAt != WallTime();
        stay.from = isDated ? details.createdAt : since;
        stay.fromKnown = isDated ? Know::Inferred : Know::Unknown;
        if (contender.holds) {
            stay.heldFrom = std::max(contender.grantedAt.value_or(since), stay.from);
            stay.heldKnown = contender.grantedAt ? Know::Exact : Know::Unknown;
        }
        begin(nameOf(details, contender.node), details.host, std::move(stay));
    }
}

void Timeline::nameAnew(TimelineRow& row, const Contender& contender)
{
    const auto& details = *contender.details;
    auto& known = row.stays.back();
    known.session = details.session;
    known.czxid = details.czxid;
    const auto name = nameOf(details, known.node);
    auto* own = takeFreeRow(name, known);
    if (!own && row.stays.size() == 1) {
        row.name = name;
        row.host = details.host;
        return;
    }
    auto stay = std::move(known);
    row.stays.pop_back();
    if (!row.stays.empty())
        m_free[row.name].push_back(&row);
    auto& home = own ? *own : addRow(name, stay);
    home.host = details.host;
    m_open[stay.node] = &home;
    home.stays.push_back(std::move(stay));
    removeIfEmpty(row);
}

Stay& Timeline::begin(const std::string& name, const std::string& host, Stay stay)
{
    auto* own = takeFreeRow(name, stay);
    auto& row = own ? *own : addRow(name, stay);
    if (!host.empty())
        row.host = host;
    m_open[stay.node] = &row;
    row.stays.push_back(std::move(stay));
    return row.stays.back();
}

/// Of that name, and best of that session; several clients may go by one name.
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
    made->firstCzxid = first.czxid;
    const auto after = std::upper_bound(m_rows.begin(), m_rows.end(), made, [](const auto& one, const auto& other) {
        return std::tie(one->since, one->firstCzxid) < std::tie(other->since, other->firstCzxid);
    });
    return **m_rows.insert(after, std::move(made));
}

TimelineRow* Timeline::openRow(const std::string& node)
{
    const auto found = m_open.find(node);
    return found == m_open.end() ? nullptr : found->second;
}

Stay* Timeline::closedStay(const HistoryEvent& event)
{
    for (const auto& row : m_rows) {
        const auto count = std::min(row->stays.size(), lookBack);
        for (std::size_t i = 1; i <= count; ++i) {
            auto& stay = row->stays[row->stays.size() - i];
            if (stay.node == event.node && (event.czxid == 0 || stay.czxid == 0 || stay.czxid == event.czxid))
                return &stay;
        }
    }
    return nullptr;
}

void Timeline::close(TimelineRow& row, WallTime at, Know known, Stay::End end)
{
    auto& stay = row.stays.back();
    m_open.erase(stay.node);
    stay.to = std::max({at, stay.from, stay.heldFrom.value_or(stay.from)});
    stay.toKnown = known;
    stay.end = end;
    m_free[row.name].push_back(&row);
    m_closed.push_back(&row);
    while (m_closed.size() > m_mostClosed)
        forgetOldest();
}

void Timeline::forgetOldest()
{
    auto& row = *m_closed.front();
    m_closed.pop_front();
    row.stays.pop_front();
    removeIfEmpty(row);
}

void Timeline::removeIfEmpty(TimelineRow& row)
{
    if (!row.stays.empty())
        return;
    if (const auto free = m_free.find(row.name); free != m_free.end()) {
        std::erase(free->second, &row);
        if (free->second.empty())
            m_free.erase(free);
    }
    std::erase_if(m_rows, [&](const auto& each) { return each.get() == &row; });
}

std::optional<Timeline::Place> Timeline::find(std::string_view node) const
{
    const auto open = m_open.find(std::string(node));
    std::optional<Place> best;
    for (std::size_t r = 0; r < m_rows.size(); ++r) {
        if (open != m_open.end() && open->second != m_rows[r].get())
            continue;
        const auto& stays = m_rows[r]->stays;
        for (auto s = stays.size(); s-- > 0;) {
            if (stays[s].node != node)
                continue;
            if (!best || stays[s].from > row(best->row).stays[best->stay].from)
                best = Place{r, s};
            break;
        }
    }
    return best;
}

std::optional<WallTime> Timeline::earliest() const
{
    std::optional<WallTime> earliest;
    for (const auto& row : m_rows) {
        const auto from = row->stays.front().from;
        earliest = std::min(earliest.value_or(from), from);
    }
    return earliest;
}

} // namespace lockscope::inspect
