// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The part of FakeClient::Core that keeps the watches.

#include "tests/support/FakeClientCore.h"

#include <algorithm>
#include <utility>

namespace lockscope::test {

namespace {

ServerWatch serverKind(FakeServer::ActiveWatch::Kind kind)
{
    return kind == FakeServer::ActiveWatch::Kind::Child ? ServerWatch::Child : ServerWatch::Data;
}

bool concerns(FakeServer::ActiveWatch::Kind kind, zk::WatchEvent::Type type)
{
    switch (type) {
    case zk::WatchEvent::Type::Deleted:
        return true;
    case zk::WatchEvent::Type::Created:
    case zk::WatchEvent::Type::DataChanged:
        return kind != FakeServer::ActiveWatch::Kind::Child;
    case zk::WatchEvent::Type::ChildrenChanged:
        return kind == FakeServer::ActiveWatch::Kind::Child;
    }
    return false;
}

} // namespace

std::uint64_t FakeClient::Core::addWatch(WatchKind kind, std::string path, zk::WatchHandler handler)
{
    const auto number = ++m_lastNumber;
    m_watches.emplace(number, Watch{kind, std::move(path), std::move(handler), false});
    return number;
}

Subscription FakeClient::Core::watchSubscription(std::uint64_t number)
{
    return Subscription([weak = weak_from_this(), number] {
        if (const auto self = weak.lock())
            self->dropWatch(number);
    });
}

void FakeClient::Core::nodeFound(std::uint64_t watch)
{
    if (const auto it = m_watches.find(watch); it != m_watches.end())
        it->second.kind = WatchKind::Data;
}

void FakeClient::Core::dropWatch(std::uint64_t number)
{
    const auto it = m_watches.find(number);
    if (it == m_watches.end())
        return;
    const Watch dropped = std::move(it->second);
    m_watches.erase(it);
    removeUnusedWatch(dropped.kind, dropped.path);
}

void FakeClient::Core::removeUnusedWatch(WatchKind kind, const std::string& path)
{
    const bool used = std::any_of(m_watches.begin(), m_watches.end(), [&](const auto& entry) {
        return entry.second.path == path && serverKind(entry.second.kind) == serverKind(kind);
    });
    if (!used)
        server->removeWatch(serverKind(kind), path, m_session.id);
}

void FakeClient::Core::fired(const zk::WatchEvent& event)
{
    std::vector<std::uint64_t> numbers;
    for (const auto& [number, watch] : m_watches) {
        if (watch.active && watch.path == event.path && concerns(watch.kind, event.type))
            numbers.push_back(number);
    }
    // Looked up one by one: a handler may drop the next one's subscription.
    for (const auto number : numbers) {
        if (const auto it = m_watches.find(number); it != m_watches.end()) {
            const auto handler = std::move(it->second.handler);
            m_watches.erase(it);
            handler(event);
        }
    }
}

} // namespace lockscope::test
