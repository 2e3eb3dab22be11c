// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Error.h"
#include "core/base/EventLoop.h"
#include "core/simulate/scenarios/RunRoot.h"
#include "core/zk/Client.h"
#include "core/zk/ConnectString.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace lockscope::console {

/// The node below which a run works: created before the run, removed with all nodes below it after the run. It is a
/// container, which the servers remove when it stays empty. Thread: the creating one, with an event loop; it has its
/// own connection and its own thread. The destructor closes that connection.
class ScenarioRoot final : public RunRoot {
    Q_OBJECT
public:
    /// Only app/ knows the concrete client.
    using MakeClient = std::function<std::unique_ptr<zk::Client>(EventLoop&, const zk::ConnectString&)>;

    explicit ScenarioRoot(MakeClient makeClient, QObject* parent = nullptr);
    ~ScenarioRoot() override;
    ScenarioRoot(const ScenarioRoot&) = delete;
    ScenarioRoot& operator=(const ScenarioRoot&) = delete;

    /// Connects and creates the node, whose parent must exist; prepared() follows. Called once.
    void prepare(const zk::ConnectString& servers, const std::string& path, std::chrono::milliseconds waitLimit);
    /// Waits until no ephemeral node is left below, at most `waitLimit`; counts the remaining ones, removes everything,
    /// and ends the session; cleared() follows. Only after prepared().
    void clear(std::chrono::milliseconds waitLimit) override;

private:
    class Sweep;
    void create(const std::string& path);
    void reportPrepared(std::optional<Error> error);

    MakeClient m_makeClient;
    EventLoop m_executor{Log()}; // its own node only: no warnings
    std::string m_path;
    // Confined to the executor:
    std::unique_ptr<zk::Client> m_client;
    Subscription m_session;
    Subscription m_limit;
    std::shared_ptr<Sweep> m_sweep;
    bool m_reported = false;
};

} // namespace lockscope::console
