// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/redis/SocketServer.h"

#include <openssl/err.h>
#include <openssl/ssl.h>

#include <functional>
#include <mutex>
#include <string>
#include <utility>

namespace lockscope::test {

/// How a TLS server of a test proves who it is, and what it demands.
struct TlsServerSettings {
    std::string certFile;
    std::string keyFile;
    std::string clientCaFile{}; ///< not empty: clients must have a certificate of this authority
    int oldestVersion = TLS1_2_VERSION;
    int newestVersion = TLS1_3_VERSION;
};

/// A TLS server by OpenSSL's blocking calls. Each connection is served by a function on a thread of its own, after the
/// handshake; without a handshake it is not called.
class TlsServer final {
public:
    using Serve = std::function<void(SSL& connection)>;

    TlsServer(const TlsServerSettings& settings, Serve serve)
        : m_context(::SSL_CTX_new(::TLS_server_method()))
        , m_serve(std::move(serve))
    {
        // TLS 1.1 is used only by a test of what the client says of it.
        ::SSL_CTX_set_cipher_list(m_context, "DEFAULT:@SECLEVEL=0");
        ::SSL_CTX_set_min_proto_version(m_context, settings.oldestVersion);
        ::SSL_CTX_set_max_proto_version(m_context, settings.newestVersion);
        m_isPrepared = ::SSL_CTX_use_certificate_chain_file(m_context, settings.certFile.c_str()) == 1 &&
                       ::SSL_CTX_use_PrivateKey_file(m_context, settings.keyFile.c_str(), SSL_FILETYPE_PEM) == 1;
        if (!settings.clientCaFile.empty()) {
            m_isPrepared = m_isPrepared && ::SSL_CTX_load_verify_file(m_context, settings.clientCaFile.c_str()) == 1;
            ::SSL_CTX_set_verify(m_context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
        }
        m_server = std::make_unique<SocketServer>([this](int socket) { accept(socket); });
    }
    ~TlsServer()
    {
        m_server.reset();
        ::SSL_CTX_free(m_context);
    }
    TlsServer(const TlsServer&) = delete;
    TlsServer& operator=(const TlsServer&) = delete;

    /// The files were usable, and it listens.
    [[nodiscard]] bool isPrepared() const { return m_isPrepared && m_server->isBound(); }
    [[nodiscard]] std::uint16_t port() const { return m_server->port(); }
    /// That the latest client asked for (SNI); empty: none.
    [[nodiscard]] std::string serverName() const
    {
        const std::lock_guard lock(m_mutex);
        return m_serverName;
    }

private:
    void accept(int socket)
    {
        SSL* const connection = ::SSL_new(m_context);
        ::SSL_set_fd(connection, socket);
        const bool isOpen = ::SSL_accept(connection) == 1;
        {
            const std::lock_guard lock(m_mutex);
            const char* name = ::SSL_get_servername(connection, TLSEXT_NAMETYPE_host_name);
            m_serverName = name ? name : "";
        }
        if (isOpen)
            m_serve(*connection);
        ::SSL_free(connection);
        ::ERR_clear_error();
    }

    SSL_CTX* const m_context;
    const Serve m_serve;
    bool m_isPrepared = false;
    mutable std::mutex m_mutex;
    std::string m_serverName;
    std::unique_ptr<SocketServer> m_server;
};

/// What comes next; empty at the end.
[[nodiscard]] inline std::string receiveSome(SSL& connection)
{
    std::string bytes(64u << 10, '\0');
    const int got = ::SSL_read(&connection, bytes.data(), static_cast<int>(bytes.size()));
    bytes.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return bytes;
}

/// False at the end of the connection.
[[nodiscard]] inline bool sendAll(SSL& connection, std::string_view bytes)
{
    return bytes.empty() || ::SSL_write(&connection, bytes.data(), static_cast<int>(bytes.size())) > 0;
}

/// Sends back all that it receives.
inline void echoAll(SSL& connection)
{
    for (;;) {
        const auto bytes = receiveSome(connection);
        if (bytes.empty() || !sendAll(connection, bytes))
            return;
    }
}

} // namespace lockscope::test
