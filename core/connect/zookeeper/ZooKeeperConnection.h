// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/EventLoop.h"
#include "core/base/SessionStatus.h"
#include "core/connect/EventThread.h"
#include "core/connect/Route.h"
#include "core/connect/zookeeper/ServerCheck.h"
#include "core/zk/ClientFactory.h"

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

namespace lockscope::connect {

/// A session on the servers of a profile, over the profile's route, on its own executor. While there is no session, it
/// asks the servers' ports why: see ServerCheck.
///
/// Thread: created and destroyed on any thread but the executor's.
class ZooKeeperConnection final {
public:
    struct Settings {
        Profile profile;
        Secrets secrets;
        std::shared_ptr<const WriteGate> gate; ///< null: may write
        std::shared_ptr<zk::Traffic> traffic;  ///< shared by all its clients; null: each client's own
        Log log;                               ///< for the warnings of its event loop
        bool acceptReadOnly = false;           ///< a server without quorum will do; its data may be old
    };
    struct Handlers {
        std::function<void(zk::Client&)> opened;  ///< the client exists and connects by itself
        std::function<void(const Error&)> failed; ///< there is no route to the servers, and no client
    };

    ZooKeeperConnection(zk::ClientFactory makeClient, Settings settings);
    /// Calls close().
    ~ZooKeeperConnection();
    ZooKeeperConnection(const ZooKeeperConnection&) = delete;
    ZooKeeperConnection& operator=(const ZooKeeperConnection&) = delete;

    /// Call once. One handler is called on the executor. No handler is called after close().
    void open(Handlers handlers);
    /// Ends the session and waits until that is done or has timed out; runs no task afterwards. Runs `first` on the
    /// executor before, for cleanup that uses the client.
    void close(const Task& first);
    void close() { close({}); }

    [[nodiscard]] EventLoop& executor() { return m_executor; }
    /// Null if there is no client. On the executor; on other threads between opened() and close().
    [[nodiscard]] zk::Client* client() const { return m_client.get(); }
    /// One more session on the same servers, as the same user, with the same write gate. Any thread once opened; the
    /// servers and the gate in `settings` are set here. `loop` must outlive the session.
    [[nodiscard]] std::unique_ptr<zk::Client> anotherClient(zk::ClientSettings settings, EventLoop& loop) const;
    /// With the profile's settings, on executor(); destroy it there.
    [[nodiscard]] std::unique_ptr<zk::Client> anotherClient() { return anotherClient(usualSettings(), m_executor); }
    [[nodiscard]] zk::ClientSettings usualSettings() const;

    [[nodiscard]] const Profile& profile() const { return m_route.profile(); }
    /// Sets the servers, their addresses and the allowed status endpoints. Once opened.
    void applyTo(ensemble::CollectorSettings& settings) const { m_route.applyTo(settings); }
    /// The identity of this client on the servers, as in an ACL.
    [[nodiscard]] std::vector<zk::Acl> accounts() const { return accountsOf(m_route.profile(), m_route.secrets()); }
    /// Why there is no session, if known: known about two seconds after the last one. ReadOnlyServer: there is a server
    /// for Settings::acceptReadOnly. Any thread.
    [[nodiscard]] std::optional<Error> trouble() const;
    /// Why the way to the servers fails, over TLS or through SSH, if known. Any thread.
    [[nodiscard]] std::optional<Error> routeTrouble() const;

private:
    /// The servers' last answers. Shared with the check's thread.
    struct Answers {
        mutable std::mutex mutex;
        std::vector<PortAnswer> all;
        std::optional<Error> refusal; ///< the session has ended for good
    };

    void onSession(const SessionStatus& session);
    void check();
    void take(std::vector<PortAnswer> answers);

    zk::ClientFactory m_makeClient;
    Route m_route;
    std::shared_ptr<const WriteGate> m_gate;
    std::shared_ptr<zk::Traffic> m_traffic;
    bool m_acceptReadOnly;
    std::atomic<bool> m_isOpen = false; ///< the route is open: trouble() may be called
    std::atomic<bool> m_isClosed = false;
    EventLoop m_executor;
    std::unique_ptr<zk::Client> m_client;
    Answers m_answers;
    // On the executor:
    Subscription m_session;
    Subscription m_nextCheck;
    bool m_isChecking = false;
    std::unique_ptr<ServerCheck> m_check;             ///< on the thread below
    std::unique_ptr<ensemble::EventThread> m_checker; ///< started with the first check
};

} // namespace lockscope::connect
