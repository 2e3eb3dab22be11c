// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zk/Values.h"

namespace lockscope::ensemble {

/// What ZooKeeper's servers say of a node beside its data.
using NodeStat = zk::Stat;

} // namespace lockscope::ensemble
