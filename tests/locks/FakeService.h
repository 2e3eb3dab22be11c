// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/EventLoop.h"
#include "tests/support/FakeEnsemble.h"

#include <atomic>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

namespace lockscope::test {

/// An in-memory ensemble with its own thread, for tests with blocking callers.
struct ThreadedEnsemble {
    EventLoop executor;
    FakeEnsemble ensemble{executor};
};

/// A program on it: an executor with a thread, and a session. It uses real time: the long session must survive a
/// stalled thread.
class FakeService final {
public:
    explicit FakeService(ThreadedEnsemble& world)
        : client(FakeClient::connect(world.ensemble, executor, std::chrono::seconds(60)))
    {
    }
    ~FakeService()
    {
        executor.runAndWait([this] { client.reset(); });
    }
    FakeService(const FakeService&) = delete;
    FakeService& operator=(const FakeService&) = delete;

    /// Any thread.
    [[nodiscard]] SessionId sessionId()
    {
        SessionId id = 0;
        executor.runAndWait([&] { id = client->session().id; });
        return id;
    }

    EventLoop executor;
    std::unique_ptr<FakeClient> client;
};

/// Runs `task` on `count` threads and returns how many of them returned true.
inline int onThreads(int count, const std::function<bool(int)>& task)
{
    std::atomic<int> well = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < count; ++i)
        threads.emplace_back([&, i] { well += task(i) ? 1 : 0; });
    for (auto& thread : threads)
        thread.join();
    return well;
}

/// Counts how many are inside at a time, and the maximum.
class Crowd final {
public:
    void enter(int by = 1)
    {
        const int now = m_inside += by;
        int most = m_most;
        while (now > most && !m_most.compare_exchange_weak(most, now)) {
        }
    }
    void leave(int by = 1) { m_inside -= by; }

    [[nodiscard]] int inside() const { return m_inside; }
    [[nodiscard]] int most() const { return m_most; }

private:
    std::atomic<int> m_inside = 0;
    std::atomic<int> m_most = 0;
};

} // namespace lockscope::test
