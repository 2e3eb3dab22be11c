// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/interop/World.h"

#include <QByteArray>

#include <map>
#include <string>
#include <vector>

namespace lockscope::test {

/// Those who take turns at one lock, and pass through its register with each. Each function returns "" or what went
/// wrong: whoever notices an overlap stops and comes short, whoever hangs gives no answer.
class Crowd final {
public:
    using LockSlots = std::vector<LockSlot>;

    Crowd(World& world, std::string reg, LockSlots stayers)
        : m_world(world)
        , m_register(std::move(reg))
        , m_stayers(std::move(stayers))
    {
    }

    /// All of them, at once, so many turns each.
    [[nodiscard]] QByteArray takeTurns(int turns);

    /// The same, while every second of them gives up after a few milliseconds and tries again.
    [[nodiscard]] QByteArray takeTurnsImpatiently(int turns);

    /// The same, while `victims` take turns too and are killed at whatever moment, after five turns each or more.
    [[nodiscard]] QByteArray takeTurnsAmongDying(const LockSlots& victims, int turns);

    /// The same, behind `holders` that are killed inside, and `waiters` that are killed in the queue. `queue`: where
    /// each of those who hold or wait here has a child.
    [[nodiscard]] QByteArray takeTurnsBehindDying(const LockSlots& holders, const LockSlots& waiters,
                                                  const std::string& queue, int turns);

    /// What the register tells at the end: every turn of the stayers, and at least so many changes from one kind of
    /// program to another, by the first word of their names ("ours.two-a": "ours").
    [[nodiscard]] QByteArray check(int changesOfKind);

    /// Whoever took all the room came after everybody with a smaller number and before everybody with a greater.
    [[nodiscard]] QByteArray checkOrder();

private:
    void tellTurns(const LockSlot& slot, int turns) const;
    [[nodiscard]] QByteArray finish(int turns);
    [[nodiscard]] static bool isImpatient(std::size_t index) { return index % 2 == 1; }

    World& m_world;
    std::string m_register;
    LockSlots m_stayers;
    int m_turnsEach = 0;
    std::map<std::string, int> m_gaveUp; ///< by name, in the last turns
};

} // namespace lockscope::test
