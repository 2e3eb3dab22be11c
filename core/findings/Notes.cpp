// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/Notes.h"

#include "core/base/Phrase.h"

#include <algorithm>

namespace lockscope::inspect {

bool hasUnreadNodes(const Snapshot& snapshot)
{
    return std::any_of(snapshot.problems.begin(), snapshot.problems.end(),
                       [](const auto& problem) { return problem.error.code != ErrorCode::NoNode; });
}

bool isWhollyRead(const Snapshot& snapshot)
{
    return snapshot.complete && !hasUnreadNodes(snapshot);
}

namespace {

std::vector<std::string> notesOnRedis(const Snapshot& snapshot)
{
    std::vector<std::string> notes;
    if (hasUnreadNodes(snapshot))
        notes.push_back(phrase("Some locks were not read, and were not checked."));
    const auto* masters = snapshot.redisServers.get();
    if (!masters) {
        notes.push_back(phrase("The servers were not queried, or have not answered yet: their settings and replicas "
                               "were not checked."));
    } else {
        for (const auto& server : masters->servers) {
            if (!server.refused.empty())
                notes.push_back(phrase("%1 did not answer all requests, so not everything was checked (%2).",
                                       server.address, server.refused));
        }
    }
    const bool hasQueue = std::any_of(snapshot.locks.begin(), snapshot.locks.end(),
                                      [](const auto& lock) { return lock->redis && lock->redis->isOrdered; });
    if (hasQueue && !(masters && masters->haveEachListener()))
        notes.push_back(phrase("Clients may listen on other servers than the masters: a waiter that does not listen is "
                               "found only if Lockscope has seen it listen before."));
    return notes;
}

} // namespace

std::vector<std::string> notesOn(const Snapshot& snapshot, bool wantsWatches)
{
    if (snapshot.backend == Backend::Redis)
        return notesOnRedis(snapshot);
    std::vector<std::string> notes;
    if (hasUnreadNodes(snapshot))
        notes.push_back(phrase("Some nodes were not read. Their locks were not checked."));
    const auto* facts = snapshot.ensemble.get();
    if (!facts) {
        notes.push_back(phrase("The servers were not queried, or have not answered yet: owners without a session, a "
                               "connection or a heartbeat are not found."));
    } else {
        if (!facts->hasEverySession)
            notes.push_back(phrase("No server reports the sessions of the ensemble: owners whose session has ended are "
                                   "not found."));
        const bool isShared = std::any_of(facts->servers.begin(), facts->servers.end(),
                                          [](const auto& server) { return server.isShared; });
        if (isShared)
            notes.push_back(phrase("Several servers answer at one address: owners without a connection or a heartbeat "
                                   "are not found. Name each server in the connect string."));
        else if (!facts->hasEveryConnection && !facts->knowsMembers)
            notes.push_back(
                phrase("The members of the ensemble are unknown: owners without a connection are not found. "
                       "Allow the four-letter command conf, or name each server in the connect string."));
        else if (!facts->hasEveryConnection)
            notes.push_back(phrase("Not every server reports its connections: owners without a connection are not "
                                   "found."));
    }
    if (snapshot.isServerTimeAtLeast())
        notes.push_back(phrase("The clock of the leader was not measured: the ages of nodes are lower limits, so long "
                               "holds and waits may be found late. Enable the AdminServer of each server."));
    if (wantsWatches && (!snapshot.watchers || !snapshot.watchers->isComplete))
        notes.push_back(phrase("Not every server reports its watches: waiters without a watch are not found."));
    return notes;
}

} // namespace lockscope::inspect
