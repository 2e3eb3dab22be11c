// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace lockscope::inspect {

/// Servers and clients close the connection for a larger reply: the default of ZooKeeper's jute.maxbuffer.
inline constexpr std::size_t listingLimitBytes = std::size_t(1024) * 1024;

/// Bytes per name in a listing besides the name itself.
inline constexpr std::size_t listedNameOverhead = 4;

/// Directories with more children are not listed while the length of the names is unknown. (A Curator name has 52
/// characters.)
inline constexpr std::int32_t mostListableChildren = 16'000;

/// Whether a directory with this many children may be listed. Computed from names of `nameBytes` bytes, so it may be
/// more than mostListableChildren; if the name is short, and maybe not typical, from the count only.
[[nodiscard]] constexpr bool isListable(std::int32_t children, std::size_t nameBytes)
{
    constexpr std::size_t telling = 16;
    if (children <= mostListableChildren && nameBytes <= listingLimitBytes / mostListableChildren - listedNameOverhead)
        return true;
    return nameBytes >= telling &&
           static_cast<std::size_t>(children) * (nameBytes + listedNameOverhead) <= listingLimitBytes;
}

} // namespace lockscope::inspect
