// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/client/SocketTransport.h"

#include "core/base/DurationText.h"
#include "core/base/Phrase.h"
#include "core/redis/client/SocketConnector.h"
#include "core/redis/client/SocketStream.h"
#include "core/redis/client/TlsStream.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace lockscope::redis {

namespace {

/// Of one flush, so that a large request does not hold up the loop.
constexpr std::size_t mostEncryptedAtOnce = 256u << 10;

constexpr auto connecting = phraseLater("connect to");

} // namespace

/// Outlives the transport while one of its handlers runs, which may destroy the transport.
class SocketTransport::State final : public std::enable_shared_from_this<State> {
    /// A function that calls `member` unless the transport is destroyed or closed.
    template <typename... Arguments> [[nodiscard]] auto whileAlive(void (State::*member)(Arguments...))
    {
        return [weak = weak_from_this(), member](Arguments... arguments) {
            const auto state = weak.lock();
            if (state && state->m_handlers)
                (*state.*member)(std::forward<Arguments>(arguments)...);
        };
    }

public:
    State(EventLoop& loop, std::shared_ptr<Dialer> dialer, Address address, std::optional<TlsSettings> tls,
          Duration timeout, Handlers handlers)
        : m_loop(loop)
        , m_dialer(std::move(dialer))
        , m_address(std::move(address))
        , m_settings(std::move(tls))
        , m_timeout(timeout)
        , m_handlers(std::make_shared<const Handlers>(std::move(handlers)))
    {
    }

    void open()
    {
        m_deadline = m_loop.clock().now() + m_timeout;
        limitUntilDeadline();
        m_loop.post(whileAlive(&State::begin));
    }

    void send(std::string_view bytes)
    {
        if (!m_isOpen || bytes.empty())
            return;
        if (m_tls)
            m_tls->write(bytes);
        else
            m_stream->outgoing().append(bytes);
        planFlush();
    }

    void close()
    {
        m_handlers.reset();
        m_timer.reset();
        m_connector.reset();
        if (m_tls && m_stream && m_stream->outgoing().isEmpty()) {
            m_tls->announceEnd();
            m_tls->takeOutgoing(m_stream->outgoing(), 0);
            m_stream->flush();
        }
        m_isOpen = false;
        if (m_stream)
            m_stream->close();
    }

private:
    void limitUntilDeadline()
    {
        const auto left = std::max<Duration>(m_deadline - m_loop.clock().now(), Duration::zero());
        m_timer = m_loop.after(left, whileAlive(&State::onTimeout));
    }

    /// First the files: errors in them are found without a server.
    void begin()
    {
        if (!m_settings)
            connect();
        else if (m_address.host.empty())
            fail({ErrorCode::Refused, connecting, toString(m_address),
                  phrase("TLS is not available on a unix socket, because there is no host name to check. Use a TCP "
                         "address, or connect without TLS")});
        else
            TlsContext::find(*m_settings, m_loop.poster(), whileAlive(&State::onContext));
    }

    void onContext(const Result<std::shared_ptr<const TlsContext>>& context)
    {
        const auto& name = m_settings->serverName.empty() ? m_address.host : m_settings->serverName;
        auto tls = context ? TlsStream::make(*context, name) : failure(context.error());
        if (!tls) {
            fail(tls.error());
            return;
        }
        m_tls = std::move(*tls);
        connect();
    }

    void connect()
    {
        if (m_dialer) {
            dial();
            return;
        }
        m_connector = std::make_shared<SocketConnector>(m_loop, m_address, m_timeout, whileAlive(&State::onConnected));
        m_connector->start();
    }

    /// The dialer has the time that is left, and says why it was too short.
    void dial()
    {
        m_timer.reset();
        const auto left = std::max<Duration>(m_deadline - m_loop.clock().now(), Duration::zero());
        m_dialer->dial(m_address, left,
                       [post = m_loop.poster(), dialled = whileAlive(&State::onDialled)](Result<int> socket) {
                           // Owned by the task: it may be dropped, or find the transport closed.
                           const auto owned = std::make_shared<SocketHandle>(socket.value_or(-1));
                           const auto error = socket ? Error() : socket.error();
                           post([dialled, owned, error] { dialled(owned, error); });
                       });
    }

    void onDialled(std::shared_ptr<SocketHandle> socket, Error error)
    {
        if (!socket->isOpen()) {
            fail(error);
            return;
        }
        limitUntilDeadline();
        onConnected(std::move(*socket));
    }

    void onConnected(Result<SocketHandle> connected)
    {
        m_connector.reset();
        if (!connected) {
            fail(connected.error());
            return;
        }
        m_stream = std::make_shared<SocketStream>(m_loop, std::move(*connected),
                                                  SocketStream::Handlers{.received = whileAlive(&State::onReceived),
                                                                         .turnEnded = whileAlive(&State::onTurnEnded),
                                                                         .drained = whileAlive(&State::flush),
                                                                         .ended = whileAlive(&State::onEnded)});
        m_stream->start();
        if (!m_tls) {
            becomeOpen();
            return;
        }
        m_tls->proceed();
        flush();
    }

