// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/release/ActionLogReader.h"
#include "core/release/ReleaseService.h"
#include "core/release/zookeeper/ZooKeeperReleaseActor.h"
#include "tests/support/Answer.h"
#include "tests/support/FakeEnsemble.h"
#include "tests/support/ManualExecutor.h"

#include <QTemporaryDir>

namespace lockscope::test {

inline const std::string curatorPrefix = "/_c_0b3e4f5a-1111-4222-8333-abcdefabcdef-lock-";

/// The present time of plans that are made by hand.
inline constexpr WallTime noon{std::chrono::milliseconds(1'795'262'400'000)};

/// A release service over an in-memory ensemble, with an action log of its own. There is a directory /a.
struct ReleaseWorld {
    QTemporaryDir folder;
    ManualClock clock;
    ManualExecutor executor{clock};
    FakeEnsemble ensemble{executor};
    std::unique_ptr<FakeClient> client = FakeClient::connect(ensemble, executor, std::chrono::seconds(9));
    release::ReleaseSettings settings;
    release::ActorSettings actorSettings;
    std::unique_ptr<release::ReleaseService> service;

    ReleaseWorld()
    {
        settings.connect = "fake:2181";
        settings.journal = release::SystemJournal(folder.filePath(QStringLiteral("none")).toStdString());
        settings.trail = release::ActionLog(folder.filePath(QStringLiteral("data/audit.jsonl")).toStdString());
        executor.runUntilIdle();
        if (!ensemble.create("/a"))
            qFatal("no /a");
        open();
    }
    ~ReleaseWorld()
    {
        client.reset();
        executor.runUntilIdle();
    }
    ReleaseWorld(const ReleaseWorld&) = delete;
    ReleaseWorld& operator=(const ReleaseWorld&) = delete;

    /// With the current settings.
    void open()
    {
        service = std::make_unique<release::ReleaseService>(
            std::make_shared<release::ZooKeeperReleaseActor>(*client, inspect::builtinDialects(), actorSettings),
            settings);
    }

    std::string queueUp(SessionId session, const std::string& data = {})
    {
        return ensemble.create("/a" + curatorPrefix, data, session, zk::CreateMode::EphemeralSequential).value().path;
    }
    Answer<release::ReleasePlan> plan(const std::string& path, const release::Background& background = {})
    {
        Answer<release::ReleasePlan> answer;
        service->plan(release::keyOfNode(path), background, answer.reply());
        executor.runUntilIdle();
        return answer;
    }
    Answer<release::ReleaseOutcome> release(const release::ReleasePlan& plan,
                                            const release::ChangeReason& changeReason = {"stuck", "OPS-7"})
    {
        Answer<release::ReleaseOutcome> answer;
        service->release(plan, changeReason, answer.reply());
        executor.runUntilIdle();
        return answer;
    }
    Answer<release::AskOutcome> ask(const release::ReleasePlan& plan, std::chrono::milliseconds wait)
    {
        Answer<release::AskOutcome> answer;
        service->ask(plan, {"please", {}}, wait, answer.reply());
        executor.runUntilIdle();
        return answer;
    }
    /// The newest action in the log.
    [[nodiscard]] release::ActionEntry lastAct() const
    {
        const auto reading = release::readAudit(settings.trail.file());
        return reading && !reading->entries.empty() ? reading->entries.front() : release::ActionEntry();
    }
};

} // namespace lockscope::test
