// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A lock's naming scheme: the names of its contenders and the rule that orders and grants them. A value. The locks use
/// built-in schemes (Schemes.h); the inspector reads more from resources/dialects.

#include "core/queue/NamePattern.h"
#include "core/queue/Order.h"
#include "core/queue/QueueEntry.h"
#include "core/queue/Rule.h"
#include "core/queue/Schemes.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::queue {

struct ContenderPattern {
    NamePattern pattern;
    LockMode mode = LockMode::Exclusive; ///< of contenders that match the pattern
};

struct Scheme {
    std::vector<ContenderPattern> patterns; ///< a child that matches one of them is a contender; the first match counts
    Rule rule = &exclusiveRule;
    /// True if a new contender is always the last: then the set of contenders before another only shrinks. False where
    /// a downgrade creates a node with an old number.
    bool newcomersQueueLast = true;
    /// The order used by the dialect's own clients. Lockscope's own locks always sort by Number.
    Ordering ordering{};
    /// True if the dialect's own clients queue every child, ordered by the text of its name: any child can block them
    /// indefinitely. A child that matches no pattern is no contender, but contenders wait for it as for a reader.
    bool unrecognisedQueue = false;
};

/// What the name of a contender says.
struct ContenderName {
    std::int32_t sequence = 0; ///< 0 without a number
    LockMode mode = LockMode::Exclusive;
    bool numbered = true;
};

/// Reads `name`, or nothing if it matches no pattern of the scheme. Allocates nothing.
[[nodiscard]] std::optional<ContenderName> matchContender(const Scheme& scheme, std::string_view name);

/// The contender named `name`, or nothing if the name matches no pattern of the scheme.
[[nodiscard]] std::optional<QueueEntry> parseContender(const Scheme& scheme, std::string_view name);

/// A parsed listing: the contenders ordered by number, and the names that match no pattern.
struct ParsedListing {
    std::vector<QueueEntry> contenders;
    std::vector<std::string> foreign;
    /// The transactions that created foreign children; null: they are not looked at. A missing one is not known yet.
    const std::map<std::string, std::int64_t, std::less<>>* foreignCzxids = nullptr;
};
[[nodiscard]] ParsedListing parseListing(const Scheme& scheme, std::span<const std::string> names);

/// How the dialect's own clients read a listing: sorts its contenders in their order and returns one verdict for each,
/// in that order. `leases` as in Rule. A child that matches no pattern and was created after a contender does not block
/// it as long as the contender has not listed the directory again: this is only known if it was always the first.
[[nodiscard]] std::vector<Decision> judge(const Scheme& scheme, ParsedListing& listing, int leases);

} // namespace lockscope::queue
