// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A family of lock: how its contenders are named and by which rule they are served. A value; recipes use the built-in
/// ones, the inspector reads more of them from data.

#include "core/queue/Contender.h"
#include "core/queue/NamePattern.h"
#include "core/queue/Rule.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::queue {

struct Scheme {
    std::vector<NamePattern> patterns; ///< a child that fits one of them is a contender
    Rule rule = &exclusiveRule;
};

/// The contender that `name` stands for, or nothing if the name fits no pattern of the scheme.
[[nodiscard]] std::optional<Contender> parseContender(const Scheme& scheme, std::string_view name);

/// A listing taken apart: contenders in queue order, and the names that fit no pattern.
struct ParsedListing {
    std::vector<Contender> contenders;
    std::vector<std::string> foreign;
};
[[nodiscard]] ParsedListing parseListing(const Scheme& scheme, std::span<const std::string> names);

/// What Curator's InterProcessMutex counts as a contender: whatever ends in "lock-" and a number, whoever wrote it.
/// Source: Apache Curator, LockInternals.getSortedChildren and StandardLockInternalsDriver.
[[nodiscard]] const Scheme& curatorMutexScheme();

} // namespace lockscope::queue
