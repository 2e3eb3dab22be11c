// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/zookeeper/engine/NodeNaming.h"

#include "core/locks/Uuid.h"

namespace lockscope::locks {

std::string NodeNaming::next() const
{
    auto random = randomUuid();
    if (id == Id::Hex32)
        std::erase(random, '-');
    return before + random + after;
}

} // namespace lockscope::locks
