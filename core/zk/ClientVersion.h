// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace lockscope::zk {

/// The version of the ZooKeeper C client used at build time, for example "3.8.0".
[[nodiscard]] std::string clientVersion();

} // namespace lockscope::zk
