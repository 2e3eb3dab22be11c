// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"
#include "core/base/Result.h"
#include "core/zk/Values.h"
#include "tests/support/FakeClient.h"
#include "tests/support/FakeServer.h"

#include <memory>
#include <string>
#include <vector>

namespace lockscope::test {

/// A ZooKeeper in memory, with everything that can go wrong at hand in one line. One server, the leader, is always
/// right; followers are added by addFollower() and lag as far as the test lets them.
///
/// Nothing happens inside these calls but on the tree: clients hear of it when their executor runs. Any thread.
/// The root is empty (a real one has /zookeeper). Timers run on `executor`, which must outlive it; clients may outlive
/// it. A session ends when the leader has not touched it for its timeout, rounded up to a tick (FakeServer).
class FakeEnsemble final {
public:
    explicit FakeEnsemble(Executor& executor);

    // ---- Faults of requests. See FakeFault for what they match.

    /// Fails one request, before or after it was executed.
    void fail(FakeFault fault);
    /// Holds one request, or its answer, and all that comes after it on that connection, until release().
    [[nodiscard]] int hold(FakeFault fault);
    void release(int hold);
    /// Takes back the faults that have not met their request.
    void clearFaults();
    [[nodiscard]] std::size_t faultsLeft() const;
    /// addAuth with this scheme is refused.
    void refuseScheme(std::string scheme);

    // ---- Faults of connections and sessions

    /// The connection breaks, and no new one comes about until reconnect(). Requests on their way fail with
    /// ConnectionLoss; `pending` says whether the server had executed them.
    void disconnect(const FakeClient& client, When pending = When::BeforeExecution);
    /// No new connection until reconnect(); the present one goes on.
    void isolate(const FakeClient& client);
    /// Silence: nothing gets through. The client is Suspended two thirds of its timeout after it last heard anything.
    void cut(const FakeClient& client);
    /// The client reconnects. What its watches missed is delivered.
    void reconnect(const FakeClient& client);
    /// The server ends the session: its ephemerals go now. The client hears of it now, or when it reconnects. Returns
    /// which one it was.
    SessionId expire(const FakeClient& client);
    /// The client's server loses its quorum, or finds it again. Until then it shows the tree as it is now.
    void setReadOnly(const FakeClient& client, bool readOnly);
    /// No session ends by its timeout until resumeExpiry(), which ends those that are overdue.
    void pauseExpiry();
    void resumeExpiry();
    /// Of the servers; no session's timeout may be shorter than two. `pingPhase`: how long after each half tick the
    /// leader pings its followers.
    void setTick(Duration tick, Duration pingPhase = {});
    /// When this client's present session ends, its ephemerals stay in sight until removeKeptEphemerals().
    void keepEphemeralsVisible(const FakeClient& client);
    void removeKeptEphemerals();

    // ---- Followers

    // Their clients' reads and watches go by what the follower has applied; writes are the leader's, and who made one
    // sees it.

    /// A server that applies nothing by itself: apply() makes it, and so does each of its clients with a write, a sync
    /// or a new session, before the answer. Returns its number, from 1; 0 is the leader.
    [[nodiscard]] std::size_t addFollower();
    /// Where the client's next connection goes. A follower that is behind what the client has read catches up so far.
    void attach(const FakeClient& client, std::size_t server);
    void apply(std::size_t follower, std::size_t transactions = 1);
    /// The follower is cut off from the leader: it applies nothing, does not answer writes and syncs, and the leader
    /// hears nothing of its clients. After five ticks it drops them; the next connection goes to the leader.
    void partition(std::size_t follower);
    void heal(std::size_t follower);
    /// How many transactions it has not applied yet.
    [[nodiscard]] std::size_t lag(std::size_t follower) const;

    // ---- What an operator or another client does, at once and past all permissions

    Result<zk::Created> create(const std::string& path, std::string data = {}, SessionId owner = 0,
                               zk::CreateMode mode = zk::CreateMode::Persistent);
    Result<void> remove(const std::string& path);
    Result<zk::Stat> setData(const std::string& path, std::string data);
    /// The number that the next sequential node under `parent` gets.
    Result<void> setNextSequence(const std::string& parent, std::int32_t number);
    /// Takes zk::Permission bits away from all clients at `path`; 0 gives them back. Create and Delete are the
    /// parent's.
    void deny(const std::string& path, std::int32_t permissions);
    void reapContainers();

    // ---- For assertions

    [[nodiscard]] std::vector<std::string> children(const std::string& path) const; ///< sorted; empty if there is none
    [[nodiscard]] bool exists(const std::string& path) const;
    [[nodiscard]] std::optional<zk::Stat> stat(const std::string& path) const;
    [[nodiscard]] std::string data(const std::string& path) const; ///< empty if there is no such node
    [[nodiscard]] std::vector<std::string> ephemeralsOf(SessionId session) const;
    [[nodiscard]] std::int64_t zxid() const;
    [[nodiscard]] std::size_t
    watchCount(const std::string& path) const; ///< as the server counts: one a session and kind
    [[nodiscard]] std::size_t watchCount() const;
    [[nodiscard]] std::size_t sessionCount() const;
    [[nodiscard]] bool hasSession(SessionId session) const;
    [[nodiscard]] std::size_t openRequests(const FakeClient& client) const; ///< not answered; on the client's executor
    /// Sent by clients since clearRequests(), with those by which they keep their sessions alive (syncs and reads of
    /// "/"), without those that take watches off.
    [[nodiscard]] std::vector<FakeServer::Logged> requests() const;
    [[nodiscard]] std::size_t count(FakeOp op) const;
    void clearRequests();
    /// Each request of a client's just before it is executed, with its session. The handler may act as an operator
    /// does.
    void onExecuting(std::function<void(SessionId, const FakeRequest&)> observer);
    /// What the servers do from now on, in words, and for which session. Called while the ensemble is locked.
    void onTraffic(std::function<void(SessionId, const std::string&)> observer);

private:
    friend class FakeClient;
    std::shared_ptr<FakeServer> m_server;
};

} // namespace lockscope::test
