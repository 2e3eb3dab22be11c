// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/client/LinkTracker.h"

#include "core/base/Phrase.h"

#include <utility>

namespace lockscope::redis {

namespace {

const std::string invalidations = "__redis__:invalidate";

} // namespace

LinkTracker::LinkTracker(LinkContext context, Address address, std::vector<std::string> prefixes, Handlers handlers)
    : m_context(std::move(context))
    , m_address(std::move(address))
    , m_prefixes(std::move(prefixes))
    , m_handlers(std::move(handlers))
{
}

void LinkTracker::start()
{
    ServerLink::Probe probe;
    probe.command = {"CLIENT", "ID"};
    probe.check = [weak = weak_from_this()](const Value& reply) {
        if (const auto self = weak.lock())
            self->m_id = reply;
        return std::optional<Error>(); // a refusal is reported, not repeated
    };
    PersistentConnection::Handlers handlers;
    handlers.changed = whileAlive([](LinkTracker& self) { self.onConnection(); });
    handlers.event = whileAlive([](LinkTracker& self, const Value& event) { self.onEvent(event); });
    handlers.refused =
        whileAlive([](LinkTracker& self, const Command&, const Value& error) { self.refuse(error.text()); });
    m_connection = std::make_shared<PersistentConnection>(m_context, m_address, std::move(probe), std::move(handlers));
    m_connection->start();
}

void LinkTracker::close(const Error& reason)
{
    m_isClosed = true;
    if (m_connection)
        m_connection->close(reason);
}

void LinkTracker::onConnection()
{
    const bool isConnected = m_connection->state() == PersistentConnection::State::Connected;
    if (isConnected && m_tracked != m_connection->connections()) {
        m_tracked = m_connection->connections();
        track();
    } else if (!isConnected && std::exchange(m_isConfirmed, false)) {
        m_handlers.changed();
    }
}

void LinkTracker::track()
{
    if (m_id.isError())
        return refuse(m_id.text());
    Command command{"CLIENT", "TRACKING", "ON", "REDIRECT", std::to_string(m_id.number()), "BCAST"};
    for (const auto& prefix : m_prefixes)
        command.insert(command.end(), {"PREFIX", prefix});
    m_connection->send(command,
                       whileAlive([](LinkTracker& self, const Result<Value>& reply) { self.onTracked(reply); }));
}

void LinkTracker::onTracked(const Result<Value>& reply)
{
    if (!reply) { // unknown whether it tracks; after a lost connection the next one requests it again
        if (reply.error().code == ErrorCode::OperationTimeout)
            m_connection->reconnect(reply.error());
    } else if (reply->isError()) {
        refuse(reply->text());
    } else {
        m_connection->sendSubscription({"SUBSCRIBE", invalidations});
    }
}

void LinkTracker::onEvent(const Value& event)
{
    const auto& items = event.items(); // message, channel, keys; subscribe, channel, number
    if (items.size() != 3 || items[1].text() != invalidations)
        return;
    if (items[0].text() == "subscribe") {
        m_isConfirmed = true;
        m_handlers.changed();
    } else if (items[0].text() == "message" && items[2].kind() == Value::Kind::Array) {
        std::vector<std::string> keys;
        keys.reserve(items[2].items().size());
        for (const auto& key : items[2].items())
            keys.push_back(key.text());
        m_handlers.keys(&keys);
    } else if (items[0].text() == "message" && items[2].isNil()) {
        m_handlers.keys(nullptr);
    }
}

void LinkTracker::refuse(const std::string& reason)
{
    const auto self = shared_from_this(); // the handler may drop this object
    m_isConfirmed = false;
    close({ErrorCode::ConnectionLoss, {}, {}, phrase("the server does not track changes: %1", reason)});
    m_handlers.refused(reason);
}

} // namespace lockscope::redis
