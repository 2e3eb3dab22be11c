// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/client/TlsContext.h"

#include "core/base/Phrase.h"
#include "core/base/ThreadLookups.h"
#include "core/redis/client/TlsProblem.h"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509err.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <map>
#include <mutex>
#include <system_error>
#include <tuple>
#include <utility>

namespace lockscope::redis {

namespace {

constexpr auto readingAuthorities = phraseLater("read the CA certificates");
constexpr auto readingClientCertificate = phraseLater("read the client certificate");
constexpr auto readingClientKey = phraseLater("read the client key");

/// Differs after a file was replaced or written.
using FileStamp = std::tuple<dev_t, ino_t, off_t, time_t, long>;
using FileStamps = std::array<FileStamp, 3>;

FileStamp stampOf(const std::string& path)
{
    struct stat info {};
    if (path.empty() || ::stat(path.c_str(), &info) != 0)
        return {};
    return {info.st_dev, info.st_ino, info.st_size, info.st_mtim.tv_sec, info.st_mtim.tv_nsec};
}

FileStamps stampsOf(const TlsSettings& settings)
{
    return {stampOf(settings.caFile.empty() ? ::X509_get_default_cert_file() : settings.caFile),
            stampOf(settings.certFile), stampOf(settings.keyFile)};
}

using Paths = std::tuple<std::string, std::string, std::string>;
using MadeContext = Result<std::shared_ptr<const TlsContext>>;

struct KnownContext {
    FileStamps stamps;
    std::shared_ptr<const TlsContext> context;
};

struct KnownContexts {
    std::mutex mutex;
    std::map<Paths, KnownContext> all;
    const std::shared_ptr<ThreadLookups<std::pair<Paths, FileStamps>, MadeContext>> readings =
        std::make_shared<ThreadLookups<std::pair<Paths, FileStamps>, MadeContext>>();
};

/// Never destroyed, and OpenSSL neither: connections of EventLoop::shared() may outlive this file's statics.
KnownContexts& knownContexts()
{
    static auto* const known = [] {
        ::OPENSSL_init_ssl(OPENSSL_INIT_NO_ATEXIT, nullptr);
        return new KnownContexts;
    }();
    return *known;
}

std::string fileErrorText()
{
    return std::generic_category().message(errno);
}

Result<void> checkReadable(const char* operation, const std::string& path)
{
    struct stat info {};
    if (::stat(path.c_str(), &info) != 0 && errno == ENOENT)
        return failure(ErrorCode::Missing, operation, path,
                       phrase("the file does not exist. Correct the path in the TLS settings"));
    if (info.st_mode != 0 && !S_ISREG(info.st_mode))
        return failure(ErrorCode::BadArguments, operation, path,
                       phrase("this is not a file. Set a PEM file in the TLS settings"));
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return failure(ErrorCode::System, operation, path,
                       phrase("%1. Make the file readable for this user", fileErrorText()));
    ::close(file);
    return {};
}

bool hasNoPem(unsigned long code)
{
    return ERR_GET_LIB(code) == ERR_LIB_PEM && ERR_GET_REASON(code) == PEM_R_NO_START_LINE;
}

Result<void> certificateFailure(const char* operation, const std::string& path)
{
    const auto code = ::ERR_peek_error();
    if (code == 0 || hasNoPem(code) ||
        (ERR_GET_LIB(code) == ERR_LIB_X509 && ERR_GET_REASON(code) == X509_R_NO_CERTIFICATE_OR_CRL_FOUND))
        return failure(
            ErrorCode::BadArguments, operation, path,
            phrase("the file contains no certificate. A PEM file with a line -----BEGIN CERTIFICATE----- is required"));
    return failure(ErrorCode::BadArguments, operation, path,
                   phrase("the certificate cannot be used (%1). Set a valid PEM file", tlsErrorText(code)));
}

Result<void> addAuthorities(SSL_CTX* context, const std::string& file)
{
    if (file.empty()) {
        if (::SSL_CTX_set_default_verify_paths(context) == 1)
            return {};
        return failure(
            ErrorCode::Missing, readingAuthorities, {},
            phrase("this system has no CA certificates. Install the package ca-certificates, or set your own CA file"));
    }
    if (auto readable = checkReadable(readingAuthorities, file); !readable)
        return readable;
    ::ERR_clear_error();
    if (::SSL_CTX_load_verify_file(context, file.c_str()) != 1)
        return certificateFailure(readingAuthorities, file);
    return {};
}

Result<void> addCertificate(SSL_CTX* context, const std::string& file)
{
    if (auto readable = checkReadable(readingClientCertificate, file); !readable)
        return readable;
    ::ERR_clear_error();
    if (::SSL_CTX_use_certificate_chain_file(context, file.c_str()) != 1)
        return certificateFailure(readingClientCertificate, file);
    const auto* certificate = ::SSL_CTX_get0_certificate(context);
    if (::X509_cmp_current_time(::X509_get0_notAfter(certificate)) < 0)
        return failure(ErrorCode::BadArguments, readingClientCertificate, file,
                       phrase("the certificate expired on %1. Have a new certificate issued",
                              asn1TimeText(::X509_get0_notAfter(certificate))));
    if (::X509_cmp_current_time(::X509_get0_notBefore(certificate)) > 0)
        return failure(ErrorCode::BadArguments, readingClientCertificate, file,
                       phrase("the certificate is not valid before %1. Check the clock of this machine",
                              asn1TimeText(::X509_get0_notBefore(certificate))));
    return {};
}

Result<void> keyFailure(const TlsSettings& settings, bool isEncrypted)
{
    const auto code = ::ERR_peek_error();
    if (isEncrypted)
        return failure(
            ErrorCode::BadArguments, readingClientKey, settings.keyFile,
            phrase("the key is encrypted. Set a key file without a password, which only this user can read"));
    if (ERR_GET_LIB(code) == ERR_LIB_X509 || ERR_GET_LIB(code) == ERR_LIB_SSL)
        return failure(
            ErrorCode::BadArguments, readingClientKey, settings.keyFile,
            phrase("the key cannot be used with the certificate %1 (%2). Set the key that belongs to this certificate",
                   settings.certFile, tlsErrorText(code)));
    return failure(
        ErrorCode::BadArguments, readingClientKey, settings.keyFile,
        phrase("the file contains no private key. A PEM file with a line -----BEGIN PRIVATE KEY----- is required"));
}

/// OpenSSL's own function would ask for the password on the terminal.
int noPassword(char*, int, int, void* isEncrypted)
{
    if (isEncrypted)
        *static_cast<bool*>(isEncrypted) = true;
    return -1;
}

Result<void> addKey(SSL_CTX* context, const TlsSettings& settings)
{
    if (auto readable = checkReadable(readingClientKey, settings.keyFile); !readable)
        return readable;
    bool isEncrypted = false;
    ::ERR_clear_error();
    ::SSL_CTX_set_default_passwd_cb_userdata(context, &isEncrypted);
    const bool isRead = ::SSL_CTX_use_PrivateKey_file(context, settings.keyFile.c_str(), SSL_FILETYPE_PEM) == 1 &&
                        ::SSL_CTX_check_private_key(context) == 1;
    ::SSL_CTX_set_default_passwd_cb_userdata(context, nullptr);
    return isRead ? Result<void>() : keyFailure(settings, isEncrypted);
}

Result<void> addClientCertificate(SSL_CTX* context, const TlsSettings& settings)
{
    if (settings.certFile.empty() && settings.keyFile.empty())
        return {};
    if (settings.certFile.empty())
        return failure(ErrorCode::BadArguments, readingClientKey, settings.keyFile,
                       phrase("a key is set, but no certificate. Set the certificate file too, or neither file"));
    if (settings.keyFile.empty())
        return failure(ErrorCode::BadArguments, readingClientCertificate, settings.certFile,
                       phrase("a certificate is set, but no key. Set the key file too (this can be the same file)"));
    if (auto added = addCertificate(context, settings.certFile); !added)
        return added;
    return addKey(context, settings);
}

MadeContext makeContext(const TlsSettings& settings)
{
    ::ERR_clear_error();
    auto* const made = ::SSL_CTX_new(::TLS_client_method());
    if (!made || ::SSL_CTX_set_min_proto_version(made, TLS1_2_VERSION) != 1) {
        ::SSL_CTX_free(made);
        return failure(ErrorCode::System, phraseLater("use TLS"), {}, tlsErrorText(::ERR_peek_last_error()));
    }
    auto context = std::make_shared<const TlsContext>(settings, made);
    ::SSL_CTX_set_verify(made, SSL_VERIFY_PEER, nullptr);
    ::SSL_CTX_set_options(made, SSL_OP_NO_RENEGOTIATION);
    ::SSL_CTX_set_default_passwd_cb(made, &noPassword);
    // A resumed session would skip the check of the certificate.
    ::SSL_CTX_set_session_cache_mode(made, SSL_SESS_CACHE_OFF);
    ::SSL_CTX_set_mode(made,
                       SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
    if (const auto added = addAuthorities(made, settings.caFile); !added)
        return failure(added.error());
    if (const auto added = addClientCertificate(made, settings); !added)
        return failure(added.error());
    return context;
}

} // namespace

void TlsContext::find(const TlsSettings& settings, std::function<void(Task)> post, Found found)
{
    auto& known = knownContexts();
    const Paths paths(settings.caFile, settings.certFile, settings.keyFile);
    const auto stamps = stampsOf(settings);
    std::shared_ptr<const TlsContext> context;
    {
        const std::lock_guard lock(known.mutex);
        const auto one = known.all.find(paths);
        if (one != known.all.end() && one->second.stamps == stamps)
            context = one->second.context;
    }
    if (context) {
        found(context);
        return;
    }
    const auto read = [&known, settings, paths, stamps]() -> MadeContext {
        auto made = makeContext(settings);
        const std::lock_guard lock(known.mutex);
        if (made)
            known.all[paths] = {stamps, *made};
        return made;
    };
    known.readings->ask({paths, stamps}, read, std::move(post), std::move(found));
}

TlsContext::TlsContext(TlsSettings settings, SSL_CTX* context)
    : m_settings(std::move(settings))
    , m_context(context)
{
}

TlsContext::~TlsContext()
{
    ::SSL_CTX_free(m_context);
}

} // namespace lockscope::redis
