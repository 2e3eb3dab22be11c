// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zk/ZooKeeperClient.h"

#include <memory>

namespace lockscope::test {

class FakeEnsemble;
struct FakeLink;
class FakeServer;

/// The product's client with handles that connect to a FakeEnsemble, and the link that identifies its connection there.
/// All work runs on the executor: a request is executed in one task and answered in a later one.
class FakeClient final : public zk::ZooKeeperClient {
public:
    /// Starts to connect. Run the executor until it is Connected. `executor` must outlive the client.
    [[nodiscard]] static std::unique_ptr<FakeClient> connect(FakeEnsemble& ensemble, Executor& executor,
                                                             std::chrono::milliseconds sessionTimeout);
    /// The same with other settings. The servers in the settings are ignored.
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
