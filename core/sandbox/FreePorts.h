// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"

#include <vector>

namespace lockscope::ensemble {

/// Finds free ports of 127.0.0.1. All are held at the same time, so that none is returned twice. None is in the range
/// for outgoing connections: a server may listen late, and a killed server reuses its ports. Another process may still
/// take a port before the server binds it: the sandbox then retries with other ports.
/// `companion` above 0: the port that is that much higher than each of these is free, too.
[[nodiscard]] Result<std::vector<int>> freePorts(int count, int companion = 0);

} // namespace lockscope::ensemble
