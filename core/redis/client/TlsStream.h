// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/redis/client/ByteQueue.h"
#include "core/redis/client/TlsContext.h"
#include "core/redis/client/TlsProblem.h"

#include <openssl/types.h>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace lockscope::redis {

/// The client's side of one TLS connection, between encrypted and plain bytes in memory: it uses no socket. The
/// server's certificate and its name are always checked. Confined to one thread. Private to core/redis.
class TlsStream final {
public:
    enum class State {
        Handshake,
        Open,
        Ended, ///< the server has announced the end
        Failed
    };

    /// `host`: a host name or a numeric address, which the server's certificate must contain. Errors: Refused, System.
    [[nodiscard]] static Result<std::unique_ptr<TlsStream>> make(std::shared_ptr<const TlsContext> context,
                                                                 std::string host);
    ~TlsStream();
    TlsStream(const TlsStream&) = delete;
    TlsStream& operator=(const TlsStream&) = delete;

    [[nodiscard]] State state() const { return m_state; }
    /// Why it has failed, for users.
    [[nodiscard]] const std::string& problem() const { return m_problem; }

    /// Encrypted bytes from the server; then proceed() or read().
    void receive(std::string_view encrypted);
    /// Goes on with the handshake as far as the received bytes allow.
    void proceed();
    /// The next plain bytes, at most `size`. 0: none now; state() tells whether more may come.
    [[nodiscard]] std::size_t read(char* to, std::size_t size);
    /// Plain bytes for the server; sent once the handshake is complete.
    void write(std::string_view plain);
    /// Appends the encrypted bytes for the server, about `limit` at most. Call it again while hasMore().
    void takeOutgoing(ByteQueue& to, std::size_t limit);
    /// There are plain bytes that can be encrypted.
    [[nodiscard]] bool hasMore() const { return m_state == State::Open && !m_plain.isEmpty(); }
    /// Adds the announcement of the end to the outgoing bytes, if all the others were taken.
    void announceEnd();

private:
    TlsStream(std::shared_ptr<const TlsContext> context, std::string host, SSL* ssl);

    static int onVerified(int isGood, X509_STORE_CTX* check);
    [[nodiscard]] bool expectName();
    [[nodiscard]] bool encryptSome();
    void onRefusal(int result);

    const std::shared_ptr<const TlsContext> m_context;
    const std::string m_host; ///< without the final dot of a name
    SSL* const m_ssl;
    BIO* m_in = nullptr;  ///< from the server; owned by m_ssl
    BIO* m_out = nullptr; ///< to the server; owned by m_ssl
    State m_state = State::Handshake;
    ByteQueue m_plain; ///< not encrypted yet
    CertificateProblem m_certificate;
    std::string m_problem;
};

} // namespace lockscope::redis
