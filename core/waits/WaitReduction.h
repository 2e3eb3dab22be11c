// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/waits/WaitGraph.h"

namespace lockscope::inspect {

/// Lets every session of a graph go that can, until none can any more. Each contender is looked at once when it is let
/// in and once when it goes, so the cost is that of the snapshot. Pure.
class WaitReduction final {
public:
    WaitReduction(const WaitGraph& graph, WaitGraph::Sessions which, WallTime before);

    [[nodiscard]] bool isStuck(int session) const { return !m_free[static_cast<std::size_t>(session)]; }

    /// Contenders of stuck sessions that are in or were let in, and so are in the way of all that still wait there.
    [[nodiscard]] std::vector<std::uint32_t> blockersIn(std::uint32_t queue) const;

private:
    /// How far into a queue clients are let in.
    struct Front {
        std::size_t reach = 0;   ///< contenders before it are in, or gone
        std::size_t present = 0; ///< of those, how many are not gone
        std::size_t writers = 0; ///< of those, how many share with nobody
    };

    [[nodiscard]] bool canGoOn(const WaitGraph::Session& session, WaitGraph::Sessions which, WallTime before) const;
    void letGo(int session);
    void leave(WaitGraph::Place place);
    void advance(std::uint32_t queue);

    const WaitGraph& m_graph;
    std::vector<bool> m_free; ///< by session
    std::vector<bool> m_gone; ///< by contender, as m_graph.m_sessionOf
    std::vector<Front> m_fronts;
    std::vector<int> m_leaving; ///< free, but still in their places
};

} // namespace lockscope::inspect
