// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/client/TlsStream.h"

#include "core/base/Phrase.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <utility>

namespace lockscope::redis {

namespace {

/// The most that one record holds.
constexpr std::size_t recordSize = 16u << 10;

bool isNumericAddress(const std::string& host)
{
    std::array<unsigned char, sizeof(in6_addr)> bytes{};
    return ::inet_pton(AF_INET, host.c_str(), bytes.data()) == 1 ||
           ::inet_pton(AF_INET6, host.c_str(), bytes.data()) == 1;
}

/// Certificates have names without the final dot of a DNS name.
std::string withoutFinalDot(std::string host)
{
    if (!host.empty() && host.back() == '.')
        host.pop_back();
    return host;
}

/// OpenSSL would check nothing for an empty name, and any name below the domain for one that begins with a dot.
bool canBeChecked(const std::string& host)
{
    return !host.empty() && host.front() != '.' && host.find('\0') == std::string::npos;
}

} // namespace

Result<std::unique_ptr<TlsStream>> TlsStream::make(std::shared_ptr<const TlsContext> context, std::string host)
{
    auto name = withoutFinalDot(std::move(host));
    if (!canBeChecked(name))
        return failure(ErrorCode::Refused, phraseLater("use TLS"), {},
                       phrase("without a host name the server's certificate cannot be checked. Set the host name"));
    ::ERR_clear_error();
    auto* const ssl = ::SSL_new(context->get());
    if (ssl) {
        std::unique_ptr<TlsStream> made(new TlsStream(std::move(context), std::move(name), ssl));
        if (made->m_in && made->m_out && made->expectName())
            return made;
    }
    return failure(ErrorCode::System, phraseLater("use TLS"), {}, tlsErrorText(::ERR_peek_last_error()));
}

TlsStream::TlsStream(std::shared_ptr<const TlsContext> context, std::string host, SSL* ssl)
    : m_context(std::move(context))
    , m_host(std::move(host))
    , m_ssl(ssl)
    , m_in(::BIO_new(::BIO_s_mem()))
    , m_out(::BIO_new(::BIO_s_mem()))
{
    ::SSL_set_bio(m_ssl, m_in, m_out);
    ::SSL_set_connect_state(m_ssl);
    SSL_set_app_data(m_ssl, this);
    ::SSL_set_verify(m_ssl, SSL_VERIFY_PEER, &TlsStream::onVerified);
}

TlsStream::~TlsStream()
{
    ::SSL_free(m_ssl);
}

bool TlsStream::expectName()
{
    if (isNumericAddress(m_host))
        return ::X509_VERIFY_PARAM_set1_ip_asc(::SSL_get0_param(m_ssl), m_host.c_str()) == 1;
    ::SSL_set_hostflags(m_ssl, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    if (::SSL_set1_host(m_ssl, m_host.c_str()) != 1)
        return false;
    // For servers with several certificates (SNI). The macro of it casts const away in C's way.
    return ::SSL_ctrl(m_ssl, SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name,
                      const_cast<char*>(m_host.c_str())) == 1;
}

/// Changes nothing of the result; remembers the certificate, which is gone when the handshake has failed.
int TlsStream::onVerified(int isGood, X509_STORE_CTX* check)
{
    const auto* ssl =
        static_cast<const SSL*>(::X509_STORE_CTX_get_ex_data(check, ::SSL_get_ex_data_X509_STORE_CTX_idx()));
    auto& stream = *static_cast<TlsStream*>(SSL_get_app_data(ssl));
    if (isGood == 0 && stream.m_certificate.code == 0)
        stream.m_certificate = problemOf(check);
    return isGood;
}

void TlsStream::receive(std::string_view encrypted)
{
    std::size_t taken = 0;
    if (::BIO_write_ex(m_in, encrypted.data(), encrypted.size(), &taken) == 1 && taken == encrypted.size())
        return;
    m_state = State::Failed;
    m_problem = phrase("there is not enough memory for a TLS connection");
}

void TlsStream::proceed()
{
    if (m_state != State::Handshake)
        return;
    ::ERR_clear_error();
    const int result = ::SSL_do_handshake(m_ssl);
    if (result == 1)
        m_state = State::Open;
    else
        onRefusal(result);
}

std::size_t TlsStream::read(char* to, std::size_t size)
{
    std::size_t got = 0;
    if (m_state != State::Open)
        return 0;
    ::ERR_clear_error();
    const int result = ::SSL_read_ex(m_ssl, to, size, &got);
    if (result == 1)
        return got;
    onRefusal(result);
    return 0;
}

/// OpenSSL waits for bytes, or the connection has ended.
void TlsStream::onRefusal(int result)
{
    switch (::SSL_get_error(m_ssl, result)) {
    case SSL_ERROR_WANT_READ:
    case SSL_ERROR_WANT_WRITE:
        return;
    case SSL_ERROR_ZERO_RETURN:
        m_state = State::Ended;
        return;
    default:
        m_state = State::Failed;
        m_problem = m_certificate.code != 0 ? whyNotTrusted(m_certificate, m_host, m_context->settings())
                                            : whyTlsFailed(::ERR_peek_error(), m_context->settings());
    }
}

void TlsStream::write(std::string_view plain)
{
    m_plain.append(plain);
}

bool TlsStream::encryptSome()
{
    const auto bytes = m_plain.bytes();
    std::size_t written = 0;
    ::ERR_clear_error();
    const int result = ::SSL_write_ex(m_ssl, bytes.data(), std::min(recordSize, bytes.size()), &written);
    if (result == 1)
        m_plain.drop(written);
    else
        onRefusal(result);
    return result == 1;
}

void TlsStream::takeOutgoing(ByteQueue& to, std::size_t limit)
{
    while (hasMore() && ::BIO_ctrl_pending(m_out) < limit && encryptSome()) {
    }
    char* bytes = nullptr;
    const auto size = BIO_get_mem_data(m_out, &bytes);
    if (size > 0)
        to.append({bytes, static_cast<std::size_t>(size)});
    static_cast<void>(BIO_reset(m_out));
}

void TlsStream::announceEnd()
{
    // OpenSSL forbids it after a failure; after half a handshake it means nothing.
    if ((m_state == State::Open || m_state == State::Ended) && m_plain.isEmpty() && ::BIO_ctrl_pending(m_out) == 0)
        ::SSL_shutdown(m_ssl);
}

} // namespace lockscope::redis
