// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zk/ClientFactory.h"
#include "ui/shell/Simulation.h"
#include "ui/shell/connection/Backend.h"

namespace lockscope::ui {

/// Backends for ZooKeeper ensembles, with clients from this factory.
[[nodiscard]] MakeBackend zooKeeperBackend(zk::ClientFactory makeClient);

/// The dependencies of simulated ZooKeeper clients. `program`: the path of lockscopectl.
[[nodiscard]] Simulation::Dependencies zooKeeperSimulation(QString program, zk::ClientFactory makeClient, Log log = {});

} // namespace lockscope::ui
