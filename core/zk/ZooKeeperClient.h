// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Log.h"
#include "core/zk/Client.h"
#include "core/zk/ClientSettings.h"

#include <memory>

namespace lockscope::zk {

/// The Client over Apache ZooKeeper's C client. Starts to connect when made; may be made and destroyed on any thread
/// but the C client's own. The destructor closes the session if close() has not, and waits for the end of that (some
/// milliseconds; up to 5.5 s when the server does not answer, and as long as a look-up of host names that has begun):
/// call close() first where nothing may block.
/// The C client's handle is made and closed on a thread of its own, never on the executor.
/// The C client has one log level for the whole process: a `log` that takes Debug sets it for every user of it.
/// `executor` must outlive the client, and the calls on its shares.
class ZooKeeperClient final : public Client {
public:
    ZooKeeperClient(ClientSettings settings, Executor& executor, Log log);
    ~ZooKeeperClient() override;
    ZooKeeperClient(const ZooKeeperClient&) = delete;
    ZooKeeperClient& operator=(const ZooKeeperClient&) = delete;

    [[nodiscard]] Executor& executor() const override;
    [[nodiscard]] const Session& session() const override;
    [[nodiscard]] Subscription onSession(SessionHandler handler) override;
    void create(CreateRequest request, Reply<Created> reply) override;
    void remove(std::string path, std::int32_t version, Reply<void> reply) override;
    void exists(std::string path, Reply<std::optional<Stat>> reply) override;
    [[nodiscard]] Subscription exists(std::string path, WatchHandler watch, Reply<std::optional<Stat>> reply) override;
    void get(std::string path, Reply<NodeData> reply) override;
    [[nodiscard]] Subscription get(std::string path, WatchHandler watch, Reply<NodeData> reply) override;
    void set(std::string path, std::string data, std::int32_t version, Reply<Stat> reply) override;
    void children(std::string path, Reply<std::vector<std::string>> reply) override;
    [[nodiscard]] Subscription children(std::string path, WatchHandler watch,
                                        Reply<std::vector<std::string>> reply) override;
    void list(std::string path, Reply<Listing> reply) override;
    [[nodiscard]] Subscription list(std::string path, WatchHandler watch, Reply<Listing> reply) override;
    void acl(std::string path, Reply<std::vector<Acl>> reply) override;
    void multi(std::vector<Op> ops, Reply<std::vector<OpResult>> reply) override;
    void sync(std::string path, Reply<void> reply) override;
    void addAuth(std::string scheme, std::string credential, Reply<void> reply) override;
    void close(Task closed) override;
    [[nodiscard]] std::shared_ptr<Client> share() override;

private:
    class Core;
    class Access;
    explicit ZooKeeperClient(std::unique_ptr<Access> access);

    std::shared_ptr<Core> m_core; ///< null in a share
    std::unique_ptr<Access> m_access;
};

} // namespace lockscope::zk
