// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/interop/Crowd.h"

#include "tests/support/Test.h"

#include <algorithm>

namespace lockscope::test {

namespace {

constexpr int crowdPatienceMs = 60'000;
constexpr int turnsBeforeDeath = 5;
constexpr int fewMs = 2;
constexpr int endless = 1'000'000;

std::string kindOf(const std::string& name)
{
    return name.substr(0, name.find_first_of(".-"));
}

QByteArray wrong(const Seat& seat, const QByteArray& what)
{
    return QByteArray::fromStdString(seat.name()) + ": " + what + "\n" + seat.peer->told();
}

} // namespace

void Crowd::tellTurns(const Seat& seat, int turns) const
{
    seat.tell("turns " + seat.spec + " " + m_register + " " + std::to_string(seat.weight) + " " +
              std::to_string(turns) + " " + std::to_string(seat.patienceMs));
}

QByteArray Crowd::finish(int turns)
{
    for (const auto& seat : m_stayers) {
        const auto answer = seat.answer(crowdPatienceMs);
        if (answer != "done")
            return wrong(seat, "it answered '" + answer + "'");
        if (seat.peer->member("turns").toInt() != turns)
            return wrong(seat, "it came short") + QByteArray::fromStdString(m_world.registerState(m_register).text());
        m_gaveUp[seat.name()] = seat.peer->member("gaveUp").toInt();
    }
    m_turnsEach += turns;
    return {};
}

QByteArray Crowd::takeTurns(int turns)
{
    for (const auto& seat : m_stayers)
        tellTurns(seat, turns);
    return finish(turns);
}

QByteArray Crowd::takeTurnsImpatiently(int turns)
{
    for (std::size_t i = 0; i < m_stayers.size(); ++i) {
        auto seat = m_stayers[i];
        if (isImpatient(i))
            seat.patienceMs = fewMs;
        tellTurns(seat, turns);
    }
    if (const auto error = finish(turns); !error.isEmpty())
        return error;
    for (std::size_t i = 0; i < m_stayers.size(); ++i) {
        if (isImpatient(i) && m_gaveUp[m_stayers[i].name()] == 0)
            return wrong(m_stayers[i], "it never gave up");
    }
    return {};
}

QByteArray Crowd::takeTurnsAmongDying(const Seats& victims, int turns)
{
    for (const auto& seat : m_stayers)
        tellTurns(seat, turns);
    for (const auto& seat : victims)
        tellTurns(seat, endless);
    const auto isWarm = [&] {
        const auto state = m_world.registerState(m_register);
        return std::all_of(victims.begin(), victims.end(), [&](const Seat& seat) {
            return std::count_if(state.turns.begin(), state.turns.end(),
                                 [&](const auto& turn) { return turn.name == seat.name(); }) >= turnsBeforeDeath;
        });
    };
    const bool warm = QTest::qWaitFor(isWarm, crowdPatienceMs);
    for (const auto& seat : victims)
        seat.peer->kill();
    return warm ? finish(turns) : wrong(victims.front(), "it, or another, did not take part");
}

QByteArray Crowd::takeTurnsBehindDying(const Seats& holders, const Seats& waiters, const std::string& queue, int turns)
{
    std::size_t queued = 0;
    for (const auto& seat : holders) {
        if (const auto answer = seat.acquire(crowdPatienceMs); answer != "granted")
            return wrong(seat, "it answered '" + answer + "' instead of granted");
        if (const auto answer = seat.enter(m_register); answer != "inside")
            return wrong(seat, "it answered '" + answer + "' instead of inside");
    }
    queued = m_world.children(queue).size();
    for (const auto& seat : waiters) {
        seat.tellAcquire();
        if (!m_world.waitForChildren(queue, ++queued))
            return wrong(seat, "it does not queue");
    }
    for (const auto& seat : m_stayers)
        tellTurns(seat, turns);
    if (!QTest::qWaitFor([&] { return m_world.children(queue).size() > queued; }, Peer::patienceMs))
        return "nobody queues behind";
    for (const auto* seats : {&holders, &waiters}) {
        for (const auto& seat : *seats)
            seat.peer->kill();
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
    for (const auto& seat : m_stayers) {
        if (perName[seat.name()] != m_turnsEach)
            return wrong(seat, QByteArray::number(perName[seat.name()]) + " turns are in the register");
        if (std::any_of(state.inside.begin(), state.inside.end(),
                        [&](const auto& one) { return one.name == seat.name(); }))
            return wrong(seat, "it is still inside");
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
    return state.turns.empty() ? QByteArray("nobody took a turn") : QByteArray();
}

} // namespace lockscope::test
