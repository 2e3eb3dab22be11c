// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/zookeeper/PortAnswer.h"

#include <QObject>

#include <chrono>
#include <functional>
#include <vector>

namespace lockscope::connect {

/// Asks the client ports of servers once why they give no session: without a session, and at the same time. Sends the
/// four-letter command srvr, which every server answers by default; if nothing is answered, the first bytes of an HTTP
/// request and of a TLS handshake. No secret is sent.
/// Thread: the one that created it, with an event loop. After its destruction `done` is not called.
class ServerCheck final : public QObject {
public:
    using Done = std::function<void(std::vector<PortAnswer>)>;
    struct Limits {
        std::chrono::milliseconds connect{1'500};
        std::chrono::milliseconds greeting{150}; ///< a full server closes the connection, others say what they are
        std::chrono::milliseconds answer{600};   ///< to each of the questions
    };

    /// `servers`: their names for people; `addresses`: where to connect to them, in the same order.
    ServerCheck(const std::vector<zk::Server>& servers, std::vector<zk::Server> addresses, Limits limits, Done done,
                QObject* parent = nullptr);
    ~ServerCheck() override;

    void start();

private:
    class Question;
    enum class Step {
        Words,
        Http,
        Tls
    };

    void ask(std::size_t index, Step step);
    void answered(std::size_t index, Step step, PortAnswer::Kind kind, const std::string& detail);

    std::vector<zk::Server> m_addresses;
    std::vector<PortAnswer> m_answers;
    Limits m_limits;
    Done m_done;
    std::size_t m_open = 0;
};

} // namespace lockscope::connect
