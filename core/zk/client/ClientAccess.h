// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zk/client/ClientCore.h"

#include <memory>

namespace lockscope::zk {

/// Connects a client or a share to its core. If a share outlives the core, requests through it fail with Closed.
/// Private to core/zk. Thread: the executor; may be destroyed on any thread.
class ZooKeeperClient::Access final {
public:
    Access(const std::shared_ptr<Core>& core, ObserverOf whose);

    /// The same for a share.
    [[nodiscard]] Access shared() const;

    [[nodiscard]] Executor& executor() const { return m_executor; }
    [[nodiscard]] Executor& callbacks() const { return m_callbacks; }
    [[nodiscard]] const Session& session() const;
    [[nodiscard]] Subscription observe(SessionHandler handler);
    [[nodiscard]] Subscription heartbeat();
    void ask(Request request, Core::Deliver deliver);
    [[nodiscard]] Subscription ask(Request request, WatchKind kind, WatchHandler watch, Core::Deliver deliver);
    void addAuth(AuthRequest credentials, Core::Deliver deliver);
    void close(Task closed);

private:
    std::weak_ptr<Core> m_core;
    Executor& m_executor;
    Executor& m_callbacks;
    std::shared_ptr<const Session> m_session; ///< the core's session, and its final state after the core's end
    ObserverOf m_whose;
};

} // namespace lockscope::zk
