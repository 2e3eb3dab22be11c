// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/client/Subscriptions.h"

#include <algorithm>
#include <utility>

namespace lockscope::redis {

namespace {

/// Until a subscription is tried again that a server has redirected, or ended because it has moved the slot.
constexpr Duration pauseAfterMove = std::chrono::milliseconds(250);
/// The same for one that it has refused, such as by its ACL.
constexpr Duration pauseAfterRefusal = std::chrono::seconds(5);

} // namespace

Subscriptions::Subscriptions(Executor& executor, Log log)
    : m_executor(executor)
    , m_log(std::move(log))
{
}

Subscription Subscriptions::addChannel(std::string name, Client::MessageHandler onMessage, Task onConfirmed)
{
    return add(false, std::move(name), {std::move(onMessage), std::move(onConfirmed), false});
}

Subscription Subscriptions::addPattern(std::string name, Client::MessageHandler onMessage, Task onConfirmed)
{
    return add(true, std::move(name), {std::move(onMessage), std::move(onConfirmed), false});
}

Subscription Subscriptions::add(bool isPattern, std::string name, Handler handler)
{
    if (!m_topology)
        return {};
    const auto id = ++m_lastId;
    auto& entry = entries(isPattern)[name];
    const bool isNew = !entry;
    if (isNew)
        entry = std::make_shared<Entry>(Entry{isPattern, name, {}, {}, false});
    entry->handlers.emplace(id, std::make_shared<Handler>(std::move(handler)));
    if (isNew)
        place(*entry);
    else
        confirmLater(entry, id);
    return Subscription([weak = weak_from_this(), isPattern, name = std::move(name), id] {
        if (const auto self = weak.lock())
            self->remove(isPattern, name, id);
    });
}

/// The server does not confirm an existing subscription again. If it is not confirmed yet, its confirmation is reported
/// to this handler too.
void Subscriptions::confirmLater(const std::shared_ptr<Entry>& entry, std::uint64_t id)
{
    m_executor.post([weak = std::weak_ptr(entry), id] {
        const auto present = weak.lock();
        if (!present || !isConfirmed(*present))
            return;
        const auto found = present->handlers.find(id);
        if (found == present->handlers.end() || found->second->isConfirmed)
            return;
        confirm(*std::shared_ptr(found->second));
    });
}

/// A pattern is confirmed once all masters have confirmed it.
bool Subscriptions::isConfirmed(const Entry& entry)
{
    return !entry.places.empty() && std::all_of(entry.places.begin(), entry.places.end(), [&](const Place& place) {
        return place.link->isConfirmed(place.kind, entry.name);
    });
}

void Subscriptions::remove(bool isPattern, const std::string& name, std::uint64_t id)
{
    auto& all = entries(isPattern);
    const auto found = all.find(name);
    if (found == all.end())
        return;
    const auto entry = found->second;
    const auto removed = entry->handlers.extract(id); // destroyed last: it may own other subscriptions
    if (removed.empty() || !entry->handlers.empty())
        return;
    all.erase(found);
    for (const auto& place : std::exchange(entry->places, {}))
        place.link->unsubscribe(place.kind, name);
}

void Subscriptions::place()
{
    if (!m_topology)
        return;
    m_placing.reset();
    for (auto* all : {&m_channels, &m_patterns}) {
        for (const auto& [name, entry] : *all)
            place(*entry);
    }
}

void Subscriptions::place(Entry& entry)
{
    auto wanted = placesOf(entry);
    const auto contains = [](const std::vector<Place>& places, const Place& place) {
        return std::find(places.begin(), places.end(), place) != places.end();
    };
    for (const auto& old : entry.places) {
        if (!contains(wanted, old))
            old.link->unsubscribe(old.kind, entry.name);
    }
    for (const auto& place : wanted)
        place.link->subscribe(place.kind, entry.name);
    entry.places = std::move(wanted);
}

std::vector<Subscriptions::Place> Subscriptions::placesOf(const Entry& entry) const
{
    std::vector<Place> places;
    if (entry.isPattern) {
        for (auto& link : m_topology->masters())
            places.push_back({std::move(link), ChannelKind::Pattern});
    } else if (auto link = m_topology->linkFor(entry.name)) {
        places.push_back(
            {std::move(link), m_topology->usesShardedChannels() ? ChannelKind::Sharded : ChannelKind::Plain});
    }
    return places;
}

void Subscriptions::placeAfter(Duration pause)
{
    const auto at = m_executor.clock().now() + pause;
    if (m_placing && m_placingAt <= at)
        return;
    m_placingAt = at;
    m_placing = m_executor.after(pause, [weak = weak_from_this()] {
        if (const auto self = weak.lock())
            self->place();
    });
}

void Subscriptions::clear()
{
    m_topology = nullptr;
    m_placing.reset();
    // Destroyed last: handlers may own subscriptions of this object.
    std::vector<std::shared_ptr<Handler>> dropped;
    for (auto* all : {&m_channels, &m_patterns}) {
        for (const auto& [name, entry] : std::exchange(*all, {})) {
            for (const auto& [id, handler] : std::exchange(entry->handlers, {}))
                dropped.push_back(handler);
        }
    }
}

std::shared_ptr<Subscriptions::Entry> Subscriptions::find(ChannelKind kind, const std::string& name)
{
    const auto& all = entries(kind == ChannelKind::Pattern);
    const auto found = all.find(name);
    return found == all.end() ? nullptr : found->second;
}

/// A handler may add others, which are not called, and remove others, which are not called either.
template <typename Call> void Subscriptions::callAll(Entry& entry, Call call) const
{
    const auto last = m_lastId;
    auto& handlers = entry.handlers;
    for (auto next = handlers.begin(); next != handlers.end() && next->first <= last;) {
        const auto [id, handler] = *next;
        call(*handler);
        next = handlers.upper_bound(id);
    }
}

void Subscriptions::confirm(Handler& handler)
{
    handler.isConfirmed = true;
    if (handler.onConfirmed)
        handler.onConfirmed();
}

void Subscriptions::onConfirmed(ChannelKind kind, const std::string& name)
{
    const auto entry = find(kind, name);
    if (!entry || !isConfirmed(*entry))
        return;
    entry->isRefused = false;
    callAll(*entry, confirm);
}

void Subscriptions::onMessage(ChannelKind kind, const std::string& name, const Message& message)
{
    if (const auto entry = find(kind, name))
        callAll(*entry, [&](const Handler& handler) { handler.onMessage(message); });
}

void Subscriptions::onEnded(const std::shared_ptr<ServerLink>& link, ChannelKind kind, const std::string& name,
                            const Value& reason)
{
    const auto entry = find(kind, name);
    if (!m_topology || !entry)
        return;
    std::erase_if(entry->places, [&](const Place& place) { return place.link == link && place.kind == kind; });
    const auto redirect = parseRedirect(reason.text(), link->address());
    if (redirect)
        static_cast<void>(m_topology->onRedirect(*redirect)); // changes the layout
    else if (reason.isNil())
        m_topology->onNotServed(*link); // the server has given the slot to another one
    if (redirect || reason.isNil())
        return placeAfter(pauseAfterMove);
    if (!std::exchange(entry->isRefused, true))
        m_log.write(LogLevel::Warning, "redis",
                    toString(link->address()) + " refused a subscription: " + reason.text());
    placeAfter(pauseAfterRefusal);
}

} // namespace lockscope::redis
