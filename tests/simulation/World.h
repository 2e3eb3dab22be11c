// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The state of one run: an ensemble, the processes that use it, and what their users were told. Data only; Users,
/// Weather and Judge act on it, Run decides whose turn it is. One thread.

#include "core/base/Path.h"
#include "core/locks/Lock.h"
#include "core/locks/zookeeper/SharedCount.h"
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

/// What a user does as soon as it is granted, in the reply itself.
enum class Then {
    Nothing,
    Release,
    ReleaseAndAsk,
    DestroyLock,
    CloseClient
};

struct Hold;

/// An acquire and what came of it.
struct Ask {
    std::string who;
    std::optional<Duration> timeout;
    SteadyTime at{};                 ///< when it was made
    std::optional<SteadyTime> heard; ///< when the executor came to it: its budget runs from there
    std::stop_source stop;
    Then then = Then::Nothing;
    int leases = 1;
    bool deeper = false;    ///< its user held already
    bool limited = false;   ///< its lock's retry policy gives up
    bool abandoned = false; ///< its lock object is gone
    bool closing = false;   ///< its client has been told to close
    int answers = 0;
    std::shared_ptr<Hold> conferred; ///< a reader's: what its owner held as a writer when it was heard
    int number = 0;                  ///< the largest that its lock object has heard meanwhile, where that is shared
};

/// A grant, until it was released or is known to be lost.
struct Hold {
    std::string who;
    std::string node;
    std::int64_t token = 0;
    SessionId session = 0;
    locks::Phase phase = locks::Phase::Held;
    std::vector<locks::HeldNode> nodes; ///< all by which it is held
    int role = 0;
    /// One for each depth, newest last. The last of them stays until it has been answered.
    std::vector<std::shared_ptr<locks::Hold>> handles;
    int depth = 1;
    SteadyTime left{};   ///< when it was given back
    bool mayEnd = false; ///< its client has been told to close
    bool letGo = false;  ///< the lock has heard that it is given back
    int number = 0;      ///< of leases, as its lock object knew it at most, where that is shared
    int answers = 0;     ///< to the release that ends it

    /// Does whoever holds it believe so, certainly or not?
    [[nodiscard]] bool isBelieved() const { return phase == locks::Phase::Held || phase == locks::Phase::Uncertain; }
};

/// Something that was asked of a hold: is it still there, or a write that needs it.
struct Inquiry {
    std::string who;
    std::shared_ptr<Hold> hold;
    SteadyTime at{};
    bool wasThere = false; ///< when it was asked
    std::string path;      ///< what is written to, and
    std::string data;      ///< what
    int answers = 0;
};

/// One owner of a lock object.
struct User {
    std::string name;
    std::size_t process = 0;
    std::size_t object = 0;
    locks::Owner owner = locks::Owner::make();
    std::shared_ptr<Ask> ask;                   ///< not answered yet
    std::shared_ptr<Hold> hold;                 ///< granted, and not given back
    std::vector<std::shared_ptr<Hold>> leaving; ///< given back, and not answered yet
    std::shared_ptr<Hold> yielded;              ///< by the last ask; ours again if the server refused to delete it
    std::shared_ptr<Inquiry> guarded;           ///< not answered yet
    std::string waitingNode;                    ///< of the ask
    std::set<std::string> ownNodes;             ///< all that the ask has been said to have
    std::vector<std::string> parts; ///< paths of those, in the order in which they came, but for those that it lost
                                    ///< while it waited with them; empty: unknown
    std::weak_ptr<User> twin;       ///< the same owner on the other side of a read/write lock
    std::map<std::int64_t, std::string> tokens; ///< all that it was granted, with the nodes
};

struct LockObject {
    std::shared_ptr<locks::Lock> lock; ///< null: destroyed
    int role = 0;
    bool limited = false;       ///< its retry policy gives up
    bool dying = false;         ///< the task that destroys it is posted
    bool heeds = false;         ///< wishes that it lets go
    LockObject* twin = nullptr; ///< the other side of a read/write lock; made and destroyed together
    std::shared_ptr<locks::SharedCount> count;
    std::optional<int> number; ///< as it was told last
    std::size_t heardAt = 0;   ///< which in the order of those that were written, at least
    Subscription states;
    Subscription wishes;
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
    bool suspended = false; ///< as a whole: nothing of it runs, while time passes
    bool closing = false;
    bool restarting = false;
    int speed = 1; ///< how often it gets a turn
};

/// Of a client that is idle and connected: to keep its session, and its handle's turn.
inline constexpr std::size_t clientTimers = 2;

struct Violation {
    std::string invariant;
    std::string detail;
};

struct World {
    World(const Recipe& what, std::uint64_t seed, bool traced)
        : recipe(what)
        , random(seed)
        , trace(traced)
    {
    }

    /// The first one counts.
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
    /// Else its session is confirmed first, which takes a quarter of the timeout.
    [[nodiscard]] bool isCertain(const Process& process) const
    {
        return isConnected(process) && clock.now() < process.client->session().validUntil;
    }
    [[nodiscard]] static std::string pathOf(const Queue& queue, const std::string& node)
    {
        return std::string(queue.directory) + "/" + node;
    }
    /// Is that one of the nodes by which an ask waits?
    [[nodiscard]] bool isAskedWith(const User& user, const std::string& path) const
    {
        return user.ask && user.ownNodes.contains(baseName(path)) &&
               std::any_of(recipe.queues.begin(), recipe.queues.end(),
                           [&](const Queue& queue) { return queue.directory == parentOf(path); });
    }

    /// May the server have refused something, for want of permission, since then?
    [[nodiscard]] bool mayBeRefused(SteadyTime since) const
    {
        return !denied.empty() || (lastDenied && *lastDenied >= since);
    }

    /// The same, also of what has been tried again since: of a hold that is looked at once its client is connected.
    [[nodiscard]] bool mayHaveBeenRefused(SteadyTime since) const
    {
        return !denied.empty() || (newestDenial && *newestDenial >= since);
    }

    /// What a server refuses for want of permission is tried again after a while: until that has happened there may be
    /// nodes that nobody wants.
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
    std::vector<std::string> written; ///< paths of nodes that somebody wrote to, or tried to, since the last step
    std::size_t followers = 0;
    std::set<SessionId> endedByOthers;      ///< sessions that an administrator ended
    std::set<std::string> denied;           ///< paths where clients lack a permission
    std::optional<SteadyTime> lastDenied;   ///< when the last permission was given back
    std::optional<SteadyTime> newestDenial; ///< the same; stays when what was refused has been tried again
    std::optional<Violation> violation;
};

/// `callback` for every user of every process.
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
