// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What is drawn of a wait-for graph, as a value: its sessions, the locks between them, and the arrows: a session waits
/// for a lock, a lock is held by a session. Pure, any thread.

#include "core/waits/WaitSnapshot.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::ui {

struct DrawnLock {
    std::string path;
    std::size_t waiting = 0;      ///< its waiters
    std::size_t waitsLeftOut = 0; ///< those of them that are not drawn
    bool isInCycle = false;

    friend bool operator==(const DrawnLock&, const DrawnLock&) = default;
};

struct DrawnArrow {
    enum class Kind {
        Waits,  ///< from a session to a lock
        HeldBy, ///< from a lock to a session
        Behind  ///< from a session to one that waits before it
    };

    Kind kind = Kind::Waits;
    std::size_t from = 0; ///< a node: first the sessions are numbered, then the locks
    std::size_t to = 0;
    std::size_t edge = 0;          ///< of the snapshot, one that the arrow is a part of
    inspect::ContenderKey place;   ///< of the waiter, or of the holder
    std::optional<WallTime> since; ///< by the servers' clock; nullopt: unknown
    bool isAtMost = false;         ///< see inspect::Since; so is the next
    bool isAtLeast = false;
    std::optional<std::size_t> cycle; ///< of the snapshot

    friend bool operator==(const DrawnArrow&, const DrawnArrow&) = default;
};

struct WaitDrawing {
    std::shared_ptr<const inspect::WaitSnapshot> snapshot; ///< never null
    std::vector<DrawnLock> locks;
    std::vector<DrawnArrow> arrows;
    /// The nodes of each cycle in its order; cycles with common nodes are one ring.
    std::vector<std::vector<std::size_t>> rings;

    [[nodiscard]] std::size_t nodeCount() const { return snapshot->nodes.size() + locks.size(); }
    [[nodiscard]] bool isLock(std::size_t node) const { return node >= snapshot->nodes.size(); }
    [[nodiscard]] const DrawnLock& lockAt(std::size_t node) const { return locks[node - snapshot->nodes.size()]; }
    /// Unique, and the same in the next drawing.
    [[nodiscard]] std::string keyOf(std::size_t node) const;
    [[nodiscard]] std::string keyOf(const DrawnArrow& arrow) const;

    friend bool operator==(const WaitDrawing& one, const WaitDrawing& other)
    {
        return *one.snapshot == *other.snapshot && one.locks == other.locks && one.arrows == other.arrows;
    }
};

/// WaitDrawing::keyOf() of a lock.
[[nodiscard]] std::string lockNodeKey(const std::string& path);

/// `all`: the snapshot that `drawn` is a part of.
[[nodiscard]] WaitDrawing waitDrawing(std::shared_ptr<const inspect::WaitSnapshot> drawn, const inspect::Snapshot& all);

/// The part that consists of cycles.
[[nodiscard]] inspect::WaitSnapshot cyclesOnly(const inspect::WaitSnapshot& drawn);

} // namespace lockscope::ui
