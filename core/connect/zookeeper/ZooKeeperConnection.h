// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/EventLoop.h"
#include "core/connect/Route.h"
#include "core/zk/ClientSettings.h"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

namespace lockscope::connect {

/// A session on the servers of a profile, over the profile's route, on its own executor.
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
    /// Why a server cannot be reached, if known. Any thread.
    [[nodiscard]] std::optional<Error> trouble() const { return m_isOpen ? m_route.trouble() : std::nullopt; }

private:
    zk::ClientFactory m_makeClient;
    Route m_route;
    std::shared_ptr<const WriteGate> m_gate;
    std::shared_ptr<zk::Traffic> m_traffic;
    std::atomic<bool> m_isOpen = false; ///< the route is open: trouble() may be called
    std::atomic<bool> m_isClosed = false;
    EventLoop m_executor;
    std::unique_ptr<zk::Client> m_client;
};

} // namespace lockscope::connect
