// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ThreadExecutor.h"
#include "core/zk/ZooKeeperClient.h"

#include <QString>

namespace lockscope::bench {

/// The small traffic that an ensemble in use has anyway: a write every 20 ms. Without it, hand-overs on three servers
/// of 3.8.0 were seen to stand still until somebody's next ping, seconds later. That fits ZOOKEEPER-4537, a wake-up
/// lost between two threads of a server: in a queue where everybody waits for one, nobody sends what would make up for
/// it.
class Pulse final {
public:
    explicit Pulse(const QString& connect)
        : m_client({zk::parseConnectString(connect.toStdString()).value()}, m_executor, {})
    {
        m_executor.post([this] { beat(); });
    }
    ~Pulse()
    {
        m_executor.runAndWait([this] { m_next.reset(); });
    }
    Pulse(const Pulse&) = delete;
    Pulse& operator=(const Pulse&) = delete;

private:
    void beat()
    {
        // By the clock, whatever became of the one before: that may be the one that stands still.
        m_client.set("/", {}, zk::anyVersion, [](const Result<zk::Stat>&) {});
        m_next = m_executor.after(std::chrono::milliseconds(20), [this] { beat(); });
    }

    ThreadExecutor m_executor;
    Subscription m_next;
    zk::ZooKeeperClient m_client;
};

} // namespace lockscope::bench
