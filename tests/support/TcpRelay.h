// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"

#include <QThread>

#include <chrono>
#include <functional>

namespace lockscope::test {

/// A cable between one ZooKeeper client and its server that a test can pull: the client connects to port() on
/// 127.0.0.1, the relay to `serverPort`. Runs on a thread of its own; its functions are for the test's thread, and wait
/// for their effect. One client a relay.
class TcpRelay final {
public:
    explicit TcpRelay(quint16 serverPort);
    ~TcpRelay();
    TcpRelay(const TcpRelay&) = delete;
    TcpRelay& operator=(const TcpRelay&) = delete;

    /// 0 when it could not listen.
    [[nodiscard]] quint16 port() const { return m_port; }

    /// Breaks the connection, and each new one as soon as it is made, until connect().
    void disconnect();
    void connect();

    /// Silence: connections stay, bytes don't move, until resume().
    void stall();
    void resume();

    /// Ends the client's session on the server: as a second handle with its id and password, which the relay has
    /// overheard, that closes it. The client finds its connection broken, and may reconnect when this returns.
    [[nodiscard]] Result<void> endSession(std::chrono::milliseconds patience);

private:
    class Hub;
    struct Greeting;
    [[nodiscard]] Result<void> closeAs(const Greeting& greeting, std::chrono::milliseconds patience) const;
    void onHub(const std::function<void()>& task);

    QThread m_thread;
    Hub* m_hub = nullptr; ///< lives and dies on m_thread
    quint16 m_serverPort = 0;
    quint16 m_port = 0;
};

} // namespace lockscope::test
