// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The state of all locks at one moment, as immutable values that any thread may read. Independent of the backend,
/// except for the session state of our own connection.

#include "core/base/Clock.h"
#include "core/base/Error.h"
#include "core/base/LockMode.h"
#include "core/base/SessionStatus.h"
#include "core/model/Backend.h"
#include "core/model/ContenderKey.h"
#include "core/model/Finding.h"
#include "core/model/HostSource.h"
#include "core/model/Recognition.h"
#include "core/model/redis/RedisFacts.h"
#include "core/model/redis/RedisHosts.h"
#include "core/model/redis/RedisServers.h"
#include "core/model/zookeeper/EnsembleFacts.h"
#include "core/model/zookeeper/NodeStat.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lockscope::inspect {

enum class LockKind {
    Mutex,
    ReadWrite,
    Semaphore,
    Latch,
    Single,
    Multi, ///< several resources, each with its own owner
    Unrecognised
};

/// "mutex", "read-write", …: the values in the command line's JSON.
[[nodiscard]] std::string_view toString(LockKind kind);

/// Whether what looks like a lock is one. What merely looks like one causes no finding about waits, ages and owners.
enum class Certainty {
    Certain, ///< documented names, a layout, payloads or an ancestor identify it
    Possible ///< it has the form of a lock, and no more
};

/// "certain", "possible": the values in the command line's JSON.
[[nodiscard]] std::string_view toString(Certainty certainty);

/// How certain a value is.
enum class Confidence {
    Exact,    ///< read from a node or a file
    Inferred, ///< derived from the nodes
    Unknown
};

/// "exact", "inferred", "unknown".
[[nodiscard]] std::string_view toString(Confidence know);

/// The result of one read of the contender's node. Arrives after the names.
struct ContenderDetails {
    std::int64_t session = 0;    ///< 0: the node is not ephemeral and never expires
    WallTime createdAt{};        ///< by the server's clock
    std::int64_t creationId = 0; ///< unique for this node for all time; the fencing token
    std::int32_t version = 0;
    WallTime modifiedAt{};       ///< when the payload was last written, by the server's clock
    std::string payload;         ///< the node's bytes; of a long payload the first
    std::int32_t payloadCut = 0; ///< number of further bytes
    bool isPayloadKnown = true;  ///< false: Lockscope is not permitted to read it
    std::string client;          ///< the client's name, from the payload; empty when unknown
    std::string host;            ///< "ip" or "ip:port"; empty when unknown
    HostSource hostSource = HostSource::None;
    /// Client and host are from an earlier read: a revocation request has overwritten the client's payload.
    bool isLastKnown = false;

    friend bool operator==(const ContenderDetails&, const ContenderDetails&) = default;
};

/// An immutable value that several snapshots share; equal if the values are. Null: none.
template <typename T> struct SharedValue : std::shared_ptr<const T> {
    using std::shared_ptr<const T>::shared_ptr;
    SharedValue(std::shared_ptr<const T> value) // NOLINT(google-explicit-constructor): it is such a pointer
        : std::shared_ptr<const T>(std::move(value))
    {
    }

    friend bool operator==(const SharedValue& one, const SharedValue& other)
    {
        return one.get() == other.get() || (one && other && *one == *other);
    }
};

struct Contender {
    int position = 0; ///< in queue order, from 0
    bool holds = false;
    bool atGate = false; ///< its node is at the lock's gate: it waits to join the queue
    LockMode mode = LockMode::Exclusive;
    /// False: only the payload says the mode, and it is not read yet or may not be read.
    bool isModeKnown = true;
    /// False: it holds or waits, which of the two is unknown; then `holds` is false and `waitsOn` empty.
    bool isStateKnown = true;
    std::string node; ///< the child's name; gate and queue may each have a node of this name
    std::optional<std::int32_t> sequence;
    std::vector<std::string>
        waitsOn; ///< nodes, by the dialect's rule; not for all waiters of a long queue if they wait for any holder
    std::optional<std::int64_t>
        owner; ///< its session, by the details, else by the servers' list; 0: no session. Not recorded
    std::optional<ContenderDetails> details;
    std::optional<WallTime> grantedAt; ///< when Lockscope saw it acquire the lock; else empty
    /// When Lockscope first listed its node, by this machine's clock. Not recorded.
    std::optional<WallTime> firstSeenAt;
    SharedValue<RedisContender> redis; ///< null on ZooKeeper

