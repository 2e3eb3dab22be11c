// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Why a path is the lock that it is shown as, or no lock: what each dialect that comes near says. A value.

#include <string>
#include <vector>

namespace lockscope::inspect {

/// One dialect that fits, or the first condition of it that failed.
struct DialectReason {
    std::string dialect; ///< id
    std::string title;
    bool fits = false;
    std::string reason; ///< a sentence

    friend bool operator==(const DialectReason&, const DialectReason&) = default;
};

struct Recognition {
    std::string path;
    std::string decision;                ///< a sentence
    std::vector<DialectReason> dialects; ///< the one that decided first; those that do not come near are left out

    friend bool operator==(const Recognition&, const Recognition&) = default;
};

} // namespace lockscope::inspect
