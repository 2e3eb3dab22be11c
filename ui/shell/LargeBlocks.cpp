// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/LargeBlocks.h"

#include <cstdlib> // __GLIBC__

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace lockscope::ui {

void returnLargeBlocks()
{
#ifdef __GLIBC__
    constexpr int largeBytes = 1 << 20;
    mallopt(M_MMAP_THRESHOLD, largeBytes);
#endif
}

} // namespace lockscope::ui
