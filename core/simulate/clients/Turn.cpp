// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/clients/Turn.h"

#include <algorithm>
#include <utility>

/// The course of a turn; what happens to it on the way is in TurnEvents.cpp.

namespace lockscope::console {

Turn::Turn(TurnWorld& world, std::vector<TurnStep> course, Ended ended)
    : m_world(world)
    , m_course(std::move(course))
    , m_ended(std::move(ended))
    , m_places(world.seats.size())
{
}

void Turn::begin()
{
    advance();
}

bool Turn::holds() const
{
    return std::any_of(m_places.begin(), m_places.end(), [](const Place& place) { return place.held; });
}

void Turn::advance()
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
    case TurnStep::Kind::Take:
        take(step.seat);
        break;
    case TurnStep::Kind::Hold:
        hold();
        break;
    case TurnStep::Kind::Give:
        give(step.seat);
        break;
    }
}

void Turn::take(std::size_t seat)
{
    auto& place = m_places[seat];
    auto& stake = *m_world.seats[seat].stake;
    place = {};
    place.askedAt = now();
    place.eventsBefore = m_world.watchEvents();
    m_asking = seat;
    place.states = stake.onState([this, seat](const locks::LockState& state) { onState(seat, state); });
    if (m_world.manner.revocation != Revocation::Unheard)
        place.revocations = stake.onRevoked([this, seat] { onRevoked(seat); });
    eachClaim(seat, [&](const Claim& claim) { m_world.tally.asked(claim, place.askedAt); });
    stake.acquire(m_world.acquireTimeout, m_giveUp.get_token(),
                  [weak = weak_from_this(), seat](const Result<locks::Grant>& answer) {
                      if (const auto me = weak.lock())
                          me->onAnswer(seat, answer);
                  });
}

void Turn::onAnswer(std::size_t seat, const Result<locks::Grant>& answer)
{
    m_asking.reset();
    const auto events = m_world.watchEvents() - m_places[seat].eventsBefore;
    m_world.tally.of(m_world.name).wakeUps += static_cast<std::int64_t>(events);
    if (answer)
        onGrant(seat, *answer);
    else
        onRefusal(seat, answer.error());
    advance();
}

void Turn::onGrant(std::size_t seat, const locks::Grant& grant)
{
    auto& place = m_places[seat];
    place.held = true;
    place.node = grant.node;
    place.token = grant.token;
    place.nodes = grant.nodes;
    m_taken.push_back(seat);
    auto event = eventOf(ContendEvent::Type::Granted, seat);
    event.wait = std::chrono::duration_cast<std::chrono::milliseconds>(event.steady - place.askedAt);
    eachClaim(seat, [&](const Claim& claim) { m_world.tally.granted(claim, event.steady); });
    ++m_world.tally.of(m_world.name).grants;
    m_world.emit(event);
    if (m_world.resource == nullptr)
        return;
    place.entered = true;
    say(visitsOf(seat, Visit::What::Enter), nullptr);
}

void Turn::onRefusal(std::size_t seat, const Error& error)
{
    auto& place = m_places[seat];
    eachClaim(seat, [&](const Claim& claim) { m_world.tally.gaveUp(claim); });
    place.states.reset();
    place.revocations.reset();
    place.node.clear();
    place.token = 0;
    m_unwinding = true;
    auto& counts = m_world.tally.of(m_world.name);
    if (error.code == ErrorCode::TimedOut) {
        ++counts.timeouts;
        auto event = eventOf(ContendEvent::Type::TimedOut, seat);
        event.wait = std::chrono::duration_cast<std::chrono::milliseconds>(event.steady - place.askedAt);
        m_world.emit(event);
    } else if (error.code != ErrorCode::Cancelled) {
        ++counts.errors;
        m_outcome = Outcome::Hopeless;
        auto event = eventOf(ContendEvent::Type::Error, seat);
        event.detail = describe(error);
        m_world.emit(event);
    }
}

void Turn::give(std::size_t seat)
{
    auto& place = m_places[seat];
    m_giving = seat;
    if (!place.lost)
        dropWrite(); // who still holds does not leave anything behind its back
    if (std::exchange(place.entered, false))
        say(visitsOf(seat, Visit::What::Leave), [this, seat] { giveNow(seat); });
    else
        giveNow(seat);
}

void Turn::giveNow(std::size_t seat)
{
    const auto askedAt = now();
    if (!m_places[seat].lost || m_places[seat].careless)
        eachClaim(seat, [&](const Claim& claim) { m_world.tally.releasing(claim, askedAt); });
    m_world.seats[seat].stake->release([weak = weak_from_this(), seat, askedAt](const Result<void>& released) {
        if (const auto me = weak.lock())
            me->onGiven(seat, askedAt, released);
    });
}

void Turn::onGiven(std::size_t seat, SteadyTime askedAt, const Result<void>& released)
{
    auto& place = m_places[seat];
    auto& counts = m_world.tally.of(m_world.name);
    m_giving.reset();
    std::erase(m_taken, seat);
    place.held = false;
    place.states.reset();
    place.revocations.reset();
    auto event = eventOf(ContendEvent::Type::Released, seat);
    event.took = event.steady - askedAt;
    if (released) {
        ++counts.releases;
        m_world.emit(event);
    } else if (place.careless) { // it learns now that there is nothing to release
        event.careless = true;
        m_world.emit(event);
    } else if (!place.lost) {
        ++counts.errors;
        event.type = ContendEvent::Type::Error;
        event.took.reset();
        event.detail = describe(released.error());
        m_world.emit(event);
    }
    place.careless = false; // it has nothing left that it could be careless of
    place.node.clear();
    place.nodes.clear();
    place.token = 0;
    advance();
}

void Turn::hold()
{
    m_holdStep = true;
    beginWrite();
    armHold();
}

void Turn::armHold()
{
    const auto time = m_world.manner.holdsForever ? std::nullopt : m_world.manner.hold.draw(m_world.random);
    m_holdIsForever = !time;
    m_timer.reset();
    if (time)
        m_timer = m_world.client.executor().after(*time, [this] { advance(); });
}

void Turn::reconsider()
{
    const bool mustStop = std::any_of(m_places.begin(), m_places.end(), [this](const Place& place) {
        return place.careless && !m_world.manner.careless;
    });
    if (mustStop)
        letGo();
    else if (m_holdStep && !m_unwinding && (m_holdIsForever || m_world.manner.holdsForever))
        armHold();
}

void Turn::letGo()
{
    if (!m_unwinding && !holds())
        m_outcome = Outcome::Cut;
    m_unwinding = true;
    if (m_asking)
        m_giveUp.request_stop();
    else if (m_holdStep)
        unwindSoon();
    // Else it gives something back, and goes on from there.
}

void Turn::unwindSoon()
{
    // Not from inside what tells that it shall.
    m_timer = m_world.client.executor().after(Duration::zero(), [this] { advance(); });
}

void Turn::end()
{
    m_atEnd = true;
    if (m_writing || m_openVisits > 0)
        return; // what was begun comes to its end first: a late rejection shall be told
    if (auto ended = std::exchange(m_ended, nullptr))
        ended(m_outcome);
}

} // namespace lockscope::console
