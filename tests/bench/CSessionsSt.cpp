// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/CSessions.h"

#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>
#include <utility>

#include <sys/epoll.h>
#include <sys/time.h>
#include <unistd.h>

namespace lockscope::bench {

namespace {

constexpr auto untilNextTry = std::chrono::milliseconds(50);

struct Handle {
    zhandle_t* handle = nullptr;
    int fd = -1;
    unsigned events = 0; ///< for which `fd` is registered; 0: not registered, as far as known
    SteadyTime due{};    ///< its place in the order of the next calls
};

} // namespace

struct CSessions::State {
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    std::unordered_map<zhandle_t*, std::unique_ptr<Handle>> handles;
    std::set<std::pair<SteadyTime, Handle*>> order; ///< by the time of the next call

    /// Asks the C client what it waits for. Needed after zookeeper_process() and at the handle's time; not for others.
    void refresh(Handle& one)
    {
        int fd = -1;
        int interest = 0;
        timeval wait{};
        const auto now = std::chrono::steady_clock::now();
        // After an error `fd` may be unset, or a socket that is already closed.
        if (zookeeper_interest(one.handle, &fd, &interest, &wait) != ZOK || fd == -1) {
            one.events = 0;
            callAt(one, now + untilNextTry);
            return;
        }
        watch(one, fd, ((interest & ZOOKEEPER_READ) ? EPOLLIN : 0U) | ((interest & ZOOKEEPER_WRITE) ? EPOLLOUT : 0U));
        callAt(one, now + std::chrono::seconds(wait.tv_sec) + std::chrono::microseconds(wait.tv_usec));
    }

    void process(Handle& one, unsigned events)
    {
        const int flags =
            ((events & ~unsigned(EPOLLOUT)) ? ZOOKEEPER_READ : 0) | ((events & EPOLLOUT) ? ZOOKEEPER_WRITE : 0);
        int rc = zookeeper_process(one.handle, flags);
        // One call handles one reply.
        while (rc == ZOK && (flags & ZOOKEEPER_READ))
            rc = zookeeper_process(one.handle, ZOOKEEPER_READ);
        refresh(one);
    }

private:
    void watch(Handle& one, int fd, unsigned events)
    {
        // While it connects, the C client may have closed its socket and opened another with the same number.
        if (fd == one.fd && events == one.events && zoo_state(one.handle) == ZOO_CONNECTED_STATE)
            return;
        one.fd = fd;
        one.events = events;
        epoll_event event{};
        event.events = events;
        event.data.ptr = &one;
        if (epoll_ctl(epoll, EPOLL_CTL_MOD, fd, &event) != 0)
            epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
    }

    /// A later time only counts when the earlier one has come: most calls change nothing in the order.
    void callAt(Handle& one, SteadyTime due)
    {
        const auto now = std::chrono::steady_clock::now();
        if (one.due > now && due >= one.due)
            return;
        order.erase({one.due, &one});
        one.due = due;
        order.emplace(due, &one);
    }
};

CSessions::CSessions()
    : m_state(std::make_unique<State>())
{
}

CSessions::~CSessions()
{
    ::close(m_state->epoll);
}

zhandle_t* CSessions::open(const char* servers, watcher_fn onSession, int timeoutMs, void* context)
{
    auto* handle = zookeeper_init(servers, onSession, timeoutMs, nullptr, context, 0);
    if (handle)
        m_state->handles.emplace(handle, std::make_unique<Handle>(Handle{handle}));
    return handle;
}

void CSessions::close(zhandle_t* handle)
{
    const auto at = m_state->handles.find(handle);
    m_state->order.erase({at->second->due, at->second.get()});
    m_state->handles.erase(at);
    zookeeper_close(handle);
}

bool CSessions::runUntil(const std::function<bool()>& condition, SteadyTime limit)
{
    // The caller may have opened handles, or submitted more than a socket takes.
    for (const auto& [handle, one] : m_state->handles)
        m_state->refresh(*one);
    std::array<epoll_event, 64> events{};
    while (!condition()) {
        auto now = std::chrono::steady_clock::now();
        if (now >= limit)
            return false;
        const auto until = m_state->order.empty() ? limit : std::min(limit, m_state->order.begin()->first);
        const auto wait = std::chrono::ceil<std::chrono::milliseconds>(std::max(until - now, SteadyTime::duration(0)));
        const int count = epoll_wait(m_state->epoll, events.data(), int(events.size()), int(wait.count()));
        for (int i = 0; i < count; ++i)
            m_state->process(*static_cast<Handle*>(events.at(std::size_t(i)).data.ptr),
                             events.at(std::size_t(i)).events);
        now = std::chrono::steady_clock::now();
        while (!m_state->order.empty() && m_state->order.begin()->first <= now)
            m_state->refresh(*m_state->order.begin()->second);
    }
    return true;
}

void CSessions::changed()
{
    // Callbacks run between two looks at the condition.
}

} // namespace lockscope::bench
