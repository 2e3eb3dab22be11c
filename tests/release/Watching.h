// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Path.h"
#include "core/zk/Client.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace lockscope::test {

inline std::string inWords(const zk::WatchEvent& event)
{
    switch (event.type) {
    case zk::WatchEvent::Type::Created:
        return "NodeCreated " + event.path;
    case zk::WatchEvent::Type::Deleted:
        return "NodeDeleted " + event.path;
    case zk::WatchEvent::Type::DataChanged:
        return "NodeDataChanged " + event.path;
    case zk::WatchEvent::Type::ChildrenChanged:
        break;
    }
    return "NodeChildrenChanged " + event.path;
}

/// The one-shot watches of a neighbour: on the node by getData and by exists, on its parent's children by getChildren.
/// Thread: the client's executor.
class Watching final {
public:
    /// `armed`: called once for each watch that is set.
    void watch(zk::Client& client, const std::string& node, const std::function<void()>& armed)
    {
        m_watches.push_back(client.get(node, note("getData"), [armed](const auto& read) {
            if (read)
                armed();
        }));
        m_watches.push_back(client.exists(node, note("exists"), [armed](const auto& found) {
            if (found && *found)
                armed();
        }));
        m_watches.push_back(client.children(parentOf(node), note("getChildren"), [armed](const auto& names) {
            if (names)
                armed();
        }));
    }
    static constexpr int watchCount = 3;

    /// Sorted.
    [[nodiscard]] std::vector<std::string> events() const
    {
        auto sorted = *m_events;
        std::sort(sorted.begin(), sorted.end());
        return sorted;
    }
    void stop() { m_watches.clear(); }

    /// The events of a delete that affects no other node.
    [[nodiscard]] static std::vector<std::string> ofADelete(const std::string& node)
    {
        return {"exists NodeDeleted " + node, "getChildren NodeChildrenChanged " + parentOf(node),
                "getData NodeDeleted " + node};
    }

private:
    [[nodiscard]] zk::WatchHandler note(const std::string& watch) const
    {
        return [events = m_events, watch](const zk::WatchEvent& event) {
            events->push_back(watch + " " + inWords(event));
        };
    }

    std::shared_ptr<std::vector<std::string>> m_events = std::make_shared<std::vector<std::string>>();
    std::vector<Subscription> m_watches;
};

} // namespace lockscope::test
