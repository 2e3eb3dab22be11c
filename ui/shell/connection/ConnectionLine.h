// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Log.h"
#include "core/base/ThreadExecutor.h"
#include "core/connect/Route.h"
#include "core/release/ReleaseDesk.h"
#include "core/sources/zookeeper/discovery/EnsembleInspector.h"
#include "core/sources/zookeeper/servers/FactsQuestions.h"
#include "core/zk/Client.h"
#include "core/zk/Traffic.h"
#include "core/zk/WriteGate.h"
#include "ui/shell/connection/ConnectionLoad.h"
#include "ui/shell/connection/ConnectionTarget.h"
#include "ui/shell/connection/FindingsThread.h"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

namespace lockscope::zk {
struct ClientSettings;
}

namespace lockscope::ui {

/// One client with its way, inspector and release desk, all confined to an executor that it owns. Made on any thread
/// but that one. Ended with close(), which blocks: not on the UI thread.
class ConnectionLine final {
public:
    using ClientFactory = std::function<std::unique_ptr<zk::Client>(const zk::ClientSettings&, Executor&)>;
    struct Order {
        ConnectionTarget target;
        std::shared_ptr<const zk::WriteGate> gate; ///< null: may write
        std::shared_ptr<const inspect::DialectCatalogue> dialects;
        /// How the servers are asked who owns the sessions; nothing: they are not.
        std::optional<ensemble::CollectorSettings> collector;
        inspect::FindingSettings findings;
    };
    struct Handlers {
        std::function<void(inspect::SnapshotPtr)> snapshot; ///< with its findings; on a thread of their own
        std::function<void(const zk::Session&)> session;    ///< on the executor
        std::function<void(const Error&)> failed;           ///< there is no way to the servers; on the executor
    };

    ConnectionLine(ClientFactory factory, Order order, Handlers handlers, Log log);
    ~ConnectionLine();
    ConnectionLine(const ConnectionLine&) = delete;
    ConnectionLine& operator=(const ConnectionLine&) = delete;

    void refresh();
    /// Of the snapshots from now on.
    void setFindings(inspect::FindingSettings settings) { m_findings.setSettings(std::move(settings)); }
    /// A task for the desk, on the executor; dropped where there is no way to the servers.
    void withDesk(std::function<void(release::ReleaseDesk&)> task);
    /// `told` is called on the executor; not at all once it is closed.
    void askLoad(std::function<void(ConnectionLoad)> told);
    /// Why the way does not lead to a server, where that is known. Any thread.
    [[nodiscard]] std::optional<Error> trouble() const;

    /// Ends the session and waits until that is done or given up.
    void close();

private:
    void open(const Order& order, const Handlers& handlers);
    [[nodiscard]] std::unique_ptr<zk::Client> makeClient();

    ClientFactory m_factory;
    Log m_log;
    std::shared_ptr<zk::Traffic> m_traffic = std::make_shared<zk::Traffic>(); ///< of all its clients
    FindingsThread m_findings;
    connect::Route m_route;
    std::shared_ptr<const zk::WriteGate> m_gate;
    std::atomic<bool> m_isLed = false; ///< the route is open: its trouble can be asked for
    std::atomic<bool> m_isClosed = false;
    ThreadExecutor m_executor;
    // On the executor, null where there is no way:
    std::unique_ptr<zk::Client> m_client;
    Subscription m_session;
    std::unique_ptr<inspect::EnsembleInspector> m_inspector;
    std::unique_ptr<release::ReleaseDesk> m_desk;
    std::shared_ptr<ensemble::FactsQuestions> m_questions;
    std::uint64_t m_snapshots = 0; ///< that the inspector made
};

} // namespace lockscope::ui
