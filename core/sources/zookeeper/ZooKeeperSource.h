// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/zookeeper/ZooKeeperConnection.h"
#include "core/sources/LockSource.h"
#include "core/sources/zookeeper/discovery/EnsembleInspector.h"

namespace lockscope::inspect {

/// The locks of a ZooKeeper ensemble, over its own connection: see EnsembleInspector.
class ZooKeeperSource final : public LockSource {
public:
    struct Settings {
        connect::ZooKeeperConnection::Settings connection;
        InspectorSettings inspector; ///< moreSessions is set here
        /// How to request facts from the servers; the addresses are set here. Empty: no requests.
        std::optional<ensemble::CollectorSettings> collector;
        bool isInBackground = false; ///< with lower priority than the rest of this process: see Background.h
    };

    ZooKeeperSource(zk::ClientFactory makeClient, Settings settings, Log log);
    /// Calls stop().
    ~ZooKeeperSource() override;

    void start(Handlers handlers) override;
    void stop() override;
    using LockSource::read;
    void read(Part part, Task begun) override;
    bool confirm(const std::vector<std::string>& locks) override;
    [[nodiscard]] std::optional<Error> trouble() const override { return m_connection.trouble(); }

    [[nodiscard]] EventLoop& executor() { return m_connection.executor(); }
    /// For actions on the same servers.
    [[nodiscard]] connect::ZooKeeperConnection& connection() { return m_connection; }
    [[nodiscard]] const connect::ZooKeeperConnection& connection() const { return m_connection; }
    /// On the connection's executor; see FactsSource::fresh(). Without a collector `done` gets null immediately.
    void freshFacts(std::chrono::milliseconds waitLimit, ensemble::FactsSource::Done done);

private:
    void open(zk::Client& client, const Handlers& handlers);

    InspectorSettings m_settings;
    std::optional<ensemble::CollectorSettings> m_collector;
    bool m_isInBackground;
    Log m_log;
    connect::ZooKeeperConnection m_connection;
    // On the executor; null without a route to the servers:
    Subscription m_session;
    std::unique_ptr<EnsembleInspector> m_inspector;
};

} // namespace lockscope::inspect
