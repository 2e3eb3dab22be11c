// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/waits/WaitRanking.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lockscope::inspect {

/// Passes the waits of a WaitGraph along the chains, by the rules of WaitRanking.h, in about linear time. Pure.
///
/// Its points are the sessions, and one group for the holders of a lock that block equal waiters: with many leases,
/// arrows from each waiter to each holder would be quadratic. The strongly connected components of the points (Tarjan)
/// come in the order of the chains. A hundred thousand points are usual, so these are kept in a few arrays.
class WaitFlow final {
public:
    explicit WaitFlow(const WaitGraph& graph);

    [[nodiscard]] WaitRanking ranking() const;
    [[nodiscard]] LockWaits byLock() const;

private:
    static constexpr auto none = static_cast<std::uint32_t>(-1);

    /// A session passes on to that point a part of the waits behind it; a group passes on to its holders.
    struct Arrow {
        std::uint32_t to = 0;
        double share = 0;
    };
    /// Of m_arrows.
    struct Range {
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
        [[nodiscard]] bool isEmpty() const { return begin == end; }
    };
    struct Wait {
        std::uint32_t lock = 0;
        std::uint32_t contender = none; ///< none: clients that only listen, which no data names
        WaitAmount own;
        Range arrows{};
        bool isPassedOn = false; ///< its session passes on the waits behind it by this wait
    };
    /// The sessions that hold one lock, each once.
    struct Holders {
        std::vector<std::uint32_t> contenders;
        std::uint32_t group = none; ///< created on first use
    };

    /// Up to this number of holders, a waiter that also holds has an arrow to each of the others. Beyond it, the waiter
    /// counts as one of its own blockers.
    static constexpr std::size_t mostSingled = 100;

    void gather();
    void gatherLock(std::uint32_t lock);
    void gatherListeners(std::uint32_t lock, Holders& holders);
    [[nodiscard]] std::uint32_t groupOf(Holders& holders);
    /// The time since Lockscope has seen it at least; of a contender whose details are known, its age.
    [[nodiscard]] WaitAmount amountOf(const Contender& waiter) const;
    [[nodiscard]] Range addArrows(std::uint32_t waiter, Holders& holders, bool holdsToo);
    [[nodiscard]] std::span<const Arrow> arrows(Range range) const
    {
        return std::span(m_arrows).subspan(range.begin, range.end - range.begin);
    }
    void pass();
    [[nodiscard]] std::vector<std::uint32_t> components() const;
    [[nodiscard]] std::uint32_t sessionOf(std::uint32_t contender) const;
    [[nodiscard]] bool isSession(std::uint32_t point) const { return point < m_sessions; }
    /// The waits behind a session.
    [[nodiscard]] WaitAmount behind(std::uint32_t session) const;
    [[nodiscard]] ChainPlace placeOf(std::uint32_t session) const;

    const WaitGraph& m_graph;
    std::uint32_t m_sessions;
    std::uint32_t m_points;
    std::vector<Wait> m_waits;
    std::vector<std::uint32_t> m_waitOf;    ///< by session: index of its last wait; none
    std::vector<std::uint32_t> m_waitCount; ///< by session
    struct Block {
        std::uint32_t session = 0;
        std::uint32_t contender = 0;
        friend auto operator<=>(const Block&, const Block&) = default;
    };
    std::vector<Block> m_blocks; ///< contenders that block; some several times
    WaitAmount m_all;
    WaitAmount m_unattributed;
    std::vector<Arrow> m_arrows;            ///< of the waits and groups, one after another
    std::vector<Range> m_passesOn;          ///< by point: its arrows
    std::vector<WaitAmount> m_reached;      ///< by point
    std::vector<std::uint32_t> m_component; ///< by point: higher numbers pass on to lower ones
    struct Component {
        WaitAmount reached;
        std::uint32_t sessions = 0;
    };
    std::vector<Component> m_components;
};

} // namespace lockscope::inspect
