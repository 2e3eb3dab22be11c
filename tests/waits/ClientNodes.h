// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/model/SmallSnapshots.h"

#include <chrono>
#include <cstdint>
#include <string>

namespace lockscope::test {

/// A node of "client-7" in a Curator mutex, with its creation id as its number.
inline NodeText of(std::int64_t session, int creationId, std::chrono::milliseconds age = std::chrono::seconds(1))
{
    return {session, curator(creationId), creationId, age, creationId, "client-" + std::to_string(session)};
}

} // namespace lockscope::test
