// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zk/client/Worker.h"

namespace lockscope::zk {

Worker::Worker()
    : m_thread([this] { loop(); })
{
}

Worker::~Worker()
{
    finish();
}

void Worker::post(std::function<void()> job)
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_finishing)
            return;
        m_jobs.push_back(std::move(job));
    }
    m_wakeUp.notify_one();
}

void Worker::finish()
{
    {
        const std::lock_guard lock(m_mutex);
        m_finishing = true;
    }
    m_wakeUp.notify_one();
    if (m_thread.joinable())
        m_thread.join();
}

void Worker::loop()
{
    std::unique_lock lock(m_mutex);
    while (true) {
        m_wakeUp.wait(lock, [this] { return m_finishing || !m_jobs.empty(); });
        if (m_jobs.empty())
            return;
        auto job = std::move(m_jobs.front());
        m_jobs.pop_front();
        lock.unlock();
        job();
        job = nullptr;
        lock.lock();
    }
}

} // namespace lockscope::zk
