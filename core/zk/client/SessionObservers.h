// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Subscription.h"
#include "core/zk/Client.h"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>

namespace lockscope::zk {

/// The owner of an observer: the client's observers are removed with it, a share's are notified of its end.
enum class ObserverOf {
    Client,
    Share
};

/// Notifies the observers of each state of the session, one state after the other: an observer may cause the next
/// state. Confined to the executor; private to core/zk.
class SessionObservers final {
public:
    [[nodiscard]] Subscription add(SessionHandler handler, ObserverOf whose);

    /// Queues a state for the next report(), after the states before it.
    void note(const Session& session) { m_notices.push_back(session); }

    /// Has no effect when called by an observer: the outer call delivers the remaining states.
    void report();

    /// For the client's destruction: keeps only the observers of its shares.
    void dropTheClients();

private:
    struct Observer {
        std::shared_ptr<const SessionHandler> handler;
        ObserverOf whose = ObserverOf::Client;
    };
    using Handlers = std::map<std::uint64_t, Observer>;

    std::shared_ptr<Handlers> m_handlers = std::make_shared<Handlers>(); ///< a subscription may outlive this
    std::uint64_t m_lastId = 0;
    std::deque<Session> m_notices;
    bool m_telling = false;
};

} // namespace lockscope::zk
