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
    return name.isEmpty() ? phrase("nobody") : "'" + foreignText(name) + "'";
}

std::string authoritiesIn(const TlsSettings& settings)
{
    return settings.caFile.empty() ? phrase("the system's authorities") : settings.caFile;
}

std::string sentenceFor(const QSslError& error, const QSslCertificate& servers, const std::string& expectedName,
                        const TlsSettings& settings)
{
    // The one that the error is about may be an authority's.
    const QSslCertificate& certificate = error.certificate().isNull() ? servers : error.certificate();
    const bool own = certificate == servers;
    const std::string whose =
        own ? phrase("the server's certificate")
            : phrase("'%1', above the server's certificate,", foreignText(certificate.subjectDisplayName()));
    switch (error.error()) {
    case QSslError::CertificateExpired:
        return phrase("%1 expired on %2: have it renewed", whose, timeText(certificate.expiryDate()));
    case QSslError::CertificateNotYetValid:
        return phrase("%1 is not valid before %2: check the clocks of this machine and of the authority", whose,
                      timeText(certificate.effectiveDate()));
    case QSslError::HostNameMismatch:
        return phrase(
            "the server's certificate is for %1 and not for %2: connect by a name that it carries, or set the "
            "server name to one of them if this is the server you mean",
            namesOn(servers), expectedName);
    case QSslError::SelfSignedCertificate:
    case QSslError::SelfSignedCertificateInChain:
    case QSslError::UnableToGetIssuerCertificate:
    case QSslError::UnableToGetLocalIssuerCertificate:
    case QSslError::UnableToVerifyFirstCertificate:
    case QSslError::CertificateUntrusted:
        return phrase(
            "%1 was issued by %2, which is not among %3: name the file of the authority that issued it, if you "
            "trust that authority",
            whose, issuerOf(certificate), authoritiesIn(settings));
    case QSslError::CertificateSignatureFailed:
        return phrase("%1 names %2 as its issuer, but the authority of that name in %3 did not sign it: somebody else "
                      "uses the name, or the file is an old one",
                      whose, issuerOf(certificate), authoritiesIn(settings));
    case QSslError::NoPeerCertificate:
        return phrase("the server shows no certificate: give it one, a server without can't be trusted");
    default:
        return phrase("%1 is refused (%2): have a proper one issued", whose, foreignText(error.errorString()));
    }
}

struct AlertMeaning {
    const char* alert;    ///< in the words of the TLS library
    const char* meaning;  ///< null: it is about the client's certificate
    bool isVague = false; ///< may also be about ciphers
};

} // namespace

std::string whyNotTrusted(const QList<QSslError>& errors, const QSslCertificate& certificate,
                          const std::string& expectedName, const TlsSettings& settings)
{
    std::vector<std::string> sentences; // one cause is often told twice
    for (const QSslError& error : errors) {
        const std::string sentence = sentenceFor(error, certificate, expectedName, settings);
        if (std::find(sentences.begin(), sentences.end(), sentence) == sentences.end())
            sentences.push_back(sentence);
    }
    std::string text;
    for (const std::string& sentence : sentences)
        text = text.empty() ? sentence : phrase("%1; and %2", text, sentence);
    return text;
}

std::string whyHandshakeEnded(const QString& words, const TlsSettings& settings)
{
    static constexpr AlertMeaning meanings[] = {
        {"wrong version number", phraseLater("it answers without TLS: name a port on which it speaks TLS, as "
                                             "secureClientPort is, or connect without TLS")},
        {"packet length too long", phraseLater("it answers without TLS: name a port on which it speaks TLS, as "
                                               "secureClientPort is, or connect without TLS")},
        {"unsupported protocol",
         phraseLater("the server offers no TLS 1.2 or newer: update it, or allow TLS 1.2 on it")},
        {"protocol version", phraseLater("the server offers no TLS 1.2 or newer: update it, or allow TLS 1.2 on it")},
        {"unknown ca",
         phraseLater(
             "the server does not know the authority that issued the client's certificate: use a certificate of "
             "an authority in its trust store")},
        {"certificate expired", phraseLater("the server says that the client's certificate expired: have it renewed")},
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
            return phrase("%1 (%2)", phrase(known.meaning), quoted);
        const std::string aboutCertificate =
            settings.certificateFile.empty()
                ? phrase("the server demands a client certificate and none is set: set a certificate and its key")
                : phrase("the server refuses the client's certificate: use one of an authority in its trust store");
        if (known.isVague)
            return phrase("%1; or it allows no cipher that this client has: its log says which (%2)", aboutCertificate,
                          quoted);
        return phrase("%1 (%2)", aboutCertificate, quoted);
    }
    return phrase("the TLS handshake failed (%1): the server's log may say why", quoted);
}

} // namespace lockscope::connect
