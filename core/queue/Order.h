// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The order of a queue. Pure.

#include "core/queue/Contender.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockscope::queue {

/// Does `a` stand before `b`? By the server's number. Numbers repeat in a read/write downgrade, where the writer comes
/// first, and past 2^31 - 1, where the transaction that created the node decides; then by name, so that the order is
/// total.
[[nodiscard]] bool isBefore(const Contender& a, const Contender& b);

void sortQueue(std::vector<Contender>& contenders);

/// What a family's own clients compare.
enum class OrderBy {
    Number,  ///< as isBefore() does
    Text,    ///< what stands behind a marker right before the number, as text: another order only among negative ones
    Name,    ///< by number, and equal numbers by name
    Creation ///< by the transaction that created the node: for names without a number
};

struct Ordering {
    OrderBy by = OrderBy::Number;
    std::vector<std::string> markers; ///< OrderBy::Text: where the compared text begins, behind the last of these
};

/// The part of `name` that OrderBy::Text compares: behind the last place where one of `markers` ends, else all of it.
/// Source: Apache Curator, LockInternals.standardFixForSorting.
[[nodiscard]] std::string_view sortText(std::string_view name, const std::vector<std::string>& markers);

void sortQueue(std::vector<Contender>& contenders, const Ordering& ordering);

} // namespace lockscope::queue
