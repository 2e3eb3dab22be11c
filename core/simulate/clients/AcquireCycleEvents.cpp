// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/Path.h"
#include "core/simulate/clients/AcquireCycle.h"

#include <utility>

/// The events during an acquire cycle: lock states, revocation requests, and writes to the guarded resource.

namespace lockscope::console {

void AcquireCycle::onState(std::size_t slot, const locks::LockState& state)
{
    auto& place = m_places[slot];
    switch (state.phase) {
    case locks::Phase::Waiting:
        noteWaiting(slot, state);
        break;
    case locks::Phase::Uncertain:
        if (!place.held || place.lost || m_world.behaviour.careless)
            break;
        // A correct holder stops its work until its state is known.
        place.uncertain = true;
        eachClaim(slot, [&](const Claim& claim) { m_world.tally.uncertain(claim); });
        if (isConnected() && !std::exchange(place.isPastDeadline, true))
            m_world.emit(eventOf(ContendEvent::Type::Suspended, slot));
        break;
    case locks::Phase::Held:
        if (!place.held || m_giving == slot || !std::exchange(place.uncertain, false))
            break;
        eachClaim(slot, [&](const Claim& claim) { m_world.tally.regained(claim); });
        endDeadline(slot);
        beginWrite();
        break;
    case locks::Phase::Lost:
        if (place.held && !place.lost)
            onLost(slot, state.reason);
        break;
    case locks::Phase::Released:
        break;
    }
}

/// Ends the suspension that was reported while the client was connected.
void AcquireCycle::endDeadline(std::size_t slot)
{
    if (std::exchange(m_places[slot].isPastDeadline, false) && isConnected())
        m_world.emit(eventOf(ContendEvent::Type::Connected, slot));
}

bool AcquireCycle::isConnected() const
{
    return m_world.connection.status().state == SessionState::Connected;
}

void AcquireCycle::noteWaiting(std::size_t slot, const locks::LockState& state)
{
    auto& place = m_places[slot];
    const bool newNode = !state.node.empty() && state.node != place.node;
    const bool requeued = newNode && !place.node.empty();
    const bool waits = newNode || !state.waitsOn.empty(); // with a single-node lock a client waits without a node
    if (newNode) {
        place.node = state.node;
        place.token = state.token;
    }
    if (requeued || (waits && !std::exchange(place.saidQueued, true)))
        m_world.emit(eventOf(ContendEvent::Type::Queued, slot));
}

void AcquireCycle::onLost(std::size_t slot, locks::LostReason reason)
{
    auto& place = m_places[slot];
    place.lost = true;
    ++m_world.tally.of(m_world.name).losses;
    place.careless = m_world.behaviour.careless;
    auto event = eventOf(ContendEvent::Type::Lost, slot);
    event.careless = place.careless;
    event.detail = toString(reason);
    eachClaim(slot, [&](const Claim& claim) { m_world.tally.lost(claim, event.steady, place.careless); });
    m_world.emit(event);
    endDeadline(slot);
    if (place.careless)
        return;
    if (std::exchange(place.entered, false)) {
        // A write that has begun is still sent, and then the leave: a client does not check its hold during a write.
        const auto leave = visitsOf(slot, Visit::What::Leave);
        m_leaveAfterWrite.insert(m_leaveAfterWrite.end(), leave.begin(), leave.end());
        if (!m_writing)
            leaveNow();
    }
    m_outcome = Outcome::Cut;
    m_unwinding = true;
    if (m_asking)
        m_giveUp.request_stop();
    else if (m_holdStep)
        unwindSoon();
}

void AcquireCycle::onRevoked(std::size_t slot)
{
    const bool follows = m_world.behaviour.revocation == Revocation::Follow;
    ++m_world.tally.of(m_world.name).revocations;
    auto event = eventOf(ContendEvent::Type::Note, slot);
    event.note = "revoked";
    event.detail = follows ? "revocation request: releases the lock" : "revocation request: continues";
    m_world.emit(event);
    if (follows)
        releaseHold();
}

bool AcquireCycle::believes(std::size_t slot) const
{
    const auto& place = m_places[slot];
    return place.held && !place.uncertain && (!place.lost || place.careless);
}

void AcquireCycle::beginWrite()
{
    if (m_world.resource == nullptr || m_writing || !m_holdStep)
        return;
    std::vector<Visit> visits;
    for (const auto slot : m_taken) {
        if (!believes(slot) || !m_world.slots[slot].writes)
            continue;
        const auto own = visitsOf(slot, Visit::What::Write);
        visits.insert(visits.end(), own.begin(), own.end());
    }
    if (visits.empty())
        return;
    m_writing = true;
    m_write = m_world.connection.executor().after(m_world.resource->writeTime, [this, visits] {
        m_writing = false;
        say(visits, nullptr);
        leaveNow();
        beginWrite();
    });
}

void AcquireCycle::dropWrite()
{
    m_write.reset();
    m_writing = false;
    leaveNow();
}

void AcquireCycle::leaveNow()
{
    const auto visits = std::exchange(m_leaveAfterWrite, {});
    if (!visits.empty())
        say(visits, nullptr);
}

void AcquireCycle::say(const std::vector<Visit>& visits, const Task& then)
{
    const auto left = std::make_shared<std::size_t>(visits.size());
    m_openVisits += visits.size();
    for (const auto& visit : visits) {
        m_world.resource->say(visit, [weak = weak_from_this(), visit, left, then](const Result<void>& outcome) {
            const auto me = weak.lock();
            if (!me)
                return;
            --me->m_openVisits;
            me->onVisited(visit, outcome);
            if (--*left == 0 && then)
                then();
            if (me->m_atEnd)
                me->end();
        });
    }
}

void AcquireCycle::onVisited(const Visit& visit, const Result<void>& outcome)
{
    auto& counts = m_world.tally.of(m_world.name);
    if (outcome) {
        counts.writes += visit.what == Visit::What::Write ? 1 : 0;
        return;
    }
    const bool rejected = outcome.error().code == ErrorCode::Refused;
    ++(rejected ? counts.writesRejected : counts.errors);
    auto event = eventOf(ContendEvent::Type::Error, 0);
    event.paths = {visit.path};
    event.writes = visit.writes;
    event.node.clear();
    event.nodePath.clear();
    event.token = visit.token;
    event.cause = rejected ? "writeRejected" : "resource";
    event.detail = describe(outcome.error());
    m_world.emit(event);
}

std::vector<Visit> AcquireCycle::visitsOf(std::size_t slot, Visit::What what) const
{
    const auto& place = m_places[slot];
    const auto& paths = m_world.slots[slot].paths;
    std::vector<Visit> visits;
    for (const auto& path : paths) {
        auto token = place.token;
        for (const auto& node : place.nodes) {
            if (paths.size() > 1 && parentOf(node.path) == path)
                token = node.token;
        }
        visits.push_back({what, m_world.name, path, token, m_world.slots[slot].writes, m_world.admission});
    }
    return visits;
}

void AcquireCycle::eachClaim(std::size_t slot, const std::function<void(const Claim&)>& act) const
{
    for (const auto& path : m_world.slots[slot].paths)
        act({m_world.name, path, m_world.slots[slot].writes});
}

ContendEvent AcquireCycle::eventOf(ContendEvent::Type type, std::size_t slot) const
{
    const auto& clock = m_world.connection.executor().clock();
    ContendEvent event;
    event.type = type;
    event.at = clock.wallNow();
    event.steady = clock.now();
    event.client = m_world.name;
    event.paths = m_world.slots[slot].paths;
    event.writes = m_world.slots[slot].writes;
    const auto& place = m_places[slot];
    event.*m_world.connection.identity() = place.node;
    event.nodePath = place.nodes.empty() ? std::string() : place.nodes.back().path;
    event.token = place.token;
    return event;
}

} // namespace lockscope::console
