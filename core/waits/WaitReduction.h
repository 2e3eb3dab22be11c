// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/waits/WaitGraph.h"

namespace lockscope::inspect {

/// The reduction of a WaitGraph (Holt 1972): lets every session release that can, until none can any more. Each
/// contender is looked at once when it is let in and once when it goes, so the cost is that of the snapshot. Pure.
class WaitReduction final {
public:
    WaitReduction(const WaitGraph& graph, WaitGraph::Sessions which, WallTime before);

    [[nodiscard]] bool isStuck(std::uint32_t session) const
    {
        return m_graph.m_sessions[session].id != 0 && !m_free[session];
    }
    /// The contenders by which stuck sessions hold that lock: they block all that still wait there.
    [[nodiscard]] std::vector<std::uint32_t> blockersIn(std::uint32_t lock) const;

private:
    /// How far into a queue clients are let in.
    struct Front {
        std::size_t reach = 0;   ///< contenders before it are in, or gone
        std::size_t present = 0; ///< of those, how many are not gone
        std::size_t writers = 0; ///< of those, how many share with nobody
    };

    [[nodiscard]] bool canGoOn(const WaitGraph::Session& session, WaitGraph::Sessions which, WallTime before) const;
    void release(std::uint32_t session);
    void leave(std::uint32_t contender);
    void advance(std::uint32_t lock);

    const WaitGraph& m_graph;
    std::vector<bool> m_free;             ///< by session
    std::vector<bool> m_gone;             ///< by contender
    std::vector<Front> m_fronts;          ///< by lock
    std::vector<std::uint32_t> m_leaving; ///< free, but still in their places
};

} // namespace lockscope::inspect
