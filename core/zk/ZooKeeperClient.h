// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/EventLoop.h"
#include "core/base/Log.h"
#include "core/zk/Client.h"
#include "core/zk/ClientSettings.h"

#include <memory>

namespace lockscope::zk {

class HandleSource;

/// The Client based on Apache ZooKeeper's single-threaded C client. Its executor is an event loop, which many clients
/// can share: one thread serves all their sessions. The loop must outlive the client, and the calls on its shares.
/// Starts to connect on construction. Create and destroy it on any thread. The destructor closes the session if close()
/// has not. It waits until this is done: some milliseconds, up to a second if the server does not answer. In a task of
/// the loop it does not wait: the session is closed in the background. The C client's own messages are written to
/// `log`, subject to the process-wide level (setClientLogLevel()).
class ZooKeeperClient : public Client {
public:
    ZooKeeperClient(ClientSettings settings, EventLoop& loop, Log log);
    /// On EventLoop::shared(), the one loop of the process.
    explicit ZooKeeperClient(ClientSettings settings, Log log = Log::toStandardError(LogLevel::Warning));
    ~ZooKeeperClient() override;
    ZooKeeperClient(const ZooKeeperClient&) = delete;
    ZooKeeperClient& operator=(const ZooKeeperClient&) = delete;

    [[nodiscard]] Executor& executor() const final;
    [[nodiscard]] Executor& callbacks() const final;
    [[nodiscard]] const Session& session() const final;
    [[nodiscard]] Subscription onSession(SessionHandler handler) final;
    [[nodiscard]] Subscription heartbeat() final;
    void create(CreateRequest request, Reply<Created> reply) final;
    void remove(std::string path, std::int32_t version, Reply<void> reply) final;
    void exists(std::string path, Reply<std::optional<Stat>> reply) final;
    [[nodiscard]] Subscription exists(std::string path, WatchHandler watch, Reply<std::optional<Stat>> reply) final;
    void get(std::string path, Reply<NodeData> reply) final;
    [[nodiscard]] Subscription get(std::string path, WatchHandler watch, Reply<NodeData> reply) final;
    void set(std::string path, std::string data, std::int32_t version, Reply<Stat> reply) final;
    void children(std::string path, Reply<std::vector<std::string>> reply) final;
    [[nodiscard]] Subscription children(std::string path, WatchHandler watch,
                                        Reply<std::vector<std::string>> reply) final;
    void list(std::string path, Reply<Listing> reply) final;
    [[nodiscard]] Subscription list(std::string path, WatchHandler watch, Reply<Listing> reply) final;
    void acl(std::string path, Reply<std::vector<Acl>> reply) final;
    void multi(std::vector<Op> ops, Reply<std::vector<OpResult>> reply) final;
    void sync(std::string path, Reply<void> reply) final;
    void addAuth(std::string scheme, std::string credential, Reply<void> reply) final;
    void close(Task closed) final;
    [[nodiscard]] std::shared_ptr<Client> share() final;

protected:
    /// For tests: uses other handles than the C client's.
    ZooKeeperClient(ClientSettings settings, Executor& executor, Log log, std::unique_ptr<HandleSource> handles);
    /// The number of unanswered requests. Call it on the executor.
    [[nodiscard]] std::size_t openRequests() const;

private:
    class Core;
    class Access;
    explicit ZooKeeperClient(std::unique_ptr<Access> access);

    std::shared_ptr<Core> m_core; ///< null in a share
    std::unique_ptr<Access> m_access;
};

/// Sets the C client's own log level, for every user of the C client in the process. Only this call changes it; the
/// default is the C client's own, Info. Debug messages are not available: the C client formats addresses into one
/// buffer shared by all threads. Any thread.
void setClientLogLevel(LogLevel level);

} // namespace lockscope::zk
