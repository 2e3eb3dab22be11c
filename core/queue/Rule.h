// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Who may hold, and who waits for whom: the one truth that the recipes act on and the inspector shows. Pure.
/// A rule sees the contenders in queue order (Order.h) and the place of the one that asks.

#include "core/queue/Contender.h"

#include <span>
#include <string>
#include <variant>
#include <vector>

namespace lockscope::queue {

struct Granted {
    friend bool operator==(const Granted&, const Granted&) = default;
};

struct WaitFor {
    std::string node; ///< the node whose deletion can let the asker in

    friend bool operator==(const WaitFor&, const WaitFor&) = default;
};

using Verdict = std::variant<Granted, WaitFor>;

using Rule = Verdict (*)(std::span<const Contender> sorted, std::size_t me);

/// The fair mutex: the first in the queue holds, everybody else waits for the one just before (ZooKeeper's documented
/// lock recipe, Curator's InterProcessMutex, Kazoo's Lock). One release wakes one waiter.
[[nodiscard]] Verdict exclusiveRule(std::span<const Contender> sorted, std::size_t me);

[[nodiscard]] inline bool isGranted(const Verdict& verdict)
{
    return std::holds_alternative<Granted>(verdict);
}

} // namespace lockscope::queue
