// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/client/PersistentConnection.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

namespace lockscope::redis {

/// The subscriptions at one server, on a connection of their own: a subscribed connection accepts no other commands.
/// Each new connection subscribes again. Confined to the executor. Private to core/redis.
class LinkSubscriber final : public std::enable_shared_from_this<LinkSubscriber> {
public:
    /// `handlers.changed` is not used: it is the command connection's.
    LinkSubscriber(LinkContext context, Address address, ServerLink::Handlers handlers);

    void subscribe(ChannelKind kind, const std::string& name);
    void unsubscribe(ChannelKind kind, const std::string& name);
    /// The server has confirmed the subscription on the current connection.
    [[nodiscard]] bool isConfirmed(ChannelKind kind, const std::string& name) const;
    void reconnect(const Error& reason);
    void close(const Error& reason);

private:
    using Key = std::pair<ChannelKind, std::string>;

    [[nodiscard]] bool isConnected() const;
    void connect();
    void send(const Key& key, bool isSubscribe);
    void onChanged();
    void onEvent(const Value& event);
    void onMessage(ChannelKind kind, const std::vector<Value>& items);
    void onAnswer(ChannelKind kind, bool isSubscribe, const std::string& name);
    void onRefused(const Command& command, const Value& error);
    void end(const Key& key, const Value& reason);
    [[nodiscard]] bool isAnswered(const Key& key);

    const LinkContext m_context;
    const Address m_address;
    const ServerLink::Handlers m_handlers;
    bool m_isClosed = false;
    std::shared_ptr<PersistentConnection> m_connection; ///< from the first subscription on
    std::uint64_t m_subscribed = 0;                     ///< the number of the connection that has got the subscriptions
    std::set<Key> m_wanted;
    /// The number of commands for a name that the server has not answered on this connection. They are answered in
    /// order, so only the answer to the last one shows the present state.
    std::map<Key, int> m_unanswered;
};

} // namespace lockscope::redis
