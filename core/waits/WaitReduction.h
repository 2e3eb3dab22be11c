// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/waits/WaitGraph.h"

namespace lockscope::inspect {

/// The reduction of a WaitGraph (Holt 1972): releases every session that can proceed, until none can. Each contender is
/// processed once when it acquires and once when it releases, so the cost is linear. Pure.
class WaitReduction final {
public:
    WaitReduction(const WaitGraph& graph, WaitGraph::Sessions which, WallTime before);

    [[nodiscard]] bool isStuck(std::uint32_t session) const
    {
        return m_graph.m_sessions[session].isClient() && !m_free[session];
    }
    /// The contenders by which stuck sessions hold that lock: they block all its remaining waiters.
    [[nodiscard]] std::vector<std::uint32_t> blockersIn(std::uint32_t lock) const;

private:
    /// The part of a queue that holds.
    struct Front {
        std::size_t reach = 0;   ///< contenders before this index hold, or are gone
        std::size_t present = 0; ///< number of these that are not gone
        std::size_t writers = 0; ///< number of these that are exclusive
    };

    [[nodiscard]] bool canGoOn(const WaitGraph::Session& session, WaitGraph::Sessions which, WallTime before) const;
    void release(std::uint32_t session);
    void leave(std::uint32_t contender);
    void advance(std::uint32_t lock);

    const WaitGraph& m_graph;
    /// An inferred number of leases proves no wait: it grows when a client passes the gate.
    const bool m_trustsInferred;
    std::vector<bool> m_free;             ///< by session
    std::vector<bool> m_gone;             ///< by contender
    std::vector<Front> m_fronts;          ///< by lock
    std::vector<std::uint32_t> m_leaving; ///< sessions that are free but not yet removed from their queues
};

} // namespace lockscope::inspect
