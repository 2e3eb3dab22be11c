// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace lockscope::connect {

/// TLS settings of the servers: paths of PEM files, no secret. A value. No setting switches a check off.
struct TlsSettings {
    std::string caFile;          ///< the CA certificates to trust; empty: the system's
    std::string certificateFile; ///< the client's certificate, followed by its chain; empty: none
    std::string keyFile;         ///< belongs to certificateFile
    std::string serverName;      ///< required on the servers' certificates; empty: the host of the connect string

    friend bool operator==(const TlsSettings&, const TlsSettings&) = default;
};

} // namespace lockscope::connect
