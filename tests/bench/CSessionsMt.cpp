// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/CSessions.h"

#include <condition_variable>
#include <mutex>

namespace lockscope::bench {

struct CSessions::State {
    std::mutex mutex;
    std::condition_variable changed;
};

CSessions::CSessions()
    : m_state(std::make_unique<State>())
{
}

CSessions::~CSessions() = default;

zhandle_t* CSessions::open(const char* servers, watcher_fn onSession, int timeoutMs, void* context)
{
    return zookeeper_init(servers, onSession, timeoutMs, nullptr, context, 0);
}

void CSessions::close(zhandle_t* handle)
{
    zookeeper_close(handle);
}

bool CSessions::runUntil(const std::function<bool()>& condition, SteadyTime limit)
{
    std::unique_lock lock(m_state->mutex);
    return m_state->changed.wait_until(lock, limit, condition);
}

void CSessions::changed()
{
    const std::lock_guard lock(m_state->mutex);
    m_state->changed.notify_all();
}

} // namespace lockscope::bench
