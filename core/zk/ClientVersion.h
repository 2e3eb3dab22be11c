// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace lockscope::zk {

/// Of the ZooKeeper C client that this was built with, such as "3.8.0".
[[nodiscard]] std::string clientVersion();

} // namespace lockscope::zk
