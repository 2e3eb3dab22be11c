// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The order of a queue. Pure.

#include "core/queue/Contender.h"

#include <vector>

namespace lockscope::queue {

/// Does `a` stand before `b`? By the server's number. Numbers repeat in a read/write downgrade, where the writer comes
/// first, and past 2^31 - 1, where the transaction that created the node decides; then by name, so that the order is
/// total.
[[nodiscard]] bool isBefore(const Contender& a, const Contender& b);

void sortQueue(std::vector<Contender>& contenders);

} // namespace lockscope::queue
