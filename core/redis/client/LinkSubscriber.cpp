// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/client/LinkSubscriber.h"

#include "core/redis/Client.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace lockscope::redis {

namespace {

struct ChannelWords {
    ChannelKind kind;
    const char* subscribeCommand;
    const char* unsubscribeCommand;
    std::string_view subscribed;
    std::string_view unsubscribed;
    std::string_view message;
};

constexpr std::array<ChannelWords, 3> channelWords{{
    {ChannelKind::Plain, "SUBSCRIBE", "UNSUBSCRIBE", "subscribe", "unsubscribe", "message"},
    {ChannelKind::Pattern, "PSUBSCRIBE", "PUNSUBSCRIBE", "psubscribe", "punsubscribe", "pmessage"},
    {ChannelKind::Sharded, "SSUBSCRIBE", "SUNSUBSCRIBE", "ssubscribe", "sunsubscribe", "smessage"},
}};

const ChannelWords& wordsOf(ChannelKind kind)
{
    return channelWords[static_cast<std::size_t>(kind)];
}

} // namespace

LinkSubscriber::LinkSubscriber(LinkContext context, Address address, ServerLink::Handlers handlers)
    : m_context(std::move(context))
    , m_address(std::move(address))
    , m_handlers(std::move(handlers))
{
}

bool LinkSubscriber::isConnected() const
{
    return m_connection && m_connection->state() == PersistentConnection::State::Connected;
}

void LinkSubscriber::connect()
{
    // A handler of the client may destroy this object.
    const auto whileAlive = [this](auto act) {
        return [weak = weak_from_this(), act](const auto&... values) {
            if (const auto self = weak.lock())
                act(*self, values...);
        };
    };
    PersistentConnection::Handlers handlers;
    handlers.changed = whileAlive([](LinkSubscriber& self) { self.onChanged(); });
    handlers.event = whileAlive([](LinkSubscriber& self, const Value& event) { self.onEvent(event); });
    handlers.refused = whileAlive(
        [](LinkSubscriber& self, const Command& command, const Value& error) { self.onRefused(command, error); });
    m_connection =
        std::make_shared<PersistentConnection>(m_context, m_address, ServerLink::Probe(), std::move(handlers));
    m_connection->start();
}

void LinkSubscriber::subscribe(ChannelKind kind, const std::string& name)
{
    if (m_isClosed)
        return;
    const auto [added, isNew] = m_wanted.emplace(kind, name);
    if (!m_connection)
        connect();
    else if (isNew && isConnected())
        send(*added, true);
}

void LinkSubscriber::unsubscribe(ChannelKind kind, const std::string& name)
{
    const Key key(kind, name);
    if (m_wanted.erase(key) != 0 && isConnected())
        send(key, false);
}

bool LinkSubscriber::isConfirmed(ChannelKind kind, const std::string& name) const
{
    const Key key(kind, name);
    return isConnected() && m_wanted.contains(key) && !m_unanswered.contains(key);
}

void LinkSubscriber::reconnect(const Error& reason)
{
    if (m_connection)
        m_connection->reconnect(reason);
}

void LinkSubscriber::close(const Error& reason)
{
    m_isClosed = true;
    m_wanted.clear();
    if (m_connection)
        m_connection->close(reason);
}

void LinkSubscriber::send(const Key& key, bool isSubscribe)
{
    const auto& words = wordsOf(key.first);
    ++m_unanswered[key];
    m_connection->sendSubscription({isSubscribe ? words.subscribeCommand : words.unsubscribeCommand, key.second});
}

void LinkSubscriber::onChanged()
{
    if (!isConnected() || m_subscribed == m_connection->connections())
        return;
    m_subscribed = m_connection->connections();
    m_unanswered.clear();
    for (const auto& key : m_wanted)
        send(key, true); // one command each: the server refuses a command as a whole
}

void LinkSubscriber::onEvent(const Value& event)
{
    const auto& items = event.items();
    const auto type = items.empty() ? std::string() : items.front().text();
    for (const auto& words : channelWords) {
        if (type == words.message)
            return onMessage(words.kind, items);
        if (items.size() == 3 && (type == words.subscribed || type == words.unsubscribed))
            return onAnswer(words.kind, type == words.subscribed, items[1].text());
    }
}

void LinkSubscriber::onMessage(ChannelKind kind, const std::vector<Value>& items)
{
    // message, channel, payload; or pmessage, pattern, channel, payload
    const std::size_t size = kind == ChannelKind::Pattern ? 4 : 3;
    if (items.size() != size)
        return;
    const auto& name = items[1].text();
    if (m_wanted.contains(Key(kind, name)))
        m_handlers.message(kind, name, Message{items[size - 2].text(), items[size - 1].text()});
}

void LinkSubscriber::onAnswer(ChannelKind kind, bool isSubscribe, const std::string& name)
{
    const Key key(kind, name);
    if (!isSubscribe && !m_unanswered.contains(key))
        return end(key, Value()); // the server has ended it
    if (isAnswered(key) && isSubscribe && m_wanted.contains(key))
        m_handlers.confirmed(kind, name);
}

void LinkSubscriber::onRefused(const Command& command, const Value& error)
{
    const auto words = std::find_if(channelWords.begin(), channelWords.end(), [&](const ChannelWords& one) {
        return command.front() == one.subscribeCommand || command.front() == one.unsubscribeCommand;
    });
    if (words == channelWords.end() || command.size() != 2)
        return;
    const Key key(words->kind, command[1]);
    if (isAnswered(key) && command.front() == words->subscribeCommand)
        end(key, error);
}

void LinkSubscriber::end(const Key& key, const Value& reason)
{
    if (m_wanted.erase(key) != 0)
        m_handlers.ended(key.first, key.second, reason);
}

/// Counts the answer to a command for this name. True if it was the last one.
bool LinkSubscriber::isAnswered(const Key& key)
{
    const auto found = m_unanswered.find(key);
    if (found == m_unanswered.end())
        return true;
    if (--found->second > 0)
        return false;
    m_unanswered.erase(found);
    return true;
}

} // namespace lockscope::redis
