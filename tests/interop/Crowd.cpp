// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/interop/Crowd.h"

#include "tests/support/Test.h"

#include <algorithm>

namespace lockscope::test {

namespace {

constexpr int crowdWaitLimitMs = 60'000;
constexpr int turnsBeforeDeath = 5;
constexpr int fewMs = 2;
constexpr int endless = 1'000'000;

std::string kindOf(const std::string& name)
{
    return name.substr(0, name.find_first_of(".-"));
}

QByteArray wrong(const LockSlot& slot, const QByteArray& what)
{
    return QByteArray::fromStdString(slot.name()) + ": " + what + "\n" + slot.peer->reported();
}

} // namespace

void Crowd::reportTurns(const LockSlot& slot, int turns) const
{
    slot.report("turns " + slot.spec + " " + m_register + " " + std::to_string(slot.weight) + " " +
                std::to_string(turns) + " " + std::to_string(slot.waitLimitMs));
}

QByteArray Crowd::finish(int turns)
{
    for (const auto& slot : m_stayers) {
        const auto answer = slot.answer(crowdWaitLimitMs);
        if (answer != "done")
            return wrong(slot, "it answered '" + answer + "'");
        if (slot.peer->member("turns").toInt() != turns)
            return wrong(slot, "it came short") + QByteArray::fromStdString(m_world.registerState(m_register).text());
        m_gaveUp[slot.name()] = slot.peer->member("gaveUp").toInt();
    }
    m_turnsEach += turns;
    return {};
}

QByteArray Crowd::takeTurns(int turns)
{
    for (const auto& slot : m_stayers)
        reportTurns(slot, turns);
    return finish(turns);
}

QByteArray Crowd::takeTurnsImpatiently(int turns)
{
    for (std::size_t i = 0; i < m_stayers.size(); ++i) {
        auto slot = m_stayers[i];
        if (isImpatient(i))
            slot.waitLimitMs = fewMs;
        reportTurns(slot, turns);
    }
    if (const auto error = finish(turns); !error.isEmpty())
        return error;
    for (std::size_t i = 0; i < m_stayers.size(); ++i) {
        if (isImpatient(i) && m_gaveUp[m_stayers[i].name()] == 0)
            return wrong(m_stayers[i], "it never gave up");
    }
    return {};
}

QByteArray Crowd::takeTurnsAmongDying(const LockSlots& victims, int turns)
{
    for (const auto& slot : m_stayers)
        reportTurns(slot, turns);
    for (const auto& slot : victims)
        reportTurns(slot, endless);
    const auto isWarm = [&] {
        const auto state = m_world.registerState(m_register);
        return std::all_of(victims.begin(), victims.end(), [&](const LockSlot& slot) {
            return std::count_if(state.turns.begin(), state.turns.end(),
                                 [&](const auto& turn) { return turn.name == slot.name(); }) >= turnsBeforeDeath;
        });
    };
    const bool warm = QTest::qWaitFor(isWarm, crowdWaitLimitMs);
    for (const auto& slot : victims)
        slot.peer->kill();
    return warm ? finish(turns) : wrong(victims.front(), "it, or another, did not take part");
}

QByteArray Crowd::takeTurnsBehindDying(const LockSlots& holders, const LockSlots& waiters, const std::string& queue,
                                       int turns)
{
    std::size_t queued = 0;
    for (const auto& slot : holders) {
        if (const auto answer = slot.acquire(crowdWaitLimitMs); answer != "granted")
            return wrong(slot, "it answered '" + answer + "' instead of granted");
        if (const auto answer = slot.enter(m_register); answer != "inside")
            return wrong(slot, "it answered '" + answer + "' instead of inside");
    }
    queued = m_world.children(queue).size();
    for (const auto& slot : waiters) {
        slot.reportAcquire();
        if (!m_world.waitForChildren(queue, ++queued))
            return wrong(slot, "it does not queue");
    }
    for (const auto& slot : m_stayers)
        reportTurns(slot, turns);
    if (!QTest::qWaitFor([&] { return m_world.children(queue).size() > queued; }, Peer::waitLimitMs))
        return "no client queues behind";
    for (const auto* slots : {&holders, &waiters}) {
        for (const auto& slot : *slots)
            slot.peer->kill();
    }
    return finish(turns);
}

QByteArray Crowd::check(int changesOfKind)
{
    const auto state = m_world.registerState(m_register);
    std::map<std::string, int> perName;
    int changes = 0;
    for (std::size_t i = 0; i < state.turns.size(); ++i) {
        ++perName[state.turns[i].name];
        if (i > 0 && kindOf(state.turns[i - 1].name) != kindOf(state.turns[i].name))
            ++changes;
    }
    for (const auto& slot : m_stayers) {
        if (perName[slot.name()] != m_turnsEach)
            return wrong(slot, QByteArray::number(perName[slot.name()]) + " turns are in the register");
        if (std::any_of(state.inside.begin(), state.inside.end(),
                        [&](const auto& one) { return one.name == slot.name(); }))
            return wrong(slot, "it is still inside");
    }
    if (changes < changesOfKind)
        return "only " + QByteArray::number(changes) + " changes between kinds of programs";
    return {};
}

QByteArray Crowd::checkOrder()
{
    const auto state = m_world.registerState(m_register);
    long long greatest = 0;
    long long greatestAlone = 0;
    for (const auto& turn : state.turns) {
        const bool alone = turn.weight == state.capacity;
        if (turn.number < (alone ? greatest : greatestAlone))
            return QByteArray::fromStdString(turn.name) + " entered with number " + QByteArray::number(turn.number) +
                   " after number " + QByteArray::number(alone ? greatest : greatestAlone);
        greatest = std::max(greatest, turn.number);
        if (alone)
            greatestAlone = turn.number;
    }
    return state.turns.empty() ? QByteArray("no client acquired the lock") : QByteArray();
}

} // namespace lockscope::test
