// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/bench/Commands.h"

#include <zookeeper/zookeeper.h>

#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <string>

namespace lockscope::bench {

constexpr auto longestWait = std::chrono::seconds(60);

/// Says why and ends the process at once: callbacks on the C client's threads may still be on their way to what a
/// function on its way out would destroy.
[[noreturn]] inline void die(const std::string& why)
{
    sayFailed(why);
    std::_Exit(1);
}

inline void check(int rc, const char* what)
{
    if (rc != ZOK)
        die(std::string(what) + ": " + zerror(rc));
}

/// Counts down to zero on any thread; a bad result, or none in time, ends the process.
class Countdown final {
public:
    explicit Countdown(int count)
        : m_open(count)
    {
    }
    void done(int rc)
    {
        const std::lock_guard lock(m_mutex);
        --m_open;
        if (rc != ZOK)
            m_rc = rc;
        m_changed.notify_all();
    }
    void wait(const char* what)
    {
        std::unique_lock lock(m_mutex);
        if (!m_changed.wait_for(lock, longestWait, [this] { return m_open <= 0 || m_rc != ZOK; }))
            die(std::string(what) + ": no answer");
        check(m_rc, what);
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    int m_open;
    int m_rc = ZOK;
};

/// One handle of the C client, connected; nothing of ours on top.
class CSession final {
public:
    explicit CSession(const std::string& servers)
    {
        zoo_set_debug_level(ZOO_LOG_LEVEL_ERROR);
        handle = zookeeper_init(servers.c_str(), &onEvent, 10'000, nullptr, this, 0);
        if (!handle)
            die("no handle for " + servers);
        // As the library does: else it resolves the addresses anew at each turn of its loop.
        zoo_set_servers_resolution_delay(handle, -1);
        m_connected.wait("connect");
    }
    ~CSession() { zookeeper_close(handle); }
    CSession(const CSession&) = delete;
    CSession& operator=(const CSession&) = delete;

    zhandle_t* handle = nullptr;

private:
    static void onEvent(zhandle_t* /*zh*/, int type, int state, const char* /*path*/, void* context)
    {
        if (type == ZOO_SESSION_EVENT && state == ZOO_CONNECTED_STATE)
            static_cast<CSession*>(context)->m_connected.done(ZOK);
    }

    Countdown m_connected{1};
};

} // namespace lockscope::bench
