// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/waits/WaitGraph.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lockscope::inspect {

/// The part of a WaitGraph that is drawn while it is chosen: the sessions that matter most are taken first, and each
/// brings those that it is linked with until there is no room any more. Pure.
class WaitCut final {
public:
    WaitCut(const WaitGraph& graph, std::size_t most);

    void takeDeadlocks();
    /// Blockers by the length of the chains behind them.
    void takeChains();
    void takeLock(std::uint32_t lock);

    [[nodiscard]] WaitSnapshot snapshot() const;
    /// Sessions that are linked with those of that lock, near or far.
    [[nodiscard]] std::size_t sizeOfAll(std::uint32_t lock) const;

private:
    [[nodiscard]] bool isFull() const { return m_taken.size() >= m_most; }
    [[nodiscard]] bool isTaken(std::uint32_t session) const { return m_nodeOf[session] >= 0; }
    bool take(std::uint32_t session);
    /// What it waits for, and what those wait for.
    void takeAhead(std::uint32_t session);
    /// The waiters of those that were taken since, and what they wait for besides.
    void takeBehind(std::size_t since);
    [[nodiscard]] std::vector<std::uint32_t> waitersToDraw(std::uint32_t session) const;
    [[nodiscard]] WaitNode nodeOf(std::uint32_t session) const;
    [[nodiscard]] WaitEdge edgeOf(const WaitLink& link) const;

    const WaitGraph& m_graph;
    std::size_t m_most;
    std::vector<std::uint32_t> m_taken; ///< in the order in which they were
    std::vector<std::int32_t> m_nodeOf; ///< by session: where it is among those; -1 if it is not
};

} // namespace lockscope::inspect
