// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zk/ClientVersion.h"

#include <zookeeper/zookeeper_version.h>

namespace lockscope::zk {

std::string clientVersion()
{
    return ZOO_VERSION;
}

} // namespace lockscope::zk
