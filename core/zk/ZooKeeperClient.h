// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Log.h"
#include "core/zk/Client.h"
#include "core/zk/ClientSettings.h"

#include <memory>

namespace lockscope::zk {

class HandleSource;

/// The Client over Apache ZooKeeper's C client. Starts to connect when made; may be made and destroyed on any thread
/// but the C client's own. The destructor closes the session if close() has not, and waits for the end of that (some
/// milliseconds; up to 5.5 s when the server does not answer, and as long as a look-up of host names that has begun):
/// call close() first where nothing may block.
/// The C client's handle is made and closed on a thread of its own, never on the executor.
/// The C client's own lines go to `log`, as far as the process's level for them lets them through
/// (setClientLogLevel()).
/// `executor` must outlive the client, and the calls on its shares.
class ZooKeeperClient : public Client {
public:
    ZooKeeperClient(ClientSettings settings, Executor& executor, Log log);
    ~ZooKeeperClient() override;
    ZooKeeperClient(const ZooKeeperClient&) = delete;
    ZooKeeperClient& operator=(const ZooKeeperClient&) = delete;

    [[nodiscard]] Executor& executor() const final;
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
    /// Over other handles than the C client's: for tests.
    ZooKeeperClient(ClientSettings settings, Executor& executor, Log log, std::unique_ptr<HandleSource> handles);
    /// How many are not answered yet, on the executor.
    [[nodiscard]] std::size_t openRequests() const;

private:
    class Core;
    class Access;
    explicit ZooKeeperClient(std::unique_ptr<Access> access);

    std::shared_ptr<Core> m_core; ///< null in a share
    std::unique_ptr<Access> m_access;
};

/// What the C client itself logs, which is one setting for the whole process, and for every user of the C client in it:
/// nothing here changes it but this call. Until then it is the C client's own default, Info. Its debug lines are not to
/// be had: it formats addresses into one buffer for all threads. Any thread.
void setClientLogLevel(LogLevel level);

} // namespace lockscope::zk
