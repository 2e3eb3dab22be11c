// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Log.h"
#include "core/simulate/clients/ContendOptions.h"
#include "core/simulate/clients/SimulatedLock.h"
#include "core/zk/Client.h"

#include <string>
#include <vector>

namespace lockscope::console {

/// SimulatedConnection::makeSlots() on ZooKeeper. `name` is part of the nodes' payload.
[[nodiscard]] std::vector<SimulatedSlot> makeNodeSlots(zk::Client& client, const ContendOptions& options,
                                                       const std::string& name, const Log& log);

} // namespace lockscope::console
