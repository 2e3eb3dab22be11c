// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Two in-memory servers, their network, and clients that send commands without the product's client.

#include "tests/support/ManualExecutor.h"
#include "tests/support/Printed.h"
#include "tests/support/redis/FakeRedisNetwork.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::test {

/// One connection of a client, which records what arrives.
class FakeRedisUser final {
public:
    FakeRedisUser(redis::Transports& transports, const redis::Address& address)
    {
        redis::Transport::Handlers handlers;
        handlers.opened = [this] { m_isOpen = true; };
        handlers.received = [this](std::string_view bytes) {
            m_reader.append(bytes);
            while (const auto value = m_reader.next())
                m_replies.push_back(printedReply(*value));
        };
        handlers.closed = [this](const Error& error) { m_closed = error; };
        m_transport = transports.open(address, std::nullopt, std::chrono::seconds(3), std::move(handlers));
    }

    void send(const redis::Command& words) { m_transport->send(redis::encoded(words)); }
    void close() { m_transport.reset(); }

    [[nodiscard]] bool isOpen() const { return m_isOpen && !m_closed; }
    [[nodiscard]] QByteArray closedWith() const { return m_closed ? printed(m_closed->code) : QByteArray("open"); }
    /// The replies and messages since the last call, separated by blanks.
    [[nodiscard]] QByteArray take() { return printed(std::exchange(m_replies, {})); }

private:
    ReplyReader m_reader;
    bool m_isOpen = false;
    std::optional<Error> m_closed;
    std::vector<std::string> m_replies;
    std::unique_ptr<redis::Transport> m_transport; // its handlers use the members above
};

class FakeRedisWorld final {
public:
    FakeRedisWorld()
        : server(network.add({.address = address}))
        , other(network.add({.address = otherAddress}))
    {
    }

    /// A connection of the client with this name, open.
    [[nodiscard]] std::unique_ptr<FakeRedisUser> user(const std::string& name, const redis::Address& to = address)
    {
        auto made = opening(name, to);
        executor.runUntilIdle();
        return made;
    }
    [[nodiscard]] std::unique_ptr<FakeRedisUser> opening(const std::string& name, const redis::Address& to = address)
    {
        m_transports.push_back(network.transports(executor, name));
        return std::make_unique<FakeRedisUser>(*m_transports.back(), to);
    }
    /// The replies to one command, without any time passing.
    [[nodiscard]] QByteArray ask(FakeRedisUser& user, const redis::Command& words)
    {
        user.send(words);
        executor.runUntilIdle();
        return user.take();
    }

    static inline const redis::Address address{.host = "one", .port = 6379, .socket = {}};
    static inline const redis::Address otherAddress{.host = "two", .port = 6379, .socket = {}};

    ManualClock clock;
    ManualExecutor executor{clock};
    FakeRedisNetwork network{executor};
    FakeRedis& server;
    FakeRedis& other;

private:
    std::vector<std::unique_ptr<redis::Transports>> m_transports;
};

} // namespace lockscope::test
