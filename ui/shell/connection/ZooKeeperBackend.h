// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zk/ClientSettings.h"
#include "ui/shell/Simulation.h"
#include "ui/shell/connection/Backend.h"

namespace lockscope::ui {

/// Backends over ensembles of ZooKeeper, by clients of this kind.
[[nodiscard]] MakeBackend zooKeeperBackend(zk::ClientFactory makeClient);

/// What simulated clients of ensembles need. `program`: the path of lockscopectl.
[[nodiscard]] Simulation::Dependencies zooKeeperSimulation(QString program, zk::ClientFactory makeClient, Log log = {});

} // namespace lockscope::ui
