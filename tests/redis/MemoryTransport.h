// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Connections in memory: the test is the server. It reads the commands of a client and sends the replies.

#include "core/redis/Value.h"
#include "core/redis/client/Transport.h"

#include <QtGlobal>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lockscope::test {

/// The value in the form in which a server sends it.
[[nodiscard]] inline std::string sentBytes(const redis::Value& value)
{
    using Kind = redis::Value::Kind;
    switch (value.kind()) {
    case Kind::Nil:
        return "$-1\r\n";
    case Kind::Integer:
        return ':' + std::to_string(value.number()) + "\r\n";
    case Kind::String:
        return '$' + std::to_string(value.text().size()) + "\r\n" + value.text() + "\r\n";
    case Kind::Status:
        return '+' + value.text() + "\r\n";
    case Kind::Error:
        return '-' + value.text() + "\r\n";
    case Kind::Array:
        break;
    }
    auto bytes = '*' + std::to_string(value.items().size()) + "\r\n";
    for (const auto& item : value.items())
        bytes += sentBytes(item);
    return bytes;
}

/// Takes the complete commands from the front of `bytes`: arrays of strings, as Redis' protocol prescribes. Aborts the
/// program if they are anything else.
[[nodiscard]] inline std::vector<redis::Command> takeCommands(std::string& bytes)
{
    std::size_t at = 0;
    /// The number of a header, such as 3 of "*3"; nothing if it is incomplete.
    const auto header = [&](char type) -> std::optional<std::size_t> {
        const auto end = bytes.find("\r\n", at);
        if (end == std::string::npos)
            return std::nullopt;
        if (bytes[at] != type)
            qFatal("MemoryTransport: not a command: %s", bytes.c_str() + at);
        const auto number = std::stoul(bytes.substr(at + 1, end - at - 1));
        at = end + 2;
        return number;
    };
    const auto command = [&]() -> std::optional<redis::Command> {
        redis::Command words;
        const auto count = header('*');
        for (std::size_t i = 0; count && i < *count; ++i) {
            const auto size = header('$');
            if (!size || bytes.size() < at + *size + 2)
                return std::nullopt;
            if (bytes.compare(at + *size, 2, "\r\n") != 0)
                qFatal("MemoryTransport: a word without its end");
            words.push_back(bytes.substr(at, *size));
            at += *size + 2;
        }
        return count ? std::optional(words) : std::nullopt;
    };
    std::vector<redis::Command> commands;
    for (auto next = command(); next; next = command()) {
        commands.push_back(std::move(*next));
        bytes.erase(0, std::exchange(at, 0));
    }
    return commands;
}

class MemoryNetwork;

/// One connection, as its server sees it. Exists until the network's end. What it does to the client happens in later
/// tasks, and not at all after the client has closed its end.
class MemoryLink final : public std::enable_shared_from_this<MemoryLink> {
public:
    using Handlers = redis::Transport::Handlers;

    MemoryLink(Executor& executor, redis::Address toAddress, std::optional<redis::TlsSettings> tlsSettings,
               Duration openTimeout, Handlers handlers)
        : address(std::move(toAddress))
        , tls(std::move(tlsSettings))
        , timeout(openTimeout)
        , m_executor(executor)
        , m_handlers(std::make_shared<Handlers>(std::move(handlers)))
    {
    }

    const redis::Address address;
    const std::optional<redis::TlsSettings> tls;
    const Duration timeout;

    /// The client has not closed its end.
    [[nodiscard]] bool isOpen() const { return m_handlers != nullptr; }

    void accept()
    {
        tell([](const Handlers& handlers) { handlers.opened(); });
    }
    /// Refuses the connection, or ends it.
    void end(Error error)
    {
        tell([error = std::move(error)](const Handlers& handlers) { handlers.closed(error); });
    }
    void send(std::string bytes)
    {
        tell([bytes = std::move(bytes)](const Handlers& handlers) { handlers.received(bytes); });
    }
    void reply(const redis::Value& value) { send(sentBytes(value)); }

