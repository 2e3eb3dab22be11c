// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/Finding.h"

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

std::string_view toString(FindingKind kind)
{
    switch (kind) {
    case FindingKind::Deadlock:
        return "deadlock";
    case FindingKind::PersistentContender:
        return "persistent-contender";
    case FindingKind::DeadOwner:
        return "dead-owner";
    case FindingKind::DisconnectedOwner:
        return "disconnected-owner";
    case FindingKind::SilentHolder:
        return "silent-holder";
    case FindingKind::QueuedTwice:
        return "queued-twice";
    case FindingKind::WatchesNothing:
        return "watches-nothing";
    case FindingKind::WatchesWrongNode:
        return "watches-wrong-node";
    case FindingKind::MixedDialects:
        return "mixed-dialects";
    case FindingKind::TooManyHolders:
        return "too-many-holders";
    case FindingKind::SequenceNearOverflow:
        return "sequence-near-overflow";
    case FindingKind::ListingNearLimit:
        return "listing-near-limit";
    case FindingKind::ThunderingHerd:
        return "herd";
    case FindingKind::LongHold:
        return "long-hold";
    case FindingKind::LongWait:
        return "long-wait";
    case FindingKind::EmptyParents:
        return "empty-parents";
    case FindingKind::StrayChild:
        return "stray-child";
    case FindingKind::RevocationIgnored:
        return "revocation-ignored";
    case FindingKind::Other:
        return "other";
    }
    return {};
}

std::string_view kindWord(const Finding& finding)
{
    return finding.kind == FindingKind::Other && !finding.otherKind.empty() ? finding.otherKind
                                                                            : toString(finding.kind);
}

} // namespace lockscope::inspect
