// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/ClientSettings.h"
#include "tests/connect/Certificates.h"
#include "tests/redis/TlsServer.h"

#include <string>

namespace lockscope::test {

/// The certificates of the tests of TLS, most of them by "authority". Blocks.
class TlsFiles final {
public:
    [[nodiscard]] bool make()
    {
        const auto authority = QStringLiteral("authority");
        const auto other = QStringLiteral("other");
        const auto own = QStringLiteral("DNS:localhost,IP:127.0.0.1");
        const auto client = QStringLiteral("DNS:client");
        return m_files.authority(authority) && m_files.authority(other) &&
               m_files.certificate(QStringLiteral("server"), authority, own) &&
               m_files.certificate(QStringLiteral("names"), authority, QStringLiteral("DNS:localhost,DNS:cache1")) &&
               m_files.certificate(QStringLiteral("foreign"), authority, QStringLiteral("DNS:cache1,IP:127.0.0.2")) &&
               m_files.certificate(QStringLiteral("expired"), authority, own, 0) &&
               m_files.certificate(QStringLiteral("client"), authority, client) &&
               m_files.certificate(QStringLiteral("stranger"), other, client) &&
               m_files.lock(QStringLiteral("client"), QStringLiteral("open sesame")) &&
               Certificates::write(m_files.file(QStringLiteral("text")), "not PEM\n") &&
               Certificates::write(m_files.file(QStringLiteral("spoilt.pem")),
                                   "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
    }

    /// "NAME.pem" or "NAME.key".
    [[nodiscard]] std::string path(const std::string& name) const { return m_files.path(name.c_str()); }
    /// A server with this certificate.
    [[nodiscard]] TlsServerSettings server(const std::string& certificate) const
    {
        return {path(certificate + ".pem"), path(certificate + ".key")};
    }
    /// A client that trusts this authority.
    [[nodiscard]] redis::TlsSettings trusting(const std::string& authority) const
    {
        return {path(authority + ".pem"), {}, {}};
    }

private:
    Certificates m_files;
};

} // namespace lockscope::test
