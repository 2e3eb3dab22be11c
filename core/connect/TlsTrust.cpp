// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connect/TlsTrust.h"

#include "core/base/Phrase.h"
#include "core/connect/ForeignText.h"

#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QSslCertificate>
#include <QSslKey>
#include <QSslSocket>

#include <array>
#include <sys/socket.h>
#include <unistd.h>

namespace lockscope::connect {

namespace {

constexpr auto readingAuthorities = phraseLater("read the CA certificates");
constexpr auto readingCertificate = phraseLater("read the client certificate");
constexpr auto readingKey = phraseLater("read the client key");

Result<QByteArray> readPem(const char* operation, const std::string& path)
{
    constexpr qint64 mostBytes = qint64(16) << 20; // the CA certificates of a system are some hundred KiB
    QFile file(QString::fromStdString(path));
    if (!file.exists())
        return failure(ErrorCode::Missing, operation, path,
                       phrase("the file does not exist. Correct the path in the TLS settings"));
    if (!QFileInfo(file).isFile())
        return failure(ErrorCode::BadArguments, operation, path,
                       phrase("this is not a file. Set a PEM file in the TLS settings"));
    if (!file.open(QIODevice::ReadOnly))
        return failure(ErrorCode::System, operation, path,
                       phrase("%1. Make the file readable for this user", file.errorString()));
    return file.read(mostBytes);
}

Result<QList<QSslCertificate>> readCertificates(const char* operation, const std::string& path)
{
    const Result<QByteArray> pem = readPem(operation, path);
    if (!pem)
        return failure(pem.error());
    QList<QSslCertificate> certificates = QSslCertificate::fromData(*pem, QSsl::Pem);
    if (certificates.isEmpty())
        return failure(
            ErrorCode::BadArguments, operation, path,
            phrase("the file contains no certificate. A PEM file with a line -----BEGIN CERTIFICATE----- is required"));
    return certificates;
}

Result<QList<QSslCertificate>> authorities(const std::string& file)
{
    if (!file.empty())
        return readCertificates(readingAuthorities, file);
    QList<QSslCertificate> known = QSslConfiguration::systemCaCertificates();
    if (known.isEmpty())
        return failure(
            ErrorCode::Missing, readingAuthorities, {},
            phrase("this system has no CA certificates. Install the package ca-certificates, or set your own CA file"));
    return known;
}

Result<void> checkInForce(const QSslCertificate& certificate, const std::string& path)
{
    const auto now = QDateTime::currentDateTimeUtc();
    const auto inUtc = [](const QDateTime& time) { return time.toUTC().toString(Qt::ISODate).toStdString(); };
    if (certificate.expiryDate() < now)
        return failure(
            ErrorCode::BadArguments, readingCertificate, path,
            phrase("the certificate expired on %1. Have a new certificate issued", inUtc(certificate.expiryDate())));
    if (certificate.effectiveDate() > now)
        return failure(ErrorCode::BadArguments, readingCertificate, path,
                       phrase("the certificate is not valid before %1. Check the clock of this machine",
                              inUtc(certificate.effectiveDate())));
    return {};
}

Result<QSslKey> readKey(const std::string& path, const std::string& password)
{
    const Result<QByteArray> pem = readPem(readingKey, path);
    if (!pem)
        return failure(pem.error());
    const bool locked = pem->contains("BEGIN ENCRYPTED PRIVATE KEY") || pem->contains("4,ENCRYPTED");
    // Without a password the TLS library might prompt on the terminal.
    if (locked && password.empty())
        return failure(ErrorCode::Refused, readingKey, path,
                       phrase("the key is encrypted, and no password was given. Give the password of the key"));
    if (!pem->contains("PRIVATE KEY-----"))
        return failure(
            ErrorCode::BadArguments, readingKey, path,
            phrase("the file contains no private key. A PEM file with a line -----BEGIN PRIVATE KEY----- is required"));
    for (const auto algorithm : {QSsl::Rsa, QSsl::Ec, QSsl::Dsa}) {
        const QSslKey key(*pem, algorithm, QSsl::Pem, QSsl::PrivateKey, QByteArray::fromStdString(password));
        if (!key.isNull())
            return key;
    }
    if (locked)
        return failure(ErrorCode::Refused, readingKey, path,
                       phrase("the password of the key is wrong. Give the correct password"));
    return failure(ErrorCode::BadArguments, readingKey, path,
                   phrase("the key cannot be read. An RSA or EC key in PEM format is required"));
}

/// Lets the TLS library check that key and certificate match: only the library compares them.
Result<void> checkFit(const QSslConfiguration& configuration, const TlsSettings& settings)
{
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        return failure(ErrorCode::System, readingKey, settings.keyFile, phrase("the system has no free sockets"));
    QSslSocket socket;
    socket.setSocketDescriptor(ends[0]); // takes ownership
    socket.setSslConfiguration(configuration);
    socket.startClientEncryption();
    const bool fits = socket.error() == QAbstractSocket::UnknownSocketError;
    const auto words = socket.errorString();
    socket.abort();
    ::close(ends[1]);
    if (fits)
        return {};
    return failure(
        ErrorCode::BadArguments, readingKey, settings.keyFile,
        phrase("the key cannot be used with the certificate %1 (%2). Set the key that belongs to this certificate",
               settings.certificateFile, foreignText(words)));
}

Result<void> addOwn(QSslConfiguration& configuration, const TlsSettings& settings, const std::string& keyPassword)
{
    if (settings.certificateFile.empty())
        return failure(ErrorCode::BadArguments, readingKey, settings.keyFile,
                       phrase("a key is set, but no certificate. Set the certificate file too, or neither file"));
    if (settings.keyFile.empty())
        return failure(ErrorCode::BadArguments, readingCertificate, settings.certificateFile,
                       phrase("a certificate is set, but no key. Set the key file too (this can be the same file)"));
    const auto chain = readCertificates(readingCertificate, settings.certificateFile);
    if (!chain)
        return failure(chain.error());
    if (Result<void> inForce = checkInForce(chain->first(), settings.certificateFile); !inForce)
        return inForce;
    const auto key = readKey(settings.keyFile, keyPassword);
    if (!key)
        return failure(key.error());
    configuration.setLocalCertificateChain(*chain);
    configuration.setPrivateKey(*key);
    return checkFit(configuration, settings);
}

} // namespace

Result<QSslConfiguration> readTlsTrust(const TlsSettings& settings, const std::string& keyPassword)
{
    if (!QSslSocket::supportsSsl())
        return failure(
            ErrorCode::Missing, phraseLater("use TLS"), {},
            phrase("this Qt installation has no TLS library. Install OpenSSL 3 (Debian: apt install libssl3)"));
    auto trusted = authorities(settings.caFile);
    if (!trusted)
        return failure(trusted.error());
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setProtocol(QSsl::TlsV1_2OrLater);
    configuration.setPeerVerifyMode(QSslSocket::VerifyPeer);
    configuration.setCaCertificates(*trusted);
    if (!settings.certificateFile.empty() || !settings.keyFile.empty()) {
        if (Result<void> added = addOwn(configuration, settings, keyPassword); !added)
            return failure(added.error());
    }
    return configuration;
}

bool isWrongKeyPassword(const Error& error)
{
    return error.code == ErrorCode::Refused && error.operation == readingKey;
}

} // namespace lockscope::connect
