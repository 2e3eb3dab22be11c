// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// A service of which only one instance works at a time, on whatever host. It stops at once when it can't be sure of
/// that any more, queues again when the lock is lost, and leaves on SIGTERM. What it does it says on standard output.
///   service CONNECT PATH

#include <core/base/ThreadExecutor.h>
#include <core/locks/Mutex.h>
#include <core/zk/ZooKeeperClient.h>

#include <condition_variable>
#include <csignal>
#include <iostream>
#include <mutex>
#include <thread>

using namespace std::chrono_literals;
using lockscope::locks::LockState;
using lockscope::locks::Phase;

namespace {

/// The work that the lock guards.
class Section {
public:
    /// On the client's thread.
    void onState(const LockState& state)
    {
        const std::lock_guard guard(m_mutex);
        m_phase = state.phase;
        std::cout << "state " << toString(state) << std::endl;
        m_changed.notify_all();
    }

    /// Until the lock is lost or the service shall stop. Each step is short, and none begins unless the lock is held.
    void work(std::int64_t token, const std::stop_token& stop)
    {
        std::unique_lock guard(m_mutex);
        while (m_phase != Phase::Lost && !stop.stop_requested()) {
            const auto now = m_phase;
            if (now == Phase::Held) // the token goes with each write: whoever stores it refuses a smaller one
                std::cout << "work token=" << token << std::endl;
            m_changed.wait_for(guard, stop, 50ms, [&] { return m_phase != now; });
        }
    }

private:
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    Phase m_phase = Phase::Waiting;
};

/// SIGTERM and SIGINT become a stop request. Called before there are other threads, which inherit the blocked signals.
std::stop_token stopOnSignal()
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    std::stop_source stop;
    std::thread([signals, stop]() mutable {
        int number = 0;
        sigwait(&signals, &number);
        stop.request_stop();
    }).detach();
    return stop.get_token();
}

int complain(const lockscope::Error& error)
{
    std::cerr << "service: " << describe(error) << std::endl;
    return 1;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 3) {
        std::cerr << "usage: service CONNECT PATH" << std::endl;
        return 2;
    }
    const auto servers = lockscope::zk::parseConnectString(argv[1]);
    if (!servers)
        return complain(servers.error());
    const auto stop = stopOnSignal();

    // Each outlives what is below it.
    Section section;
    lockscope::ThreadExecutor executor;
    lockscope::zk::ZooKeeperClient client({*servers, 10s}, executor, {});
    lockscope::locks::Mutex mutex(client, argv[2], {.payload = "service"});
    const auto states = mutex.onState([&](lockscope::locks::Owner, const LockState& state) { section.onState(state); });

    while (!stop.stop_requested()) {
        const auto grant = mutex.acquire({}, stop);
        if (!grant && grant.error().code == lockscope::ErrorCode::Cancelled)
            break;
        if (!grant)
            return complain(grant.error());
        section.work(grant->token, stop);
        const auto released = mutex.release();
        if (!released && released.error().code != lockscope::ErrorCode::NotHeld) // NotHeld: it was lost, as we know
            return complain(released.error());
    }
    std::cout << "bye" << std::endl;
    return 0;
}
