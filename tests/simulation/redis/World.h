// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The state of one run: servers, the processes that use them, and what was reported to their users. Users,
/// FaultSchedule and Checker act on it, Run schedules them. One thread.

#include "core/locks/Lock.h"
#include "core/redis/Client.h"
#include "tests/simulation/Outcome.h"
#include "tests/simulation/Random.h"
#include "tests/simulation/Trace.h"
#include "tests/simulation/redis/Recipe.h"
#include "tests/support/ManualExecutor.h"
#include "tests/support/redis/FakeRedisNetwork.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace lockscope::redisSimulation {

/// Leases are at most this long, so all that dead processes held has ended after it.
inline constexpr std::chrono::milliseconds longestLease{8'000};

struct User;
struct Process;

/// An acquire and its result.
struct Ask {
    User* user = nullptr;
    bool reads = false; ///< on the read side
    int permits = 1;
    std::optional<Duration> timeout;
    SteadyTime at{};        ///< by the process' clock, when its executor had run the call
    bool isStarted = false; ///< its executor has run the call
    std::stop_source stop;
    bool isDropped = false;             ///< its lock object is destroyed
    std::optional<locks::Hold> yielded; ///< until the answer
    int answers = 0;
};

/// One Hold object of a user.
struct Holding {
    User* user = nullptr;
    std::optional<locks::Hold> hold; ///< until it is released
    bool reads = false;
    int permits = 1;
    std::uint64_t grant = 0; ///< the number of the grant in this run, from 1
    SteadyTime grantedAt{};  ///< by the servers' clock
    SteadyTime validUntil{}; ///< as last checked
    bool isRepeated = false; ///< the user held already
    bool mayBeGone = false;  ///< at its release another user had been granted
    int answers = 0;         ///< to the release
};

/// One owner of a lock object.
struct User {
    std::string name;
    Process* process = nullptr;
    std::size_t object = 0;
    locks::Owner owner = locks::Owner::make();
    std::shared_ptr<Ask> ask;                                                             ///< not answered yet
    std::vector<std::shared_ptr<Holding>> holdings;                                       ///< newest last
    std::array<locks::Phase, 2> reported{locks::Phase::Released, locks::Phase::Released}; ///< lock, read side
    std::uint64_t grants = 0;
};

struct LockObject {
    Sides sides;
    locks::LeaseOptions options;
    std::array<Subscription, 2> states;
    std::vector<std::unique_ptr<User>> users;
    bool isDying = false; ///< the task that destroys it is posted
};

/// A program. Its clock runs at a rate of its own.
struct Process {
    Process(std::string processName, int partsPerMillion, int relativeSpeed)
        : name(std::move(processName))
        , drift(partsPerMillion)
        , speed(relativeSpeed)
    {
    }

    /// Time of the servers to time of this process, and back.
    [[nodiscard]] Duration toOwn(Duration time) const { return time + time / 1'000'000 * drift; }
    [[nodiscard]] Duration toServer(Duration time) const { return time - time / (1'000'000 + drift) * drift; }

    std::string name;
    int drift; ///< parts per million that its clock is faster than that of the servers
    int speed; ///< relative scheduling rate
    test::ManualClock clock;
    test::ManualExecutor executor{clock};
    std::vector<std::unique_ptr<redis::Client>> clients;
    std::vector<LockObject> objects;
    bool isSuspended = false;
    bool isDead = false; ///< killed: nothing of it runs any more
};

class World final {
public:
    World(const Recipe& what, std::uint64_t seed, bool traced);
    World(const World&) = delete;
    World& operator=(const World&) = delete;
    ~World();

    /// Destroys locks and clients on their executors, in any state. Last replies may come.
    void end();
    /// A client for each server, connecting.
    Process& addProcess(int drift, int speed);
    /// Servers and processes.
    void advance(Duration by);
    /// Only the first violation is kept.
    void violated(std::string invariant, std::string detail);
    /// The servers lost data, or one of their clocks jumped: what was granted until now may be lost.
    void noteLoss();
    /// True if a lock does not promise anything about holds that were granted at this time.
    [[nodiscard]] bool isExcused(SteadyTime grantedAt) const;
    [[nodiscard]] test::FakeRedis& server(std::size_t index) { return network.server(addresses[index]); }
    [[nodiscard]] test::FakeRedis& server() { return server(0); }
    /// As long as no permit is held: sets their number and publishes it. No effect on other locks.
    void restorePermits(int held);

    const Recipe& recipe;
    simulation::Random random;
    simulation::Trace trace;
    test::ManualClock clock;
    test::ManualExecutor executor{clock}; ///< of the servers
    test::FakeRedisNetwork network{executor};
    std::vector<redis::Address> addresses;
    std::vector<std::unique_ptr<Process>> processes;
    std::vector<std::shared_ptr<Ask>> asks;
    std::vector<std::shared_ptr<Holding>> releases;
    std::uint64_t grants = 0;
    std::int64_t lastToken = 0;
    std::optional<SteadyTime> lostAt;
    bool neverExcuses = false; ///< for scenarios: the checker reports what it would tolerate
    int slowest = 0;           ///< ms of a message
    std::size_t tolerated = 0;
    std::optional<simulation::Violation> violation;
};

/// Calls `callback(process, object, user)` for every user of every process that lives.
template <typename Callback> void forEachUser(World& world, Callback callback)
{
    for (const auto& process : world.processes) {
        if (process->isDead)
            continue;
        for (auto& object : process->objects) {
            for (const auto& user : object.users)
                callback(*process, object, *user);
        }
    }
}

} // namespace lockscope::redisSimulation
