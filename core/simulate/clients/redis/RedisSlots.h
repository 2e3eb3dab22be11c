// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Log.h"
#include "core/redis/Client.h"
#include "core/simulate/clients/ContendOptions.h"
#include "core/simulate/clients/SimulatedLock.h"

#include <vector>

namespace lockscope::console {

/// SimulatedConnection::makeSlots() on Redis. `clients`: one, for independent masters one each.
[[nodiscard]] std::vector<SimulatedSlot> makeKeySlots(const std::vector<redis::Client*>& clients,
                                                      const ContendOptions& options, const Log& log);

} // namespace lockscope::console
