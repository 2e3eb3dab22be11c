// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The state of one run: an ensemble, the processes that use it, and the reports their users received. Data only;
/// Users, FaultSchedule and Checker act on it, Run schedules them. One thread.

#include "core/base/Path.h"
#include "core/locks/Lock.h"
#include "core/locks/zookeeper/SharedCount.h"
#include "tests/simulation/Outcome.h"
#include "tests/simulation/Random.h"
#include "tests/simulation/Recipe.h"
#include "tests/simulation/Trace.h"
#include "tests/support/FakeEnsemble.h"
#include "tests/support/ManualExecutor.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

namespace lockscope::simulation {

/// The action of a user inside the reply that grants the lock.
enum class Then {
    Nothing,
    Release,
    ReleaseAndAsk,
    DestroyLock,
    CloseClient
};

struct Hold;

/// An acquire and its result.
struct Ask {
    std::string who;
    std::optional<Duration> timeout;
    SteadyTime at{};                    ///< time of the call
    std::optional<SteadyTime> notified; ///< when the executor received it: its time limit starts there
    std::stop_source stop;
    Then then = Then::Nothing;
    int leases = 1;
    bool deeper = false;    ///< its user already held
    bool limited = false;   ///< its lock's retry policy gives up
    bool abandoned = false; ///< its lock object is destroyed
    bool closing = false;   ///< its client is closing
    int answers = 0;
    std::shared_ptr<Hold> conferred; ///< of a reader: its owner's hold as a writer when it was received
    int number = 0;                  ///< the largest shared number reported to its lock object meanwhile
};

/// A grant, until it is released or known to be lost.
struct Hold {
    std::string who;
    std::string node;
    std::int64_t token = 0;
    SessionId session = 0;
    locks::Phase phase = locks::Phase::Held;
    std::vector<locks::HeldNode> nodes; ///< all nodes of the hold
    int role = 0;
    /// One for each depth, newest last. The last of them stays until its reply.
    std::vector<std::shared_ptr<locks::Hold>> handles;
    int depth = 1;
    SteadyTime left{};        ///< time of the release
    bool mayEnd = false;      ///< its client is closing
    bool releaseHold = false; ///< the lock has received the release
    int number = 0;           ///< the largest shared number of leases reported to its lock object
    int answers = 0;          ///< to the last release

    /// True if its holder considers it held, certainly or not.
    [[nodiscard]] bool isClientView() const { return phase == locks::Phase::Held || phase == locks::Phase::Uncertain; }
};

/// A request on a hold: a verify, or a guarded write.
struct Inquiry {
    std::string who;
    std::shared_ptr<Hold> hold;
    SteadyTime at{};
    bool wasThere = false; ///< at the time of the request
    std::string path;      ///< path of the guarded write
    std::string data;      ///< data of the guarded write
    int answers = 0;
};

/// One owner of a lock object.
struct User {
    std::string name;
    std::size_t process = 0;
    std::size_t object = 0;
    locks::Owner owner = locks::Owner::make();
    std::shared_ptr<Ask> ask;                   ///< not answered yet
    std::shared_ptr<Hold> hold;                 ///< granted, and not released
    std::vector<std::shared_ptr<Hold>> leaving; ///< released, and not answered yet
    std::shared_ptr<Hold> yielded;              ///< by the last ask; held again if the server refused to delete it
    std::shared_ptr<Inquiry> guarded;           ///< not answered yet
    std::string waitingNode;                    ///< of the ask
    std::set<std::string> ownNodes;             ///< all nodes reported for the ask
    std::vector<std::string> parts; ///< their paths in order of arrival, except those lost while it waited with them;
                                    ///< empty: unknown
    std::weak_ptr<User> twin;       ///< the same owner on the other side of a read/write lock
    std::map<std::int64_t, std::string> tokens; ///< all granted tokens, with their nodes
};

struct LockObject {
    std::shared_ptr<locks::Lock> lock; ///< null: destroyed
    int role = 0;
    bool limited = false;       ///< its retry policy gives up
    bool dying = false;         ///< the task that destroys it is posted
    bool heeds = false;         ///< honours revocation requests
    LockObject* twin = nullptr; ///< the other side of a read/write lock; created and destroyed together
    std::shared_ptr<locks::SharedCount> count;
    std::optional<int> number; ///< as last reported
    std::size_t heardAt = 0;   ///< its minimum index among the written numbers
    Subscription states;
    Subscription requests;
    Subscription numbers;
    std::vector<std::shared_ptr<User>> users;
};

struct Process {
    enum class Contact {
        Up,
        Silent,
        Down
    };

