// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The identity of a contender. A node's name alone does not identify one: the same name can stand in two locks, and in
/// two directories of one lock.

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace lockscope::inspect {

/// The directory of a lock in which a contender's node lies.
enum class LockPart {
    Queue,
    Gate ///< clients pass it, one at a time, to join the queue
};

/// A contender within a known lock. A view: the name must outlive it.
struct NodeRef {
    LockPart part = LockPart::Queue;
    std::string_view node;

    friend bool operator==(const NodeRef&, const NodeRef&) = default;
    friend auto operator<=>(const NodeRef&, const NodeRef&) = default;
};

/// "qNAME" for a node of the queue, "gNAME" for one at the gate: unique within a lock.
[[nodiscard]] std::string toString(const NodeRef& ref);

/// A contender within a snapshot, where no two contenders have the same key. Value; ordered by lock, part, name. The
/// key of a node that is made again by the same name is the same: a creationId tells these apart.
struct ContenderKey {
    std::string lock; ///< path
    LockPart part = LockPart::Queue;
    std::string node; ///< the child's name; empty: the lock itself

    [[nodiscard]] bool isLock() const { return node.empty(); }
    [[nodiscard]] NodeRef ref() const { return {part, node}; }

    friend bool operator==(const ContenderKey&, const ContenderKey&) = default;
    friend auto operator<=>(const ContenderKey&, const ContenderKey&) = default;
};

/// LOCK//qNAME. No path of ZooKeeper contains "//", and no name contains "/".
[[nodiscard]] std::string toString(const ContenderKey& key);

} // namespace lockscope::inspect

template <> struct std::hash<lockscope::inspect::NodeRef> {
    [[nodiscard]] std::size_t operator()(const lockscope::inspect::NodeRef& ref) const noexcept
    {
        return std::hash<std::string_view>()(ref.node) * 2 + static_cast<std::size_t>(ref.part);
    }
};

template <> struct std::hash<lockscope::inspect::ContenderKey> {
    [[nodiscard]] std::size_t operator()(const lockscope::inspect::ContenderKey& key) const noexcept
    {
        return std::hash<std::string>()(key.lock) * 31 + std::hash<lockscope::inspect::NodeRef>()(key.ref());
    }
};
