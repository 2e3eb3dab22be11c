// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zk/client/WatchTable.h"

namespace lockscope::zk {

std::uint64_t WatchTable::add(std::string path, WatchKind kind, Handler handler)
{
    Node node{std::move(path), kind};
    const auto id = ++m_lastId;
    m_byNode[node].insert(id);
    m_watches.emplace(id, Watch{std::move(node), std::move(handler), State::Waiting});
    return id;
}

void WatchTable::markSent(std::uint64_t id)
{
    if (const auto found = m_watches.find(id); found != m_watches.end()) {
        found->second.state = State::Sent;
        m_onServer.insert(found->second.node);
    }
}

std::optional<WatchTable::Node> WatchTable::arm(std::uint64_t id)
{
    if (const auto found = m_watches.find(id); found != m_watches.end()) {
        found->second.state = State::Armed;
        m_set.insert(found->second.node);
    }
    const auto unwanted = m_unwanted.extract(id);
    if (unwanted.empty())
        return std::nullopt;
    if (isWatched(unwanted.mapped())) {
        m_set.insert(unwanted.mapped());
        return std::nullopt;
    }
    m_set.erase(unwanted.mapped());
    return unwanted.mapped();
}

std::optional<WatchTable::Node> WatchTable::erase(std::uint64_t id)
{
    std::optional<Node> node;
    if (const auto found = m_watches.find(id); found != m_watches.end())
        node = found->second.node;
    else if (const auto unwanted = m_unwanted.extract(id))
        node = unwanted.mapped();
    forget(id);
    // An earlier watch was dropped while this one still used the node.
    return node && !isWatched(*node) && m_set.erase(*node) > 0 ? node : std::nullopt;
}

void WatchTable::noteSet(const Node& node)
{
    m_onServer.insert(node);
    m_set.insert(node);
}

void WatchTable::forget(std::uint64_t id)
{
    const auto found = m_watches.find(id);
    if (found == m_watches.end())
        return;
    leaveNode(id, found->second.node);
    if (!isWatched(found->second.node))
        m_onServer.erase(found->second.node);
    m_watches.erase(found);
}

std::optional<WatchTable::Node> WatchTable::drop(std::uint64_t id)
{
    const auto found = m_watches.find(id);
    if (found == m_watches.end())
        return std::nullopt;
    const auto node = found->second.node;
    // If no request was sent, the server has no watch, unless an earlier watch here was dropped meanwhile.
    const bool onServer = m_onServer.contains(node);
    // The C client stores a watch when its answer arrives, and sends no removal for a watch that it has not stored.
    if (found->second.state == State::Sent)
        m_unwanted.emplace(id, node);
    forget(id);
    if (!onServer || isWatched(node))
        return std::nullopt;
    m_set.erase(node);
    return node;
}

bool WatchTable::isWatched(const Node& node) const
{
    return m_byNode.contains(node);
}

std::vector<std::uint64_t> WatchTable::fire(const WatchEvent& event)
{
    std::vector<std::uint64_t> fired;
    switch (event.type) {
    case WatchEvent::Type::Created:
    case WatchEvent::Type::DataChanged:
        fireAt({event.path, WatchKind::Data}, fired);
        break;
    case WatchEvent::Type::ChildrenChanged:
        fireAt({event.path, WatchKind::Child}, fired);
        break;
    case WatchEvent::Type::Deleted:
        fireAt({event.path, WatchKind::Data}, fired);
        fireAt({event.path, WatchKind::Child}, fired);
        break;
    }
    return fired;
}

void WatchTable::fireAt(const Node& node, std::vector<std::uint64_t>& fired)
{
    m_set.erase(node);
    const auto watchers = m_byNode.find(node);
    if (watchers == m_byNode.end())
        return;
    // A watch with an unanswered request stays: the server has set it after this event.
    std::erase_if(watchers->second, [&](std::uint64_t id) {
        auto& watch = m_watches.at(id);
        if (watch.state != State::Armed)
            return false;
        watch.state = State::Fired;
        fired.push_back(id);
        return true;
    });
    if (watchers->second.empty()) {
        m_byNode.erase(watchers);
        m_onServer.erase(node);
    }
}

std::optional<WatchTable::Handler> WatchTable::takeFired(std::uint64_t id)
{
    const auto found = m_watches.find(id);
    if (found == m_watches.end())
        return std::nullopt;
    auto handler = std::move(found->second.handler);
    m_watches.erase(found);
    return handler;
}

void WatchTable::clear()
{
    const auto dropped = std::exchange(m_watches, {}); // destroyed last: the handlers may own watches of this table
    m_byNode.clear();
    m_onServer.clear();
    m_set.clear();
    m_unwanted.clear();
}

void WatchTable::leaveNode(std::uint64_t id, const Node& node)
{
    const auto watchers = m_byNode.find(node);
    if (watchers == m_byNode.end())
        return;
    watchers->second.erase(id);
    if (watchers->second.empty())
        m_byNode.erase(watchers);
}

} // namespace lockscope::zk