    explicit Process(test::ManualClock& clock)
        : executor(clock)
    {
    }

    std::string name;
    test::ManualExecutor executor;
    std::unique_ptr<test::FakeClient> client;
    std::vector<LockObject> objects;
    Contact contact = Contact::Up;
    bool readOnly = false;
    bool suspended = false; ///< the whole process: nothing of it runs, while time passes
    bool closing = false;
    bool restarting = false;
    int speed = 1; ///< its relative scheduling rate
};

/// Timers of an idle connected client: one for its session, one for its handle.
inline constexpr std::size_t clientTimers = 2;

struct World {
    World(const Recipe& what, std::uint64_t seed, bool traced)
        : recipe(what)
        , random(seed)
        , trace(traced)
    {
    }

    /// Only the first violation is kept.
    void violated(std::string invariant, std::string detail)
    {
        trace.say("VIOLATED: ", invariant, ": ", detail);
        if (!violation)
            violation = Violation{std::move(invariant), std::move(detail)};
    }

    [[nodiscard]] SessionId sessionOf(const Process& process) const
    {
        return process.client ? process.client->session().id : 0;
    }
    [[nodiscard]] bool isConnected(const Process& process) const
    {
        return process.client && process.contact == Process::Contact::Up && !process.readOnly &&
               process.client->session().state == SessionState::Connected;
    }
    /// Otherwise its session is confirmed first, which takes a quarter of the timeout.
    [[nodiscard]] bool isCertain(const Process& process) const
    {
        return isConnected(process) && clock.now() < process.client->session().validUntil;
    }
    [[nodiscard]] static std::string pathOf(const Queue& queue, const std::string& node)
    {
        return std::string(queue.directory) + "/" + node;
    }
    /// True if it is one of the nodes by which an ask waits.
    [[nodiscard]] bool isAskedWith(const User& user, const std::string& path) const
    {
        return user.ask && user.ownNodes.contains(baseName(path)) &&
               std::any_of(recipe.queues.begin(), recipe.queues.end(),
                           [&](const Queue& queue) { return queue.directory == parentOf(path); });
    }

    /// May a server have refused a request for lack of permission since then?
    [[nodiscard]] bool mayBeRefused(SteadyTime since) const
    {
        return !denied.empty() || (lastDenied && *lastDenied >= since);
    }

    /// The same, including requests retried since: for holds that are checked after their client connects.
    [[nodiscard]] bool mayHaveBeenRefused(SteadyTime since) const
    {
        return !denied.empty() || (newestDenial && *newestDenial >= since);
    }

    /// A request refused for lack of permission is retried after a while: until then unwanted nodes may exist.
    [[nodiscard]] bool hasRefused() const { return !denied.empty() || lastDenied; }

    const Recipe& recipe;
    Random random;
    Trace trace;
    test::ManualClock clock;
    test::ManualExecutor server{clock};
    test::FakeEnsemble ensemble{server};
    std::vector<std::unique_ptr<Process>> processes;
    std::vector<std::shared_ptr<Ask>> asks;
    std::vector<std::shared_ptr<Hold>> releases;
    std::vector<std::shared_ptr<Inquiry>> inquiries;
    std::vector<std::string> written; ///< nodes that were written, or failed to be, since the last step
    std::size_t followers = 0;
    std::set<SessionId> endedByOthers;      ///< sessions that an administrator ended
    std::set<std::string> denied;           ///< paths where clients lack a permission
    std::optional<SteadyTime> lastDenied;   ///< when the last permission was restored; reset after the retries
    std::optional<SteadyTime> newestDenial; ///< the same, but not reset
    std::optional<Violation> violation;
};

/// Calls `callback` for every user of every process.
template <typename Callback> void forEachUser(World& world, Callback callback)
{
    for (const auto& process : world.processes) {
        for (auto& object : process->objects) {
            for (const auto& user : object.users)
                callback(*process, object, *user);
        }
    }
}

} // namespace lockscope::simulation
