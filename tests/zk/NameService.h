// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Names that a test makes up, in place of a DNS: this program's getaddrinfo() answers for them, for libraries too.
/// Any other name goes to the system. Thread: any.

#include <chrono>
#include <string>
#include <vector>

namespace lockscope::test {

struct MadeUpName {
    std::vector<std::string> addresses; ///< numeric, in this order; none: the name does not resolve
    std::chrono::milliseconds delay{0}; ///< how long each look-up takes
};

/// Replaces the answer for `name`.
void makeUpName(const std::string& name, MadeUpName answer);
/// How often it was looked up.
[[nodiscard]] int lookUpsOf(const std::string& name);

} // namespace lockscope::test
