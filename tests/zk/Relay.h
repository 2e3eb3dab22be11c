// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A TCP relay on this machine that shows what the kernel lets a client do: refused and reset connections, full
/// sockets, and how many connections wait for their first answer. Link.h is for slower networks and for the end of
/// sessions.

#include <QtGlobal>

#include <chrono>
#include <cstdint>
#include <list>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

struct pollfd;

namespace lockscope::test {

/// Thread: any; every function waits for its effect. The port stays reserved while the relay refuses connections.
class Relay final {
public:
    /// `address`: of this machine. `port` 0: any that is free.
    explicit Relay(quint16 serverPort, std::string address = "127.0.0.1", quint16 port = 0);
    ~Relay();
    Relay(const Relay&) = delete;
    Relay& operator=(const Relay&) = delete;

    /// 0 if it could not listen.
    [[nodiscard]] quint16 port() const { return m_port; }

    /// Ends the connections, and refuses new ones until accept(): a server that is gone.
    void refuse();
    void accept();
    /// Resets the connections (RST). New ones are accepted.
    void reset();
    /// While false, that direction is not read: blocked data fills the sockets, as with a server that stands still.
    void pass(bool requests, bool answers);
    /// Holds back the first answer of each connection for this long.
    void delayFirstAnswers(std::chrono::milliseconds delay);

    /// Connections now.
    [[nodiscard]] int connections() const;
    /// Connections since the start.
    [[nodiscard]] int accepted() const;
    /// The most connections at a time without a first answer.
    [[nodiscard]] int mostUnanswered() const;

private:
    using Time = std::chrono::steady_clock::time_point;

    struct Connection {
        int client = -1;
        int server = -1;
        std::string requests; ///< read from the client, not written yet
        std::string answers;
        Time since{};
        bool answered = false;
    };

    void run();
    void wake() const;
    [[nodiscard]] bool listen();
    void acceptOne();
    [[nodiscard]] bool holdsBack(const Connection& one, Time now) const;
    [[nodiscard]] std::vector<pollfd> questions(Time now) const;
    [[nodiscard]] bool serve(Connection& one, short client, short server);
    void endAll(bool abruptly);

    const quint16 m_serverPort;
    const std::string m_address;
    quint16 m_port = 0;
    int m_reservation = -1; ///< bound, never listening: keeps the port
    int m_wake = -1;

    mutable std::mutex m_mutex; ///< for what follows
    int m_listener = -1;
    std::list<Connection> m_connections;
    bool m_requestsPass = true;
    bool m_answersPass = true;
    std::chrono::milliseconds m_delay{0};
    int m_accepted = 0;
    int m_mostUnanswered = 0;
    int m_changes = 0; ///< by other threads than the relay's
    bool m_over = false;

    std::thread m_thread;
};

} // namespace lockscope::test
