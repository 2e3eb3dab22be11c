// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What is wrong, as a value: how bad, where, by what it shows, and what to do.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::inspect {

enum class Severity {
    Info,
    Warning,
    Critical
};

/// "info", "warning", "critical".
[[nodiscard]] std::string_view toString(Severity severity);

enum class FindingKind {
    Deadlock,
    PersistentContender, ///< no session will ever free it
    DeadOwner,           ///< its session is in no server's list
    DisconnectedOwner,   ///< its session has no connection, and expires unless it comes back
    SilentHolder,        ///< connected, but not heard of for long
    QueuedTwice,         ///< one session, two nodes in a queue: the orphan of a lost reply
    WatchesNothing,      ///< a waiter whom nobody will wake
    WatchesWrongNode,
    MixedDialects, ///< families on one path that do not see each other: mutual exclusion is broken
    TooManyHolders,
    SequenceNearOverflow,
    ListingNearLimit,
    ThunderingHerd, ///< many watch one node: its deletion wakes them all
    LongHold,
    LongWait,
    EmptyParents, ///< lock directories that nobody uses pile up
    StrayChild,   ///< a child that is no contender, and that the queue waits for
    RevocationIgnored,
    Other ///< of a recording by a newer program: Finding::otherKind is its word
};

/// "deadlock", "persistent-contender", …: the words of the command line's JSON.
[[nodiscard]] std::string_view toString(FindingKind kind);
/// "Deadlock", "Owner session has ended", …: for people.
[[nodiscard]] std::string titleOf(FindingKind kind);

struct Finding {
    FindingKind kind = FindingKind::Deadlock;
    std::string otherKind; ///< of FindingKind::Other
    Severity severity = Severity::Info;
    std::string path;                   ///< of the lock concerned; of a directory where there is none
    std::vector<std::string> nodes;     ///< full paths, the one to jump to first; may be empty
    std::vector<std::int64_t> sessions; ///< concerned; may be empty
    std::string text;                   ///< one sentence
    std::string evidence;               ///< what was seen, and who told it
    std::string advice;                 ///< what to do next

    friend bool operator==(const Finding&, const Finding&) = default;
};

/// The word of its kind, also of one that this program does not know.
[[nodiscard]] std::string_view kindWord(const Finding& finding);

} // namespace lockscope::inspect
