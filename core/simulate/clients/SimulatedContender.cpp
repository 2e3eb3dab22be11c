// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/clients/SimulatedContender.h"

#include <algorithm>
#include <utility>

namespace lockscope::console {

namespace {

constexpr auto carryingOut = "carry out the command";

ClientBehaviour behaviourOf(const ContendOptions& options)
{
    return {options.hold, options.think, options.careless, false, options.revocation};
}

} // namespace

SimulatedContender::SimulatedContender(Setting setting, std::string name, std::uint64_t seed)
    : m_setting(std::move(setting))
    , m_name(std::move(name))
    , m_random(seed)
    , m_behaviour(behaviourOf(m_setting.options))
    , m_world{m_setting.connection, m_name,   m_setting.options.acquireTimeout,
              m_behaviour,          m_slots,  m_setting.tally.admission(),
              m_setting.tally,      m_random, m_setting.emit,
              m_setting.resource}
{
}

SimulatedContender::~SimulatedContender() = default;

void SimulatedContender::start(Task finished)
{
    m_finished = std::move(finished);
    m_setting.tally.joined(m_name);
    m_slots = m_setting.connection.makeSlots(m_setting.options, m_name, m_setting.log);
    m_begun = !m_setting.options.control || m_setting.options.autostart;
    m_status = m_setting.connection.onStatus([this](const SessionStatus& status) { onStatus(status); });
    onStatus(m_setting.connection.status());
}

void SimulatedContender::onStatus(const SessionStatus& status)
{
    const bool hadContact = std::exchange(m_hasContact, status.state == SessionState::Connected);
    switch (status.state) {
    case SessionState::Connected:
        if (!hadContact)
            emit(ContendEvent::Type::Connected);
        if (!std::exchange(m_connected, true) && m_begun && !m_stopping)
            takeTurn();
        break;
    case SessionState::Suspended:
        emit(ContendEvent::Type::Suspended);
        break;
    case SessionState::AuthFailed:
        ++m_setting.tally.of(m_name).errors;
        emit(ContendEvent::Type::Error, "the server refused the credentials");
        m_stopping = true;
        if (!m_taking)
            finish();
        break;
    default:
        break;
    }
}

Result<void> SimulatedContender::mustRun(const char* order) const
{
    if (m_ended || m_stopping)
        return failure(ErrorCode::Closed, carryingOut, order, m_name + (m_ended ? " has ended" : " is stopping"));
    return {};
}

Result<void> SimulatedContender::begin()
{
    if (auto runs = mustRun("start"); !runs)
        return runs;
    if (m_begun)
        return failure(ErrorCode::BadArguments, carryingOut, "start", m_name + " is already started");
    m_begun = true;
    if (m_connected)
        takeTurn();
    return {};
}

Result<void> SimulatedContender::stop()
{
    if (auto runs = mustRun("stop"); !runs)
        return runs;
    m_stopping = true;
    if (m_taking)
        m_turn->releaseHold(); // finishes at the end of the cycle
    else
        finish();
    return {};
}

Result<void> SimulatedContender::release()
{
    if (auto runs = mustRun("release"); !runs)
        return runs;
    if (!m_taking || !m_turn->holds())
        return failure(ErrorCode::NotHeld, carryingOut, "release", m_name + " does not hold a lock at the moment");
    m_behaviour.holdsForever = false;
    m_turn->releaseHold();
    return {};
}

Result<void> SimulatedContender::set(const std::optional<Spread>& hold, const std::optional<Spread>& think,
                                     const std::optional<Revocation>& revocation)
{
    if (auto runs = mustRun("set"); !runs)
        return runs;
    if (revocation && *revocation != Revocation::Unnotified && !descriptionOf(m_setting.options.recipe).holders)
        return failure(ErrorCode::BadArguments, carryingOut, "set",
                       "the recipe " + std::string(toString(m_setting.options.recipe)) +
                           " does not support revocation requests");
    m_behaviour.think = think.value_or(m_behaviour.think);
    m_behaviour.revocation = revocation.value_or(m_behaviour.revocation);
    if (hold) {
        m_behaviour.hold = *hold;
        m_behaviour.holdsForever = false;
        if (m_taking)
            m_turn->reconsider();
    }
    return {};
}

Result<void> SimulatedContender::holdForever()
{
    if (auto runs = mustRun("holdForever"); !runs)
        return runs;
    m_behaviour.holdsForever = true;
    if (m_taking)
        m_turn->reconsider();
    return {};
}

Result<void> SimulatedContender::setCareless(bool on)
{
    if (auto runs = mustRun("careless"); !runs)
        return runs;
    m_behaviour.careless = on;
    if (m_taking)
        m_turn->reconsider();
    return {};
}

std::vector<CycleStep> SimulatedContender::course()
{
    using Kind = CycleStep::Kind;
    if (m_setting.options.mode == Mode::Downgrade)
        return {{Kind::Take, 0}, {Kind::Hold, 0}, {Kind::Take, 1}, {Kind::Give, 0}, {Kind::Hold, 1}, {Kind::Give, 1}};
    std::vector<std::size_t> slots{0};
    if (m_setting.options.mode == Mode::Mix) {
        const auto writes = static_cast<int>(m_random() % 100) < m_setting.options.writeShare;
        slots = {writes ? std::size_t(0) : std::size_t(1)};
    } else if (m_setting.options.mode == Mode::Read) {
        slots = {1};
    } else if (m_setting.options.nested) {
        for (std::size_t slot = 1; slot < m_slots.size(); ++slot)
            slots.push_back(slot);
    }
    std::vector<CycleStep> steps;
    steps.reserve(2 * slots.size() + 1);
    for (const auto slot : slots)
        steps.push_back({Kind::Take, slot});
    steps.push_back({Kind::Hold, slots.back()});
    std::reverse(slots.begin(), slots.end());
    for (const auto slot : slots)
        steps.push_back({Kind::Give, slot});
    return steps;
}

void SimulatedContender::takeTurn()
{
    if (!m_requestsBefore)
        m_requestsBefore = m_setting.connection.requests();
    m_taking = true;
    m_turn = std::make_shared<AcquireCycle>(m_world, course(),
                                            [this](AcquireCycle::Outcome outcome) { onTurnEnded(outcome); });
    m_turn->begin();
}

void SimulatedContender::onTurnEnded(AcquireCycle::Outcome outcome)
{
    m_taking = false;
    ++m_cycles;
    if (outcome == AcquireCycle::Outcome::Done)
        ++m_setting.tally.of(m_name).cycles;
    if (outcome == AcquireCycle::Outcome::Hopeless)
        m_stopping = true; // a retry does not fix what made the lock itself fail
    think();
}

void SimulatedContender::think()
{
    const auto& cycles = m_setting.options.cycles;
    if (m_stopping || (cycles && m_cycles >= *cycles)) {
        finish();
        return;
    }
    const auto time = m_behaviour.think.draw(m_random).value_or(Duration::zero());
    m_timer = m_setting.connection.executor().after(time, [this] { takeTurn(); });
}

void SimulatedContender::countTraffic()
{
    if (m_requestsBefore)
        m_setting.tally.of(m_name).requests =
            static_cast<std::int64_t>(m_setting.connection.requests() - *m_requestsBefore);
}

void SimulatedContender::finish()
{
    m_ended = true;
    m_timer.reset();
    m_status.reset();
    countTraffic();
    if (auto finished = std::exchange(m_finished, nullptr))
        finished();
}

void SimulatedContender::emit(ContendEvent::Type type, std::string detail)
{
    const auto& clock = m_setting.connection.executor().clock();
    ContendEvent event;
    event.type = type;
    event.at = clock.wallNow();
    event.steady = clock.now();
    event.client = m_name;
    event.paths = m_setting.options.paths;
    event.writes = m_setting.options.mode != Mode::Read;
    event.detail = std::move(detail);
    m_setting.emit(event);
}

} // namespace lockscope::console
