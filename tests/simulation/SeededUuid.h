// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace lockscope::simulation {

/// From now on locks::randomUuid() counts up from this seed, on this thread. The simulation links its own randomUuid()
/// in place of the library's, because names decide the order of listings and thereby the whole run.
void seedUuids(std::uint64_t seed);

} // namespace lockscope::simulation