    [[nodiscard]] LockPart part() const { return atGate ? LockPart::Gate : LockPart::Queue; }
    /// Its identity within the lock. A view: this object must outlive it.
    [[nodiscard]] NodeRef ref() const { return {part(), node}; }
    /// By the details, else by the servers' list; 0: no session; nullopt: not known yet.
    [[nodiscard]] std::optional<std::int64_t> session() const
    {
        return details ? std::optional(details->session) : owner;
    }

    [[nodiscard]] bool waits() const { return !holds && isStateKnown; }

    friend bool operator==(const Contender&, const Contender&) = default;
};

/// The directories of a lock's nodes, as suffixes of the lock's path: "" (its children), "/leases", "-__lock__".
struct Layout {
    std::string queue;
    std::string gate; ///< each client passes it alone before it joins the queue
};

struct Lock {
    std::string path;         ///< identity of the lock
    std::string dialect;      ///< id of the dialect: "curator-mutex", "kazoo-lock", "sequential", "single-node"
    std::string dialectTitle; ///< "Curator mutex"
    LockKind kind = LockKind::Unrecognised;
    Certainty certainty = Certainty::Certain;
    int leases = 1; ///< maximum number of holders; 0 while unknown
    Confidence leasesKnown = Confidence::Exact;
    std::shared_ptr<const Layout> layout; ///< null: the queue is the lock's children, and there is no gate
    std::string gateHolder;       ///< the gate node of a client that waits in the queue by another node; else empty
    std::vector<Contender> queue; ///< in queue order, by the dialect's rule
    std::vector<std::string> unrecognised; ///< children that fit no dialect, relative to `path`
    bool mayBePersistent = false; ///< contenders without a session are normal; by the dialect's file, not recorded
    bool watchesAhead = false;    ///< by the dialect's file; not recorded, since a recording has no watches
    bool isElection = false; ///< its holder is a leader for as long as it lives; by the dialect's file, not recorded
    /// Read periodically instead of watched: beyond the watch budget; on Redis also a change that no report has shown.
    bool polled = false;
    WallTime readAt{}; ///< when the children were last listed
    /// All listings since then have found the same nodes; nullopt: since readAt. Not recorded.
    std::optional<WallTime> unchangedSince;
    /// The last listing is at least as new as the leader's data was at this time: it followed a sync. Nullopt: a server
    /// that lags behind may have answered. Not recorded.
    std::optional<WallTime> confirmedAt;
    std::optional<ensemble::NodeStat> parent; ///< of the queue's directory, read before that listing
    /// Number of children of the queue's directory that were created and deleted between two listings, since Lockscope
    /// first listed it: no snapshot has them. By the server's own counter.
    std::int32_t unlisted = 0;
    /// A sentence: documented names have numbers that the server's counter cannot have given, as in a restored tree.
    /// Empty: no contradiction.
    std::string counterContradiction;
    std::shared_ptr<const RedisLock> redis; ///< null on ZooKeeper

    [[nodiscard]] bool isPossible() const { return certainty == Certainty::Possible; }
    [[nodiscard]] int holders() const;
    [[nodiscard]] int waiters() const;
    /// The gate's directory; empty without a gate.
    [[nodiscard]] std::string gatePath() const;
    /// Whether `directory` contains nodes of this lock.
    [[nodiscard]] bool liesIn(std::string_view directory) const;
    /// The part of the lock that `directory` is; it must contain nodes of this lock.
    [[nodiscard]] LockPart partAt(std::string_view directory) const;
    /// The full path of a node of the lock, also of an unrecognised child (the lock's own path for a single-node lock).
    [[nodiscard]] std::string nodePath(NodeRef ref) const;
    [[nodiscard]] std::string nodePath(const Contender& contender) const { return nodePath(contender.ref()); }
    [[nodiscard]] ContenderKey keyOf(const Contender& contender) const;
    /// The key of the contender whose node has this full path; the inverse of nodePath().
    [[nodiscard]] ContenderKey keyAt(std::string_view nodePath) const;
    /// Null when no contender has this node.
    [[nodiscard]] const Contender* find(NodeRef ref) const;
    /// Null for a contender of another lock, and for the lock itself.
    [[nodiscard]] const Contender* find(const ContenderKey& key) const;
    /// The contender that `node`, one of `waiter.waitsOn`, refers to; null if the snapshot lacks it.
    [[nodiscard]] const Contender* waitedFor(const Contender& waiter, std::string_view node) const;
    /// A time, by this machine's clock, at which the contender's node certainly existed: the earliest one known.
    [[nodiscard]] WallTime seenSince(const Contender& contender) const;
    /// The first key that two contenders have; nullopt in a valid queue.
    [[nodiscard]] std::optional<NodeRef> firstDuplicate() const;
};

