// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"
#include "core/model/Snapshot.h"
#include "core/release/Evidence.h"
#include "core/release/zookeeper/GuardPromise.h"
#include "core/release/zookeeper/Permission.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::release {

/// Another node of the same session in a lock.
struct OtherNode {
    std::string lockPath;
    std::string nodePath;
    std::optional<bool> holds; ///< nothing: not known

    friend bool operator==(const OtherNode&, const OtherNode&) = default;
};

/// What a release would do, with the identity of the very node that was shown. A value; one for the command line, the
/// dialog and the audit trail.
struct ReleasePlan {
    std::string lockPath;
    std::string dialect;                  ///< the lock's family
    std::string dialectName;              ///< for people
    std::string nodePath;                 ///< what would be deleted
    std::string node;                     ///< its name
    bool numbered = false;                ///< its name has a number
    NameReuse reuse = NameReuse::Anytime; ///< when another node may get this name
    bool holds = false;                   ///< it holds the lock now (else it waits)
    bool isStray = false; ///< it is no contender, but the queue waits for it as for a holder; then it `holds`
    queue::Mode mode = queue::Mode::Exclusive;
    std::int64_t creationId = 0; ///< guard: the node that was shown
    std::int64_t owner = 0;      ///< guard: the session that owned it; 0 for a node that no session frees
    std::int32_t version = 0;
    WallTime createdAt{};
    std::string payload;            ///< bytes, as they stand in the node
    std::string client;             ///< as the payload says; may be empty
    bool clientIsLastKnown = false; ///< a revocation request was written over it since
    std::string host;               ///< may be empty
    std::string next;       ///< node that holds after the release; empty when nobody waits or the holder stays the same
    std::string nextPath;   ///< of that node
    std::string nextClient; ///< may be empty
    int waiters = 0;        ///< of the lock, before the release
    bool waitersKnown = true; ///< false for a single-node lock, whose waiters have no node
    Evidence evidence;
    std::optional<std::vector<OtherNode>> others; ///< of its session; nothing when nobody told
    Permission permission;
    GuardPromise guard; ///< what the guard can prove; without text before it was read
    WallTime readAt{};

    /// Does a revocation request stand in the node?
    [[nodiscard]] bool wasAsked() const;
};

/// What is known besides the lock's own nodes: all of it may be missing.
struct Background {
    std::shared_ptr<const ensemble::EnsembleFacts> facts;
    inspect::SnapshotPtr snapshot; ///< with every lock that was looked at
    Identity identity;
};

/// The plan for one contender of a lock as it is shown, without what Background tells. When its name may be used again
/// is judged by the lock's own listing, else by ReleaseService. Of a family that is not in
/// `dialects` it is not known who would follow; `nextClient` may still be missing too. Pure.
[[nodiscard]] ReleasePlan makePlan(const inspect::Lock& lock, const inspect::Contender& contender,
                                   const inspect::DialectCatalogue& dialects);

/// Adds the evidence on the owner and its other locks. `seenAt`: when the contender was certainly there. Pure.
void addBackground(ReleasePlan& plan, const Background& background, const inspect::Contender& contender,
                   WallTime seenAt, const inspect::DialectCatalogue& dialects);

/// The plan as far as a snapshot knows it, of a lock that it shows: for what stands on the screen before the service is
/// asked. Null: without what the servers say. Pure.
[[nodiscard]] ReleasePlan predictedPlan(const inspect::Lock& lock, const inspect::Contender& contender,
                                        const inspect::Snapshot* snapshot);

/// What the release risks, in a sentence or two for the one who decides.
[[nodiscard]] std::string riskOf(const ReleasePlan& plan);

/// The requests that a release makes, in their order, in words.
[[nodiscard]] std::vector<std::string> operationsOf(const ReleasePlan& plan);

/// Which guard fails against what stands there now, in words: it must be the node that was shown, of that owner, in
/// that lock, and hold it or wait as it did: a waiter that holds by now is another decision. Nothing if it is.
/// `contender` has its details.
[[nodiscard]] std::optional<std::string> whyRefused(const ReleasePlan& shown, const inspect::Lock& lock,
                                                    const inspect::Contender& contender);

/// Why a plan that was read again is not for what the first one was, in words; nothing if it is.
[[nodiscard]] std::optional<std::string> whyChanged(const ReleasePlan& first, const ReleasePlan& now);

/// What a release asks of the user: the more can break, the more.
enum class Confirmation {
    Click,        ///< nobody is there any more who could mind
    Reason,       ///< a waiter loses its place
    NameAndReason ///< a program may rely on the lock: its name must be typed
};
[[nodiscard]] Confirmation confirmationFor(const ReleasePlan& plan);

/// What is typed to show that this lock is meant: the last part of its path.
[[nodiscard]] std::string lockName(const ReleasePlan& plan);

} // namespace lockscope::release
