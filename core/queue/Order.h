// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The order of a queue. Pure.

#include "core/queue/Contender.h"

#include <vector>

namespace lockscope::queue {

/// Does `a` stand before `b`? By the server's number, then (numbers repeat past 2^31 - 1, and in a read/write
/// downgrade) by the transaction that created the node, then by name, so that the order is total.
[[nodiscard]] bool isBefore(const Contender& a, const Contender& b);

void sortQueue(std::vector<Contender>& contenders);

} // namespace lockscope::queue
