// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/Owner.h"

#include <atomic>

namespace lockscope::locks {

Owner Owner::make()
{
    static std::atomic<std::uint64_t> last{0};
    return Owner(++last);
}

Owner Owner::thisThread()
{
    thread_local const Owner mine = make();
    return mine;
}

} // namespace lockscope::locks
