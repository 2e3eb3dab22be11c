// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sources/zookeeper/discovery/LiveInspector.h"
#include "core/zk/Client.h"

#include <memory>
#include <string>
#include <vector>

namespace lockscope::inspect {

/// The sessions that hold the inspector's watches. A client sends the paths of all its watches in one packet when it
/// reconnects, and servers break the connection over a packet of 1 MiB: so each session takes so many bytes of paths,
/// and what is more goes to another session, opened while the last one still has room.
///
/// Confined to the executor of the clients. A session beyond the first that is cut off, or lost, tells so: what it
/// watched must be read again.
class WatchSessions final {
public:
    /// Where a watch lies; counts from 0, the inspector's own session.
    using Index = int;
    static constexpr Index none = -1;

    /// `news`: a session is there that was not, or is there again: the first never among them.
    WatchSessions(zk::Client& first, const InspectorSettings& settings, std::function<void(Index)> news);
    ~WatchSessions();
    WatchSessions(const WatchSessions&) = delete;
    WatchSessions& operator=(const WatchSessions&) = delete;

    /// Takes room for a watch on `path`, in a connected session; `none` when there is none, or the budget is used up.
    [[nodiscard]] Index reserve(const std::string& path);
    /// Gives that room back.
    void release(Index index, const std::string& path);

    [[nodiscard]] zk::Client& client(Index index) const;
    [[nodiscard]] int watches() const { return m_watches; }
    /// A session that holds watches has no contact: what it watched may have changed unseen.
    [[nodiscard]] bool isCutOff() const;
    /// Ids of the sessions of our own, as they are now.
    [[nodiscard]] std::vector<SessionId> ids() const;

private:
    struct Session {
        std::unique_ptr<zk::Client> own; ///< null for the first
        zk::Client* client = nullptr;
        std::size_t bytes = 0;
        bool isReady = false;
        Subscription state;
    };

    void open();
    [[nodiscard]] bool isOpening() const;
    void onState(Index index, const zk::Session& state);

    const InspectorSettings& m_settings;
    std::function<void(Index)> m_news;
    std::vector<std::unique_ptr<Session>> m_sessions;
    int m_watches = 0;
};

} // namespace lockscope::inspect
