// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The watches of this client. The C client has one watcher and stores it once per node and kind; this table maps it to
/// the individual watches. Pure; private to core/zk.

#include "core/zk/client/Request.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace lockscope::zk {

class WatchTable final {
public:
    using Handler = std::function<void(const WatchEvent&)>;
    using Node = std::pair<std::string, WatchKind>;

    /// Ids are never 0. The watch is waiting until its request is sent; the request's answer arms it.
    std::uint64_t add(std::string path, WatchKind kind, Handler handler);

    /// True if the watch has not been dropped.
    [[nodiscard]] bool contains(std::uint64_t id) const { return m_watches.contains(id); }

    void markSent(std::uint64_t id);
    /// Its request was answered. Returns the node if the watch was dropped meanwhile and no watch here needs the
    /// server's: only now can it be removed there.
    [[nodiscard]] std::optional<Node> arm(std::uint64_t id);
    /// Its request failed. Returns the node if the server has a watch from an earlier request that is no longer needed.
    [[nodiscard]] std::optional<Node> erase(std::uint64_t id);

    /// Removes the watch. Returns the node if the server's watch is no longer needed.
    [[nodiscard]] std::optional<Node> drop(std::uint64_t id);

    /// The server has a watch from a request whose watch was dropped here, and it could not be removed.
    void noteSet(const Node& node);

    /// True if a watch here is set or requested for the node.
    [[nodiscard]] bool isWatched(const Node& node) const;

    /// The armed watches that the event fires. They stay until takeFired(), so that one handler can drop another watch.
    [[nodiscard]] std::vector<std::uint64_t> fire(const WatchEvent& event);

    /// The handler of a fired watch, unless it was dropped meanwhile.
    [[nodiscard]] std::optional<Handler> takeFired(std::uint64_t id);

    void clear();

private:
    enum class State {
        Waiting,
        Sent,
        Armed,
        Fired
    };
    struct Watch {
        Node node;
        Handler handler;
        State state = State::Waiting;
    };

    void forget(std::uint64_t id);
    void fireAt(const Node& node, std::vector<std::uint64_t>& fired);
    void leaveNode(std::uint64_t id, const Node& node);

    std::uint64_t m_lastId = 0;
    std::map<std::uint64_t, Watch> m_watches;
    std::map<Node, std::set<std::uint64_t>> m_byNode; ///< all except the fired watches
    std::set<Node> m_onServer;                        ///< requested since the last event of the node
    std::set<Node> m_set;                             ///< the part of m_onServer whose requests were answered
    std::map<std::uint64_t, Node> m_unwanted;         ///< dropped while their requests were in flight
};

} // namespace lockscope::zk
