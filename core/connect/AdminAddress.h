// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace lockscope::ensemble {

/// Where an AdminServer is asked.
struct AdminAddress {
    std::string host;
    int port = 0;
    std::string name{}; ///< that it is asked by, where `host` is but a way to it; empty: host and port

    friend bool operator==(const AdminAddress&, const AdminAddress&) = default;
};

} // namespace lockscope::ensemble
