// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace lockscope::connect {

/// What a profile needs and must not keep. Kept in memory alone, and never logged.
struct Secrets {
    std::string password;    ///< of the profile's user
    std::string keyPassword; ///< of its TLS key

    friend bool operator==(const Secrets&, const Secrets&) = default;
};

} // namespace lockscope::connect
