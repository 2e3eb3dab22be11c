// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/Finding.h"

#include "core/base/EnumWords.h"
#include "core/base/Phrase.h"

#include <array>
#include <cstddef>

namespace lockscope::inspect {

std::string_view toString(Severity severity)
{
    switch (severity) {
    case Severity::Critical:
        return "critical";
    case Severity::Warning:
        return "warning";
    case Severity::Info:
        return "info";
    }
    return {};
}

namespace {

struct FindingKindRow {
    FindingKind kind;
    std::string_view word;
    const char* title;
};

/// The names of each kind, in the order of the enumeration.
constexpr std::array kinds{
    FindingKindRow{FindingKind::Deadlock, "deadlock", phraseLater("Deadlock")},
    FindingKindRow{FindingKind::PersistentContender, "persistent-contender",
                   phraseLater("Persistent node never expires")},
    FindingKindRow{FindingKind::DeadOwner, "dead-owner", phraseLater("Owner session has ended")},
    FindingKindRow{FindingKind::DisconnectedOwner, "disconnected-owner",
                   phraseLater("Owner session has no connection")},
    FindingKindRow{FindingKind::SilentHolder, "silent-holder", phraseLater("No heartbeat from the holder")},
    FindingKindRow{FindingKind::QueuedTwice, "queued-twice", phraseLater("One session queued twice")},
    FindingKindRow{FindingKind::WatchesNothing, "watches-nothing", phraseLater("Waiter without a watch")},
    FindingKindRow{FindingKind::WatchesWrongNode, "watches-wrong-node", phraseLater("Waiter watches the wrong node")},
    FindingKindRow{FindingKind::MixedDialects, "mixed-dialects", phraseLater("Clients ignore each other")},
    FindingKindRow{FindingKind::TooManyHolders, "too-many-holders", phraseLater("More holders than leases")},
    FindingKindRow{FindingKind::SequenceNearOverflow, "sequence-near-overflow",
                   phraseLater("Sequence numbers run out")},
    FindingKindRow{FindingKind::ListingNearLimit, "listing-near-limit", phraseLater("Queue almost too long to list")},
    FindingKindRow{FindingKind::ThunderingHerd, "herd", phraseLater("Thundering herd on one node")},
    FindingKindRow{FindingKind::LongHold, "long-hold", phraseLater("Held for too long")},
    FindingKindRow{FindingKind::LongWait, "long-wait", phraseLater("Waited for too long")},
    FindingKindRow{FindingKind::EmptyParents, "empty-parents", phraseLater("Many empty directories")},
    FindingKindRow{FindingKind::StrayChild, "stray-child", phraseLater("Unrecognised child blocks the queue")},
    FindingKindRow{FindingKind::LostPlace, "lost-place", phraseLater("Client without a place in the queue")},
    FindingKindRow{FindingKind::RevocationIgnored, "revocation-ignored", phraseLater("Revocation request ignored")},
    FindingKindRow{FindingKind::ServerDown, "server-down", phraseLater("Server is down")},
    FindingKindRow{FindingKind::DeadHead, "dead-head", phraseLater("Next waiter does not listen")},
    FindingKindRow{FindingKind::DeadWaiters, "dead-waiters", phraseLater("Waiters do not listen")},
    FindingKindRow{FindingKind::AbandonedQueue, "abandoned-queue", phraseLater("Queue without a lock")},
    FindingKindRow{FindingKind::EndlessLease, "endless-lease", phraseLater("Lock never expires")},
    FindingKindRow{FindingKind::NotRenewed, "not-renewed", phraseLater("Lease is no longer renewed")},
    FindingKindRow{FindingKind::RenewedLong, "renewed-long", phraseLater("Renewed for too long")},
    FindingKindRow{FindingKind::ExpiredReader, "expired-reader", phraseLater("Reader without a lease")},
    FindingKindRow{FindingKind::LeakedPermits, "leaked-permits", phraseLater("Leaked permits")},
    FindingKindRow{FindingKind::TokenWentBack, "token-went-back", phraseLater("Fencing token went back")},
    FindingKindRow{FindingKind::RedlockRemnant, "redlock-remnant", phraseLater("Redlock token without a quorum")},
    FindingKindRow{FindingKind::RedlockSplit, "redlock-split", phraseLater("Redlock tokens split the votes")},
    FindingKindRow{FindingKind::LostVotes, "lost-votes", phraseLater("Votes of a Redlock are missing")},
    FindingKindRow{FindingKind::DoubleVotes, "double-votes", phraseLater("Two tokens of a Redlock")},
    FindingKindRow{FindingKind::MasterRestarted, "master-restarted", phraseLater("Master restarted within the lease")},
    FindingKindRow{FindingKind::ClockOffset, "clock-offset", phraseLater("Clocks of the masters differ")},
    FindingKindRow{FindingKind::HiddenChanges, "hidden-changes", phraseLater("Server settings hide changes")},
    FindingKindRow{FindingKind::ReplicaLag, "replica-lag", phraseLater("Replicas do not acknowledge")},
    FindingKindRow{FindingKind::LocksMayBeEvicted, "eviction", phraseLater("Server may evict locks")},
    FindingKindRow{FindingKind::Other, "other", phraseLater("Other finding")},
};

static_assert(isInOrder(kinds, &FindingKindRow::kind) && kinds.back().kind == FindingKind::Other);

} // namespace

std::string_view toString(FindingKind kind)
{
    return wordIn(kinds, kind);
}

std::string titleOf(FindingKind kind)
{
    return phrase(kinds.at(static_cast<std::size_t>(kind)).title);
}

std::string_view kindWord(const Finding& finding)
{
    return finding.kind == FindingKind::Other && !finding.otherKind.empty() ? finding.otherKind
                                                                            : toString(finding.kind);
}

std::string identityOf(const Finding& finding)
{
    // No path contains a null character.
    return std::string(kindWord(finding)) + '\0' + finding.path + '\0' +
           (finding.nodes.empty() ? std::string() : finding.nodes.front());
}

} // namespace lockscope::inspect
