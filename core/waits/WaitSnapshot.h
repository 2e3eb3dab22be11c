// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A drawable part of the wait-for graph, as a value: sessions, and an edge from each waiter to each of its blockers.
/// Made by WaitGraph; its size is bounded for a snapshot of any size.

#include "core/model/Snapshot.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::inspect {

/// A session, or a node with an unknown session or without one.
struct WaitNode {
    /// The problem of the session, from the snapshot's findings.
    enum class Trouble {
        None,
        NoSession, ///< a persistent node, which never expires
        Dead,
        Disconnected,
        Silent
    };

    std::string key;          ///< unique, and the same in the next snapshot
    std::int64_t session = 0; ///< 0: none, or unknown
    bool isKnown = false;     ///< the session is known, or there is known to be none
    std::string owner{};      ///< Redis: "uuid:thread", a token or a permit's id, instead of a session
    std::string client;       ///< the client's name; empty when unknown
    std::string host;         ///< empty when unknown
    HostSource hostSource = HostSource::None;
    /// Without possible locks; at most WaitSnapshot::mostPlaces, like `waits` and `undecided`.
    std::vector<ContenderKey> holds;
    std::vector<ContenderKey> waits;     ///< without elections
    std::vector<ContenderKey> undecided; ///< it holds or waits, which of the two is unknown
    std::size_t holdCount = 0;
    std::size_t waitCount = 0;
    std::size_t undecidedCount = 0;
    Trouble trouble = Trouble::None;
    bool isInCycle = false;
    bool isStuck = false; ///< in no cycle, but behind a cycle or a node that never expires
    std::size_t waitersLeftOut = 0;

    friend bool operator==(const WaitNode&, const WaitNode&) = default;
};

/// "session 0x1…", "no session", "session unknown"; on Redis the owner. Defined in WaitText.cpp.
[[nodiscard]] std::string sessionText(const WaitNode& node);

struct WaitEdge {
    std::size_t from = 0;                ///< index of the waiter
    std::size_t to = 0;                  ///< index of the blocker
    ContenderKey waiter;                 ///< of `from`
    ContenderKey blocker;                ///< of `to`
    LockMode mode = LockMode::Exclusive; ///< the mode that it waits for
    bool blockerHolds = true;            ///< else it is before the waiter in the queue
    std::size_t blockersLeftOut = 0;     ///< other blockers at the same lock that are not drawn
    std::optional<WallTime> since;       ///< by the server's clock; nullopt while unknown
    std::optional<std::size_t> cycle;    ///< index of the cycle that it is a step of
    std::size_t step = 0;                ///< from 1

    friend bool operator==(const WaitEdge&, const WaitEdge&) = default;
};

struct DrawnCycle {
    std::vector<std::size_t> edges; ///< in the order of the steps
    bool isCertain = false;         ///< see Deadlock::isCertain

    friend bool operator==(const DrawnCycle&, const DrawnCycle&) = default;
};

struct WaitSnapshot {
    static constexpr std::size_t mostPlaces = 8; ///< maximum number of places listed per session

    std::vector<WaitNode> nodes; ///< most important first
    std::vector<WaitEdge> edges;
    std::vector<DrawnCycle> cycles;
    std::size_t cyclesElsewhere = 0; ///< cycles of the whole snapshot that are not drawn
    std::size_t sessionsLeftOut = 0; ///< sessions of the requested part that are not drawn
    std::size_t undecidedLocks = 0;  ///< of the whole snapshot, see WaitGraph::undecidedLocks()

    friend bool operator==(const WaitSnapshot&, const WaitSnapshot&) = default;
};

} // namespace lockscope::inspect
