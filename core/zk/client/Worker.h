// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace lockscope::zk {

/// The thread that opens and closes the C client's handles: both may block for seconds. Private to core/zk.
class Worker final {
public:
    Worker();
    ~Worker();
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    /// Runs `job` after the jobs posted before; discards it after finish(). Any thread.
    void post(std::function<void()> job);

    /// Returns when all posted jobs have run. Must not be called from a job.
    void finish();

private:
    void loop();

    std::mutex m_mutex;
    std::condition_variable m_wakeUp;
    std::deque<std::function<void()>> m_jobs;
    bool m_finishing = false;
    std::thread m_thread;
};

} // namespace lockscope::zk
