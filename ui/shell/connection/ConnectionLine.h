// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Log.h"
#include "core/inspection/Inspection.h"
#include "core/release/ReleaseDesk.h"
#include "core/release/zookeeper/ZooKeeperReleaseActor.h"
#include "core/sources/zookeeper/ZooKeeperSource.h"
#include "core/zk/Traffic.h"
#include "ui/shell/connection/ConnectionTarget.h"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

namespace lockscope::ui {

/// The inspection of one target, and the release desk at the same servers. Made on any thread. Ended with close(),
/// which blocks: not on the UI thread.
class ConnectionLine final {
public:
    struct Order {
        ConnectionTarget target;
        std::shared_ptr<const zk::WriteGate> gate; ///< null: may write
        std::shared_ptr<const inspect::DialectCatalogue> dialects;
        /// How the servers are asked who owns the sessions; nothing: they are not.
        std::optional<ensemble::CollectorSettings> collector;
        inspect::FindingSettings findings;
    };

    ConnectionLine(const zk::ClientFactory& makeClient, Order order, inspect::LockSource::Handlers handlers, Log log);
    ~ConnectionLine();
    ConnectionLine(const ConnectionLine&) = delete;
    ConnectionLine& operator=(const ConnectionLine&) = delete;

    void refresh() { m_source->read(inspect::LockSource::Part::Everything); }
    /// Of the snapshots from now on.
    void setFindings(inspect::FindingSettings settings) { m_inspection->setFindings(std::move(settings)); }
    /// A task for the desk, on the executor; dropped where there is no way to the servers.
    void withDesk(std::function<void(release::ReleaseDesk&)> task);
    /// A snapshot is shown. Logs what the connection has done so far, at debug level and seldom. One thread.
    void logFigures();
    /// Why the way does not lead to a server, where that is known. Any thread.
    [[nodiscard]] std::optional<Error> trouble() const { return m_source->trouble(); }

    /// Ends the session and waits until that is done or given up.
    void close();

private:
    std::shared_ptr<zk::Traffic> m_traffic = std::make_shared<zk::Traffic>(); ///< of all its clients
    release::DeskSettings m_deskSettings;
    release::ActorSettings m_actorSettings;
    std::shared_ptr<const inspect::DialectCatalogue> m_dialects;
    Log m_log;
    SteadyTime m_nextFigures{};
    std::atomic<std::uint64_t> m_snapshotsMade = 0;
    std::uint64_t m_snapshotsShown = 0;
    /// On the executor; made when it is first wanted. Goes after what it may still answer.
    std::unique_ptr<release::ReleaseDesk> m_desk;
    std::unique_ptr<inspect::Inspection> m_inspection;
    inspect::ZooKeeperSource* m_source = nullptr; ///< the inspection's
};

} // namespace lockscope::ui
