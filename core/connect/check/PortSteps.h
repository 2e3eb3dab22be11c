// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/check/TestRun.h"

namespace lockscope::connect {

/// Looks up the names of the profile's servers and connects to their ports, without a byte sent. False: no server is
/// reached, and the failure is reported. Through SSH, and for unix sockets, there is nothing to do.
[[nodiscard]] bool testPorts(TestRun& run);

} // namespace lockscope::connect
