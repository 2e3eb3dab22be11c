// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A lock with the same node names in both of its directories.

#include "core/sources/DialectFiles.h"
#include "core/sources/zookeeper/dialects/DialectCatalogue.h"
#include "core/sources/zookeeper/dialects/QueueBuilder.h"

#include <string>
#include <vector>

namespace lockscope::test {

/// A Curator semaphore whose children below "leases" and below "locks" have equal names. Queue nodes belong to sessions
/// from 1 on, gate nodes to sessions from 101 on. The leases are held. Each gate node waits for the gate node before
/// it; the first one waits for the holders.
[[nodiscard]] inline inspect::Lock semaphoreOfEqualNames(const std::string& path, std::vector<std::string> leases,
                                                         std::vector<std::string> gate, WallTime now)
{
    const auto detailsFrom = [now](const std::vector<std::string>& names, std::int64_t session) {
        inspect::DetailsByNode details;
        for (const auto& name : names) {
            zk::Stat stat;
            stat.ephemeralOwner = session;
            stat.czxid = 1'000 + session;
            stat.ctime = stat.mtime = now - std::chrono::seconds(10);
            details.emplace(name, inspect::detailsOf(stat, "client-" + std::to_string(session)));
            ++session;
        }
        return details;
    };
    const auto ofLeases = detailsFrom(leases, 1);
    const auto ofGate = detailsFrom(gate, 101);
    inspect::LockListing listing;
    listing.path = path;
    listing.dialect = inspect::builtinDialects()->find("curator-semaphore");
    listing.queue = {leases, &ofLeases};
    listing.gate = {gate, &ofGate};
    return inspect::buildQueue(listing, nullptr, now);
}

} // namespace lockscope::test