/// Lock::waitedFor() with any look-up of a NodeRef. A contender at the gate waits for a contender before it at the
/// gate, by its name there; else for holders, by their names in the queue.
template <typename Find>
[[nodiscard]] const Contender* findWaitedFor(const Lock& lock, const Contender& waiter, std::string_view node,
                                             const Find& find)
{
    if (waiter.atGate) {
        if (const Contender* ahead = find(NodeRef{LockPart::Gate, node}); ahead && ahead->position < waiter.position)
            return ahead;
        if (!lock.gateHolder.empty())
            return nullptr; // the gate's holder, which the queue has by its other node
    }
    return find(NodeRef{LockPart::Queue, node});
}

/// One moment by two clocks.
struct Moment {
    WallTime here{};  ///< this machine's: what Lockscope saw itself
    WallTime nodes{}; ///< the servers', which date the nodes

    friend bool operator==(const Moment&, const Moment&) = default;
};

struct Since {
    std::chrono::milliseconds duration{0};
    bool atMost = false;  ///< an upper bound: when the holder acquired the lock is unknown, so this is its node's age
    bool atLeast = false; ///< a lower bound: since Lockscope saw it first, and nothing tells since when it was there

    friend bool operator==(const Since&, const Since&) = default;
};
/// How long it has held or waited; nullopt while its details are unknown.
[[nodiscard]] std::optional<Since> sinceOf(const Contender& contender, const Moment& now);
/// How long ago Lockscope saw it first; nullopt: not recorded.
[[nodiscard]] std::optional<std::chrono::milliseconds> seenFor(const Contender& contender, WallTime now);
/// Redis: how long until the lease of a holder of `lock` ends, if it is not renewed; 0 past that. Nullopt: no end.
[[nodiscard]] std::optional<std::chrono::milliseconds> leaseLeft(const Lock& lock, const Contender& contender,
                                                                 WallTime now);
/// How long the first holder whose details are known has held.
[[nodiscard]] std::optional<Since> heldFor(const Lock& lock, const Moment& now);
/// Age of the longest waiting contender; nullopt when unknown.
[[nodiscard]] std::optional<std::chrono::milliseconds> longestWait(const Lock& lock, const Moment& now);

/// Makes the snapshot incomplete: a root that does not exist, a node that may not be read.
struct Problem {
    std::string path;
    Error error;

    friend bool operator==(const Problem&, const Problem&) = default;
};

/// Directories that had children once and have none now, as unused locks leave them.
struct EmptyParents {
    std::string path;    ///< a directory above all of them
    int count = 0;       ///< how many directories below it are empty, less those of an entry below it
    std::string example; ///< the full path of one of them

    friend bool operator==(const EmptyParents&, const EmptyParents&) = default;
};

/// A directory, of a lock or not, whose listing is large.
struct LargeDirectory {
    std::string path;
    std::int32_t children = 0;
    std::int64_t bytes = 0; ///< of the listing

    friend bool operator==(const LargeDirectory&, const LargeDirectory&) = default;
};

class DialectCatalogue;

/// By path of the lock: how long clients have waited because of it so far, added up. See core/waits/WaitRanking.h.
using LockWaits = std::unordered_map<std::string, std::chrono::milliseconds>;
/// Nullopt when unknown, and for locks whose waits do not count: elections, possible locks, single nodes.
[[nodiscard]] std::optional<std::chrono::milliseconds> waitsBecauseOf(const Lock& lock, const LockWaits* waits);

