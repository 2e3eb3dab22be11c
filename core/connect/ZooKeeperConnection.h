// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ThreadExecutor.h"
#include "core/connect/Route.h"
#include "core/zk/ClientSettings.h"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

namespace lockscope::connect {

/// A session at the servers of a profile, over the route that the profile wants, on an executor that it owns.
///
/// Thread: made and destroyed on any thread but the executor's.
class ZooKeeperConnection final {
public:
    struct Settings {
        Profile profile;
        Secrets secrets;
        std::shared_ptr<const WriteGate> gate; ///< null: may write
        std::shared_ptr<zk::Traffic> traffic;  ///< of all its clients; null: as each of them says
    };
    struct Handlers {
        std::function<void(zk::Client&)> opened;  ///< there is a client, which connects by itself
        std::function<void(const Error&)> failed; ///< there is no route to the servers, and no client
    };

    ZooKeeperConnection(zk::ClientFactory makeClient, Settings settings);
    /// Closes.
    ~ZooKeeperConnection();
    ZooKeeperConnection(const ZooKeeperConnection&) = delete;
    ZooKeeperConnection& operator=(const ZooKeeperConnection&) = delete;

    /// Once. One of the handlers is called on the executor, which is blocked while a tunnel is opened; neither if it is
    /// closed before.
    void open(Handlers handlers);
    /// Ends the session, and waits until that is done or given up; then runs nothing any more. `first` is run on the
    /// executor before, for what uses the client.
    void close(const Task& first);
    void close() { close({}); }

    [[nodiscard]] ThreadExecutor& executor() { return m_executor; }
    /// Null where there is none. On the executor; on other threads from opened() on until it is closed.
    [[nodiscard]] zk::Client* client() const { return m_client.get(); }
    /// One more session at the same servers, as the same user, which may write as little. Any thread once opened; the
    /// servers and the gate in `settings` are filled in. `executor` must outlive it.
    [[nodiscard]] std::unique_ptr<zk::Client> anotherClient(zk::ClientSettings settings, Executor& executor) const;
    /// As the profile has it, on executor(), which must destroy it.
    [[nodiscard]] std::unique_ptr<zk::Client> anotherClient() { return anotherClient(usualSettings(), m_executor); }
    [[nodiscard]] zk::ClientSettings usualSettings() const;

    [[nodiscard]] const Profile& profile() const { return m_route.profile(); }
    /// Fills in whom to ask and where, and what may be asked. Once opened.
    void applyTo(ensemble::CollectorSettings& settings) const { m_route.applyTo(settings); }
    /// Whom the servers take us for: what an ACL would name.
    [[nodiscard]] std::vector<zk::Acl> accounts() const { return accountsOf(m_route.profile(), m_route.secrets()); }
    /// Why the route does not lead to a server, where that is known. Any thread.
    [[nodiscard]] std::optional<Error> trouble() const { return m_isOpen ? m_route.trouble() : std::nullopt; }

private:
    zk::ClientFactory m_makeClient;
    Route m_route;
    std::shared_ptr<const WriteGate> m_gate;
    std::shared_ptr<zk::Traffic> m_traffic;
    std::atomic<bool> m_isOpen = false; ///< the route: its trouble can be asked for
    std::atomic<bool> m_isClosed = false;
    ThreadExecutor m_executor;
    std::unique_ptr<zk::Client> m_client;
};

} // namespace lockscope::connect
