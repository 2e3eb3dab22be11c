// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/queue/Order.h"

#include <algorithm>
#include <tuple>

namespace lockscope::queue {

bool isBefore(const Contender& a, const Contender& b)
{
    return std::tie(a.sequence, a.mode, a.czxid, a.node) < std::tie(b.sequence, b.mode, b.czxid, b.node);
}

void sortQueue(std::vector<Contender>& contenders)
{
    std::sort(contenders.begin(), contenders.end(), isBefore);
}

} // namespace lockscope::queue
