// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"
#include "core/redis/Target.h"
#include "tests/support/redis/FakeLua.h"
#include "tests/support/redis/FakeRedisFaults.h"
#include "tests/support/redis/FakeStore.h"
#include "tests/support/redis/Resp.h"

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace lockscope::test {

namespace commands {
struct FakeCommand;
}

/// How a connection reaches its client. Called during the functions of FakeRedis; must not call back.
struct FakePeer {
    std::string client; ///< the name of the client, for faults and the log
    std::function<void(std::string_view)> send;
    Task close;
};

/// The server's side of one connection. Data only.
struct FakeSession {
    std::uint64_t id = 0;
    FakePeer peer;
    RequestReader reader;
    int database = 0;
    std::string name; ///< CLIENT SETNAME
    bool isAuthenticated = false;
    bool isMute = false;                  ///< nothing more is executed or sent
    bool isAbandoned = false;             ///< the client has closed it
    bool isClosing = false;               ///< after this command
    std::optional<redis::Command> next;   ///< taken from the reader
    bool isHeld = false;                  ///< `next` waits for a release or a delay
    int hold = 0;                         ///< the number of the hold
    std::optional<std::int64_t> waitsFor; ///< WAIT: this many replicas; nothing is executed meanwhile
    Subscription timer;                   ///< of a delay or of WAIT
    std::set<std::string> channels;
    std::set<std::string> patterns;
    std::set<std::string> shards;

    [[nodiscard]] bool isSubscribed() const { return !channels.empty() || !patterns.empty() || !shards.empty(); }
};

/// An in-memory Redis server with fault injection: bytes in, bytes out (RESP2), with the behaviour and the texts of
/// redis-server 7.0. tests/redis/conformance shows that. README.md lists what it has.
/// Thread: one. Time is the executor's clock, which must outlive the server; WAIT and delays use its timers. All orders
/// depend on names and numbers only.
class FakeRedis final {
public:
    struct Settings {
        redis::Address address = {.host = "fake", .port = 6379, .socket = {}};
        std::string password = {};                     ///< requirepass; empty: none
        std::map<std::string, std::string> users = {}; ///< further users with their passwords
        bool isCluster = false;                        ///< READONLY is known
    };

    explicit FakeRedis(Executor& executor);
    FakeRedis(Executor& executor, Settings settings);
    ~FakeRedis();
    FakeRedis(const FakeRedis&) = delete;
    FakeRedis& operator=(const FakeRedis&) = delete;

    // ---- Called by a network

    /// Returns the number of the connection.
    [[nodiscard]] std::uint64_t connect(FakePeer peer);
    void receive(std::uint64_t connection, std::string_view bytes);
    /// The client has closed the connection. Later calls with its number do nothing. A request that is delayed or held
    /// is still executed, with those behind it: the server reads the end of the connection after them.
    void disconnect(std::uint64_t connection);

    // ---- Request faults

    /// Loses one request (BeforeExecution) or its reply (AfterExecution), and all that is later on the connection.
    void lose(FakeRedisMatch match, When when, FakeLoss loss = FakeLoss::Cut);
    /// Executes one request this much later, and all that is later on its connection after it.
    void delay(FakeRedisMatch match, Duration by);
    /// Holds one request, and all that is later on its connection, until release().
    [[nodiscard]] int hold(FakeRedisMatch match);
    void release(int hold);
    void clearFaults() { m_faults.clear(); }
    [[nodiscard]] std::size_t faultsLeft() const { return m_faults.armed(); }
    /// Planted fault: messages are counted as delivered but not sent.
    void swallowMessages(bool swallow) { m_swallowsMessages = swallow; }

    // ---- Server faults

    /// Ends the connections of the client; of all clients if it is empty.
    void closeConnections(const std::string& client = {});
    /// The same, only connections that have subscriptions.
    void closeSubscribers(const std::string& client = {});
    /// The server restarts without persistence: connections, data and scripts are lost.
    void loseData();
    /// A replica takes over under this address: connections and scripts are lost, and the last writes. Returns the
    /// number of writes lost (FakeStore::rememberedWrites at most).
    std::size_t failOver(std::size_t lostWrites);
    /// This server becomes a master with the data of `master` without its last writes. No connection is lost.
    void takeOver(const FakeRedis& master, std::size_t lostWrites);
    /// The server's wall clock jumps: its keys expire earlier or later.
    void jumpClock(std::chrono::milliseconds by) { m_clockOffset += by; }
    void flushScripts();
    /// A replica refuses writes. Nothing is replicated: see takeOver().
    void becomeReplicaOf(redis::Address master) { m_master = std::move(master); }
    void becomeMaster() { m_master.reset(); }
    /// The replicas that ROLE and INFO list, and how many of them acknowledge writes to WAIT.
    void setReplicas(std::vector<redis::Address> replicas, std::size_t acknowledging);

    // ---- An operator, and other programs

    /// Executes a command at once, on database 0, without faults.
    redis::Value run(const redis::Command& words);
    /// Answers requests in place of the server, such as CLUSTER SLOTS, SENTINEL or MOVED; without a value the server
    /// does.
    void answerWith(std::function<std::optional<redis::Value>(const redis::Command&)> handler);

    // ---- For assertions

    struct Logged {
        std::string client;
        redis::Command words;
    };
    /// Requests executed since clearRequests(), without those of run() and of scripts.
    [[nodiscard]] const std::vector<Logged>& requests() const { return m_log; }
    [[nodiscard]] std::size_t count(std::string_view command) const;
    void clearRequests() { m_log.clear(); }
    /// Called for each request just before its execution. May call run().
    void onExecuting(std::function<void(const Logged&)> observer) { m_observer = std::move(observer); }
    [[nodiscard]] std::size_t connections() const { return m_sessions.size(); }
    /// The number of connections subscribed to the channel, also by SSUBSCRIBE; without those by patterns.
    [[nodiscard]] std::size_t subscribers(const std::string& channel) const;
    [[nodiscard]] std::uint64_t writes() const { return m_store.writes(); }
    [[nodiscard]] std::int64_t now() const; ///< milliseconds since 1970 by the server's clock
    [[nodiscard]] const redis::Address& address() const { return m_settings.address; }

private:
    friend struct FakeRedisInside;

    using Subscribers = std::map<std::string, std::vector<std::uint64_t>>;

    void proceed(std::uint64_t connection);
    /// Takes the next command of the session that may be executed now.
    [[nodiscard]] bool takeNext(FakeSession& session);
    /// True if the command may be executed now.
    [[nodiscard]] bool applyFault(FakeSession& session, const FakeRedisFaults::Fault& fault);
    void resume(std::uint64_t connection);
    void endWait(std::uint64_t connection);
    void execute(FakeSession& session, const redis::Command& words);
    [[nodiscard]] std::optional<redis::Value> reply(FakeSession& session, const redis::Command& words);
    [[nodiscard]] std::optional<redis::Value> refusal(const FakeSession& session, const commands::FakeCommand& command,
                                                      const redis::Command& words) const;
    [[nodiscard]] std::optional<redis::Value> wait(FakeSession& session, std::int64_t replicas,
                                                   std::chrono::milliseconds timeout);
    redis::Value callFromScript(FakeSession& session, int& database, const redis::Command& words);
    void send(FakeSession& session, const redis::Value& value);
    void close(std::uint64_t connection);
    void forget(std::uint64_t connection);
    void closeAll(const std::string& client, bool onlySubscribers);
    void forgetSubscriptions(const FakeSession& session);
    std::size_t publish(const std::string& channel, const std::string& payload, bool isSharded);

    Executor& m_executor;
    const Settings m_settings;
    std::chrono::milliseconds m_clockOffset{0};
    FakeStore m_store;
    FakeLua m_scripts;
    FakeRedisFaults m_faults;
    std::map<std::uint64_t, std::shared_ptr<FakeSession>> m_sessions;
    std::uint64_t m_lastSession = 0;
    Subscribers m_channels; ///< in the order of subscription
    Subscribers m_patterns;
    Subscribers m_shards;
    std::optional<redis::Address> m_master;
    std::vector<redis::Address> m_replicas;
    std::size_t m_acknowledging = 0;
    std::uint64_t m_runs = 1; ///< counts restarts, for the run id
    bool m_swallowsMessages = false;
    std::function<std::optional<redis::Value>(const redis::Command&)> m_answers;
    std::function<void(const Logged&)> m_observer;
    std::vector<Logged> m_log;
};

/// What the commands use of a server beyond the store. Private to tests/support/redis.
struct FakeRedisInside {
    FakeRedis& server;

    [[nodiscard]] FakeLua& scripts() const { return server.m_scripts; }
    [[nodiscard]] const FakeRedis::Settings& settings() const { return server.m_settings; }
    [[nodiscard]] const std::optional<redis::Address>& master() const { return server.m_master; }
    [[nodiscard]] const std::vector<redis::Address>& replicas() const { return server.m_replicas; }
    [[nodiscard]] std::uint64_t runs() const { return server.m_runs; }
    [[nodiscard]] std::map<std::string, std::vector<std::uint64_t>>& channels() const { return server.m_channels; }
    [[nodiscard]] std::map<std::string, std::vector<std::uint64_t>>& patterns() const { return server.m_patterns; }
    [[nodiscard]] std::map<std::string, std::vector<std::uint64_t>>& shards() const { return server.m_shards; }
    void send(FakeSession& session, const redis::Value& value) const { server.send(session, value); }
    std::size_t publish(const std::string& channel, const std::string& payload, bool isSharded) const
    {
        return server.publish(channel, payload, isSharded);
    }
    redis::Value call(FakeSession& session, int& database, const redis::Command& words) const
    {
        return server.callFromScript(session, database, words);
    }
    /// WAIT: the reply comes when this many replicas have acknowledged, or after the time; zero: no limit.
    [[nodiscard]] std::optional<redis::Value> wait(FakeSession& session, std::int64_t replicas,
                                                   std::chrono::milliseconds timeout) const
    {
        return server.wait(session, replicas, timeout);
    }
};

} // namespace lockscope::test