    /// The commands received since the last call.
    [[nodiscard]] std::vector<redis::Command> commands() { return std::exchange(m_commands, {}); }
    /// How often the client has called Transport::send().
    [[nodiscard]] std::size_t writes() const { return m_writes; }

private:
    friend class MemoryTransports;

    void tell(std::function<void(const Handlers&)> what)
    {
        m_executor.post([weak = weak_from_this(), what = std::move(what)] {
            const auto self = weak.lock();
            if (const auto handlers = self ? self->m_handlers : nullptr)
                what(*handlers);
        });
    }

    Executor& m_executor;
    std::shared_ptr<const Handlers> m_handlers; ///< null: the client has closed its end
    std::string m_received;
    std::vector<redis::Command> m_commands;
    std::size_t m_writes = 0;
};

/// All connections of a client.
class MemoryNetwork final {
public:
    explicit MemoryNetwork(Executor& executor)
        : m_state(std::make_shared<State>(State{executor, {}, nullptr, nullptr}))
    {
    }

    /// For the client; may outlive the network.
    [[nodiscard]] std::unique_ptr<redis::Transports> transports();

    /// Called in a task after each attempt to connect. Without it the test has to accept() each link.
    void onOpen(std::function<void(MemoryLink&)> handler) { m_state->onOpen = std::move(handler); }
    /// Called in a task for each command that is received, in addition to MemoryLink::commands().
    void onCommand(std::function<void(MemoryLink&, const redis::Command&)> handler)
    {
        m_state->onCommand = std::move(handler);
    }

    /// In the order of the attempts to connect.
    [[nodiscard]] std::size_t size() const { return m_state->links.size(); }
    [[nodiscard]] MemoryLink& operator[](std::size_t i) { return *m_state->links.at(i); }
    [[nodiscard]] MemoryLink& newest() { return *m_state->links.back(); }

private:
    friend class MemoryTransports;

    struct State {
        Executor& executor;
        std::vector<std::shared_ptr<MemoryLink>> links;
        std::function<void(MemoryLink&)> onOpen;
        std::function<void(MemoryLink&, const redis::Command&)> onCommand;
    };
    std::shared_ptr<State> m_state;
};

class MemoryTransports final : public redis::Transports {
public:
    explicit MemoryTransports(std::shared_ptr<MemoryNetwork::State> state)
        : m_state(std::move(state))
    {
    }

    [[nodiscard]] std::unique_ptr<redis::Transport> open(const redis::Address& address,
                                                         const std::optional<redis::TlsSettings>& tls, Duration timeout,
                                                         redis::Transport::Handlers handlers) override
    {
        const auto link = std::make_shared<MemoryLink>(m_state->executor, address, tls, timeout, std::move(handlers));
        m_state->links.push_back(link);
        m_state->executor.post([state = m_state, link] {
            if (state->onOpen)
                state->onOpen(*link);
        });
        return std::make_unique<End>(m_state, link);
    }

private:
    /// The client's end of a link.
    class End final : public redis::Transport {
    public:
        End(std::shared_ptr<MemoryNetwork::State> state, std::shared_ptr<MemoryLink> link)
            : m_state(std::move(state))
            , m_link(std::move(link))
        {
        }
        ~End() override { m_link->m_handlers = nullptr; }
        End(const End&) = delete;
        End& operator=(const End&) = delete;

        void send(std::string_view bytes) override
        {
            ++m_link->m_writes;
            m_link->m_received += bytes;
            for (auto& command : takeCommands(m_link->m_received)) {
                m_state->executor.post([state = m_state, link = m_link, command] {
                    if (state->onCommand)
                        state->onCommand(*link, command);
                });
                m_link->m_commands.push_back(std::move(command));
            }
        }

    private:
        std::shared_ptr<MemoryNetwork::State> m_state;
        std::shared_ptr<MemoryLink> m_link;
    };

    std::shared_ptr<MemoryNetwork::State> m_state;
};

inline std::unique_ptr<redis::Transports> MemoryNetwork::transports()
{
    return std::make_unique<MemoryTransports>(m_state);
}

} // namespace lockscope::test
