// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/queue/Rule.h"

namespace lockscope::queue {

Verdict exclusiveRule(std::span<const Contender> sorted, std::size_t me, int /*leases*/)
{
    if (me == 0)
        return Granted{};
    return WaitFor{sorted[me - 1].node};
}

Verdict readWriteRule(std::span<const Contender> sorted, std::size_t me, int leases)
{
    if (sorted[me].mode == Mode::Exclusive)
        return exclusiveRule(sorted, me, leases);
    for (auto i = me; i > 0; --i) {
        const auto& before = sorted[i - 1];
        if (before.mode == Mode::Exclusive && before.sequence != sorted[me].sequence)
            return WaitFor{before.node};
    }
    return Granted{};
}

Verdict leaseRule(std::span<const Contender> /*sorted*/, std::size_t me, int leases)
{
    if (leases > 0 && me < static_cast<std::size_t>(leases))
        return Granted{};
    return WaitForAny{};
}

Verdict presenceRule(std::span<const Contender> /*sorted*/, std::size_t /*me*/, int /*leases*/)
{
    return Granted{};
}

} // namespace lockscope::queue
