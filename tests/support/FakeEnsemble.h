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

/// An in-memory ZooKeeper with fault injection. Server 0, the leader, is always up to date. Followers are added by
/// addFollower() and lag as far as the test lets them.
///
/// These calls only change the tree; clients are notified when their executor runs. Thread: any. The root is empty (a
/// real one has /zookeeper). Timers run on `executor`, which must outlive the ensemble; clients may outlive it. A
/// session ends when the leader has not touched it for its timeout, rounded up to a tick (FakeServer).
class FakeEnsemble final {
public:
    explicit FakeEnsemble(Executor& executor);

    // ---- Request faults. FakeFault describes what they match.

    /// Fails one request, before or after its execution.
    void fail(FakeFault fault);
    /// Holds one request, or its reply, and everything after it on that connection, until release().
    [[nodiscard]] int hold(FakeFault fault);
    void release(int hold);
    /// Executes each later request this long after it was sent; zero, as at first: in the next task.
    void setLatency(Duration latency);
    /// Removes the faults that have not matched a request yet.
    void clearFaults();
    [[nodiscard]] std::size_t faultsLeft() const;
    /// The servers reject addAuth with this scheme.
    void refuseScheme(std::string scheme);

    // ---- Connection and session faults

    /// Closes the connection and prevents a new one until reconnect(). Requests in flight fail with ConnectionLoss;
    /// `pending` states whether the server executed them.
    void disconnect(const FakeClient& client, When pending = When::BeforeExecution);
    /// Prevents new connections until reconnect(); the present connection stays up.
    void isolate(const FakeClient& client);
    /// Drops all traffic. The client is Suspended when it has received nothing for two thirds of its timeout.
    void cut(const FakeClient& client);
    /// Reconnects the client. Missed watch events are delivered.
    void reconnect(const FakeClient& client);
    /// Expires the session on the server and deletes its ephemeral nodes now. The client is notified now, or when it
    /// reconnects. Returns the id of the session.
    SessionId expire(const FakeClient& client);
    /// The client's server loses or regains its quorum. Without quorum it serves the tree as it is now.
    void setReadOnly(const FakeClient& client, bool readOnly);
    /// Sessions do not expire until resumeExpiry(), which ends the overdue ones.
    void pauseExpiry();
    void resumeExpiry();
    /// The tick of the servers; no session timeout may be shorter than two ticks. `pingPhase`: the delay after each
    /// half tick at which the leader pings its followers.
    void setTick(Duration tick, Duration pingPhase = {});
    /// When this client's present session ends, its ephemeral nodes stay visible until removeKeptEphemerals().
    void keepEphemeralsVisible(const FakeClient& client);
    void removeKeptEphemerals();

    // ---- Followers

    // Reads and watches of a follower's clients use what the follower has applied. Writes go to the leader, and the
    // writing client sees its own write.

    /// Adds a server that applies transactions only on apply(), and before it answers a write, a sync or a new session
    /// of its clients. Returns its number, from 1; 0 is the leader.
    [[nodiscard]] std::size_t addFollower();
    /// Selects the server of the client's next connection. A follower catches up with what the client has already read.
    void attach(const FakeClient& client, std::size_t server);
    void apply(std::size_t follower, std::size_t transactions = 1);
    /// Cuts the follower off from the leader: it applies nothing and does not answer writes and syncs, and its clients'
    /// pings do not reach the leader. After five ticks it drops its clients; the next connection goes to the leader.
    void partition(std::size_t follower);
    void heal(std::size_t follower);
    /// The number of transactions not applied yet.
    [[nodiscard]] std::size_t lag(std::size_t follower) const;

    // ---- Operations of an operator or another client: immediate, without permission checks

    Result<zk::Created> create(const std::string& path, std::string data = {}, SessionId owner = 0,
                               zk::CreateMode mode = zk::CreateMode::Persistent);
    Result<void> remove(const std::string& path);
    Result<zk::Stat> setData(const std::string& path, std::string data);
    /// Sets the number of the next sequential node under `parent`.
    Result<void> setNextSequence(const std::string& parent, std::int32_t number);
    /// Denies all clients these zk::Permission bits at `path`; 0 restores them. Create and Delete are checked at the
    /// parent.
    void deny(const std::string& path, std::int32_t permissions);
    /// Whether a client's exists() needs the Read permission, as since 3.8.4 and 3.9.2 (ZOOKEEPER-2590).
    void setExistsNeedsRead(bool needsRead);
    void reapContainers();

    // ---- For assertions

    [[nodiscard]] std::vector<std::string> children(const std::string& path) const; ///< sorted; empty if none
    [[nodiscard]] bool exists(const std::string& path) const;
    [[nodiscard]] std::optional<zk::Stat> stat(const std::string& path) const;
    [[nodiscard]] std::string data(const std::string& path) const; ///< empty if there is no such node
    [[nodiscard]] std::vector<std::string> ephemeralsOf(SessionId session) const;
    [[nodiscard]] std::int64_t zxid() const;
    [[nodiscard]] std::size_t
    watchCount(const std::string& path) const; ///< counted like the server: one per session and kind
    [[nodiscard]] std::size_t watchCount() const;
    [[nodiscard]] std::size_t sessionCount() const;
    [[nodiscard]] bool hasSession(SessionId session) const;
    [[nodiscard]] std::size_t openRequests(const FakeClient& client) const; ///< unanswered; on the client's executor
    /// Requests sent by clients since clearRequests(). Includes the heartbeats of the sessions (syncs and reads of
    /// "/"), excludes the removal of watches.
    [[nodiscard]] std::vector<FakeServer::Logged> requests() const;
    [[nodiscard]] std::size_t count(FakeOp op) const;
    void clearRequests();
    /// Called for each client request just before its execution, with its session. The handler may call operator
    /// operations.
    void onExecuting(std::function<void(SessionId, const FakeRequest&)> observer);
    /// Called with a description of each server action and its session. The ensemble is locked during the call.
    void onTraffic(std::function<void(SessionId, const std::string&)> observer);

private:
    friend class FakeClient;
    std::shared_ptr<FakeServer> m_server;
};

} // namespace lockscope::test
