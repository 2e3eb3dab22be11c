// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/interop/World.h"

#include <QByteArray>

#include <map>
#include <string>
#include <vector>

namespace lockscope::test {

/// Clients that run acquire cycles on one lock and enter its register in each. Each function returns "" or the failure:
/// a client that detects an overlap stops with cycles missing, and a hanging client does not answer.
class Crowd final {
public:
    using LockSlots = std::vector<LockSlot>;

    Crowd(World& world, std::string reg, LockSlots stayers)
        : m_world(world)
        , m_register(std::move(reg))
        , m_stayers(std::move(stayers))
    {
    }

    /// All clients concurrently, `turns` cycles each.
    [[nodiscard]] QByteArray takeTurns(int turns);

    /// The same, while every second client gives up after a few milliseconds and retries.
    [[nodiscard]] QByteArray takeTurnsImpatiently(int turns);

    /// The same, while `victims` run cycles too and are killed at an arbitrary moment, after at least five cycles each.
    [[nodiscard]] QByteArray takeTurnsAmongDying(const LockSlots& victims, int turns);

    /// The same, behind `holders` that are killed inside, and `waiters` that are killed in the queue. `queue`: the
    /// directory with one child per holder or waiter of this call.
    [[nodiscard]] QByteArray takeTurnsBehindDying(const LockSlots& holders, const LockSlots& waiters,
                                                  const std::string& queue, int turns);

    /// Checks the register at the end: every cycle of the stayers, and at least `changesOfKind` changes between kinds
    /// of program, which the first word of their names gives ("ours.two-a": "ours").
    [[nodiscard]] QByteArray check(int changesOfKind);

    /// Checks that an exclusive occupant entered after all smaller numbers and before all greater ones.
    [[nodiscard]] QByteArray checkOrder();

private:
    void reportTurns(const LockSlot& slot, int turns) const;
    [[nodiscard]] QByteArray finish(int turns);
    [[nodiscard]] static bool isImpatient(std::size_t index) { return index % 2 == 1; }

    World& m_world;
    std::string m_register;
    LockSlots m_stayers;
    int m_turnsEach = 0;
    std::map<std::string, int> m_gaveUp; ///< by name, in the last cycles
};

} // namespace lockscope::test
