// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sources/zookeeper/discovery/LiveInspector.h"
#include "tests/support/FakeEnsemble.h"
#include "tests/support/ManualExecutor.h"
#include "tests/support/Test.h"

#include <memory>
#include <string>
#include <vector>

namespace lockscope::test {

inline const std::string uuid = "0b3e4f5a-1111-4222-8333-abcdefabcdef";

/// A LiveInspector on an in-memory ensemble.
struct InspectorWorld {
    ManualClock clock;
    ManualExecutor executor{clock};
    FakeEnsemble ensemble{executor};
    std::unique_ptr<FakeClient> client;
    std::unique_ptr<inspect::LiveInspector> inspector;
    std::vector<inspect::SnapshotPtr> snapshots;

    explicit InspectorWorld(inspect::InspectorSettings settings = {})
        : client(FakeClient::connect(ensemble, executor, std::chrono::seconds(9)))
    {
        inspector = std::make_unique<inspect::LiveInspector>(
            *client, std::move(settings),
            [this](const inspect::SnapshotPtr& snapshot) { snapshots.push_back(snapshot); }, Log());
    }
    ~InspectorWorld()
    {
        inspector.reset();
        client.reset();
        executor.runUntilIdle();
    }

    void start()
    {
        inspector->start();
        settle();
    }
    /// Long enough for the snapshot that follows a change.
    void settle() { executor.advance(std::chrono::milliseconds(200)); }
    [[nodiscard]] const inspect::Snapshot& now() const { return *snapshots.back(); }

    void tree(std::initializer_list<const char*> paths)
    {
        for (const auto* path : paths)
            QVERIFY2(ensemble.create(path), path);
    }
    std::string queueUp(const std::string& directory, SessionId session, const std::string& data = {})
    {
        return ensemble.create(directory + "/_c_" + uuid + "-lock-", data, session, zk::CreateMode::EphemeralSequential)
            .value()
            .path;
    }
    std::string createEphemeral(const std::string& path, SessionId session,
                                zk::CreateMode mode = zk::CreateMode::EphemeralSequential)
    {
        return ensemble.create(path, {}, session, mode).value().path;
    }
    std::string lease(const std::string& semaphore, SessionId session)
    {
        return createEphemeral(semaphore + "/leases/_c_" + uuid + "-lease-", session);
    }
    /// "/a: curator-mutex 1+2; …": holders and waiters of every lock.
    [[nodiscard]] std::string summary() const
    {
        std::string text;
        for (const auto& lock : now().locks)
            text += lock->path + ": " + lock->dialect + " " + std::to_string(lock->holders()) + "+" +
                    std::to_string(lock->waiters()) + "; ";
        return text;
    }
};

} // namespace lockscope::test
