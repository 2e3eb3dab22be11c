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

/// Whose observer it is: the client's own end with the client, those of its shares hear of that end.
enum class ObserverOf {
    Client,
    Share
};

/// Tells everybody who asked of each state of the session, one state after the other: an observer may well cause the
/// next one. Confined to the executor; private to core/zk.
class SessionObservers final {
public:
    [[nodiscard]] Subscription add(SessionHandler handler, ObserverOf whose);

    /// To be told at the next tell(), after those before it.
    void note(const Session& session) { m_notices.push_back(session); }

    /// Does nothing when called by an observer: the call that it came from goes on with what is left.
    void tell();

    /// The client is gone: only the observers of its shares stay.
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
