// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The place of one contender among the names of a listing, found in one pass: no name is copied, nothing is sorted.
/// The same result as parseListing() and exclusiveRule(), at a fraction of the cost in long queues. Pure.

#include "core/queue/Scheme.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace lockscope::queue {

/// Contenders that are next to each other in queue order: their number and the last two.
struct Group {
    std::size_t count = 0;
    std::string_view last;       ///< empty if there is none
    std::string_view beforeLast; ///< empty if there is none
    std::int32_t lastNumber = 0; ///< sequence number of `last`
};

/// Around one contender, by number (Order.h). Views into the names of the listing.
struct Neighbours {
    bool isListed = false; ///< the contender is in the listing; if not, only `foreign` has a meaning
    Group ahead;           ///< exclusiveRule(): holds if there is none, else waits for the last of them
    Group behind;
    std::string_view foreign; ///< the first name that matches no pattern; empty if there is none
};

[[nodiscard]] Neighbours findNeighbours(const Scheme& scheme, std::span<const std::string> names, std::string_view own);

} // namespace lockscope::queue
