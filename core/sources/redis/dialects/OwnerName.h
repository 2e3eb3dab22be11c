// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockscope::inspect {

/// Characters of a UUID.
inline constexpr std::size_t uuidLength = 36;

/// The owner of a hold of Redisson's locks: "<instance>:<thread>", ":write" after it for the writer of a read/write
/// lock, or ":<transaction>" for a lock of a transaction.
struct OwnerName {
    std::string instance; ///< the UUID of the client object; another one after each start of the client
    std::uint64_t thread = 0;
    std::string suffix; ///< without its colon; may be empty

    [[nodiscard]] bool isWriter() const { return suffix == "write"; }
    /// "<instance>:<thread>": the same for a reader and a writer.
    [[nodiscard]] std::string client() const { return instance + ':' + std::to_string(thread); }

    friend bool operator==(const OwnerName&, const OwnerName&) = default;
};

/// Nullopt: not a name that Redisson gives. Pure.
[[nodiscard]] std::optional<OwnerName> parseOwnerName(std::string_view text);

/// A decimal number as Redis prints it: "-1", no other digits, not above 2^63 - 1. Pure.
[[nodiscard]] std::optional<std::int64_t> parseNumber(std::string_view text);

} // namespace lockscope::inspect
