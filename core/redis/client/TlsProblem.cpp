// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/client/TlsProblem.h"

#include "core/base/Phrase.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <arpa/inet.h>

#include <array>
#include <ctime>
#include <memory>
#include <vector>

namespace lockscope::redis {

namespace {

/// A server chooses the texts of its certificate: control characters and others than ASCII are escaped.
constexpr unsigned long certificateEscapes = ASN1_STRFLGS_ESC_CTRL | ASN1_STRFLGS_ESC_MSB;
constexpr std::size_t mostNames = 10;
constexpr std::size_t longestText = 300;

/// What `print` writes.
template <typename Print> std::string bioText(Print print)
{
    const std::unique_ptr<BIO, decltype(&::BIO_free)> out(::BIO_new(::BIO_s_mem()), &::BIO_free);
    if (!out)
        return {};
    print(out.get());
    char* bytes = nullptr;
    const auto size = BIO_get_mem_data(out.get(), &bytes);
    std::string text(bytes, size > 0 ? static_cast<std::size_t>(size) : 0);
    if (text.size() > longestText)
        text.replace(longestText, std::string::npos, "…");
    return text;
}

std::string certificateText(const ASN1_STRING* string)
{
    return bioText([string](BIO* out) { ::ASN1_STRING_print_ex(out, string, certificateEscapes); });
}

/// The common name, otherwise the whole one.
std::string shortName(const X509_NAME* name)
{
    const int index = ::X509_NAME_get_index_by_NID(name, NID_commonName, -1);
    if (index >= 0)
        return certificateText(::X509_NAME_ENTRY_get_data(::X509_NAME_get_entry(name, index)));
    return bioText([name](BIO* out) { ::X509_NAME_print_ex(out, name, 0, XN_FLAG_ONELINE); });
}

std::string addressText(const ASN1_OCTET_STRING* address)
{
    std::array<char, INET6_ADDRSTRLEN> text{};
    const int family = ::ASN1_STRING_length(address) == 4 ? AF_INET : AF_INET6;
    if (family == AF_INET6 && ::ASN1_STRING_length(address) != 16)
        return {};
    ::inet_ntop(family, ::ASN1_STRING_get0_data(address), text.data(), text.size());
    return text.data();
}

std::string namesOf(const X509* certificate)
{
    const std::unique_ptr<GENERAL_NAMES, decltype(&::GENERAL_NAMES_free)> alternatives(
        static_cast<GENERAL_NAMES*>(::X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr)),
        &::GENERAL_NAMES_free);
    std::vector<std::string> names;
    for (int i = 0; i < sk_GENERAL_NAME_num(alternatives.get()) && names.size() < mostNames; ++i) {
        const auto* name = sk_GENERAL_NAME_value(alternatives.get(), i);
        if (name->type == GEN_DNS)
            names.push_back(certificateText(name->d.dNSName));
        else if (name->type == GEN_IPADD)
            names.push_back(addressText(name->d.iPAddress));
    }
    if (names.empty())
        names.push_back(shortName(::X509_get_subject_name(certificate)));
    return names.front().empty() ? phrase("no name") : listed(names);
}

std::string authoritiesIn(const TlsSettings& settings)
{
    return settings.caFile.empty() ? phrase("the system's CA certificates") : settings.caFile;
}

std::string issuerIn(const CertificateProblem& problem)
{
    return problem.issuer.empty() ? phrase("an unknown issuer") : '"' + problem.issuer + '"';
}

/// Servers that want a certificate send one of several alerts.
std::string whyCertificateIsRefused(bool isVague, const std::string& words, const TlsSettings& settings)
{
    if (settings.certFile.empty())
        return phrase(isVague ? phraseLater("the server requires a client certificate, or allows no cipher of this "
                                            "client (%1). Set a certificate and its key. The server's log shows the "
                                            "cause")
                              : phraseLater("the server requires a client certificate, and none is set (%1). Set a "
                                            "certificate and its key"),
                      words);
    return phrase(isVague ? phraseLater("the server rejects the client certificate, or allows no cipher of this client "
                                        "(%1). Use a certificate from a CA in the server's trust store. The server's "
                                        "log shows the cause")
                          : phraseLater("the server rejects the client certificate (%1). Use a certificate from a CA "
                                        "in the server's trust store"),
                  words);
}

} // namespace

std::string asn1TimeText(const ASN1_TIME* time)
{
    std::tm fields{};
    std::array<char, sizeof "2026-11-27T10:00:00Z"> text{};
    if (::ASN1_TIME_to_tm(time, &fields) != 1 ||
        std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &fields) == 0)
        return phrase("an unknown date");
    return text.data();
}

