// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Snapshots made by hand, for tests of conclusions from them.

#include "core/sources/DialectFiles.h"
#include "core/sources/zookeeper/dialects/DialectCatalogue.h"
#include "core/sources/zookeeper/dialects/QueueBuilder.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace lockscope::test {

constexpr WallTime noon{std::chrono::milliseconds(1'795'190'467'314)};

/// A node of a client: its name is `stem` and the number.
struct NodeText {
    std::int64_t session = 0;
    std::string stem;
    int number = 0;
    std::chrono::milliseconds age{1'000};
    std::int64_t creationId = 0; ///< 0: follows the age
    std::string payload{};
};

inline std::string uuidOf(int number)
{
    char text[40];
    (void)std::snprintf(text, sizeof(text), "%08x-1111-4222-8333-abcdefabcdef", static_cast<unsigned>(number));
    return text;
}

inline std::string sequenceText(int number)
{
    char text[16];
    (void)std::snprintf(text, sizeof(text), "%010d", number);
    return text;
}

inline std::string nameOf(const NodeText& node)
{
    return node.stem + sequenceText(node.number);
}

inline std::string curator(int id, const std::string& word = "lock-")
{
    return "_c_" + uuidOf(id) + "-" + word;
}

inline inspect::ContenderDetails detailsOf(const NodeText& node)
{
    zk::Stat stat;
    stat.ephemeralOwner = node.session;
    stat.ctime = stat.mtime = noon - node.age;
    stat.czxid = node.creationId != 0 ? node.creationId : stat.ctime.time_since_epoch().count() * 1'000 + node.number;
    return inspect::detailsOf(stat, node.payload);
}

struct LockText {
    std::string path;
    std::string dialect;
    std::vector<NodeText> nodes;
    std::vector<std::string> others{}; ///< children that are not contenders
    int leases = 0;
    std::vector<NodeText> gate{};
    std::shared_ptr<const inspect::DialectCatalogue> dialects = inspect::builtinDialects();
};

inline inspect::Lock queueOf(const LockText& text)
{
    std::vector<std::string> names = text.others;
    std::vector<std::string> atGate;
    inspect::DetailsByNode details;
    inspect::DetailsByNode gateDetails;
    for (const auto& node : text.nodes) {
        names.push_back(nameOf(node));
        details.emplace(nameOf(node), detailsOf(node));
    }
    for (const auto& node : text.gate) {
        atGate.push_back(nameOf(node));
        gateDetails.emplace(nameOf(node), detailsOf(node));
    }
    inspect::LockListing listing;
    listing.path = text.path;
    listing.dialect = text.dialects->find(text.dialect);
    listing.queue = {names, &details};
    listing.gate = {atGate, &gateDetails};
    listing.leases = text.leases;
    auto lock = inspect::buildQueue(listing, nullptr, noon);
    for (auto& contender : lock.queue) {
        contender.grantedAt.reset();
        if (contender.details)
            contender.firstSeenAt = contender.details->createdAt; // Lockscope was watching
    }
    return lock;
}

inline inspect::Snapshot snapshotOf(std::vector<inspect::Lock> locks)
{
    inspect::Snapshot snapshot;
    snapshot.takenAt = noon;
    snapshot.complete = true;
    snapshot.dialects = inspect::builtinDialects();
    for (auto& lock : locks)
        snapshot.locks.push_back(std::make_shared<const inspect::Lock>(std::move(lock)));
    std::sort(snapshot.locks.begin(), snapshot.locks.end(),
              [](const auto& a, const auto& b) { return a->path < b->path; });
    return snapshot;
}

inline inspect::Snapshot snapshotOf(const std::vector<LockText>& texts)
{
    std::vector<inspect::Lock> locks;
    for (const auto& text : texts)
        locks.push_back(queueOf(text));
    return snapshotOf(std::move(locks));
}

/// This many locks of nine contenders; a session waits in at most one place; one in a hundred locks is in a cycle.
inline inspect::Snapshot ninesOf(int locks)
{
    std::vector<inspect::Lock> queues;
    for (int i = 0; i < locks; ++i) {
        LockText text{"/locks/" + sequenceText(i), "curator-mutex", {}};
        const bool isInCycle = i % 100 < 2;
        const int partner = i % 2 == 0 ? i + 1 : i - 1;
        for (int k = 0; k < 9; ++k) {
            const auto session = k == 0 ? i + 1 : isInCycle && k == 1 ? partner + 1 : 20'000 + i * 10 + k;
            text.nodes.push_back(
                {session, curator(i * 10 + k), k, std::chrono::seconds(1), 1 + i + (k == 0 ? 0 : 100'000 + k)});
        }
        queues.push_back(queueOf(text));
    }
    return snapshotOf(std::move(queues));
}

} // namespace lockscope::test
