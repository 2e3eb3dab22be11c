// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace lockscope::connect {

/// Secrets of a profile, which are not saved with it. Kept only in memory, never logged.
struct Secrets {
    std::string password;        ///< of the profile's user
    std::string keyPassword;     ///< of its TLS key
    std::string writePassword{}; ///< of the user for releases: Profile::writeUser

    friend bool operator==(const Secrets&, const Secrets&) = default;
};

} // namespace lockscope::connect
