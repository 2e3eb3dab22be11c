// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/EventLoop.h"
#include "core/base/SocketWatch.h"
#include "core/zk/client/CCalls.h"
#include "core/zk/client/ClientLog.h"
#include "core/zk/client/ConnectionSlots.h"
#include "core/zk/client/Handle.h"
#include "core/zk/client/NameLookup.h"
#include "core/zk/client/ReadWriteSearch.h"
#include "core/zk/client/ServerCycle.h"

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace lockscope::zk {

/// One handle of Apache ZooKeeper's single-threaded C client, on an event loop. Private to core/zk.
///
/// The C client reads when zookeeper_process() is called and keeps its timeouts in zookeeper_interest(); its callbacks
/// run in these calls, and only add reports for process(). The C client's own choice of servers is not used, because it
/// skips every second one (ZOOKEEPER-2466) and looks up names in the calling thread: it gets one numeric address for
/// each attempt. To end a connection, it gets an address to which no connection is possible.
///
/// Thread: the loop's; the destructor on any thread once the loop has stopped.
class CHandle final : public Handle, public std::enable_shared_from_this<CHandle> {
public:
    /// The handles of one client that are open or closing, and the tasks for their end. Confined to the loop.
    struct Open {
        int count = 0;
        std::vector<Task> whenNone;
    };

    CHandle(const ClientSettings& settings, EventLoop& loop, const Log& log, Events events, std::shared_ptr<Open> open);
    ~CHandle() override;
    CHandle(const CHandle&) = delete;
    CHandle& operator=(const CHandle&) = delete;

    void open() override;
    [[nodiscard]] std::optional<SteadyTime> interest() const override;
    bool process() override;
    [[nodiscard]] Result<void> send(std::uint64_t id, const Request& request) override;
    [[nodiscard]] Result<void> sendAgain(const AuthRequest& credentials) override;
    /// Sends the request that ends the session, and waits until the server has closed the connection; at most for
    /// longestFarewell.
    void close(Task closed) override;
    [[nodiscard]] std::string lastError() const override { return m_log.lastError(); }

private:
    enum class Phase {
        Idle,       ///< not opened, or not able to start
        LookingUp,  ///< waits for the addresses of the servers
        Pausing,    ///< between two rounds of attempts
        Queued,     ///< waits for a connection slot
        Connecting, ///< until the server has answered, or the attempt ends
        Connected,
        ReadOnly, ///< connected to a server without quorum
        Ended     ///< the session has expired or its credentials were refused
    };
    struct Answered {
        std::uint64_t id = 0;
        Result<Answer> answer;
    };
    using Report = std::variant<Result<void>, ConnectionEvent, WatchEvent, Answered>;

    // CHandle.cpp: the connection in use.
    void report(Report what);
    void reportLoss();
    void deliver(Report what);
    void onSocket(SocketWatch::Events ready);
    void read(SocketWatch::Events ready);
    void onCalled();
    void onConnected(Phase phase);
    void askInterest();
    void askReadOnly();
    [[nodiscard]] bool awaitsProof(SteadyTime now);
    void probe();
    void watchSocket(const Interest& interest);
    void cork();
    void uncork();
    void step(SteadyTime now);
    static void onEvent(zhandle_t* zh, int type, int state, const char* path, void* context);
    void reportState(int state);
    void reportChange(int type, const char* path);
    [[nodiscard]] bool isUp() const { return m_phase == Phase::Connected || m_phase == Phase::ReadOnly; }
    [[nodiscard]] Duration timeout() const;
    [[nodiscard]] SteadyTime now() const { return m_loop.clock().now(); }

    // CHandleConnecting.cpp: from one connection to the next.
    void lookUpServers();
    void onFound(const Addresses& addresses);
    [[nodiscard]] Result<void> create(const std::string& address);
    void tryNext();
    void connect();
    void setServer(const std::string& address);
    void abandonAttempt();
    void dropConnection();
    void leave();
    void moveTo(const std::string& address);

    // CHandleClosing.cpp
    void sayFarewell();
    [[nodiscard]] bool hasUnsent();
    void awaitEnd(SocketWatch::Events ready);
    void finishClosing();
    void destroy();

    const ClientSettings& m_settings;
    EventLoop& m_loop;
    ClientLog m_log;
    Events m_events;
    CCalls m_calls;
    zhandle_t* m_zh = nullptr;
    std::deque<Report> m_reports; ///< not delivered yet

    Phase m_phase = Phase::Idle;
    std::unique_ptr<SocketWatch> m_watch;
    std::optional<SteadyTime> m_due;       ///< of the next process()
    SteadyTime m_lastRead{};               ///< when the server's last bytes were read
    SteadyTime m_lastSent{};               ///< read-only connections: when the last request was sent
    std::optional<SteadyTime> m_proofEnds; ///< after a late turn: until when an answer is awaited
    bool m_isCorked = false;               ///< the requests of this turn leave in one segment, at its end
    bool m_isReading = false;              ///< in onSocket(), which ends with uncork()

    ServerCycle m_servers;
    std::vector<std::string> m_addresses; ///< of all servers, as last found
    std::string m_address;                ///< of the present or the next attempt
    std::string m_set;                    ///< the address that the C client has
    std::string m_lastAddress;            ///< of the last connection
    std::unique_ptr<ConnectionSlots::Slot> m_slot;
    SteadyTime m_askedAfter{}; ///< before the present attempt
    SteadyTime m_attemptEnds{};
    std::unique_ptr<ReadWriteSearch> m_search;

    const std::shared_ptr<Open> m_open;
    bool m_isCounted = false;
    bool m_isClosing = false;
    bool m_isFarewellSent = false;
    Subscription m_farewellEnds; ///< its task owns the handle meanwhile
    Task m_closed;
};

} // namespace lockscope::zk
