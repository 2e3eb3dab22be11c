// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"
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

/// One request on its way from a FakeClient to the FakeServer and back.
struct FakeRequest {
    FakeOp op = FakeOp::Any;
    std::vector<std::string> paths; ///< several for a multi
    const zk::Client* client = nullptr;
    bool isWrite = false;
    std::uint64_t watch = 0; ///< the client's number of the watch that it sets; 0: none
    /// Does it on the tree, under the server's lock, and keeps the result.
    std::function<std::optional<Error>(FakeServer&, zk::SessionId)> execute;
    /// Tells the caller the kept result, or `error` in its place. Once, on the client's executor.
    std::function<void(const std::optional<Error>& error)> answer;

    SteadyTime sentAt{};
    bool submitted = false;
    bool seen = false; ///< its fault, if any, has been taken
    bool executed = false;
    bool failed = false; ///< by the test: the client sees nothing of what the server did
    int hold = 0;
    std::optional<Error> error;
    std::int64_t zxid = 0; ///< the server's last transaction when it answered

    /// `code` as an error of this request.
    [[nodiscard]] Error asError(ErrorCode code, std::string detail) const;
};

/// The client's end of a connection; every call comes in a task of its executor.
class FakePeer {
public:
    virtual ~FakePeer() = default;
    virtual void answered(const std::shared_ptr<FakeRequest>& request) = 0;
    virtual void fired(const zk::WatchEvent& event) = 0;
    virtual void linkLost(SteadyTime lastContact) = 0;
    virtual void sessionExpired() = 0;
    virtual void connect() = 0; ///< the server may be reached again: try
};

/// A client's connection as both ends see it. All members belong to the server's lock.
struct FakeLink {
    Executor* executor = nullptr;
    std::weak_ptr<FakePeer> peer;
    zk::SessionId session = 0;
    bool up = false;
    bool blocked = false; ///< disconnected by the test: no new connection until it says so
    bool readOnly = false;
    std::size_t server = 0;     ///< that the connection goes, or last went, to: 0 the leader, else a follower
    std::size_t nextServer = 0; ///< that the next connection will go to
    std::optional<SteadyTime> silentSince; ///< up, but nothing gets through
    std::uint64_t number = 0;              ///< counts the connections made and broken
    Subscription silence;
    std::deque<std::shared_ptr<FakeRequest>> sent;                                 ///< not executed yet
    std::deque<std::variant<std::shared_ptr<FakeRequest>, zk::WatchEvent>> outbox; ///< on its way to the client

    /// Posts `call` to the client, if there still is one by then.
    template <typename Call> void tell(Call call) const
    {
        executor->post([weak = peer, call = std::move(call)] {
            if (const auto alive = weak.lock())
                call(*alive);
        });
    }
};

