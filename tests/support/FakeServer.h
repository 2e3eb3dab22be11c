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

/// The two watch tables of a server: exists and get share one.
enum class ServerWatch {
    Data,
    Child
};

/// One request on its way from a FakeHandle to the FakeServer and back.
struct FakeRequest {
    FakeRequest(std::uint64_t theId, zk::Request theContent);

    const std::uint64_t id; ///< assigned by the client
    const zk::Request content;
    const FakeOp op;
    const std::vector<std::string> paths; ///< several for a multi
    const bool isWrite;
    const zk::Client* client = nullptr;

    bool seen = false; ///< its fault, if any, has been taken
    bool executed = false;
    bool reachedTheLeader = false;
    bool failed = false; ///< by the test: the client does not see the effects on the server
    int hold = 0;
    zk::Answer result; ///< only without an error
    std::optional<Error> error;
    std::int64_t zxid = 0; ///< the server's last transaction when it answered

    /// True if a follower forwards it to the leader.
    [[nodiscard]] bool needsTheLeader() const { return isWrite || op == FakeOp::Sync; }
    /// `code` as an error of this request.
    [[nodiscard]] Error asError(ErrorCode code, std::string detail) const;
};

/// A reply or watch event on its way to a client.
using FakeDelivery = std::variant<std::shared_ptr<FakeRequest>, zk::WatchEvent>;

/// A client's connection, shared by both ends. The server's lock guards all members.
struct FakeLink {
    Executor* executor = nullptr;
    const zk::Client* client = nullptr;
    Task wake; ///< wakes the client's present handle, which then checks for work
    SessionId session = 0;
    bool up = false;
    bool blocked = false; ///< disconnected by the test: no new connection until reconnect()
    bool readOnly = false;
    std::size_t server = 0;                ///< of the present or last connection: 0 is the leader, else a follower
    std::size_t nextServer = 0;            ///< of the next connection
    std::size_t frozen = 0;                ///< a separate follower for the time without quorum
    std::optional<SteadyTime> silentSince; ///< up, but all traffic is dropped
    std::uint64_t number = 0;              ///< counts connects and disconnects
    std::deque<std::shared_ptr<FakeRequest>> sent; ///< not executed yet
    std::deque<FakeDelivery> outbox;

    void wakeUp() const
    {
        if (wake)
            wake();
    }
};

