// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace lockscope::inspect {

/// Servers and clients break the connection over a reply of more bytes: ZooKeeper's jute.maxbuffer, unless set.
inline constexpr std::size_t listingLimitBytes = std::size_t(1024) * 1024;

/// What a name costs in a listing besides its length.
inline constexpr std::size_t listedNameOverhead = 4;

/// With more children a directory is not listed any more: 52 characters is a Curator name.
inline constexpr std::int32_t mostListableChildren = 16'000;

/// May a directory with so many children be listed? By the bytes of names as long as `nameBytes`; of a short name,
/// which may be an exception among longer ones, by the count.
[[nodiscard]] constexpr bool isListable(std::int32_t children, std::size_t nameBytes)
{
    constexpr std::size_t telling = 16;
    if (children <= mostListableChildren && nameBytes <= listingLimitBytes / mostListableChildren - listedNameOverhead)
        return true;
    return nameBytes >= telling &&
           static_cast<std::size_t>(children) * (nameBytes + listedNameOverhead) <= listingLimitBytes;
}

} // namespace lockscope::inspect
