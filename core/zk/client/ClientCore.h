// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zk/ZooKeeperClient.h"
#include "core/zk/client/Handle.h"
#include "core/zk/client/PendingRequests.h"
#include "core/zk/client/SessionObservers.h"
#include "core/zk/client/SessionProof.h"
#include "core/zk/client/WatchTable.h"

#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace lockscope::zk {

/// The client's state machine: session, requests, watches. Uses no C client type. Private to core/zk.
///
/// Thread: the executor, except for start() and shutdown(), which the client's constructor and destructor call on any
/// thread. State that both use is protected by m_handleMutex.
/// Owner: the client; after its destruction a posted task keeps the core alive until the observers are notified. A
/// share does not own it: an open request here may own a share, and would never be destroyed on a stopped executor.
class ZooKeeperClient::Core final : public std::enable_shared_from_this<Core> {
public:
    using Deliver = std::function<void(Result<Answer>)>;

    Core(ClientSettings settings, Executor& executor, Log log, std::unique_ptr<HandleSource> handles);

    void start();
    void shutdown();

    [[nodiscard]] Executor& executor() const { return m_executor; }
    [[nodiscard]] Executor& callbacks() const { return m_settings.callbacks ? *m_settings.callbacks : m_executor; }
    [[nodiscard]] const std::shared_ptr<Session>& session() const { return m_sharedSession; }
    [[nodiscard]] Subscription observe(SessionHandler handler, ObserverOf whose)
    {
        return m_observers.add(std::move(handler), whose);
    }
    [[nodiscard]] Subscription heartbeat();
    void ask(Request request, Deliver deliver);
    [[nodiscard]] Subscription ask(Request request, WatchKind kind, WatchHandler watch, Deliver deliver);
    void addAuth(AuthRequest credentials, Deliver deliver);
    void close(Task closed);
    /// The number of unanswered requests.
    [[nodiscard]] std::size_t openRequests() const { return m_requests.size(); }

    /// Fails a request without storing it, in a separate task.
    static void refuse(Executor& executor, ErrorCode code, const Request& request, Deliver deliver);

private:
    /// Credentials to send to each new session.
    struct Credentials {
        AuthRequest auth;
        std::uint64_t request = 0; ///< the request that sends them the first time
        bool onHandle = false;     ///< the current handle has them, and repeats them when it reconnects
    };

    /// A new session that is not published yet. Connecting took so long that its remaining lifetime is unknown. Two
    /// requests establish it, the second some time after the first.
    struct Introduction {
        ConnectionEvent event;
        std::uint64_t request = 0; ///< the request in flight
        SteadyTime sentAt{};
        std::optional<SteadyTime> firstSentAt; ///< set once the first request is answered
        Subscription second;
    };

    /// The work left after the client's destruction.
    struct Remains {
        std::vector<PendingRequest> open;
        bool mustReport = false; ///< the session was not closed before: notify the observers
    };

    // The handle and its events.
    void openHandle();
    void releaseHandle();
    void onHandleClosed();
    void process();
    void arm();
    void onOpened(const Result<void>& opened);
    void onConnection(const ConnectionEvent& event);
    void endByAuthentication(const std::string& detail);
    void onWatch(const WatchEvent& event);
    void onAnswer(std::uint64_t id, Result<Answer> answer);
    [[nodiscard]] Handle::Events events();

    // The session.
    void connected(const ConnectionEvent& event);
    void introduce();
    void onIntroduced(const Result<Answer>& answer);
    void establish(const ConnectionEvent& event, SteadyTime validUntil);
    void beginAnew();
    void validAtLeastUntil(SteadyTime until);
    void noteAnswer(const PendingRequest& pending);
    void suspended();
    void lose(ErrorCode code, const std::string& detail);
    void endSession(SessionState state, const std::string& detail);
    [[nodiscard]] Remains end();
    void reportTheEnd(Remains remains);
    void publish();
    [[nodiscard]] SteadyTime deadline() const;
    void armDeadline();
    void onDeadline();
    [[nodiscard]] SteadyTime nextKeepAlive() const;
    void armKeepAlive();
    void onKeepAlive();
    void sayWhyNotConnected();
    void stopTimers();

    // Requests and watches.
    std::uint64_t enqueue(Request request, std::uint64_t watch, Deliver deliver);
    void pump();
    void settleLater(std::uint64_t id, Error error);
    void deliverAnswers();
    void finish(PendingRequest pending);
    void failAll(std::vector<PendingRequest> requests, ErrorCode code);
    void dropWatch(std::uint64_t id);
    void unwatch(const WatchTable::Node& node);
    void sendCredentialsAgain();

    [[nodiscard]] bool isFinal() const;
    [[nodiscard]] std::shared_ptr<Handle> handle();

    /// A task that runs `act` on this core if it still exists.
    template <typename Act> [[nodiscard]] Task whileAlive(Act act)
    {
        return [weak = weak_from_this(), act = std::move(act)]() mutable {
            if (const auto core = weak.lock())
                act(*core);
        };
    }

    const ClientSettings m_settings;
    Executor& m_executor;
    const Log m_log;

    const std::shared_ptr<Session> m_sharedSession = std::make_shared<Session>(); ///< a share may outlive this
    Session& m_session = *m_sharedSession;
    std::shared_ptr<Expiry> m_expiry; ///< of the current session
    SessionProof m_proof;             ///< of the current connection
    int m_heartbeats = 0;             ///< number of active heartbeat() subscriptions
    SteadyTime m_lastSent{};          ///< when the last request on the current connection was sent
    SteadyTime m_lastProof{};         ///< the same for the last write or sync
    SteadyTime m_heartbeatsSince{};
    bool m_keepAliveIsOpen = false;               ///< a keep-alive request is not answered yet
    SteadyTime m_keepAliveAt = SteadyTime::max(); ///< when the timer below expires; max: not set
    bool m_isQuorumSession = false;               ///< a session of the ensemble, not of a read-only server
    Introduction m_introduction;
    Duration m_backOff;
    SessionObservers m_observers;
    Subscription m_deadline;
    Subscription m_keepAlive;
    Subscription m_retry;
    Subscription m_waitLimit;

    PendingRequests m_requests;
    WatchTable m_watches;
    std::vector<WatchTable::Node> m_unwatchLater; ///< dropped while disconnected
    std::vector<Credentials> m_credentials;
    std::vector<Task> m_onClosed;
    int m_handles = 0; ///< opened and not closed yet

    Subscription m_turn; ///< timer for the handle's next process(), unless it is woken before
    std::optional<SteadyTime> m_turnAt;

    const std::unique_ptr<HandleSource> m_handleSource;
    std::mutex m_handleMutex;
    std::shared_ptr<Handle> m_handle;
    bool m_over = false; ///< the client's destructor runs
};

} // namespace lockscope::zk
