// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A family of lock: how its contenders are named and by which rule they are served. A value; recipes use the built-in
/// ones, the inspector reads more of them from data.

#include "core/queue/Contender.h"
#include "core/queue/NamePattern.h"
#include "core/queue/Order.h"
#include "core/queue/Rule.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::queue {

struct ContenderPattern {
    NamePattern pattern;
    Mode mode = Mode::Exclusive; ///< of a contender so named
};

struct Scheme {
    std::vector<ContenderPattern>
        patterns; ///< a child that fits one of them is a contender; the first that fits counts
    Rule rule = &exclusiveRule;
    /// A newcomer always queues last: whoever is not before me now never will be. Not so where a downgrade creates a
    /// node with an old number.
    bool newcomersQueueLast = true;
    /// How the family's own clients sort. The recipes, which can count on numbers, sort by Number.
    Ordering ordering{};
    /// Whatever lies in the directory queues in the family's own clients' eyes, by the text of its name, and can hold
    /// them up for ever: a child that fits no pattern is no contender, but is waited for like a reader.
    bool unrecognisedQueue = false;
};

/// The contender that `name` stands for, or nothing if the name fits no pattern of the scheme.
[[nodiscard]] std::optional<Contender> parseContender(const Scheme& scheme, std::string_view name);

/// A listing taken apart: contenders in the order of their numbers, and the names that fit no pattern.
struct ParsedListing {
    std::vector<Contender> contenders;
    std::vector<std::string> foreign;
};
[[nodiscard]] ParsedListing parseListing(const Scheme& scheme, std::span<const std::string> names);

/// What the family's own clients make of a listing: puts its contenders into their order and says what each is told,
/// in that order. `leases` as Rule has it.
[[nodiscard]] std::vector<Verdict> judge(const Scheme& scheme, ParsedListing& listing, int leases);

/// What Curator's InterProcessMutex counts as a contender: whatever ends in "lock-" and a number, whoever wrote it.
/// Source: Apache Curator, LockInternals.getSortedChildren and StandardLockInternalsDriver.
[[nodiscard]] const Scheme& curatorMutexScheme();

/// "__READ__" and "__WRIT__" with a number. Source: Apache Curator, InterProcessReadWriteLock.
[[nodiscard]] const Scheme& curatorReadWriteScheme();

/// "-R-" and "-W-" with a number: "host1-R-0000000001", as tutorials name their shared locks.
[[nodiscard]] const Scheme& tutorialReadWriteScheme();

/// The children of "leases" that end in a number. Source: Apache Curator, InterProcessSemaphoreV2, which counts a child
/// without one as well.
[[nodiscard]] const Scheme& curatorLeaseScheme();

/// "latch-" with a number. Source: Apache Curator, LeaderLatch.
[[nodiscard]] const Scheme& curatorLatchScheme();

/// "__lock__" with a number; readers are not seen. Source: Kazoo, kazoo/recipe/lock.py, Lock.
[[nodiscard]] const Scheme& kazooLockScheme();

/// "__rlock__" (shared) and "__lock__" with a number. Source: the same, ReadLock and WriteLock.
[[nodiscard]] const Scheme& kazooReadWriteScheme();

} // namespace lockscope::queue