    void becomeOpen()
    {
        m_isOpen = true;
        m_timer.reset();
        const auto handlers = m_handlers;
        handlers->opened();
    }

    void onReceived(std::string_view bytes)
    {
        m_isInTurn = true;
        const auto handlers = m_handlers;
        if (m_tls)
            decrypt(bytes);
        else
            handlers->received(bytes);
    }

    void decrypt(std::string_view bytes)
    {
        m_tls->receive(bytes);
        if (!m_isOpen) {
            m_tls->proceed();
            if (m_tls->state() == TlsStream::State::Open)
                becomeOpen();
        }
        std::array<char, 16u << 10> plain; // a record
        while (const auto handlers = m_handlers) {
            const auto size = m_tls->read(plain.data(), plain.size());
            if (size == 0)
                break;
            handlers->received({plain.data(), size});
        }
    }

    void onTurnEnded()
    {
        m_isInTurn = false;
        flush();
    }

    void planFlush()
    {
        if (!m_isInTurn && !std::exchange(m_isFlushPlanned, true))
            m_loop.post(whileAlive(&State::flush));
    }

    void flush()
    {
        m_isFlushPlanned = false;
        auto& outgoing = m_stream->outgoing();
        if (m_tls)
            m_tls->takeOutgoing(outgoing, outgoing.isEmpty() ? mostEncryptedAtOnce : 0);
        m_stream->flush();
        if (!m_tls)
            return;
        if (m_tls->state() == TlsStream::State::Failed)
            fail(problem(m_tls->problem()));
        else if (m_tls->state() == TlsStream::State::Ended)
            fail(problem(phrase("the server closed the connection")));
        else if (m_tls->hasMore() && outgoing.isEmpty())
            planFlush();
    }

    void onEnded(const std::string& reason)
    {
        // What was received last, perhaps the reason, has not been looked at yet in this turn.
        if (m_tls && m_tls->state() == TlsStream::State::Failed)
            fail(problem(m_tls->problem()));
        else if (m_tls && !m_isOpen)
            fail(problem(phrase("the TLS handshake failed: %1. Check that the server uses TLS on this port", reason)));
        else
            fail(problem(reason));
    }

    void onTimeout()
    {
        const auto limit = durationText(std::chrono::duration_cast<std::chrono::milliseconds>(m_timeout));
        if (m_connector)
            fail(problem(m_connector->whyLate()));
        else if (m_stream)
            fail(problem(phrase("the server did not complete the TLS handshake within %1. Check that the server uses "
                                "TLS on this port",
                                limit)));
        else
            fail(problem(phrase("the TLS files were not read within %1", limit)));
    }

    [[nodiscard]] Error problem(const std::string& reason) const
    {
        return m_isOpen ? Error{ErrorCode::ConnectionLoss, {}, toString(m_address), reason}
                        : Error{ErrorCode::NoConnection, connecting, toString(m_address), reason};
    }

    void fail(const Error& error)
    {
        const auto handlers = m_handlers;
        close();
        handlers->closed(error);
    }

    EventLoop& m_loop;
    const std::shared_ptr<Dialer> m_dialer; ///< null: a SocketConnector connects
    const Address m_address;
    const std::optional<TlsSettings> m_settings;
    const Duration m_timeout;
    SteadyTime m_deadline{};
    std::shared_ptr<const Handlers> m_handlers; ///< null: closed
    Subscription m_timer;
    std::shared_ptr<SocketConnector> m_connector;
    std::shared_ptr<SocketStream> m_stream;
    std::unique_ptr<TlsStream> m_tls;
    bool m_isOpen = false;
    bool m_isInTurn = false; ///< reads: what is sent now is written at the end of that
    bool m_isFlushPlanned = false;
};

SocketTransport::SocketTransport(EventLoop& loop, std::shared_ptr<Dialer> dialer, Address address,
                                 std::optional<TlsSettings> tls, Duration timeout, Handlers handlers)
    : m_state(std::make_shared<State>(loop, std::move(dialer), std::move(address), std::move(tls), timeout,
                                      std::move(handlers)))
{
    m_state->open();
}

SocketTransport::~SocketTransport()
{
    m_state->close();
}

void SocketTransport::send(std::string_view bytes)
{
    m_state->send(bytes);
}

namespace {

class SocketTransports final : public Transports {
public:
    SocketTransports(EventLoop& loop, std::shared_ptr<Dialer> dialer)
        : m_loop(loop)
        , m_dialer(std::move(dialer))
    {
    }

    [[nodiscard]] std::unique_ptr<Transport> open(const Address& address, const std::optional<TlsSettings>& tls,
                                                  Duration timeout, Transport::Handlers handlers) override
    {
        return std::make_unique<SocketTransport>(m_loop, m_dialer, address, tls, timeout, std::move(handlers));
    }

private:
    EventLoop& m_loop;
    const std::shared_ptr<Dialer> m_dialer;
};

} // namespace

std::unique_ptr<Transports> socketTransports(EventLoop& loop, std::shared_ptr<Dialer> dialer)
{
    return std::make_unique<SocketTransports>(loop, std::move(dialer));
}

} // namespace lockscope::redis
