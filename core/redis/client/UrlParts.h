// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Parts of a target's URL: names, addresses and escapes. Pure; private to core/redis.

#include <optional>
#include <string>
#include <string_view>

namespace lockscope::redis {

[[nodiscard]] std::string_view withoutBlanks(std::string_view text);

/// Letters, digits, '-', '.' and '_', at least one: host names, and the names that Sentinels accept for masters.
[[nodiscard]] bool isPlainName(std::string_view text);

/// With or without a zone ("fe80::1%eth0").
[[nodiscard]] bool isIpv6Address(std::string_view text);

/// The text with each %XX replaced by its byte; nothing if an escape is invalid.
[[nodiscard]] std::optional<std::string> unescaped(std::string_view text);

enum class UrlPart {
    Name,
    Path ///< '/' stays
};

/// The text with each byte escaped that is not of a plain name.
[[nodiscard]] std::string escaped(std::string_view text, UrlPart part);

} // namespace lockscope::redis
