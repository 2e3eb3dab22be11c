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

/// Tells everybody who asked of each state of the session, one state after the other: an observer may well cause the
/// next one. Confined to the executor; private to core/zk.
class SessionObservers final {
public:
    [[nodiscard]] Subscription add(SessionHandler handler);

    /// To be told at the next tell(), after those before it.
    void note(const Session& session) { m_notices.push_back(session); }

    /// Does nothing when called by an observer: the call that it came from goes on with what is left.
    void tell();

    void clear() { m_handlers->clear(); }

private:
    using Handlers = std::map<std::uint64_t, std::shared_ptr<const SessionHandler>>;

    std::shared_ptr<Handlers> m_handlers = std::make_shared<Handlers>(); ///< a subscription may outlive this
    std::uint64_t m_lastId = 0;
    std::deque<Session> m_notices;
    bool m_telling = false;
};

} // namespace lockscope::zk
