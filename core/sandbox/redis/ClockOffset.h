// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace lockscope::redis {

/// What PreloadedClock adds to the time of day: one std::int64_t of nanoseconds, in this file of the server's working
/// folder. Both sides map it and access it as an atomic.
inline constexpr char clockOffsetFile[] = "clock-offset";

} // namespace lockscope::redis