std::string tlsErrorText(unsigned long code)
{
    const char* words = ::ERR_reason_error_string(code);
    return words ? words : phrase("error %1", code);
}

CertificateProblem problemOf(X509_STORE_CTX* check)
{
    CertificateProblem problem;
    problem.code = ::X509_STORE_CTX_get_error(check);
    problem.isServers = ::X509_STORE_CTX_get_error_depth(check) == 0;
    if (const auto* certificate = ::X509_STORE_CTX_get_current_cert(check)) {
        problem.subject = shortName(::X509_get_subject_name(certificate));
        problem.issuer = shortName(::X509_get_issuer_name(certificate));
        problem.names = namesOf(certificate);
        problem.validFrom = asn1TimeText(::X509_get0_notBefore(certificate));
        problem.validUntil = asn1TimeText(::X509_get0_notAfter(certificate));
    }
    return problem;
}

std::string whyNotTrusted(const CertificateProblem& problem, const std::string& host, const TlsSettings& settings)
{
    const auto whose = problem.isServers
                           ? phrase("the server's certificate")
                           : phrase("the certificate \"%1\" in the server's certificate chain", problem.subject);
    switch (problem.code) {
    case X509_V_ERR_CERT_HAS_EXPIRED:
        return phrase("%1 expired on %2. Renew the certificate", whose, problem.validUntil);
    case X509_V_ERR_CERT_NOT_YET_VALID:
        return phrase("%1 is not valid before %2. Check the clocks of this machine and of the certificate authority",
                      whose, problem.validFrom);
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH:
        return phrase("the server's certificate is for %1 and not for %2. Connect with a name in the certificate. If "
                      "this is the right server, you can also set the server name to one of these names",
                      problem.names, host);
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    case X509_V_ERR_CERT_UNTRUSTED:
        return phrase(
            "%1 was issued by %2, which is not in %3. If you trust this issuer, set the CA file to its certificate",
            whose, issuerIn(problem), authoritiesIn(settings));
    case X509_V_ERR_CERT_SIGNATURE_FAILURE:
        return phrase("%1 names %2 as its issuer, but the CA with this name in %3 did not sign it. Another party uses "
                      "the same name, or the CA file is outdated",
                      whose, issuerIn(problem), authoritiesIn(settings));
    default:
        return phrase("%1 was rejected (%2). Have a valid certificate issued", whose,
                      ::X509_verify_cert_error_string(problem.code));
    }
}

std::string whyTlsFailed(unsigned long code, const TlsSettings& settings)
{
    const auto words = tlsErrorText(code);
    switch (ERR_GET_LIB(code) == ERR_LIB_SSL ? ERR_GET_REASON(code) : 0) {
    case SSL_R_WRONG_VERSION_NUMBER:
    case SSL_R_PACKET_LENGTH_TOO_LONG:
        return phrase("the server answers without TLS (%1). Use the server's TLS port, or connect without TLS", words);
    case SSL_R_UNSUPPORTED_PROTOCOL:
    case SSL_R_TLSV1_ALERT_PROTOCOL_VERSION:
        return phrase(
            "the server does not support TLS 1.2 or newer (%1). Update the server, or enable TLS 1.2 on the server",
            words);
    case SSL_R_TLSV1_ALERT_UNKNOWN_CA:
        return phrase("the server does not know the CA that issued the client certificate (%1). Use a certificate from "
                      "a CA in the server's trust store",
                      words);
    case SSL_R_SSLV3_ALERT_CERTIFICATE_EXPIRED:
        return phrase("the server reports that the client certificate has expired (%1). Renew the certificate", words);
    case SSL_R_SSLV3_ALERT_HANDSHAKE_FAILURE:
        return whyCertificateIsRefused(true, words, settings);
    case SSL_R_TLSV13_ALERT_CERTIFICATE_REQUIRED:
    case SSL_R_SSLV3_ALERT_NO_CERTIFICATE:
    case SSL_R_SSLV3_ALERT_BAD_CERTIFICATE:
    case SSL_R_SSLV3_ALERT_UNSUPPORTED_CERTIFICATE:
    case SSL_R_SSLV3_ALERT_CERTIFICATE_REVOKED:
    case SSL_R_SSLV3_ALERT_CERTIFICATE_UNKNOWN:
    case SSL_R_TLSV1_ALERT_ACCESS_DENIED:
        return whyCertificateIsRefused(false, words, settings);
    default:
        return phrase("the TLS connection failed (%1). The server's log may show the cause", words);
    }
}

} // namespace lockscope::redis
