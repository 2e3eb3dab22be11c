// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/zookeeper/NodeFindings.h"
#include "core/model/Wording.h"
#include "core/sources/zookeeper/discovery/ListingLimit.h"
#include "core/zk/CreateCounter.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace lockscope::inspect {

namespace {

constexpr std::int64_t lastSequence = std::numeric_limits<std::int32_t>::max();

void addSequence(const FindingInput& input, const Lock& lock, std::vector<Finding>& findings)
{
    std::int64_t next = lock.parent ? std::int64_t(zk::createdChildren(*lock.parent)) : 0;
    const Contender* last = nullptr;
    bool isPast = false;
    for (const auto& contender : lock.queue) {
        if (!contender.sequence || contender.atGate)
            continue;
        isPast = isPast || *contender.sequence < 0 || *contender.sequence == lastSequence;
        if (!last || *contender.sequence > *last->sequence)
            last = &contender;
        next = std::max(next, std::int64_t(*contender.sequence) + 1); // the parent's Stat may be older than the listing
    }
    const auto left = std::max(lastSequence - next, std::int64_t(0));
    if (left > input.settings.sequencesLeft && !isPast)
        return;
    Finding finding;
    finding.kind = FindingKind::SequenceNearOverflow;
    finding.severity = isPast || left <= input.settings.fewSequencesLeft ? Severity::Critical : Severity::Warning;
    finding.path = lock.path;
    if (last)
        name(finding, lock, *last);
    finding.text =
        isPast
            ? phrase(
                  "The sequence numbers of this directory are exhausted: new nodes get duplicate or negative numbers.")
            : phrase("Sequence numbers are running out: %1 of 2147483647 are left.", left);
    finding.evidence = lock.parent ? phrase("The directory has cversion %1 (the counter of child changes) and %2. The "
                                            "next sequence number is therefore %3.",
                                            lock.parent->cversion,
                                            counted(static_cast<std::size_t>(std::max(lock.parent->numChildren, 0)),
                                                    "%1 child node", "%1 child nodes"),
                                            next)
                                   : phrase("The last node has the sequence number %1.", next - 1);
    finding.advice =
        phrase("After the last number, the queue order is undefined and several clients may hold the lock. Stop the "
               "clients and delete the empty directory; the clients create it again. Or move the lock to another "
               "path.");
    findings.push_back(std::move(finding));
}

std::size_t listedBytes(const Lock& lock)
{
    std::size_t bytes = 0;
    std::size_t names = 0;
    for (const auto& contender : lock.queue) {
        if (contender.atGate)
            continue;
        bytes += contender.node.size() + listedNameOverhead;
        ++names;
    }
    for (const auto& child : lock.unrecognised)
        bytes += child.size() + listedNameOverhead;
    names += lock.unrecognised.size();
    // The Stat may count more children than the last listing has.
    const auto children = lock.parent ? static_cast<std::size_t>(std::max(lock.parent->numChildren, 0)) : 0;
    return children > names && names > 0 ? bytes / names * children : bytes;
}

int percentOfLimit(std::size_t bytes)
{
    return static_cast<int>(bytes * 100 / listingLimitBytes);
}

std::string evidenceOf(std::size_t bytes)
{
    return phrase("A listing takes %1 bytes. Java clients close the connection if a reply exceeds %2 bytes, unless "
                  "jute.maxbuffer is raised.",
                  bytes, listingLimitBytes);
}

void addListing(const FindingInput& input, const Lock& lock, std::vector<Finding>& findings)
{
    const auto children = std::max(lock.queue.size() + lock.unrecognised.size(),
                                   lock.parent ? static_cast<std::size_t>(std::max(lock.parent->numChildren, 0)) : 0);
    const auto bytes = listedBytes(lock);
    const auto percent = percentOfLimit(bytes);
    if (lock.kind == LockKind::Single || percent < input.settings.listingPercent)
        return;
    Finding finding;
    finding.kind = FindingKind::ListingNearLimit;
    finding.severity = percent >= 95 ? Severity::Critical : Severity::Warning;
    finding.path = lock.path;
    finding.text = phrase("The directory has %1. This is %2 % of the limit above which Java clients cannot list it.",
                          counted(children, "%1 child node", "%1 child nodes"), percent);
    finding.evidence = evidenceOf(bytes);
    finding.advice =
        phrase("Above this limit, these clients can no longer queue here. Check why the queue is so long, or "
               "distribute the clients over several locks.");
    findings.push_back(std::move(finding));
}

const Lock* lockIn(const Snapshot& snapshot, const std::string& directory)
{
    const auto found = std::find_if(snapshot.locks.begin(), snapshot.locks.end(), [&](const auto& lock) {
        return lock->kind != LockKind::Single && !lock->isPossible() && lock->liesIn(directory);
    });
    return found == snapshot.locks.end() ? nullptr : found->get();
}

/// Directories that are no locks: nothing waits there, so nothing is critical.
void addLargeDirectories(const FindingInput& input, std::vector<Finding>& findings)
{
    for (const auto& large : input.snapshot.largeDirectories) {
        const auto bytes = static_cast<std::size_t>(large.bytes);
        const auto percent = percentOfLimit(bytes);
        if (percent < input.settings.listingPercent || lockIn(input.snapshot, large.path))
            continue;
        Finding finding;
        finding.kind = FindingKind::ListingNearLimit;
        finding.severity = Severity::Warning;
        finding.path = large.path;
        finding.text = phrase(
            "The directory has %1. This is %2 % of the limit above which Java clients cannot list it.",
            counted(static_cast<std::size_t>(std::max(large.children, 0)), "%1 child node", "%1 child nodes"), percent);
        finding.evidence = evidenceOf(bytes);
        finding.advice =
            phrase("Check whether a client lists this directory, and which client creates the nodes. Delete "
                   "nodes that are not needed.");
        findings.push_back(std::move(finding));
    }
}

void addUnlistable(const FindingInput& input, std::vector<Finding>& findings)
{
    for (const auto& problem : input.snapshot.problems) {
        if (problem.error.code != ErrorCode::TooLarge || problem.error.operation != "getChildren")
            continue;
        Finding finding;
        finding.kind = FindingKind::ListingNearLimit;
        finding.severity = lockIn(input.snapshot, problem.path) ? Severity::Critical : Severity::Warning;
        finding.path = problem.path;
        finding.text = phrase("The directory has too many child nodes. Lockscope does not list it.");
        finding.evidence = phrase("%1.", problem.error.detail);
        finding.advice = phrase("Find out which client creates the nodes. To list and clean up the directory, raise "
                                "jute.maxbuffer, for example to four times the current value. Set the same value on "
                                "all servers and on one client, and restart them. Delete the nodes with that client.");
        findings.push_back(std::move(finding));
    }
}

void addEmptyParents(const FindingInput& input, std::vector<Finding>& findings)
{
    for (const auto& empty : input.snapshot.emptyParents) {
        if (empty.count < input.settings.emptyParents)
            continue;
        Finding finding;
        finding.kind = FindingKind::EmptyParents;
        finding.severity = empty.count >= input.settings.manyEmptyParents ? Severity::Warning : Severity::Info;
        finding.path = empty.path;
        finding.nodes = {empty.example};
        finding.text = phrase("%1 directories below this path once had children and are now empty.", empty.count);
        finding.evidence = phrase("One of them is %1.", empty.example);
        finding.advice = phrase("Unused locks leave these directories, and each directory uses server memory. Let the "
                                "clients create parents as container nodes, which are deleted automatically, or delete "
                                "empty directories that no client uses.");
        findings.push_back(std::move(finding));
    }
}

} // namespace

void addLimitFindings(const FindingInput& input, std::vector<Finding>& findings)
{
    for (const auto& lock : input.snapshot.locks) {
        if (lock->isPossible())
            continue;
        addSequence(input, *lock, findings);
        addListing(input, *lock, findings);
    }
    addLargeDirectories(input, findings);
    addUnlistable(input, findings);
    addEmptyParents(input, findings);
}

} // namespace lockscope::inspect
