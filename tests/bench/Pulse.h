// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ThreadExecutor.h"
#include "core/zk/ZooKeeperClient.h"

#include <QString>

namespace lockscope::bench {

/// The small traffic that an ensemble in use always has: a write every 20 ms. Without it a hand-over on servers of
/// version 3.6.0 to 3.8.0 can stand still until somebody's next ping, seconds later: they lose a wake-up between two of
/// their threads (ZOOKEEPER-4537), and in a queue where everybody waits for one, nobody sends what would make up for
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
