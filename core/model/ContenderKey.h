// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Identifies a contender. A node's name alone is not unique: two locks, and the two directories of one lock, may each
/// have a node of this name.

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace lockscope::inspect {

/// The directory of a lock that contains a contender's node.
enum class LockPart {
    Queue,
    Gate ///< each client passes it alone before it joins the queue
};

/// A contender within a known lock. A view: the name must outlive it.
struct NodeRef {
    LockPart part = LockPart::Queue;
    std::string_view node;

    friend bool operator==(const NodeRef&, const NodeRef&) = default;
    friend auto operator<=>(const NodeRef&, const NodeRef&) = default;
};

/// "qNAME" for a node of the queue, "gNAME" for a node at the gate. Unique within a lock.
[[nodiscard]] std::string toString(const NodeRef& ref);

/// Identifies a contender within a snapshot; keys are unique there. Value; ordered by lock, part, name. A node that is
/// deleted and created again under the same name keeps its key; creationId distinguishes the two.
struct ContenderKey {
    std::string lock; ///< path
    LockPart part = LockPart::Queue;
    std::string node; ///< the child's name; empty for the lock itself

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
