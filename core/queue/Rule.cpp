// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/queue/Rule.h"

namespace lockscope::queue {

Verdict exclusiveRule(std::span<const Contender> sorted, std::size_t me)
{
    if (me == 0)
        return Granted{};
    return WaitFor{sorted[me - 1].node};
}

} // namespace lockscope::queue
