// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/DurationText.h"
#include "core/base/Phrase.h"
#include "core/findings/redis/RedisFindings.h"

#include <algorithm>
#include <string_view>

namespace lockscope::inspect {

namespace {

/// Of a server; not of a lock.
Finding findingOnServers(FindingKind kind, Severity severity)
{
    Finding finding;
    finding.kind = kind;
    finding.severity = severity;
    finding.path = "/";
    return finding;
}

/// Generic commands, hashes and expired keys, as messages by key or by event: "A" is all classes.
bool publishesLocks(std::string_view flags)
{
    const auto has = [&](char flag) { return flags.find(flag) != std::string_view::npos; };
    return (has('K') || has('E')) && (has('A') || (has('g') && has('h') && has('x')));
}

void addHiddenChanges(const FindingInput& input, const RedisServers& masters, std::vector<Finding>& findings)
{
    const auto& watch = input.snapshot.redisWatch;
    const bool isPolled = watch && (watch->by == RedisWatch::By::Channels || watch->by == RedisWatch::By::Polling);
    if (!isPolled || input.snapshot.manual)
        return;
    std::vector<std::string> hiding;
    std::string settings;
    for (const auto& server : masters.servers) {
        if (!server.notifications || publishesLocks(*server.notifications))
            continue;
        hiding.push_back(server.address);
        settings = sentences(settings,
                             phrase("On %1 notify-keyspace-events is \"%2\".", server.address, *server.notifications));
    }
    if (hiding.empty())
        return;
    auto finding = findingOnServers(FindingKind::HiddenChanges, Severity::Info);
    finding.text =
        phrase("Servers do not report changes of locks: %1. A lock that is held only between two readings is "
               "not seen.",
               listed(hiding));
    finding.evidence = sentences(
        sentences(settings, phrase("Lockscope reads each lock every %1.", roundDurationText(watch->interval))),
        watch->reason);
    finding.advice =
        phrase("Allow CLIENT TRACKING for the user of Lockscope, or let the administrator of the server set "
               "notify-keyspace-events to \"Eghx\". Lockscope changes no setting of a server.");
    findings.push_back(std::move(finding));
}

std::string stateOf(const RedisReplica& replica, const std::string& master, std::chrono::seconds limit)
{
    if (!replica.isOnline)
        return phrase("The replica %1 of %2 is not online: its first copy is not complete.", replica.address, master);
    if (replica.lag && *replica.lag > limit)
        return phrase("The last acknowledgement of the replica %1 of %2 was %3 ago.", replica.address, master,
                      roundDurationText(*replica.lag));
    return {};
}

void addReplicaLag(const FindingInput& input, const RedisServers& masters, std::vector<Finding>& findings)
{
    auto finding = findingOnServers(FindingKind::ReplicaLag, Severity::Warning);
    std::size_t late = 0;
    std::vector<std::string> alone; // masters of which no replica acknowledges
    for (const auto& server : masters.servers) {
        std::size_t lateHere = 0;
        for (const auto& replica : server.replicas) {
            const auto state = stateOf(replica, server.address, input.settings.replicaLag);
            finding.evidence = sentences(finding.evidence, state);
            lateHere += state.empty() ? 0 : 1;
        }
        late += lateHere;
        if (lateHere > 0 && lateHere == server.replicas.size())
            alone.push_back(server.address);
    }
    if (late == 0)
        return;
    finding.text = alone.empty() ? phrase("%1 do not acknowledge the writes of their master.",
                                          counted(late, "%1 replica", "%1 replicas"))
                                 : phrase("No replica acknowledges the writes of %1.", listed(alone));
    finding.advice = phrase("After a failover to such a replica, a lock that is held may be free, and a second client "
                            "can acquire it. Check the network and the load of the replica, and its log.");
    if (!alone.empty())
        finding.advice = sentences(finding.advice, phrase("Clients that wait for an acknowledgement (WAIT) do not "
                                                          "acquire locks in the meantime."));
    findings.push_back(std::move(finding));
}

void addEviction(const RedisServers& masters, std::vector<Finding>& findings)
{
    auto finding = findingOnServers(FindingKind::LocksMayBeEvicted, Severity::Warning);
    std::vector<std::string> names;
    for (const auto& server : masters.servers) {
        // Keys with a TTL, as locks are, or all keys.
        const bool evicts =
            server.policy && (server.policy->starts_with("allkeys-") || server.policy->starts_with("volatile-"));
        if (!evicts || server.maxMemory.value_or(0) <= 0)
            continue;
        names.push_back(server.address);
        finding.evidence = sentences(finding.evidence, phrase("On %1 maxmemory is %2 bytes and maxmemory-policy is %3.",
                                                              server.address, *server.maxMemory, *server.policy));
    }
    if (names.empty())
        return;
    finding.text = phrase("Servers may delete locks when their memory is full: %1.", listed(names));
    finding.advice = phrase("A deleted lock is free, while its holder continues to work. Set maxmemory-policy to "
                            "noeviction, or keep the locks on a server of their own.");
    findings.push_back(std::move(finding));
}

} // namespace

void addMasterFindings(const FindingInput& input, std::vector<Finding>& findings)
{
    const auto* masters = input.snapshot.redisServers.get();
    if (!masters)
        return;
    addHiddenChanges(input, *masters, findings);
    addReplicaLag(input, *masters, findings);
    addEviction(*masters, findings);
}

} // namespace lockscope::inspect
