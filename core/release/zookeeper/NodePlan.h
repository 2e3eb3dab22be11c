// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/release/zookeeper/NodeProof.h"

#include <cstdint>

namespace lockscope::release {

/// The part of a plan that only ZooKeeper has: the node that would be deleted.
struct NodePlan {
    std::int32_t version = 0;
    NameReuse reuse = NameReuse::Anytime; ///< when another node may get this name
};

} // namespace lockscope::release
