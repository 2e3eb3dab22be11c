// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulate/faults/LinkProxy.h"
#include "tests/support/Test.h"

#include <memory>
#include <optional>

namespace lockscope::test {

/// The console's LinkProxy to one server on 127.0.0.1, with functions that wait for their effect.
class Link final {
public:
    explicit Link(quint16 serverPort)
    {
        zk::ConnectString server;
        server.servers.push_back({"127.0.0.1", serverPort});
        m_open = m_proxy.open(server).has_value();
    }

    /// 0 if it could not listen.
    [[nodiscard]] quint16 port() const { return m_open ? m_proxy.connectString().servers.front().port : 0; }

    void set(const console::LinkCondition& condition)
    {
        m_proxy.set(condition);
        m_thread->events().call([] {}); // runs after the change
    }

    [[nodiscard]] Result<void> endSessions(std::chrono::milliseconds waitLimit)
    {
        const auto ended = std::make_shared<std::optional<Result<void>>>(); // the reply may come after the wait
        m_proxy.endSessions(waitLimit, [ended](const Result<void>& result) { *ended = result; });
        const auto limit = 2 * waitLimit; // the proxy's own limit ends first
        if (!QTest::qWaitFor([&] { return ended->has_value(); }, static_cast<int>(limit.count())))
            return failure(ErrorCode::TimedOut, "end the session", {}, "the link did not answer");
        return **ended;
    }

private:
    std::shared_ptr<console::LinkThread> m_thread = std::make_shared<console::LinkThread>();
    console::LinkProxy m_proxy{m_thread};
    bool m_open = false;
};

} // namespace lockscope::test
