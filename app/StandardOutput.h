// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Standard output of a program whose output other programs read: a failed write must lead to an error exit status.

#include "core/base/Result.h"

#include <string_view>

namespace lockscope {

/// Writes all of `text` and flushes it. System: the disk is full, the reader has ended, the descriptor is closed; part
/// of the text may have been written. Any thread; the text of one call stays together.
[[nodiscard]] Result<void> writeToStandardOutput(std::string_view text);

/// Called at the beginning of main(): opens closed descriptors from 0 to 2 such that writes to them fail. Otherwise the
/// next socket would get this number, and output would go to a server.
void occupyStandardDescriptors();

} // namespace lockscope