/// Sessions, watches and connections over a FakeTree. FakeEnsemble is the test's interface, FakeHandle the product's.
/// Thread: any. One lock guards everything; under it only FakeLink::wake calls outside code, and it only posts.
/// `executor` runs the timers and must outlive the server.
/// `tree` is the leader's. A follower has its own view, some transactions behind; its clients' reads and watches use
/// that view. Before it answers a write or a sync that reached the leader, it applies everything up to that
/// transaction.
/// Sessions expire by the leader's tracker, as in ZooKeeper (SessionTrackerImpl, ExpiryQueue): the timeout counts from
/// the last touch and is rounded up to a tick. The leader touches a session when it is created or resumed, and with
/// each request of its own clients. For a follower's clients it does so only with the follower's answer to its ping,
/// every half tick (Learner.ping). A follower that is cut off answers no ping. It continues to serve reads until its
/// sync limit has passed.
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
        std::string path; ///< of a multi: the path of its first step
    };

    explicit FakeServer(Executor& executor)
        : m_executor(executor)
    {
    }

    // ---- Called by the client
    void enlist(const std::shared_ptr<FakeLink>& link, const zk::Client* client);
    [[nodiscard]] std::optional<SessionId> open(const std::shared_ptr<FakeLink>& link,
                                                std::chrono::milliseconds timeout);
    /// Reconnects and sets the watches again; changes since `lastZxid` fire them at once.
    [[nodiscard]] Resumed resume(const std::shared_ptr<FakeLink>& link, std::int64_t lastZxid,
                                 const std::vector<ActiveWatch>& watches);
    void submit(const std::shared_ptr<FakeLink>& link, const std::shared_ptr<FakeRequest>& request);
    /// The next reply or event that has arrived at the client, if any.
    [[nodiscard]] std::optional<FakeDelivery> take(FakeLink& link);
    /// Returns true if the server answered.
    [[nodiscard]] bool ping(const FakeLink& link);
    void closeSession(const std::shared_ptr<FakeLink>& link);
    /// Ends the connection, from either side; everything in flight is lost.
    void hangUp(FakeLink& link);
    void addWatch(ServerWatch kind, const std::string& path, SessionId session);
    void removeWatch(ServerWatch kind, const std::string& path, SessionId session);

    // ---- Called by the test
    void disconnect(const std::shared_ptr<FakeLink>& link, When pending);
    void cut(const std::shared_ptr<FakeLink>& link);
    void reconnect(const std::shared_ptr<FakeLink>& link);
    void setReadOnly(const std::shared_ptr<FakeLink>& link, bool readOnly);
    /// A follower's client is notified when the follower has applied it.
    void expire(SessionId session);
    void keepEphemerals(SessionId session);
    void removeKeptEphemerals();
    void pauseExpiry(bool paused);
    void release(int hold);
    /// Also removes the faults for this client only.
    void forget(const zk::Client* client, const FakeLink& link);
    /// Sends the watch events of the changes to tree() since the last call, and the transaction to the followers.
    void publish();
    [[nodiscard]] std::size_t addFollower();
    /// The follower applies up to `count` pending transactions.
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
    /// Called with a description of each server action and the session of its client.
    std::function<void(SessionId, const std::string&)> observer;
    /// Called with each request just before its execution on the tree.
    std::function<void(SessionId, const FakeRequest&)> executing;
    Duration tick = std::chrono::milliseconds(500);
    Duration latency{0};   ///< from the sending of a request to its execution
    Duration pingPhase{0}; ///< the leader pings every half tick plus this delay
    int syncLimit = 5;     ///< ticks after which a follower that is cut off drops its clients

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
        SteadyTime expiresAt{};            ///< according to the leader's tracker
        std::optional<SteadyTime> touched; ///< at a follower that has not reported it to the leader yet
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
        bool isPartitioned = false; ///< cut off from the leader
        Subscription waitLimit;
    };

    void step(const std::shared_ptr<FakeLink>& link);
    void stepLater(const std::shared_ptr<FakeLink>& link);
    void execute(FakeLink& link, FakeRequest& request);
    [[nodiscard]] Result<zk::Answer> perform(const FakeLink& link, const FakeRequest& request);
    void reply(const std::shared_ptr<FakeLink>& link, std::shared_ptr<FakeRequest> request);
    void send(const std::shared_ptr<FakeLink>& link, zk::WatchEvent::Type type, const std::string& path);
    void fire(zk::WatchEvent::Type type, const std::string& path, const std::set<SessionId>& sessions);
    [[nodiscard]] const FakeTree& viewOf(std::size_t server) const;
    void applyUntil(std::size_t server, std::int64_t zxid);
    /// Fires the watches of this server's clients for these changes.
    void applyChanges(std::size_t server, const std::vector<FakeTree::Change>& changes);
    [[nodiscard]] std::set<SessionId> takeWatchers(Watches& watches, const std::string& path, std::size_t server);
    void reportObserver(const FakeLink& link, const char* what, const FakeRequest& request) const;
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
    std::vector<Follower> m_followers; ///< number n is at index n - 1
    std::int64_t m_published = 0;
    Watches m_dataWatches;
    Watches m_childWatches;
    std::vector<std::weak_ptr<FakeLink>> m_links;
    std::vector<SessionId> m_kept;
    std::set<SessionId> m_overdue;
    bool m_expiryPaused = false;
    std::map<std::uint64_t, Subscription> m_steps; ///< timers of delayed requests
    std::uint64_t m_lastStep = 0;
    SessionId m_lastSession = 0x100'0000'0000'0000;
};

} // namespace lockscope::test
