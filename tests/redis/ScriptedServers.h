// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Servers in memory with a few commands, for tests of what is above one connection. The tests decide what else they
/// reply. The real servers' behaviour is in ClientServerTest.

#include "tests/redis/MemoryTransport.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>

namespace lockscope::test {

class ScriptedServers final {
public:
    /// Nothing: no reply.
    using Script = std::function<std::optional<redis::Value>(MemoryLink&, const redis::Command&)>;

    explicit ScriptedServers(Executor& executor)
        : m_executor(executor)
        , m_network(executor)
    {
        m_network.onOpen([this](MemoryLink& link) { onOpen(link); });
        m_network.onCommand([this](MemoryLink& link, const redis::Command& command) { onCommand(link, command); });
    }

    [[nodiscard]] MemoryNetwork& network() { return m_network; }
    [[nodiscard]] std::unique_ptr<redis::Transports> transports() { return m_network.transports(); }

    /// Replaces the reply to the commands with this name. At all servers, or at one port.
    void on(const std::string& name, Script script, std::uint16_t port = 0)
    {
        m_scripts[{port, name}] = std::move(script);
    }
    void on(const std::string& name, const redis::Value& reply, std::uint16_t port = 0)
    {
        on(
            name, [reply](MemoryLink&, const redis::Command&) { return std::optional(reply); }, port);
    }
    void forget(const std::string& name, std::uint16_t port = 0) { m_scripts.erase({port, name}); }

    /// While it refuses, attempts to connect fail with "connection refused".
    void refuse(bool refuses) { m_refuses = refuses; }
    /// While they are paused, the servers accept connections and commands, and reply to nothing.
    void pause(bool isPaused) { m_isPaused = isPaused; }
    /// When the attempts to connect were made.
    [[nodiscard]] const std::vector<SteadyTime>& attempts() const { return m_attempts; }

    /// All commands since the last call, those of all connections, without PING.
    [[nodiscard]] std::vector<redis::Command> takeCommands()
    {
        auto commands = std::exchange(m_commands, {});
        std::erase(commands, redis::Command{"PING"});
        return commands;
    }
    [[nodiscard]] std::size_t pings() const { return m_pings; }

    /// The open connections that have subscribed to something, or those that have not.
    [[nodiscard]] std::vector<MemoryLink*> links(bool isSubscriber)
    {
        std::vector<MemoryLink*> found;
        for (std::size_t i = 0; i < m_network.size(); ++i) {
            auto& link = m_network[i];
            if (link.isOpen() && m_subscribers.contains(&link) == isSubscriber)
                found.push_back(&link);
        }
        return found;
    }
    [[nodiscard]] MemoryLink& commandLink() { return *links(false).at(0); }
    [[nodiscard]] MemoryLink& subscriberLink() { return *links(true).at(0); }

    /// Ends all open connections.
    void disconnect()
    {
        for (const bool isSubscriber : {false, true}) {
            for (auto* link : links(isSubscriber))
                link->end({ErrorCode::ConnectionLoss, {}, {}, "connection reset by peer"});
        }
    }

    /// An event such as ["message", "channel", "payload"] to all subscribers.
    void send(const std::vector<std::string>& event)
    {
        for (auto* link : links(true))
            link->reply(arrayOf(event));
    }

    [[nodiscard]] static redis::Value arrayOf(const std::vector<std::string>& words)
    {
        std::vector<redis::Value> items;
        for (const auto& word : words)
            items.push_back(redis::Value::string(word));
        return redis::Value::array(std::move(items));
    }

private:
    void onOpen(MemoryLink& link)
    {
        m_attempts.push_back(m_executor.clock().now());
        if (m_refuses)
            link.end({ErrorCode::NoConnection, {}, {}, "connection refused"});
        else
            link.accept();
    }

    void onCommand(MemoryLink& link, const redis::Command& command)
    {
        m_commands.push_back(command);
        m_pings += command.front() == "PING" ? 1 : 0;
        if (m_isPaused)
            return;
        for (const auto port : {link.address.port, std::uint16_t(0)}) {
            if (const auto found = m_scripts.find({port, command.front()}); found != m_scripts.end()) {
                const auto script = found->second; // which may replace itself
                if (const auto reply = script(link, command))
                    link.reply(*reply);
                return;
            }
        }
        link.reply(usualReply(link, command));
    }

    redis::Value usualReply(MemoryLink& link, const redis::Command& command)
    {
        const auto& name = command.front();
        if (name == "ECHO")
            return redis::Value::string(command.at(1));
        const auto suffix = name.find("SUBSCRIBE");
        if (suffix == std::string::npos)
            return redis::Value::status(name == "PING" ? "PONG" : "OK");
        // SUBSCRIBE, PUNSUBSCRIBE and so on; the event has its name in lower case.
        m_subscribers.insert(&link);
        std::string event = name;
        std::transform(event.begin(), event.end(), event.begin(), [](char c) { return static_cast<char>(c | 0x20); });
        return redis::Value::array(
            {redis::Value::string(event), redis::Value::string(command.at(1)), redis::Value::integer(1)});
    }

    Executor& m_executor;
    MemoryNetwork m_network;
    std::map<std::pair<std::uint16_t, std::string>, Script> m_scripts;
    bool m_refuses = false;
    bool m_isPaused = false;
    std::vector<SteadyTime> m_attempts;
    std::vector<redis::Command> m_commands;
    std::size_t m_pings = 0;
    std::set<const MemoryLink*> m_subscribers;
};

} // namespace lockscope::test
