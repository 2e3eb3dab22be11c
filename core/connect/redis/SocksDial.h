// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"
#include "core/base/Reply.h"
#include "core/redis/Target.h"

#include <QObject>
#include <QSocketNotifier>
#include <QTimer>

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace lockscope::connect {

/// Makes one connection through a SOCKS proxy. ssh reports a failure by closing the socket without a reply. Thread: the
/// one that created it, which needs an event loop.
class SocksDial final : public QObject {
public:
    enum class Phase {
        Waiting,    ///< for start()
        Greeting,   ///< the greeting is sent
        Requesting, ///< the request is sent
        Ended
    };
    /// Each is called at most once, and not during a call of this object's functions.
    struct Handlers {
        std::function<void(SocksDial&)> closed;  ///< by the proxy, before its reply; Ended
        std::function<void(SocksDial&)> ended;   ///< connected: `done` has the socket; Ended
        std::function<void(SocksDial&)> timeout; ///< before the end
    };

    /// `request`: see socksRequest().
    SocksDial(redis::Address server, std::string request, Duration timeout, Reply<int> done, Handlers handlers);
    /// Closes the socket; does not call `done`.
    ~SocksDial() override;
    SocksDial(const SocksDial&) = delete;
    SocksDial& operator=(const SocksDial&) = delete;

    [[nodiscard]] const redis::Address& server() const { return m_server; }
    [[nodiscard]] Phase phase() const { return m_phase; }

    /// `socket`: connected to the proxy, non-blocking. Takes ownership of it.
    void start(int socket);
    /// Calls `done` with the error, unless it was called before. While Waiting, it is Ended then. Else it goes on until
    /// the proxy has answered, so that each failed connection has its `closed`: isAbandoned().
    void fail(const Error& error);
    [[nodiscard]] bool isAbandoned() const { return !m_done && m_phase != Phase::Ended; }
    /// Closes the socket; Ended.
    void end();

private:
    void send(Phase phase, std::string_view bytes);
    /// Reads exactly the bytes of the answer: those after it are the server's.
    void onReadable();
    [[nodiscard]] std::size_t answerSize() const;
    void onAnswer();
    void onClosed();
    void finish(const Result<int>& result);

    const redis::Address m_server;
    const std::string m_request;
    Reply<int> m_done; ///< null: called
    const Handlers m_handlers;
    QTimer m_limit;
    int m_socket = -1;
    std::unique_ptr<QSocketNotifier> m_notifier;
    std::string m_received; ///< of the current answer
    Phase m_phase = Phase::Waiting;
};

} // namespace lockscope::connect
