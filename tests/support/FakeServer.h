// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"
#include "core/base/Result.h"
#include "core/zk/client/Request.h"
#include "tests/support/FakeFaults.h"
#include "tests/support/FakeTree.h"

#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <variant>

namespace lockscope::test {

class FakeServer;

/// The two lists of watches that a server keeps: exists and get share one.
enum class ServerWatch {
    Data,
    Child
};

/// One request on its way from a FakeHandle to the FakeServer and back.
struct FakeRequest {
    FakeRequest(std::uint64_t theId, zk::Request theContent);

    const std::uint64_t id; ///< the client's number of it
    const zk::Request content;
    const FakeOp op;
    const std::vector<std::string> paths; ///< several for a multi
    const bool isWrite;
    const zk::Client* client = nullptr;

    bool seen = false; ///< its fault, if any, has been taken
    bool executed = false;
    bool reachedTheLeader = false;
    bool failed = false; ///< by the test: the client sees nothing of what the server did
    int hold = 0;
    zk::Answer result; ///< unless there is an error
    std::optional<Error> error;
    std::int64_t zxid = 0; ///< the server's last transaction when it answered

    /// Does a follower forward it?
    [[nodiscard]] bool needsTheLeader() const { return isWrite || op == FakeOp::Sync; }
    /// `code` as an error of this request.
    [[nodiscard]] Error asError(ErrorCode code, std::string detail) const;
};

/// What is on its way to a client.
using FakeDelivery = std::variant<std::shared_ptr<FakeRequest>, zk::WatchEvent>;

/// A client's connection as both ends see it. All members belong to the server's lock.
struct FakeLink {
    Executor* executor = nullptr;
    const zk::Client* client = nullptr;
    Task wake; ///< the client's present handle; it looks then what there is to do
    SessionId session = 0;
    bool up = false;
    bool blocked = false; ///< disconnected by the test: no new connection until it says so
    bool readOnly = false;
    std::size_t server = 0;     ///< that the connection goes, or last went, to: 0 the leader, else a follower
    std::size_t nextServer = 0; ///< that the next connection will go to
    std::size_t frozen = 0;     ///< a follower of its own for the time without quorum
    std::optional<SteadyTime> silentSince;         ///< up, but nothing gets through
    std::uint64_t number = 0;                      ///< counts the connections made and broken
    std::deque<std::shared_ptr<FakeRequest>> sent; ///< not executed yet
    std::deque<FakeDelivery> outbox;

    void wakeUp() const
    {
        if (wake)
            wake();
    }
};

/// Sessions, watches and connections over a FakeTree. FakeEnsemble is the test's handle on it, FakeHandle the
/// product's. Any thread: one lock, under which no caller's code runs but FakeLink::wake, which only posts. `executor`
/// is for its timers and must outlive it.
/// `tree` is the leader's. A follower has a view of its own, some transactions behind: what its clients read, and when
/// their watches fire, goes by that. Before it answers a write or a sync that reached the leader it has applied
/// everything up to there.
/// Sessions end by the leader's tracker, as ZooKeeper's does it (SessionTrackerImpl, ExpiryQueue): the timeout counts
/// from when it last touched them and is rounded up to a tick. It touches a session when it is made or found again,
/// with each request of a client of its own, and for a follower's clients only with that follower's answer to its
/// ping, every half tick (Learner.ping). A follower that is cut off answers no ping, and goes on serving reads until
/// its limit for that is over.
class FakeServer final : public std::enable_shared_from_this<FakeServer> {
public:
    struct ActiveWatch {
        enum class Kind {
            Exists,
            Data,
            Child
        };
        Kind kind = Kind::Data;
        std::string path;
    };
    enum class Resumed {
        Yes,
        Expired,
        Unreachable
    };
    struct Logged {
        FakeOp op = FakeOp::Any;
        std::string path; ///< the first step's for a multi
    };

    explicit FakeServer(Executor& executor)
        : m_executor(executor)
    {
    }

    // The client's side
    void enlist(const std::shared_ptr<FakeLink>& link, const zk::Client* client);
    [[nodiscard]] std::optional<SessionId> open(const std::shared_ptr<FakeLink>& link,
                                                std::chrono::milliseconds timeout);
    /// Connects again and sets the watches anew; what was missed since `lastZxid` is fired.
    [[nodiscard]] Resumed resume(const std::shared_ptr<FakeLink>& link, std::int64_t lastZxid,
                                 const std::vector<ActiveWatch>& watches);
    void submit(const std::shared_ptr<FakeLink>& link, const std::shared_ptr<FakeRequest>& request);
    /// What has arrived at the client, if anything.
    [[nodiscard]] std::optional<FakeDelivery> take(FakeLink& link);
    /// True: answered.
    [[nodiscard]] bool ping(const FakeLink& link);
    void closeSession(const std::shared_ptr<FakeLink>& link);
    /// The connection is over, whoever ends it; what is on its way is lost.
    void hangUp(FakeLink& link);
    void addWatch(ServerWatch kind, const std::string& path, SessionId session);
    void removeWatch(ServerWatch kind, const std::string& path, SessionId session);

