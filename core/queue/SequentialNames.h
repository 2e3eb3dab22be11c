// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Whether a server can have made the numbers at the end of names, or programs chose them: ports, times, ids. Pure.
///
/// The server appends exactly ten digits, the parent's counter of created children. So the number is below that
/// counter, no two children have the same, and later children have higher ones. A restored tree and a counter at its
/// end contradict this too, so it is no proof against documented names. Source: ZooKeeper, PrepRequestProcessor.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lockscope::queue {

/// What is known of the children of one directory.
struct SequentialFacts {
    std::optional<std::uint32_t> created; ///< children that were ever created; nullopt: unknown
    /// The transaction that created the child; 0: unknown. May be empty.
    std::function<std::int64_t(const std::string& name)> creationId;
};

/// Why the server cannot have made a name's number.
enum class NumberFault {
    None,
    NoNumber,     ///< the name does not end in a number
    MoreDigits,   ///< the number has more than ten digits
    AboveCounter, ///< it is not below the counter
    SameNumber,   ///< `other` has the same number
    OutOfOrder    ///< `other` has a lower number and was created later, or a higher one and was created earlier
};

struct NumberCheck {
    NumberFault fault = NumberFault::None;
    std::size_t other = 0; ///< index of the other name, for SameNumber and OutOfOrder
};

/// One result for each name.
[[nodiscard]] std::vector<NumberCheck> checkNumbers(std::span<const std::string> names, const SequentialFacts& facts);

} // namespace lockscope::queue
