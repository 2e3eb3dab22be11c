// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Log.h"
#include "core/base/ThreadExecutor.h"
#include "core/inspect/EnsembleInspector.h"
#include "core/release/ReleaseDesk.h"
#include "core/zk/Client.h"
#include "core/zk/ConnectString.h"
#include "ui/FindingsThread.h"

#include <functional>
#include <memory>

namespace lockscope::ui {

/// One client with its inspector and release desk, all confined to an executor that it owns. Made on any thread but
/// that one. Ended with close(), which blocks: not on the UI thread.
class ConnectionLine final {
public:
    using ClientFactory = std::function<std::unique_ptr<zk::Client>(const zk::ConnectString&, Executor&)>;
    struct Handlers {
        std::function<void(inspect::PicturePtr)> picture; ///< with its findings; on a thread of their own
        std::function<void(const zk::Session&)> session;  ///< on the executor
    };

    /// Without collector settings the servers are not asked who owns the sessions.
    ConnectionLine(const ClientFactory& factory, const zk::ConnectString& servers, inspect::InspectorSettings settings,
                   std::optional<ensemble::CollectorSettings> collector, inspect::FindingSettings findings,
                   Handlers handlers, Log log);
    ~ConnectionLine();
    ConnectionLine(const ConnectionLine&) = delete;
    ConnectionLine& operator=(const ConnectionLine&) = delete;

    void refresh();
    /// A task for the desk, on the executor.
    void withDesk(std::function<void(release::ReleaseDesk&)> task);

    /// Ends the session and waits until that is done or given up.
    void close();

private:
    FindingsThread m_findings;
    ThreadExecutor m_executor;
    std::unique_ptr<zk::Client> m_client;
    Subscription m_session;
    std::unique_ptr<inspect::EnsembleInspector> m_inspector;
    std::unique_ptr<release::ReleaseDesk> m_desk;
};

} // namespace lockscope::ui
