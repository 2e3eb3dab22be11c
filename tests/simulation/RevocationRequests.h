// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/simulation/World.h"

#include <map>
#include <utility>

namespace lockscope::simulation {

/// Revocation requests written into contenders' nodes, and the users notified of them: at most once per write, finally
/// in every case, and never after the release.
class RevocationRequests final {
public:
    explicit RevocationRequests(World& world)
        : m_world(world)
    {
    }

    /// After each step: records the outcome of the writes.
    void takeNote();
    /// A lock reports a revocation request to this user.
    void reported(const User& user);
    void whenCalm();

private:
    using Node = std::pair<std::string, std::int64_t>; ///< path and czxid: a name may be reused
    /// The requests written into one node.
    struct Wish {
        std::int32_t version = 0;
        int written = 0;
        int reported = 0;
        bool isOpen = false; ///< it was the last write and is not reported yet
    };

    [[nodiscard]] bool isWaitingOrHolding(const User& user) const;
    [[nodiscard]] bool concerns(const User& user, const Node& node) const;

    World& m_world;
    std::map<Node, Wish> m_requests;
};

} // namespace lockscope::simulation
