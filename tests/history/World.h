// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Locks as a series of snapshots shows them, for tests of conclusions from many snapshots.

#include "core/sources/DialectFiles.h"
#include "core/sources/zookeeper/dialects/DialectCatalogue.h"
#include "core/sources/zookeeper/dialects/QueueBuilder.h"

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lockscope::test {

constexpr WallTime historyNoon{std::chrono::milliseconds(1'795'190'400'000)};

struct Node {
    int number = 0;
    std::int64_t session = 1; ///< 0: its details are not known yet
    std::string payload = "worker";
};

inline std::string nameOf(int number)
{
    auto digits = std::to_string(number);
    return "_c_0b3e4f5a-1111-4222-8333-abcdefabcdef-lock-" + std::string(10 - digits.size(), '0') + digits;
}

/// Curator mutexes in a series of snapshots.
class World {
public:
    std::map<std::string, std::vector<Node>> locks;
    SessionState state = SessionState::Connected;
    bool isComplete = true;
    bool isPolled = false;
    std::shared_ptr<ensemble::EnsembleFacts> facts;

    inspect::SnapshotPtr at(std::chrono::milliseconds sinceNoon)
    {
        auto snapshot = std::make_shared<inspect::Snapshot>();
        snapshot->takenAt = historyNoon + sinceNoon;
        snapshot->complete = isComplete;
        snapshot->session.state = state;
        snapshot->ensemble = facts;
        for (const auto& [path, nodes] : locks) {
            std::vector<std::string> names;
            inspect::DetailsByNode details;
            for (const auto& node : nodes) {
                names.push_back(nameOf(node.number));
                if (node.session == 0)
                    continue;
                zk::Stat stat;
                stat.ephemeralOwner = node.session;
                stat.czxid = node.number + 1;
                stat.ctime = historyNoon;
                details.emplace(names.back(), inspect::detailsOf(stat, node.payload));
            }
            const auto* before = m_before ? m_before->find(path) : nullptr;
            auto lock = inspect::buildQueue(path, *inspect::builtinDialects()->find("curator-mutex"), names, details,
                                            before, snapshot->takenAt);
            lock.polled = isPolled;
            snapshot->locks.push_back(std::make_shared<const inspect::Lock>(std::move(lock)));
        }
        m_before = snapshot;
        return snapshot;
    }

    void reportSessions(const std::vector<std::int64_t>& living, std::chrono::milliseconds sinceNoon, bool all = true)
    {
        facts = std::make_shared<ensemble::EnsembleFacts>();
        facts->takenAt = historyNoon + sinceNoon;
        facts->hasEverySession = all;
        for (const auto session : living)
            facts->sessions[session].id = session;
    }

private:
    inspect::SnapshotPtr m_before;
};

} // namespace lockscope::test
