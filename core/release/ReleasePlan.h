// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"
#include "core/model/Snapshot.h"
#include "core/release/Evidence.h"
#include "core/release/GuardPromise.h"
#include "core/release/Permission.h"
#include "core/release/redis/RedisPlan.h"
#include "core/release/zookeeper/DeletePermission.h"
#include "core/release/zookeeper/NodePlan.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::release {

/// Another node of the same session in a lock.
struct OtherNode {
    std::string lockPath;
    std::string nodePath;
    std::optional<bool> holds; ///< nullopt: unknown

    friend bool operator==(const OtherNode&, const OtherNode&) = default;
};

/// What a release would do, with the identity of the node that was shown. A value, used by the command line, the dialog
/// and the action log.
struct ReleasePlan {
    inspect::Backend backend = inspect::Backend::ZooKeeper;
    std::string lockPath;
    std::string dialect;                                        ///< id of the lock's dialect
    std::string dialectName;                                    ///< title of the dialect
    inspect::Certainty certainty = inspect::Certainty::Certain; ///< whether this is a lock at all
    std::string nodePath;                                       ///< what would be deleted; on Redis the lock's own key
    std::string node;                                           ///< its name; on Redis that of the contender
    std::string breaks; ///< what the dialect says that a release can break; may be empty
    bool holds = false; ///< it holds the lock now (else it waits)
    /// False: whether it holds or waits is unknown, as it depends on data of other nodes; then `holds` is true.
    bool isStateKnown = true;
    bool isStray = false; ///< it is not a contender, but the queue waits for it as for a holder; then `holds` is true
    std::optional<LockMode> mode; ///< none: unknown
    std::int64_t creationId = 0;  ///< guard: the node that was shown
    std::int64_t owner = 0;       ///< guard: the session that owned it; 0 for a persistent node
    WallTime createdAt{};         ///< by the servers' clock
    /// The servers' clock before this machine's, for ages; 0: not measured.
    std::chrono::milliseconds clockAhead{0};
    std::string payload;            ///< the node's bytes
    std::string client;             ///< the client's name, from the payload; may be empty
    bool clientIsLastKnown = false; ///< a revocation request has overwritten the name
    std::string host;               ///< may be empty
    std::string next; ///< node that holds after the release; empty without waiters or when the holder stays the same
    std::string nextPath;     ///< full path of that node
    std::string nextClient;   ///< may be empty
    int waiters = 0;          ///< of the lock, before the release
    bool waitersKnown = true; ///< false for a single-node lock, whose waiters have no node
    Evidence evidence;
    std::optional<std::vector<OtherNode>> others; ///< of its session; nullopt when unknown
    Permission permission;
    GuardPromise guard; ///< what the guard can prove; its text is empty before this was read
    WallTime readAt{};
    NodePlan zookeeper; ///< what only a node of ZooKeeper has
    RedisPlan redis;    ///< what only an owner on Redis has

    [[nodiscard]] bool isRedis() const { return backend == inspect::Backend::Redis; }

    /// Whether the node contains a revocation request.
    [[nodiscard]] bool wasAsked() const;
};

/// The most permits that Redisson counts: an int of Java.
constexpr std::int64_t mostPermits = 2'147'483'647;

/// Known facts beyond the lock's own nodes; each may be missing.
struct Background {
    std::shared_ptr<const ensemble::EnsembleFacts> facts;
    inspect::SnapshotPtr snapshot; ///< with all locks that were read
    OwnIdentity identity;
    /// Redis: how many permits to add to a semaphore without leases. 0: the release is of a holder or waiter.
    std::int64_t permits = 0;
};

/// The plan from a snapshot alone, for display before the service has read the lock. It is not searched for `others`,
/// because it may be long and this is asked for often. `snapshot`: null: without the servers' reports. Pure.
[[nodiscard]] ReleasePlan predictedPlan(const inspect::Lock& lock, const inspect::Contender& contender,
                                        const inspect::Snapshot* snapshot);

/// Likewise the plan that adds permits to a semaphore on Redis. Error: BadArguments: more than Redisson counts.
[[nodiscard]] Result<ReleasePlan> predictedPermits(const inspect::Lock& lock, std::int64_t permits);

/// The risk of the release, in one or two sentences for the operator.
[[nodiscard]] std::string riskOf(const ReleasePlan& plan);

/// Why a plan that was read again contradicts the first one, by the guards of whyRefused(); nullopt if it does not.
[[nodiscard]] std::optional<std::string> whyChanged(const ReleasePlan& first, const ReleasePlan& now);

/// The confirmation that a release needs from the user, by its risk.
enum class Confirmation {
    Click,        ///< no client is left that could be affected
    Reason,       ///< a waiter loses its position
    NameAndReason ///< a program may rely on the node: the user must type the lock's name
};
[[nodiscard]] Confirmation confirmationFor(const ReleasePlan& plan);

/// The name that the user must type: the last component of the lock's path; on Redis its whole name.
[[nodiscard]] std::string lockName(const ReleasePlan& plan);

} // namespace lockscope::release
