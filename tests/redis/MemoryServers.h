// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Servers in memory for tests of the topologies: each has an address and replies as the test prescribes.

#include "core/redis/Target.h"
#include "tests/redis/MemoryTransport.h"

#include <algorithm>
#include <map>
#include <set>

namespace lockscope::test {

/// One server. Without a reply of its own it accepts the first commands, PING, ROLE and subscriptions, and replies OK
/// to everything else.
struct MemoryServer {
    enum class State {
        Up,
        Down,     ///< refuses connections
        Suspended ///< accepts connections, and does not reply
    };
    State state = State::Up;
    std::string role = "master";
    /// By the words of the command, separated by spaces. Used before the replies above.
    std::map<std::string, redis::Value> replies;
    std::string password; ///< empty: none is required
    /// All commands that were received, with spaces, without PING.
    std::vector<std::string> received;

    [[nodiscard]] auto count(const std::string& command) const
    {
        return std::count(received.begin(), received.end(), command);
    }
};

class MemoryServers final {
public:
    explicit MemoryServers(Executor& executor)
        : m_network(executor)
    {
        m_network.onOpen([this](MemoryLink& link) { open(link); });
        m_network.onCommand([this](MemoryLink& link, const redis::Command& command) { receive(link, command); });
    }

    [[nodiscard]] std::unique_ptr<redis::Transports> transports() { return m_network.transports(); }

    /// "10.0.0.1:6379". An address that was not added refuses connections.
    MemoryServer& operator[](const std::string& address) { return m_servers[address]; }

    /// Ends the server's connections and refuses new ones.
    void stop(const std::string& address)
    {
        m_servers[address].state = MemoryServer::State::Down;
        disconnect(address);
    }
    void disconnect(const std::string& address)
    {
        for (std::size_t i = 0; i < m_network.size(); ++i) {
            if (m_network[i].isOpen() && toString(m_network[i].address) == address)
                m_network[i].end({ErrorCode::ConnectionLoss, {}, {}, "the server has closed the connection"});
        }
    }
    /// The number of open connections to the server.
    [[nodiscard]] int connections(const std::string& address)
    {
        int count = 0;
        for (std::size_t i = 0; i < m_network.size(); ++i)
            count += m_network[i].isOpen() && toString(m_network[i].address) == address ? 1 : 0;
        return count;
    }
    /// How often a client has tried to connect to the server.
    [[nodiscard]] int attempts(const std::string& address)
    {
        int count = 0;
        for (std::size_t i = 0; i < m_network.size(); ++i)
            count += toString(m_network[i].address) == address ? 1 : 0;
        return count;
    }

    /// Sends a message to the connections of the server that have subscribed. `type`: "message" or "smessage".
    void publish(const std::string& address, const std::string& channel, const std::string& payload,
                 const std::string& type = "message")
    {
        send(address, channel, {type, channel, payload});
    }
    /// The server ends a subscription to a channel of a slot that it does not serve any more.
    void endSharded(const std::string& address, const std::string& channel)
    {
        for (auto* link : subscribers(address, channel))
            link->reply(redis::Value::array(
                {redis::Value::string("sunsubscribe"), redis::Value::string(channel), redis::Value::integer(0)}));
        m_subscribed.erase({address, channel});
    }
    [[nodiscard]] bool isSubscribed(const std::string& address, const std::string& channel)
    {
        return !subscribers(address, channel).empty();
    }

private:
    using Channel = std::pair<std::string, std::string>; ///< server, channel

    static redis::Value strings(const std::vector<std::string>& texts)
    {
        std::vector<redis::Value> items;
        for (const auto& text : texts)
            items.push_back(redis::Value::string(text));
        return redis::Value::array(std::move(items));
    }

    static std::string joined(const redis::Command& command)
    {
        std::string text;
        for (const auto& word : command)
            text += (text.empty() ? "" : " ") + word;
        return text;
    }

    std::vector<MemoryLink*> subscribers(const std::string& address, const std::string& channel)
    {
        std::vector<MemoryLink*> links;
        for (auto* link : m_subscribed[{address, channel}]) {
            if (link->isOpen())
                links.push_back(link);
        }
        return links;
    }

    void send(const std::string& address, const std::string& channel, const std::vector<std::string>& message)
    {
        for (auto* link : subscribers(address, channel))
            link->reply(strings(message));
    }

    void open(MemoryLink& link)
    {
        const auto found = m_servers.find(toString(link.address));
        if (found == m_servers.end() || found->second.state == MemoryServer::State::Down)
            link.end({ErrorCode::NoConnection, {}, {}, "connection refused"});
        else
            link.accept();
    }

    void receive(MemoryLink& link, const redis::Command& command)
    {
        const auto address = toString(link.address);
        auto& server = m_servers[address];
        const auto text = joined(command);
        if (server.state != MemoryServer::State::Up)
            return;
        if (text != "PING")
            server.received.push_back(text);
        if (command.front() == "AUTH")
            return authenticate(link, server, command.back());
        if (!server.password.empty() && !m_authenticated.contains(&link))
            return link.reply(redis::Value::error("NOAUTH Authentication required."));
        if (const auto reply = server.replies.find(text); reply != server.replies.end())
            return link.reply(reply->second);
        replyByDefault(link, server, command);
    }

    void authenticate(MemoryLink& link, const MemoryServer& server, const std::string& password)
    {
        if (password != server.password)
            return link.reply(redis::Value::error("WRONGPASS invalid username-password pair or user is disabled."));
        m_authenticated.insert(&link);
        link.reply(redis::Value::status("OK"));
    }

    void replyByDefault(MemoryLink& link, const MemoryServer& server, const redis::Command& command)
    {
        const auto& name = command.front();
        if (name == "PING")
            return link.reply(redis::Value::status("PONG"));
        if (name == "ROLE" && server.role == "master")
            return link.reply(redis::Value::array(
                {redis::Value::string("master"), redis::Value::integer(0), redis::Value::array({})}));
        if (name == "ROLE")
            return link.reply(redis::Value::array({redis::Value::string(server.role), redis::Value::string("10.9.9.9"),
                                                   redis::Value::integer(6379), redis::Value::string("connected"),
                                                   redis::Value::integer(0)}));
        if (name == "SUBSCRIBE" || name == "SSUBSCRIBE")
            return subscribe(link, command);
        if (name == "UNSUBSCRIBE" || name == "SUNSUBSCRIBE") {
            m_subscribed[{toString(link.address), command[1]}].erase(&link);
            return link.reply(
                redis::Value::array({redis::Value::string(name == "UNSUBSCRIBE" ? "unsubscribe" : "sunsubscribe"),
                                     redis::Value::string(command[1]), redis::Value::integer(0)}));
        }
        link.reply(redis::Value::status("OK"));
    }

    void subscribe(MemoryLink& link, const redis::Command& command)
    {
        m_subscribed[{toString(link.address), command[1]}].insert(&link);
        link.reply(redis::Value::array({redis::Value::string(command[0] == "SUBSCRIBE" ? "subscribe" : "ssubscribe"),
                                        redis::Value::string(command[1]), redis::Value::integer(1)}));
    }

    MemoryNetwork m_network;
    std::map<std::string, MemoryServer> m_servers;
    std::map<Channel, std::set<MemoryLink*>> m_subscribed;
    std::set<const MemoryLink*> m_authenticated;
};

} // namespace lockscope::test
