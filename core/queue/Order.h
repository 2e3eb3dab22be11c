// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The order of a queue. Pure.

#include "core/queue/QueueEntry.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockscope::queue {

/// True if `a` is before `b` in the queue. Compares sequence numbers. Numbers repeat in a read/write downgrade, where
/// the writer comes first, and past 2^31 - 1, where the creating transaction decides. The name is the last tie-breaker,
/// which makes the order total.
[[nodiscard]] bool isBefore(const QueueEntry& a, const QueueEntry& b);

void sortQueue(std::vector<QueueEntry>& contenders);

/// What the clients of a dialect compare.
enum class OrderBy {
    Number,  ///< by isBefore()
    Text,    ///< by the text after a marker before the number: differs from Number only for negative numbers
    Name,    ///< by number, then by name
    Creation ///< by the creating transaction: for names without a number
};

struct Ordering {
    OrderBy by = OrderBy::Number;
    std::vector<std::string> markers; ///< OrderBy::Text: the compared text starts after the last of these
};

/// The part of `name` that OrderBy::Text compares: the text after the last marker in it, or all of it if there is none.
/// Source: Apache Curator, LockInternals.standardFixForSorting.
[[nodiscard]] std::string_view sortText(std::string_view name, const std::vector<std::string>& markers);

void sortQueue(std::vector<QueueEntry>& contenders, const Ordering& ordering);

} // namespace lockscope::queue
