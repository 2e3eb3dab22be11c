// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace lockscope::zk {

/// The thread on which the C client's handles are made and closed: both may block for seconds. Private to core/zk.
class Worker final {
public:
    Worker();
    ~Worker();
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    /// Runs `job` after those before it; not at all after finish(). Any thread.
    void post(std::function<void()> job);

    /// Returns when all that was posted has run. Not from a job.
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
