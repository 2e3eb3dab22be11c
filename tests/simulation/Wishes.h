// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/simulation/World.h"

#include <map>
#include <utility>

namespace lockscope::simulation {

/// What was written into contenders' nodes to make them let go, and who has been told of it: not more often than it was
/// written, at last in any case, and nobody who has let go.
class Wishes final {
public:
    explicit Wishes(World& world)
        : m_world(world)
    {
    }

    /// After each step: what became of the writes.
    void takeNote();
    /// A lock tells this user that somebody wishes it to let go.
    void told(const User& user);
    void whenCalm();

private:
    using Node = std::pair<std::string, std::int64_t>; ///< path and czxid: the name may come again
    /// Into one node.
    struct Wish {
        std::int32_t version = 0;
        int written = 0;
        int told = 0;
        bool isOpen = false; ///< it was written last, and nobody told yet
    };

    [[nodiscard]] bool isWaitingOrHolding(const User& user) const;
    [[nodiscard]] bool concerns(const User& user, const Node& node) const;

    World& m_world;
    std::map<Node, Wish> m_wishes;
};

} // namespace lockscope::simulation
