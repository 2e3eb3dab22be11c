// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lockscope::ui {

/// From now on, large blocks of memory go back to the system when they are freed, such as those that the wait-for graph
/// of 10,000 locks needs for a moment. By default, glibc keeps blocks of a size that was freed once, up to 32 MiB: see
/// M_MMAP_THRESHOLD in mallopt(3). Does nothing with another C library. Call it before other threads start.
void returnLargeBlocks();

} // namespace lockscope::ui