/// Sessions, watches and connections over a FakeTree. FakeEnsemble is the test's handle on it, FakeClient the
/// product's. Any thread: one lock, under which no caller's code runs. `executor` is for its timers and must outlive
/// it.
/// `tree` is the leader's. A follower has a view of its own, some transactions behind: what its clients read, and when
/// their watches fire, goes by that. Before it answers a write or a sync it has applied everything up to there.
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
    void enlist(const std::shared_ptr<FakeLink>& link);
    [[nodiscard]] std::optional<zk::SessionId> open(const std::shared_ptr<FakeLink>& link,
                                                    std::chrono::milliseconds timeout);
    /// Connects again and sets the watches anew; what was missed since `lastZxid` is fired.
    [[nodiscard]] Resumed resume(const std::shared_ptr<FakeLink>& link, std::int64_t lastZxid,
                                 const std::vector<ActiveWatch>& watches);
    void submit(const std::shared_ptr<FakeLink>& link, const std::shared_ptr<FakeRequest>& request);
    void closeSession(const std::shared_ptr<FakeLink>& link);
    /// The client gives the session up without a word to the server.
    void abandon(const std::shared_ptr<FakeLink>& link);
    [[nodiscard]] std::optional<SteadyTime> lastContact(const FakeLink& link) const;
    [[nodiscard]] bool isReadOnly(const FakeLink& link) const;
    /// Must a request of a Suspended client fail?
    [[nodiscard]] bool failsNow() const;
    void addWatch(ServerWatch kind, const std::string& path, zk::SessionId session);
    void removeWatch(ServerWatch kind, const std::string& path, zk::SessionId session);

    // The test's side
    void disconnect(const std::shared_ptr<FakeLink>& link, When pending);
    void cut(const std::shared_ptr<FakeLink>& link);
    void reconnect(const std::shared_ptr<FakeLink>& link);
    void setReadOnly(const std::shared_ptr<FakeLink>& link, bool readOnly);
    void expire(zk::SessionId session);
    void keepEphemerals(zk::SessionId session);
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

    mutable std::recursive_mutex mutex;
    FakeTree tree;
    FakeFaults faults;
    std::vector<Logged> log;
    std::vector<std::string> refusedSchemes;
    bool failsWhileSuspended = false;
    /// Is told in words what each server does for which client.
    std::function<void(zk::SessionId, const std::string&)> observer;
    /// Is shown each request just before it is executed on the tree.
    std::function<void(zk::SessionId, const FakeRequest&)> executing;
    Duration expiryDelay = std::chrono::milliseconds(500); ///< after the timeout, as a server's ticks make it

    [[nodiscard]] const Clock& clock() const { return m_executor.clock(); }
    /// What the server of this session's connection shows.
    [[nodiscard]] const FakeTree& view(zk::SessionId session) const;
    [[nodiscard]] std::size_t watchCount(const std::string& path) const;
    [[nodiscard]] std::size_t watchCount() const;
    [[nodiscard]] std::size_t sessionCount() const;

private:
    struct Session {
        std::chrono::milliseconds timeout{0};
        std::weak_ptr<FakeLink> link;
        bool keepsEphemerals = false;
        std::uint64_t lease = 0; ///< counts the expiry timers: an old one does nothing
        Subscription expiry;
    };
    using Watches = std::map<std::string, std::set<zk::SessionId>>;
    struct Transaction {
        FakeTree after;
        std::vector<FakeTree::Change> changes;
    };
    struct Follower {
        std::shared_ptr<const Transaction> applied; ///< the last one
        std::deque<std::shared_ptr<const Transaction>> pending;
    };

    void step(const std::shared_ptr<FakeLink>& link);
    void deliver(const std::shared_ptr<FakeLink>& link);
    void execute(FakeLink& link, FakeRequest& request);
    void reply(const std::shared_ptr<FakeLink>& link, std::shared_ptr<FakeRequest> request);
    void send(const std::shared_ptr<FakeLink>& link, zk::WatchEvent::Type type, const std::string& path);
    void fire(zk::WatchEvent::Type type, const std::string& path, const std::set<zk::SessionId>& sessions);
    [[nodiscard]] const FakeTree& viewOf(std::size_t server) const;
    void applyUntil(std::size_t server, std::int64_t zxid);
    /// Fires the watches that clients of this server have on what changed.
    void applyChanges(std::size_t server, const std::vector<FakeTree::Change>& changes);
    [[nodiscard]] std::set<zk::SessionId> takeWatchers(Watches& watches, const std::string& path, std::size_t server);
    void tellObserver(const FakeLink& link, const char* what, const FakeRequest& request) const;
    void postSteps(const std::shared_ptr<FakeLink>& link);
    void postDeliveries(const std::shared_ptr<FakeLink>& link);
    void drop(const std::shared_ptr<FakeLink>& link, When pending, SteadyTime lastContact);
    void hangUp(FakeLink& link);
    void startExpiry(zk::SessionId session, SteadyTime lastContact);
    void forgetWatches(zk::SessionId session);
    void endSession(zk::SessionId session);

    Executor& m_executor;
    std::map<zk::SessionId, Session> m_sessions;
    std::vector<Follower> m_followers; ///< the one with number n is at n - 1
    std::int64_t m_published = 0;
    Watches m_dataWatches;
    Watches m_childWatches;
    std::vector<std::weak_ptr<FakeLink>> m_links;
    std::vector<zk::SessionId> m_kept;
    std::set<zk::SessionId> m_overdue;
    bool m_expiryPaused = false;
    zk::SessionId m_lastSession = 0x100'0000'0000'0000;
};

} // namespace lockscope::test
