// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/waits/WaitGraph.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lockscope::inspect {

/// Selects the part of a WaitGraph to draw. Takes the most important sessions first, each with the sessions linked to
/// it, up to a maximum. Pure.
class WaitCut final {
public:
    WaitCut(const WaitGraph& graph, std::size_t most);

    void takeDeadlocks();
    /// Takes blockers, by descending length of their chains of waiters.
    void takeChains();
    void takeLock(std::uint32_t lock);
    /// Takes the contenders' sessions, the sessions that these wait for, and the waiters behind them.
    void takeContenders(const std::vector<std::uint32_t>& contenders);

    [[nodiscard]] WaitSnapshot snapshot() const;
    /// The number of sessions connected with the lock's sessions by links, directly or indirectly.
    [[nodiscard]] std::size_t sizeOfAll(std::uint32_t lock) const;

private:
    [[nodiscard]] bool isFull() const { return m_taken.size() >= m_most; }
    [[nodiscard]] bool isTaken(std::uint32_t session) const { return m_nodeOf[session] >= 0; }
    bool take(std::uint32_t session);
    /// Takes the sessions that it waits for, directly or indirectly.
    void takeAhead(std::uint32_t session);
    /// Takes the waiters of the sessions taken from index `since` on, and the sessions that these waiters wait for.
    void takeBehind(std::size_t since);
    [[nodiscard]] std::vector<std::uint32_t> waitersToDraw(std::uint32_t session) const;
    [[nodiscard]] WaitNode nodeOf(std::uint32_t session) const;
    [[nodiscard]] WaitEdge edgeOf(const WaitLink& link) const;

    const WaitGraph& m_graph;
    std::size_t m_most;
    std::vector<std::uint32_t> m_taken; ///< sessions in the order of selection
    std::vector<std::int32_t> m_nodeOf; ///< by session: its index in m_taken; -1 if not taken
};

} // namespace lockscope::inspect
