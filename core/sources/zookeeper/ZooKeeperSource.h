// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/ZooKeeperConnection.h"
#include "core/sources/LockSource.h"
#include "core/sources/zookeeper/discovery/EnsembleInspector.h"

namespace lockscope::inspect {

/// The locks of a ZooKeeper ensemble, over a connection of its own: see EnsembleInspector.
class ZooKeeperSource final : public LockSource {
public:
    struct Settings {
        connect::ZooKeeperConnection::Settings connection;
        InspectorSettings inspector; ///< moreSessions is filled in
        /// How the servers are asked for what they know; whom to ask, and where, is filled in. Nothing: they are not.
        std::optional<ensemble::CollectorSettings> collector;
        bool isInBackground = false; ///< behind what else this process does: see Background.h
    };

    ZooKeeperSource(zk::ClientFactory makeClient, Settings settings, Log log);
    /// Stops.
    ~ZooKeeperSource() override;

    void start(Handlers handlers) override;
    void stop() override;
    using LockSource::read;
    void read(Part part, Task begun) override;
    [[nodiscard]] std::optional<Error> trouble() const override { return m_connection.trouble(); }

    /// For who acts at the same servers.
    [[nodiscard]] connect::ZooKeeperConnection& connection() { return m_connection; }
    [[nodiscard]] const connect::ZooKeeperConnection& connection() const { return m_connection; }
    /// On the connection's executor; as of FactsSource. Null at once where the servers are not asked.
    void freshFacts(std::chrono::milliseconds waitLimit, ensemble::FactsSource::Done done);

private:
    void open(zk::Client& client, const Handlers& handlers);

    InspectorSettings m_settings;
    std::optional<ensemble::CollectorSettings> m_collector;
    bool m_isInBackground;
    Log m_log;
    connect::ZooKeeperConnection m_connection;
    // On the executor, null where there is no way:
    Subscription m_session;
    std::unique_ptr<EnsembleInspector> m_inspector;
};

} // namespace lockscope::inspect
