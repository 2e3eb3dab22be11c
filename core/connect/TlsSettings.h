// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace lockscope::connect {

/// How the servers are reached over TLS: paths of PEM files, no secret. A value. There is no setting that switches a
/// check off.
struct TlsSettings {
    std::string caFile;          ///< the authorities to trust; empty: the system's
    std::string certificateFile; ///< the client's own, with the rest of its chain after it; empty: none
    std::string keyFile;         ///< belongs to certificateFile
    std::string serverName;      ///< that the servers' certificates must carry; empty: the host of the connect string

    friend bool operator==(const TlsSettings&, const TlsSettings&) = default;
};

} // namespace lockscope::connect