    // The test's side
    void disconnect(const std::shared_ptr<FakeLink>& link, When pending);
    void cut(const std::shared_ptr<FakeLink>& link);
    void reconnect(const std::shared_ptr<FakeLink>& link);
    void setReadOnly(const std::shared_ptr<FakeLink>& link, bool readOnly);
    /// A follower's client hears of it when that has applied it.
    void expire(SessionId session);
    void keepEphemerals(SessionId session);
    void removeKeptEphemerals();
    void pauseExpiry(bool paused);
    void release(int hold);
    /// Faults that were meant for this client alone go with it.
    void forget(const zk::Client* client, const FakeLink& link);
    /// Sends the watch events of what was done to tree() since the last call, and the followers their transaction.
    void publish();
    [[nodiscard]] std::size_t addFollower();
    /// The follower applies so many of the transactions that it has not applied yet.
    void apply(std::size_t follower, std::size_t count);
    [[nodiscard]] std::size_t lag(std::size_t follower) const;
    void partition(std::size_t follower);
    void heal(std::size_t follower);
    [[nodiscard]] bool isPartitioned(std::size_t follower) const;

    mutable std::recursive_mutex mutex;
    FakeTree tree;
    FakeFaults faults;
    std::vector<Logged> log;
    std::vector<std::string> refusedSchemes;
    /// Is told in words what each server does for which client.
    std::function<void(SessionId, const std::string&)> observer;
    /// Is shown each request just before it is executed on the tree.
    std::function<void(SessionId, const FakeRequest&)> executing;
    Duration tick = std::chrono::milliseconds(500);
    Duration pingPhase{0}; ///< the leader pings every half tick, from there
    int syncLimit = 5;     ///< ticks after which a follower that is cut off gives up

    [[nodiscard]] const Clock& clock() const { return m_executor.clock(); }
    [[nodiscard]] std::size_t watchCount(const std::string& path) const;
    [[nodiscard]] std::size_t watchCount() const;
    [[nodiscard]] std::size_t sessionCount() const;
    [[nodiscard]] bool hasSession(SessionId session) const;

private:
    struct Session {
        std::chrono::milliseconds timeout{0};
        std::weak_ptr<FakeLink> link;
        bool keepsEphemerals = false;
        SteadyTime expiresAt{};            ///< as the leader's tracker has it
        std::optional<SteadyTime> touched; ///< at a follower that has not handed it over yet
        std::size_t touchedAt = 0;         ///< the follower
        Subscription expiry;
    };
    using Watches = std::map<std::string, std::set<SessionId>>;
    struct Transaction {
        FakeTree after;
        std::vector<FakeTree::Change> changes;
    };
    struct Follower {
        std::shared_ptr<const Transaction> applied; ///< the last one
        std::deque<std::shared_ptr<const Transaction>> pending;
        bool isFrozen = false;      ///< without quorum: it never applies anything
        bool isPartitioned = false; ///< from the leader
        Subscription waitLimit;
    };

    void step(const std::shared_ptr<FakeLink>& link);
    void execute(FakeLink& link, FakeRequest& request);
    [[nodiscard]] Result<zk::Answer> perform(const FakeLink& link, const FakeRequest& request);
    void reply(const std::shared_ptr<FakeLink>& link, std::shared_ptr<FakeRequest> request);
    void send(const std::shared_ptr<FakeLink>& link, zk::WatchEvent::Type type, const std::string& path);
    void fire(zk::WatchEvent::Type type, const std::string& path, const std::set<SessionId>& sessions);
    [[nodiscard]] const FakeTree& viewOf(std::size_t server) const;
    void applyUntil(std::size_t server, std::int64_t zxid);
    /// Fires the watches that clients of this server have on what changed.
    void applyChanges(std::size_t server, const std::vector<FakeTree::Change>& changes);
    [[nodiscard]] std::set<SessionId> takeWatchers(Watches& watches, const std::string& path, std::size_t server);
    void tellObserver(const FakeLink& link, const char* what, const FakeRequest& request) const;
    void postSteps(const std::shared_ptr<FakeLink>& link);
    void postDeliveries(const std::shared_ptr<FakeLink>& link);
    void drop(const std::shared_ptr<FakeLink>& link, When pending);
    void touch(const FakeLink& link);
    void track(Session& session);
    void handOver(Session& session);
    void armExpiry(SessionId id, Session& session);
    void onExpiryDue(SessionId id);
    void hangUpOnTheExpired(std::size_t follower);
    void freeze(FakeLink& link);
    [[nodiscard]] std::size_t serverFor(const FakeLink& link) const;
    void forgetWatches(SessionId session);
    void endSession(SessionId session);

    Executor& m_executor;
    std::map<SessionId, Session> m_sessions;
    std::vector<Follower> m_followers; ///< the one with number n is at n - 1
    std::int64_t m_published = 0;
    Watches m_dataWatches;
    Watches m_childWatches;
    std::vector<std::weak_ptr<FakeLink>> m_links;
    std::vector<SessionId> m_kept;
    std::set<SessionId> m_overdue;
    bool m_expiryPaused = false;
    SessionId m_lastSession = 0x100'0000'0000'0000;
};

} // namespace lockscope::test
