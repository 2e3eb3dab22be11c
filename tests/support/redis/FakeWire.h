// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"

#include <deque>
#include <functional>
#include <memory>

namespace lockscope::test {

/// One direction of a connection: tasks that run on the receiver's executor, each at its time, in order. One thread.
class FakeWire final : public std::enable_shared_from_this<FakeWire> {
public:
    /// `isBlocked`: nothing arrives while it returns true; call resume() afterwards.
    FakeWire(Executor& receiver, std::function<bool()> isBlocked)
        : m_receiver(receiver)
        , m_isBlocked(std::move(isBlocked))
    {
    }

    void send(Task arrival, Duration latency);
    /// What was due meanwhile arrives in a later task.
    void resume();
    /// Loses what is in flight.
    void clear() { m_messages.clear(); }

private:
    struct Message {
        SteadyTime due{};
        Task arrival;
        Subscription timer;
    };

    [[nodiscard]] Task deliverLater();
    void deliver();

    Executor& m_receiver;
    const std::function<bool()> m_isBlocked;
    std::deque<Message> m_messages;
    SteadyTime m_lastDue{};
};

} // namespace lockscope::test
