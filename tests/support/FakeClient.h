// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zk/ZooKeeperClient.h"

#include <memory>

namespace lockscope::test {

class FakeEnsemble;
struct FakeLink;
class FakeServer;

/// The product's client, whose handles lead to a FakeEnsemble, and what that needs to tell its connection from others.
/// Nothing happens in between but on the executor: a request is executed in one task and answered in a later one.
class FakeClient final : public zk::ZooKeeperClient {
public:
    /// Starts to connect; run the executor to see it Connected. `executor` must outlive it.
    [[nodiscard]] static std::unique_ptr<FakeClient> connect(FakeEnsemble& ensemble, Executor& executor,
                                                             std::chrono::milliseconds sessionTimeout);
    /// The same with other settings; their servers do not matter.
    [[nodiscard]] static std::unique_ptr<FakeClient> connect(FakeEnsemble& ensemble, Executor& executor,
                                                             zk::ClientSettings settings);
    ~FakeClient() override;

private:
    friend class FakeEnsemble;
    FakeClient(zk::ClientSettings settings, Executor& executor, std::shared_ptr<FakeServer> server,
               const std::shared_ptr<FakeLink>& link);

    std::shared_ptr<FakeServer> m_server;
    std::shared_ptr<FakeLink> m_link;
};

} // namespace lockscope::test
