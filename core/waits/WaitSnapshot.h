// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Who waits for whom, as a value that can be drawn: sessions, and an arrow from each that waits to each that is in its
/// way. Bounded, however big the snapshot is that it was made of (by WaitGraph).

#include "core/model/Snapshot.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::inspect {

/// A session, or a node of which no session is known.
struct WaitNode {
    /// What is wrong with the session, as the snapshot's findings have it.
    enum class Trouble {
        None,
        NoSession, ///< a persistent node: nobody will ever free it
        Dead,
        Disconnected,
        Silent
    };

    std::string key;          ///< tells it apart, in the next snapshot too
    std::int64_t session = 0; ///< 0: none, or not known yet
    bool isKnown = false;     ///< the session is known, be it that there is none
    std::string client;       ///< who it says it is; empty when it does not say
    std::string host;         ///< empty when nobody says
    HostSource hostSource = HostSource::None;
    std::vector<ContenderKey> holds; ///< WaitSnapshot::mostPlaces at most, like `waits`
    std::vector<ContenderKey> waits;
    std::size_t holdCount = 0;
    std::size_t waitCount = 0;
    Trouble trouble = Trouble::None;
    bool isInRing = false;
    bool isStuck = false; ///< in no ring, but behind one or behind what nobody will ever free
    std::size_t waitersLeftOut = 0;

    friend bool operator==(const WaitNode&, const WaitNode&) = default;
};

struct WaitEdge {
    std::size_t from = 0;                      ///< index of who waits
    std::size_t to = 0;                        ///< index of who is in the way
    ContenderKey waiter;                       ///< of `from`
    ContenderKey blocker;                      ///< of `to`
    queue::Mode mode = queue::Mode::Exclusive; ///< as what it waits
    bool blockerHolds = true;                  ///< else it stands before it in the queue
    std::size_t blockersLeftOut = 0;           ///< others in the way at the same lock that are not drawn
    std::optional<WallTime> since;             ///< by the server's clock; nothing while unknown
    std::optional<std::size_t> ring;           ///< of which it is a step
    std::size_t step = 0;                      ///< from 1 on

    friend bool operator==(const WaitEdge&, const WaitEdge&) = default;
};

struct DrawnRing {
    std::vector<std::size_t> edges; ///< in the order of the steps
    bool isCertain = false;         ///< see Deadlock::isCertain

    friend bool operator==(const DrawnRing&, const DrawnRing&) = default;
};

struct WaitSnapshot {
    static constexpr std::size_t mostPlaces = 8; ///< named of what one session holds

    std::vector<WaitNode> nodes; ///< those that matter most first
    std::vector<WaitEdge> edges;
    std::vector<DrawnRing> rings;
    std::size_t ringsElsewhere = 0;  ///< those of the whole snapshot that are not drawn
    std::size_t sessionsLeftOut = 0; ///< of what was asked for

    friend bool operator==(const WaitSnapshot&, const WaitSnapshot&) = default;
};

} // namespace lockscope::inspect
