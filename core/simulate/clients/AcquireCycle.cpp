// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/clients/AcquireCycle.h"

#include <algorithm>
#include <utility>

/// The steps of an acquire cycle. AcquireCycleEvents.cpp has the events during a cycle.

namespace lockscope::console {

AcquireCycle::AcquireCycle(CycleWorld& world, std::vector<CycleStep> course, Ended ended)
    : m_world(world)
    , m_course(std::move(course))
    , m_ended(std::move(ended))
    , m_places(world.slots.size())
{
}

void AcquireCycle::begin()
{
    advance();
}

bool AcquireCycle::holds() const
{
    return std::any_of(m_places.begin(), m_places.end(), [](const Place& place) { return place.held; });
}

void AcquireCycle::advance()
{
    m_holdStep = false;
    if (m_unwinding) {
        if (m_taken.empty())
            end();
        else
            give(m_taken.back());
        return;
    }
    if (m_next == m_course.size()) {
        end();
        return;
    }
    const auto step = m_course[m_next++];
    switch (step.kind) {
    case CycleStep::Kind::Take:
        take(step.slot);
        break;
    case CycleStep::Kind::Hold:
        hold();
        break;
    case CycleStep::Kind::Give:
        give(step.slot);
        break;
    }
}

void AcquireCycle::take(std::size_t slot)
{
    auto& place = m_places[slot];
    auto& lock = *m_world.slots[slot].lock;
    place = {};
    place.askedAt = now();
    place.eventsBefore = m_world.connection.wakeUps();
    m_asking = slot;
    place.states = lock.onState([this, slot](const locks::LockState& state) { onState(slot, state); });
    if (m_world.behaviour.revocation != Revocation::Unnotified)
        place.revocations = lock.onRevoked([this, slot] { onRevoked(slot); });
    eachClaim(slot, [&](const Claim& claim) { m_world.tally.asked(claim, place.askedAt); });
    if (!lock.reportsQueue())
        m_world.emit(eventOf(ContendEvent::Type::Queued, slot));
    lock.acquire(m_world.acquireTimeout, m_giveUp.get_token(),
                 [weak = weak_from_this(), slot](const Result<locks::Grant>& answer) {
                     if (const auto me = weak.lock())
                         me->onAnswer(slot, answer);
                 });
}

void AcquireCycle::onAnswer(std::size_t slot, const Result<locks::Grant>& answer)
{
    m_asking.reset();
    const auto events = m_world.connection.wakeUps() - m_places[slot].eventsBefore;
    m_world.tally.of(m_world.name).wakeUps += static_cast<std::int64_t>(events);
    if (answer)
        onGrant(slot, *answer);
    else
        onRefusal(slot, answer.error());
    advance();
}

void AcquireCycle::onGrant(std::size_t slot, const locks::Grant& grant)
{
    auto& place = m_places[slot];
    place.held = true;
    place.node = grant.node;
    place.token = grant.token;
    place.nodes = grant.nodes;
    m_taken.push_back(slot);
    auto event = eventOf(ContendEvent::Type::Granted, slot);
    event.wait = std::chrono::duration_cast<std::chrono::milliseconds>(event.steady - place.askedAt);
    eachClaim(slot, [&](const Claim& claim) { m_world.tally.granted(claim, event.steady); });
    ++m_world.tally.of(m_world.name).grants;
    m_world.emit(event);
    if (m_world.resource == nullptr)
        return;
    place.entered = true;
    say(visitsOf(slot, Visit::What::Enter), nullptr);
}

void AcquireCycle::onRefusal(std::size_t slot, const Error& error)
{
    auto& place = m_places[slot];
    eachClaim(slot, [&](const Claim& claim) { m_world.tally.gaveUp(claim); });
    place.states.reset();
    place.revocations.reset();
    place.node.clear();
    place.token = 0;
    m_unwinding = true;
    auto& counts = m_world.tally.of(m_world.name);
    if (error.code == ErrorCode::TimedOut) {
        ++counts.timeouts;
        auto event = eventOf(ContendEvent::Type::TimedOut, slot);
        event.wait = std::chrono::duration_cast<std::chrono::milliseconds>(event.steady - place.askedAt);
        m_world.emit(event);
    } else if (error.code != ErrorCode::Cancelled) {
        ++counts.errors;
        m_outcome = Outcome::Hopeless;
        auto event = eventOf(ContendEvent::Type::Error, slot);
        event.detail = describe(error);
        m_world.emit(event);
    }
}

void AcquireCycle::give(std::size_t slot)
{
    auto& place = m_places[slot];
    m_giving = slot;
    if (!place.lost)
        dropWrite(); // a client that still holds sends no write after its release
    if (std::exchange(place.entered, false))
        say(visitsOf(slot, Visit::What::Leave), [this, slot] { giveNow(slot); });
    else
        giveNow(slot);
}

void AcquireCycle::giveNow(std::size_t slot)
{
    const auto askedAt = now();
    if (!m_places[slot].lost || m_places[slot].careless)
        eachClaim(slot, [&](const Claim& claim) { m_world.tally.releasing(claim, askedAt); });
    m_world.slots[slot].lock->release([weak = weak_from_this(), slot, askedAt](const Result<void>& released) {
        if (const auto me = weak.lock())
            me->onGiven(slot, askedAt, released);
    });
}

void AcquireCycle::onGiven(std::size_t slot, SteadyTime askedAt, const Result<void>& released)
{
    auto& place = m_places[slot];
    auto& counts = m_world.tally.of(m_world.name);
    m_giving.reset();
    std::erase(m_taken, slot);
    place.held = false;
    place.states.reset();
    place.revocations.reset();
    auto event = eventOf(ContendEvent::Type::Released, slot);
    event.took = event.steady - askedAt;
    if (released) {
        ++counts.releases;
        m_world.emit(event);
    } else if (place.careless) { // the client finds out now that there is nothing to release
        event.careless = true;
        m_world.emit(event);
    } else if (!place.lost) {
        ++counts.errors;
        event.type = ContendEvent::Type::Error;
        event.took.reset();
        event.detail = describe(released.error());
        m_world.emit(event);
    }
    place.careless = false; // nothing is held, so there is no loss to ignore
    place.node.clear();
    place.nodes.clear();
    place.token = 0;
    advance();
}

void AcquireCycle::hold()
{
    m_holdStep = true;
    beginWrite();
    armHold();
}

void AcquireCycle::armHold()
{
    const auto time = m_world.behaviour.holdsForever ? std::nullopt : m_world.behaviour.hold.draw(m_world.random);
    m_holdIsForever = !time;
    m_timer.reset();
    if (time)
        m_timer = m_world.connection.executor().after(*time, [this] { advance(); });
}

void AcquireCycle::reconsider()
{
    const bool mustStop = std::any_of(m_places.begin(), m_places.end(), [this](const Place& place) {
        return place.careless && !m_world.behaviour.careless;
    });
    if (mustStop)
        releaseHold();
    else if (m_holdStep && !m_unwinding && (m_holdIsForever || m_world.behaviour.holdsForever))
        armHold();
}

void AcquireCycle::releaseHold()
{
    if (!m_unwinding && !holds())
        m_outcome = Outcome::Cut;
    m_unwinding = true;
    if (m_asking)
        m_giveUp.request_stop();
    else if (m_holdStep)
        unwindSoon();
    // Otherwise a release is in progress, and the cycle continues after it.
}

void AcquireCycle::unwindSoon()
{
    // Not from inside the lock's callback.
    m_timer = m_world.connection.executor().after(Duration::zero(), [this] { advance(); });
}

void AcquireCycle::end()
{
    m_atEnd = true;
    if (m_writing || m_openVisits > 0)
        return; // waits for pending writes and visits, so that a late rejection is still reported
    if (auto ended = std::exchange(m_ended, nullptr))
        ended(m_outcome);
}

} // namespace lockscope::console
