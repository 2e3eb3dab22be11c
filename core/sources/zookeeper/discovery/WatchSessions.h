// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sources/zookeeper/discovery/LiveInspector.h"
#include "core/zk/Client.h"

#include <memory>
#include <string>
#include <vector>

namespace lockscope::inspect {

/// The sessions that hold the inspector's watches. On a reconnect a client sends the paths of all its watches in one
/// packet. Servers close the connection for a packet above 1 MiB. So each session takes a limited number of path bytes.
/// Further watches go to another session, opened while the last one still has room.
///
/// Confined to the executor of the clients. A session beyond the first may disconnect or be lost. `news` is called when
/// it is ready again. If its session is new, the nodes that it watched must be read again; else the servers report
/// their changes, before the reply to any later request.
class WatchSessions final {
public:
    /// The session of a watch; 0 is the inspector's own session.
    using Index = int;
    static constexpr Index none = -1;

    using News = std::function<void(Index, bool isNew)>;
    /// `news`: a session has connected or reconnected; never called for the first.
    WatchSessions(zk::Client& first, const InspectorSettings& settings, News news);
    ~WatchSessions();
    WatchSessions(const WatchSessions&) = delete;
    WatchSessions& operator=(const WatchSessions&) = delete;

    /// Reserves capacity for a watch on `path` in a connected session; `none` if no session or budget is left.
    [[nodiscard]] Index reserve(const std::string& path);
    /// Frees the capacity.
    void release(Index index, const std::string& path);

    [[nodiscard]] zk::Client& client(Index index) const;
    [[nodiscard]] int watches() const { return m_watches; }
    /// Whether a session with watches is disconnected: changes of its nodes may be missed.
    [[nodiscard]] bool isCutOff() const;
    /// Current ids of Lockscope's own sessions.
    [[nodiscard]] std::vector<SessionId> ids() const;

private:
    struct Session {
        std::unique_ptr<zk::Client> own; ///< null for the first
        zk::Client* client = nullptr;
        std::size_t bytes = 0;
        bool isReady = false;
        std::uint64_t generation = 0; ///< of the session that was ready last
        Subscription state;
    };

    void open();
    [[nodiscard]] bool isOpening() const;
    void onState(Index index, const zk::Session& state);

    const InspectorSettings& m_settings;
    News m_news;
    std::vector<std::unique_ptr<Session>> m_sessions;
    int m_watches = 0;
};

} // namespace lockscope::inspect
