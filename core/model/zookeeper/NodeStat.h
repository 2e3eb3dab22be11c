// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zk/Values.h"

namespace lockscope::ensemble {

/// A node's metadata, as ZooKeeper's servers return it.
using NodeStat = zk::Stat;

} // namespace lockscope::ensemble
