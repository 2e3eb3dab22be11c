// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace lockscope::inspect {

/// The default of ZooKeeper's jute.maxbuffer. Java clients close the connection for a larger reply. Servers send it,
/// and the C client, which Lockscope uses, reads it.
inline constexpr std::size_t listingLimitBytes = std::size_t(1024) * 1024;

/// Bytes per name in a listing besides the name itself.
inline constexpr std::size_t listedNameOverhead = 4;

/// Lockscope lists no larger directory: the server builds the whole reply in its memory.
inline constexpr std::int32_t mostListableChildren = 1'000'000;
inline constexpr std::size_t mostListedBytes = std::size_t(64) * 1024 * 1024;

/// Whether a directory with this many children, with names of `nameBytes` bytes, may be listed.
[[nodiscard]] constexpr bool isListable(std::int32_t children, std::size_t nameBytes)
{
    return children <= mostListableChildren &&
           static_cast<std::size_t>(children) * (nameBytes + listedNameOverhead) <= mostListedBytes;
}

} // namespace lockscope::inspect
