// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// A service of which only one instance works at a time, on any host. It stops at once when it may have lost the lock,
/// queues again after a loss, and ends on SIGTERM. It prints its states on standard output. service CONNECT PATH

#include <lockscope/base/EventLoop.h>
#include <lockscope/locks/zookeeper/Mutex.h>
#include <lockscope/zk/ZooKeeperClient.h>

#include <condition_variable>
#include <csignal>
#include <iostream>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

using namespace std::chrono_literals;
using lockscope::locks::LockState;
using lockscope::locks::Phase;

namespace {

/// Returns after the time, or at once when one of the two requests a stop.
void pauseFor(std::chrono::milliseconds time, const std::stop_token& one, const std::stop_token& other)
{
    std::stop_source either;
    const auto wake = [&] { either.request_stop(); };
    const std::stop_callback first(one, wake);
    const std::stop_callback second(other, wake);
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock guard(mutex);
    never.wait_for(guard, either.get_token(), time, [] { return false; });
}

/// The work that the lock guards, until the lock is lost or a stop is requested. Each step is short, and starts only
/// while the lock is held.
void work(const lockscope::locks::Hold& hold, const std::stop_token& stop)
{
    for (auto said = Phase::Waiting;;) {
        const auto lost = hold.lostToken(); // first: changes after this line are not missed
        const auto state = hold.state();
        const auto phase = state.phase;
        if (std::exchange(said, phase) != phase)
            std::cout << "state " << toString(state) << std::endl;
        if (phase == Phase::Lost || stop.stop_requested())
            return;
        if (phase == Phase::Held) // the token is sent with each write: the storage refuses a smaller one
            std::cout << "work token=" << hold.token() << std::endl;
        pauseFor(50ms, stop, phase == Phase::Held ? lost : std::stop_token());
    }
}

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

    // Each outlives the ones below it.
    lockscope::EventLoop loop;
    // The handler below is short, so it may run on the loop.
    lockscope::zk::ZooKeeperClient client({.servers = *servers, .sessionTimeout = 10s, .callbacks = &loop}, loop, {});
    lockscope::locks::Mutex mutex(client, argv[2], {.payload = "service"});
    const auto states = mutex.onState([](lockscope::locks::Owner, const LockState& state) {
        if (state.phase == Phase::Waiting) // the main thread is blocked then, and prints the other states
            std::cout << "state " << toString(state) << std::endl;
    });

    while (!stop.stop_requested()) {
        auto hold = mutex.acquire({}, stop);
        if (!hold && hold.error().code == lockscope::ErrorCode::Cancelled)
            break;
        if (!hold)
            return complain(hold.error());
        work(*hold, stop);
        const auto released = hold->release();
        if (!released && released.error().code != lockscope::ErrorCode::NotHeld) // NotHeld: the lock was lost before
            return complain(released.error());
    }
    std::cout << "bye" << std::endl;
    return 0;
}