struct Snapshot {
    Backend backend = Backend::ZooKeeper;
    std::string connect;   ///< the connect string, as the user gave it
    SessionStatus session; ///< of Lockscope's own connection
    WallTime takenAt{};    ///< age of the snapshot = now - takenAt; does not change while disconnected
    /// At takenAt the servers' clock showed this or more: the newest time that was read from a node, and what has
    /// passed since. Nullopt: takenAt is by the same clock as the nodes' times.
    std::optional<WallTime> serverTimeAtLeast;
    /// Every root was walked since the connection began, and every contender found by that has details. Later changes
    /// do not make it incomplete: their details may be missing for a moment.
    bool complete = false;
    std::vector<std::shared_ptr<const Lock>> locks; ///< sorted by path
    std::vector<Problem> problems;
    std::vector<EmptyParents> emptyParents;       ///< sorted by path
    std::vector<LargeDirectory> largeDirectories; ///< sorted by path. Not recorded
    /// The tree has many nodes: the rest is read after LockSource::Part::AllNodes, a problem has the number. Not
    /// recorded
    bool isHalted = false;
    std::int64_t unread = 0; ///< while incomplete: about how many nodes are still to be read. Not recorded
    std::shared_ptr<const DialectCatalogue> dialects;        ///< the dialects by which the locks were read
    std::shared_ptr<const ensemble::EnsembleFacts> ensemble; ///< the servers' reports; null before the first
    std::shared_ptr<const RedisServers> redisServers;        ///< the masters' reports; null before the first
    std::shared_ptr<const RedisHosts> redisHosts; ///< null: not looked for yet, and on ZooKeeper. Not recorded
    /// By what changes on Redis are noticed; nullopt on ZooKeeper. Not recorded.
    std::optional<RedisWatch> redisWatch;
    /// The watches on the servers, once requested; else null. Not recorded.
    std::shared_ptr<const ensemble::WatchFacts> watchers;
    std::vector<Finding> findings; ///< worst first
    /// Why each root is a lock or none, if the inspection was asked for it. Not recorded.
    std::vector<Recognition> recognitions;
    /// Computed with the findings; null: not computed. Not recorded.
    std::shared_ptr<const LockWaits> lockWaits;
    std::vector<Finding> muted; ///< findings that the limits file mutes, worst first. Not recorded
    /// Lockscope's further sessions, which hold its watches. Not recorded.
    std::vector<SessionId> ownSessions;
    bool manual = false; ///< nothing is watched or polled: read on request only. Not recorded
    int watches = 0;
    int watchBudget = 0;
    double eventsPerSecond = 0;
    std::uint64_t revision = 0; ///< grows with each snapshot

    [[nodiscard]] const Lock* find(std::string_view path) const;
    /// Its index in `locks`.
    [[nodiscard]] std::optional<std::size_t> indexOf(std::string_view path) const;
    /// The last time at which the lock certainly was as it is here; for a watched lock takenAt.
    [[nodiscard]] WallTime lastSeen(const Lock& lock) const;
    /// takenAt by the clock that dates the nodes, for their ages: measured, else serverTimeAtLeast.
    [[nodiscard]] WallTime serverTime() const;
    /// `here` by both clocks, for ages that are shown. While the servers' clock was not measured, it is this machine's,
    /// but never before what was read from a node.
    [[nodiscard]] Moment momentAt(WallTime here) const;
    [[nodiscard]] Moment moment() const { return momentAt(takenAt); }
    /// The time of a node by this machine's clock, as events and histories have it; inverse of momentAt().
    [[nodiscard]] WallTime hereAt(WallTime byNodes) const { return byNodes - (moment().nodes - takenAt); }
    /// Whether serverTime() is a lower limit, and each age with it.
    [[nodiscard]] bool isServerTimeAtLeast() const;
};

using SnapshotPtr = std::shared_ptr<const Snapshot>;

/// The full path of the node with this key, by its lock in the snapshot; directly below the lock's path if the snapshot
/// is null or lacks the lock. In a key without a lock, `node` is the full path.
[[nodiscard]] std::string nodePathOf(const ContenderKey& key, const Snapshot* snapshot);

} // namespace lockscope::inspect
