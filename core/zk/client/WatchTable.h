// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Who here waits for which node to change. The C client is told of one watcher for all, which it keeps once a node and
/// kind; this table knows the many behind it. Pure; private to core/zk.

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

    /// Ids are never 0. The watch is waiting until its request is sent, and armed by the request's answer.
    std::uint64_t add(std::string path, WatchKind kind, Handler handler);

    /// Is the watch still wanted?
    [[nodiscard]] bool contains(std::uint64_t id) const { return m_watches.contains(id); }

    void markSent(std::uint64_t id);
    /// Its request was answered. Returns the node if the watch was dropped meanwhile, and the server watches it now for
    /// nobody here: only from here on can it be told so.
    [[nodiscard]] std::optional<Node> arm(std::uint64_t id);
    /// Its request has failed. Returns the node if the server watches it for nobody here, by an earlier request.
    [[nodiscard]] std::optional<Node> erase(std::uint64_t id);

    /// Nobody wants it any more. Returns the node if the server watches it now for nobody here.
    [[nodiscard]] std::optional<Node> drop(std::uint64_t id);

    /// The server watches it, by a request whose watch was dropped here: it could not be told so.
    void noteSet(const Node& node);

    /// Does somebody here wait for it, or has just asked to?
    [[nodiscard]] bool isWatched(const Node& node) const;

    /// The armed watches that the event is for. They stay until takeFired, so that the handler of one can drop another.
    [[nodiscard]] std::vector<std::uint64_t> fire(const WatchEvent& event);

    /// The handler of a fired watch that has not been dropped meanwhile.
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
    std::map<Node, std::set<std::uint64_t>> m_byNode; ///< all but the fired ones
    std::set<Node> m_onServer;                        ///< asked for since the last event there
    std::set<Node> m_set;                             ///< of those, the ones for which an answer has come
    std::map<std::uint64_t, Node> m_unwanted;         ///< dropped while their requests were on their way
};

} // namespace lockscope::zk
