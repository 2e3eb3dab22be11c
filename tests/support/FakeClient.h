// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zk/Client.h"

#include <memory>

namespace lockscope::test {

class FakeEnsemble;

/// A zk::Client of a FakeEnsemble: the promises of core/zk/Client.h, and nothing that happens in between but on the
/// executor. A request is executed in one task and answered in a later one.
/// While it is cut off, requests wait (FakeEnsemble::failWhileSuspended makes them fail, as the contract also allows).
/// The destructor ends the session and fails what is open with Closed, as close() does; its shares hear of that.
class FakeClient final : public zk::Client {
public:
    /// Starts to connect, as the real client does; run the executor to see it Connected. `executor` must outlive it.
    [[nodiscard]] static std::unique_ptr<FakeClient> connect(FakeEnsemble& ensemble, Executor& executor,
                                                             std::chrono::milliseconds sessionTimeout);
    ~FakeClient() override;
    FakeClient(const FakeClient&) = delete;
    FakeClient& operator=(const FakeClient&) = delete;

    [[nodiscard]] Executor& executor() const override;
    [[nodiscard]] const zk::Session& session() const override;
    [[nodiscard]] Subscription onSession(zk::SessionHandler handler) override;
    void create(zk::CreateRequest request, zk::Reply<zk::Created> reply) override;
    void remove(std::string path, std::int32_t version, zk::Reply<void> reply) override;
    void exists(std::string path, zk::Reply<std::optional<zk::Stat>> reply) override;
    [[nodiscard]] Subscription exists(std::string path, zk::WatchHandler watch,
                                      zk::Reply<std::optional<zk::Stat>> reply) override;
    void get(std::string path, zk::Reply<zk::NodeData> reply) override;
    [[nodiscard]] Subscription get(std::string path, zk::WatchHandler watch, zk::Reply<zk::NodeData> reply) override;
    void set(std::string path, std::string data, std::int32_t version, zk::Reply<zk::Stat> reply) override;
    void children(std::string path, zk::Reply<std::vector<std::string>> reply) override;
    [[nodiscard]] Subscription children(std::string path, zk::WatchHandler watch,
                                        zk::Reply<std::vector<std::string>> reply) override;
    void list(std::string path, zk::Reply<zk::Listing> reply) override;
    [[nodiscard]] Subscription list(std::string path, zk::WatchHandler watch, zk::Reply<zk::Listing> reply) override;
    void acl(std::string path, zk::Reply<std::vector<zk::Acl>> reply) override;
    void multi(std::vector<zk::Op> ops, zk::Reply<std::vector<zk::OpResult>> reply) override;
    void sync(std::string path, zk::Reply<void> reply) override;
    void addAuth(std::string scheme, std::string credential, zk::Reply<void> reply) override;
    void close(Task closed) override;
    [[nodiscard]] std::shared_ptr<zk::Client> share() override;

private:
    friend class FakeEnsemble;
    class Core;
    FakeClient(std::shared_ptr<Core> core, bool isShare);

    std::shared_ptr<Core> m_core;
    bool m_isShare;
};

} // namespace lockscope::test
