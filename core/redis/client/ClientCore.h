// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/Client.h"
#include "core/redis/client/KeyTracking.h"
#include "core/redis/client/MonitorLink.h"
#include "core/redis/client/StatusObservers.h"
#include "core/redis/client/Subscriptions.h"
#include "core/redis/client/Transport.h"
#include "core/redis/topology/Topology.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::redis {

/// The client: its status, requests with their redirections, and subscriptions, over the links of a topology. Private
/// to core/redis.
///
/// Thread: the executor, except for start() and shutdown(), which the client's constructor and destructor call on any
/// thread.
/// Owner: the client; after its destruction a posted task keeps the core until the observers are notified.
class ClientCore final : public std::enable_shared_from_this<ClientCore> {
public:
    ClientCore(ClientSettings settings, Executor& executor, Log log, std::unique_ptr<Transports> transports);

    void start();
    void shutdown();

    [[nodiscard]] Executor& executor() const { return m_executor; }
    [[nodiscard]] Executor& callbacks() const { return m_settings.callbacks ? *m_settings.callbacks : m_executor; }
    [[nodiscard]] std::shared_ptr<const Status> sharedStatus() const { return m_status; }
    [[nodiscard]] const Status& status();
    [[nodiscard]] Subscription observe(Client::StatusHandler handler, ObserverOf whose);

    void send(std::string_view key, Command command, Access access, Reply<Value> reply);
    [[nodiscard]] std::vector<Address> masters() const;
    [[nodiscard]] std::optional<Address> masterOf(std::string_view key) const;
    void sendTo(const Address& master, Command command, Access access, Reply<Value> reply);
    void run(const Script& script, std::vector<std::string> keys, std::vector<std::string> arguments, Access access,
             Reply<Value> reply);
    void waitForReplicas(std::string_view key, int replicas, std::chrono::milliseconds timeout, Reply<int> reply);
    [[nodiscard]] Subscriptions& subscriptions() { return *m_subscriptions; }
    [[nodiscard]] Subscription trackKeys(std::vector<std::string> prefixes, KeyChangeHandlers handlers);
    [[nodiscard]] Subscription monitor(MonitorHandlers handlers);
    [[nodiscard]] bool usesShardedChannels() const;
    [[nodiscard]] Topology topologyKind() const { return m_settings.target.topology; }
    [[nodiscard]] std::shared_ptr<void> attachment(const void* key, const std::function<std::shared_ptr<void>()>& make);
    void close(Task closed);

private:
    struct Request;
    struct ReplicaWait;
    struct ScriptOrder;
    struct Held;
    using RequestPtr = std::shared_ptr<Request>;
    using WaitPtr = std::shared_ptr<ReplicaWait>;
    using OrderPtr = std::shared_ptr<ScriptOrder>;
    using LinkPtr = std::shared_ptr<ServerLink>;

    // Links and status: ClientCore.cpp.
    [[nodiscard]] LinkPtr makeLink(const Address& address, ServerLink::Probe probe, Task changed);
    void placeTrackings();
    void updateStatus();
    void armLost();
    void end(SessionState state, const Error& reason, const std::string& detail);
    void endByDestruction();
    void publish();
    void refreshTimes();
    [[nodiscard]] bool isFinal() const;

    // Requests: ClientCoreRequests.cpp.
    [[nodiscard]] static RequestPtr requestOf(Command command, Reply<Value> reply);
    void submit(RequestPtr request, Access access);
    [[nodiscard]] LinkPtr linkOf(const Request& request) const;
    void refuse(const RequestPtr& request, Error error);
    [[nodiscard]] Error whyEnded() const;
    void sendOn(const LinkPtr& link, const RequestPtr& request);
    [[nodiscard]] OrderPtr orderOn(const LinkPtr& link);
    void settleOrder(const RequestPtr& request, bool isKnown);
    void sendHeld(ScriptOrder& order);
    void failHeld(const Error& reason);
    void sendWaitOn(const LinkPtr& link, const WaitPtr& wait);
    void sendAgain(const LinkPtr& link, const RequestPtr& request);
    [[nodiscard]] Reply<Value> replyOf(const LinkPtr& link, const RequestPtr& request);
    void onReply(const LinkPtr& link, const RequestPtr& request, Result<Value> reply);
    void finish(const LinkPtr& link, const RequestPtr& request, Result<Value> reply);
    [[nodiscard]] bool isEvaluated(const LinkPtr& link, const RequestPtr& request, const Value& error);
    [[nodiscard]] bool isRedirected(const LinkPtr& link, const RequestPtr& request, const Value& error);
    [[nodiscard]] std::optional<Error> whyNotFollowed(const ServerLink& link, const Value& error) const;
    [[nodiscard]] bool isRetried(const RequestPtr& request, const Value& error);
    void retry(std::uint64_t id);
    void failRetries(const Error& reason);
    void noteSentAgain(const RequestPtr& request);
    void sendWait(const WaitPtr& wait, const LinkPtr& link);
    [[nodiscard]] Reply<Value> replyOfWait(const WaitPtr& wait);
    void onWaited(const WaitPtr& wait, const Result<Value>& reply);

    const ClientSettings m_settings;
    Executor& m_executor;
    const Log m_log;
    const std::unique_ptr<Transports> m_transports;

    const std::shared_ptr<Status> m_status = std::make_shared<Status>(); ///< a share may outlive this
    std::uint64_t m_publishedGeneration = 0;
    StatusObservers m_observers;
    Subscription m_lostTimer;

    std::map<const void*, std::shared_ptr<void>> m_attachments;
    const std::shared_ptr<Subscriptions> m_subscriptions;
    std::unique_ptr<ServerTopology> m_topology;
    std::vector<std::weak_ptr<KeyTracking>> m_trackings; ///< each is owned by its subscription
    std::vector<std::weak_ptr<MonitorLink>> m_monitors;  ///< likewise

    /// A request that waits to be sent again after TRYAGAIN.
    struct Retry {
        RequestPtr request;
        Subscription timer;
    };
    std::uint64_t m_lastRetry = 0;
    std::map<std::uint64_t, Retry> m_retries;
    std::map<std::weak_ptr<ServerLink>, OrderPtr, std::owner_less<>> m_orders;
    std::vector<RequestPtr> m_sentAgain; ///< and not finished
    std::uint64_t m_sentAgainCount = 0;  ///< ever
};

} // namespace lockscope::redis
