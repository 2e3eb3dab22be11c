// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Locks as a series of snapshots shows them, for tests of conclusions from many snapshots.

#include "core/history/History.h"
#include "core/sources/DialectFiles.h"
#include "core/sources/zookeeper/dialects/DialectCatalogue.h"
#include "core/sources/zookeeper/dialects/QueueBuilder.h"

#include <chrono>
#include <map>
#include <memory>
#include <optional>
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
    std::map<std::string, std::int32_t> unlisted; ///< by path, see Lock::unlisted
    SessionState state = SessionState::Connected;
    bool isComplete = true;
    bool isPolled = false;
    std::shared_ptr<ensemble::EnsembleFacts> facts;
    std::vector<inspect::Problem> problems;

    inspect::SnapshotPtr at(std::chrono::milliseconds sinceNoon)
    {
        auto snapshot = std::make_shared<inspect::Snapshot>();
        snapshot->takenAt = historyNoon + sinceNoon;
        snapshot->complete = isComplete;
        snapshot->session.state = state;
        snapshot->ensemble = facts;
        snapshot->problems = problems;
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
            lock.unlisted = unlisted[path];
            snapshot->locks.push_back(std::make_shared<const inspect::Lock>(std::move(lock)));
        }
        m_before = snapshot;
        return snapshot;
    }

    /// `connected`: those with a connection; nothing: no server reported its connections.
    void reportSessions(const std::vector<std::int64_t>& living, std::chrono::milliseconds sinceNoon, bool all = true,
                        const std::optional<std::vector<std::int64_t>>& connected = {})
    {
        facts = std::make_shared<ensemble::EnsembleFacts>();
        facts->takenAt = historyNoon + sinceNoon;
        facts->hasEverySession = all;
        facts->hasEveryConnection = connected.has_value();
        for (const auto session : living)
            facts->sessions[session].id = session;
        for (const auto session : connected.value_or(std::vector<std::int64_t>()))
            facts->sessions[session].host = "10.0.0.7:4711";
    }

private:
    inspect::SnapshotPtr m_before;
};

/// The events as text: the type, "?" for an inferred time, "!" for an unknown one, and the number in the node's name,
/// the length of the gap, or the number of unseen acquisitions.
inline std::string reported(const inspect::History& history)
{
    std::string text;
    for (const auto& event : history.events()) {
        text += std::string(toString(event.type)) + (event.atKnown == inspect::Confidence::Exact      ? " "
                                                     : event.atKnown == inspect::Confidence::Inferred ? "? "
                                                                                                      : "! ");
        text += event.type == inspect::Change::Type::Gap ? std::to_string((event.at - *event.from).count())
                : event.type == inspect::Change::Type::Unseen
                    ? std::to_string(event.unseen)
                    : std::to_string(std::stoi(event.node.substr(event.node.size() - 10)));
        if (event.took)
            text += " after " + std::to_string(event.took->count());
        text += "; ";
    }
    return text;
}

} // namespace lockscope::test
