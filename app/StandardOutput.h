// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Standard output of a program whose output other programs read: a write that fails must end in an exit status.

#include "core/base/Result.h"

#include <string_view>

namespace lockscope {

/// Writes all of `text` and flushes it. System: the disk is full, the reader has gone, the descriptor is closed; part
/// of the text may have been written. Any thread; the text of one call stays together.
[[nodiscard]] Result<void> writeToStandardOutput(std::string_view text);

/// For the beginning of main(): descriptors 0 to 2 that the caller has closed are opened such that writes to them fail.
/// Else the next socket would get such a number, and what is printed would go to a server.
void occupyStandardDescriptors();

} // namespace lockscope
