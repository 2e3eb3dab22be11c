// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace lockscope::ensemble {

/// The HTTP address of an AdminServer.
struct AdminAddress {
    std::string host;
    int port = 0;
    std::string name{}; ///< the Host header, if `host` is a forwarder's address; empty: host and port

    friend bool operator==(const AdminAddress&, const AdminAddress&) = default;
};

} // namespace lockscope::ensemble
