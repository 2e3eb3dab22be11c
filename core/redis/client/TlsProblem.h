// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Sentences for what OpenSSL reports. Private to core/redis.

#include "core/redis/ClientSettings.h"

#include <openssl/types.h>

#include <string>

namespace lockscope::redis {

/// What is wrong with a certificate that the server sent.
struct CertificateProblem {
    int code = 0;           ///< X509_V_…; 0: nothing
    bool isServers = false; ///< the server's own certificate, not one of an authority
    std::string subject;
    std::string issuer;
    std::string names; ///< that the certificate is for
    std::string validFrom;
    std::string validUntil;
};

/// Of the certificate that OpenSSL checks just now.
[[nodiscard]] CertificateProblem problemOf(X509_STORE_CTX* check);

/// The reason for users. `host`: the name or address that was asked for.
[[nodiscard]] std::string whyNotTrusted(const CertificateProblem& problem, const std::string& host,
                                        const TlsSettings& settings);

/// Why TLS failed, for a code of ERR_get_error().
[[nodiscard]] std::string whyTlsFailed(unsigned long code, const TlsSettings& settings);

/// OpenSSL's own words.
[[nodiscard]] std::string tlsErrorText(unsigned long code);

/// "2026-11-27T10:00:00Z".
[[nodiscard]] std::string asn1TimeText(const ASN1_TIME* time);

} // namespace lockscope::redis
