// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/SessionStatus.h"

#include <vector>

namespace lockscope::console {

/// The status of a client of several independent masters: that of the majority, which decides about locks. Connected
/// while a majority is connected; AuthFailed if too many masters have refused the credentials for a majority. `detail`
/// is that of the first master that is not connected. `masters`: at least one; of a single one it is its own. Pure.
[[nodiscard]] SessionStatus statusOfMajority(const std::vector<SessionStatus>& masters);

} // namespace lockscope::console
