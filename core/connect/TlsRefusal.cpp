// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connect/TlsRefusal.h"

#include "core/base/Phrase.h"
#include "core/connect/ForeignText.h"

#include <QDateTime>
#include <QStringList>

#include <algorithm>
#include <vector>

namespace lockscope::connect {

namespace {

std::string timeText(const QDateTime& time)
{
    return time.toUTC().toString(Qt::ISODate).toStdString();
}

std::string namesOn(const QSslCertificate& certificate)
{
    QStringList names = certificate.subjectAlternativeNames().values();
    if (names.isEmpty())
        names = certificate.subjectInfo(QSslCertificate::CommonName);
    std::sort(names.begin(), names.end());
    return names.isEmpty() ? phrase("no name") : foreignText(names.join(QStringLiteral(", ")));
}

std::string issuerOf(const QSslCertificate& certificate)
{
    const QString name = certificate.issuerDisplayName();
    return name.isEmpty() ? phrase("an unknown issuer") : '"' + foreignText(name) + '"';
}

std::string authoritiesIn(const TlsSettings& settings)
{
    return settings.caFile.empty() ? phrase("the system's CA certificates") : settings.caFile;
}

std::string sentenceFor(const QSslError& error, const QSslCertificate& servers, const std::string& expectedName,
                        const TlsSettings& settings)
{
    // The certificate of the error may be a CA certificate.
    const QSslCertificate& certificate = error.certificate().isNull() ? servers : error.certificate();
    const bool own = certificate == servers;
    const std::string whose = own ? phrase("the server's certificate")
                                  : phrase("the certificate \"%1\" in the server's certificate chain",
                                           foreignText(certificate.subjectDisplayName()));
    switch (error.error()) {
    case QSslError::CertificateExpired:
        return phrase("%1 expired on %2. Renew the certificate", whose, timeText(certificate.expiryDate()));
    case QSslError::CertificateNotYetValid:
        return phrase("%1 is not valid before %2. Check the clocks of this machine and of the certificate authority",
                      whose, timeText(certificate.effectiveDate()));
    case QSslError::HostNameMismatch:
        return phrase("the server's certificate is for %1 and not for %2. Connect with a name in the certificate. If "
                      "this is the right server, you can also set the server name to one of these names",
                      namesOn(servers), expectedName);
    case QSslError::SelfSignedCertificate:
    case QSslError::SelfSignedCertificateInChain:
    case QSslError::UnableToGetIssuerCertificate:
    case QSslError::UnableToGetLocalIssuerCertificate:
    case QSslError::UnableToVerifyFirstCertificate:
    case QSslError::CertificateUntrusted:
        return phrase(
            "%1 was issued by %2, which is not in %3. If you trust this issuer, set the CA file to its certificate",
            whose, issuerOf(certificate), authoritiesIn(settings));
    case QSslError::CertificateSignatureFailed:
        return phrase("%1 names %2 as its issuer, but the CA with this name in %3 did not sign it. Another party uses "
                      "the same name, or the CA file is outdated",
                      whose, issuerOf(certificate), authoritiesIn(settings));
    case QSslError::NoPeerCertificate:
        return phrase("the server sends no certificate. Set a certificate on the server: a server without a "
                      "certificate cannot be trusted");
    default:
        return phrase("%1 was rejected (%2). Have a valid certificate issued", whose, foreignText(error.errorString()));
    }
}

struct AlertMeaning {
    const char* alert;    ///< as written by the TLS library
    const char* meaning;  ///< a pattern for the library's words; null: it is about the client's certificate
    bool isVague = false; ///< may also be about ciphers
};

} // namespace

std::string whyNotTrusted(const QList<QSslError>& errors, const QSslCertificate& certificate,
                          const std::string& expectedName, const TlsSettings& settings)
{
    std::vector<std::string> sentences; // one cause is often reported twice
    for (const QSslError& error : errors) {
        const std::string sentence = sentenceFor(error, certificate, expectedName, settings);
        if (std::find(sentences.begin(), sentences.end(), sentence) == sentences.end())
            sentences.push_back(sentence);
    }
    std::string text;
    for (const std::string& sentence : sentences)
        text = text.empty() ? sentence : phrase("%1. Also, %2", text, sentence);
    return text;
}

std::string whyHandshakeEnded(const QString& words, const TlsSettings& settings)
{
    static constexpr AlertMeaning meanings[] = {
        {"wrong version number", phraseLater("the server answers without TLS (%1). Use a port with TLS, like "
                                             "secureClientPort, or connect without TLS")},
        {"packet length too long", phraseLater("the server answers without TLS (%1). Use a port with TLS, like "
                                               "secureClientPort, or connect without TLS")},
        {"unsupported protocol",
         phraseLater(
             "the server does not support TLS 1.2 or newer (%1). Update the server, or enable TLS 1.2 on the server")},
        {"protocol version",
         phraseLater(
             "the server does not support TLS 1.2 or newer (%1). Update the server, or enable TLS 1.2 on the server")},
        {"unknown ca", phraseLater("the server does not know the CA that issued the client certificate (%1). Use a "
                                   "certificate from a CA in the server's trust store")},
        {"certificate expired",
         phraseLater("the server reports that the client certificate has expired (%1). Renew the certificate")},
        {"certificate required", nullptr},
        {"bad certificate", nullptr},
        {"certificate unknown", nullptr},
        {"handshake failure", nullptr, true},
        {"access denied", nullptr},
    };
    const std::string quoted = foreignText(words);
    for (const AlertMeaning& known : meanings) {
        if (!words.contains(QLatin1String(known.alert), Qt::CaseInsensitive))
            continue;
        if (known.meaning)
            return phrase(known.meaning, quoted);
        if (settings.certificateFile.empty())
            return phrase(known.isVague ? phraseLater("the server requires a client certificate, or allows no cipher "
                                                      "of this client (%1). Set a certificate and its key. The "
                                                      "server's log shows the cause")
                                        : phraseLater("the server requires a client certificate, and none is set (%1). "
                                                      "Set a certificate and its key"),
                          quoted);
        return phrase(known.isVague ? phraseLater("the server rejects the client certificate, or allows no cipher of "
                                                  "this client (%1). Use a certificate from a CA in the server's trust "
                                                  "store. The server's log shows the cause")
                                    : phraseLater("the server rejects the client certificate (%1). Use a certificate "
                                                  "from a CA in the server's trust store"),
                      quoted);
    }
    return phrase("the TLS handshake failed (%1). The server's log may show the cause", quoted);
}

} // namespace lockscope::connect
