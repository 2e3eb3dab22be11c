// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What the inspector knows at one moment, as immutable values that any thread may read. Neutral: nothing here is
/// ZooKeeper's alone but the session state of our own connection.

#include "core/base/Clock.h"
#include "core/base/Error.h"
#include "core/base/SessionStatus.h"
#include "core/model/ContenderKey.h"
#include "core/model/Finding.h"
#include "core/model/zookeeper/EnsembleFacts.h"
#include "core/model/zookeeper/NodeStat.h"
#include "core/queue/Contender.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::inspect {

enum class LockKind {
    Mutex,
    ReadWrite,
    Semaphore,
    Latch,
    Single,
    Unrecognised
};

/// "mutex", "read-write", …: the words of the command line's JSON.
[[nodiscard]] std::string_view toString(LockKind kind);

/// How sure a value is.
enum class Confidence {
    Exact,    ///< it stands somewhere
    Inferred, ///< from what is seen
    Unknown
};

/// "exact", "inferred", "unknown".
[[nodiscard]] std::string_view toString(Confidence know);

/// From where a host is known.
enum class HostSource {
    None,
    AdminServer,
    FourLetter,
    Payload
};

/// "none", "adminserver", "fourletter", "payload".
[[nodiscard]] std::string_view toString(HostSource source);

/// What one read of the contender's own node tells. Streams in after the names.
struct ContenderDetails {
    std::int64_t session = 0;    ///< 0: the node is not ephemeral, no session will ever free it
    WallTime createdAt{};        ///< by the server's clock
    std::int64_t creationId = 0; ///< names this very node for ever; the fencing token
    std::int32_t version = 0;
    WallTime modifiedAt{};       ///< when the payload was last written, by the server's clock
    std::string payload;         ///< bytes, as they stand in the node; of very many the first
    std::int32_t payloadCut = 0; ///< so many more there are
    std::string client;          ///< who it says it is, from the payload; empty when it does not say
    std::string host;            ///< "ip" or "ip:port"; empty when nobody says
    HostSource hostSource = HostSource::None;
    /// Client and host are those of before: a revocation request was written over what the client wrote.
    bool isLastKnown = false;

    friend bool operator==(const ContenderDetails&, const ContenderDetails&) = default;
};

struct Contender {
    int position = 0; ///< in queue order, from 0
    bool holds = false;
    bool atGate = false; ///< its node lies at the lock's gate: it waits to be let to the queue
    queue::Mode mode = queue::Mode::Exclusive;
    std::string node; ///< the child's name; a node of that name may stand at the gate and in the queue
    std::optional<std::int32_t> sequence;
    std::vector<std::string>
        waitsOn; ///< nodes, by the family's rule; in a long queue not of all who wait for any holder
    std::optional<std::int64_t>
        owner; ///< its session, by the details or before them by the servers' list; 0: no session. Not recorded
    std::optional<ContenderDetails> details;
    std::optional<WallTime> grantedAt; ///< only when the inspector saw it come to hold

    [[nodiscard]] LockPart part() const { return atGate ? LockPart::Gate : LockPart::Queue; }
    /// Its identity within the lock. A view of this object.
    [[nodiscard]] NodeRef ref() const { return {part(), node}; }
    /// By the details, else by the servers' list; 0: it has none. Nothing: nobody told yet.
    [[nodiscard]] std::optional<std::int64_t> session() const
    {
        return details ? std::optional(details->session) : owner;
    }

    friend bool operator==(const Contender&, const Contender&) = default;
};

/// Where the nodes of a lock lie, as what follows the lock's path: "" (its children), "/leases", "-__lock__".
struct Layout {
    std::string queue;
    std::string gate; ///< whoever wants to join the queue passes here first, one at a time
};

struct Lock {
    std::string path;         ///< identity of the lock
    std::string dialect;      ///< id of the family: "curator-mutex", "kazoo-lock", "sequential", "single-node"
    std::string dialectTitle; ///< for people: "Curator mutex"
    LockKind kind = LockKind::Unrecognised;
    int leases = 1; ///< how many may hold at a time; 0 while unknown
    Confidence leasesKnown = Confidence::Exact;
    std::shared_ptr<const Layout> layout;  ///< null: the queue is the lock's children, and there is no gate
    std::string gateHolder;                ///< the gate's node of whom waits in the queue by another; empty if nobody
    std::vector<Contender> queue;          ///< in the order in which the family's clients are served
    std::vector<std::string> unrecognised; ///< children that fit no dialect, relative to `path`
    bool watchesAhead = false; ///< as the family says; not recorded, for only servers that are asked tell who watches
    bool isElection = false;   ///< its holder leads, for as long as it lives; not recorded, the family says it
    bool polled = false;       ///< beyond the watch budget: re-read from time to time instead of watched
    WallTime readAt{};         ///< when the children were last listed
    /// Since when each listing has found the very same nodes; nothing: since readAt. Not recorded, as watchesAhead.
    std::optional<WallTime> unchangedSince;
    std::optional<ensemble::NodeStat> parent; ///< of the directory where the queue's nodes lie, before that listing

    [[nodiscard]] int holders() const;
    [[nodiscard]] int waiters() const;
    /// Where the gate's nodes lie; empty without a gate.
    [[nodiscard]] std::string gatePath() const;
    /// Is `directory` where nodes of this lock lie?
    [[nodiscard]] bool liesIn(std::string_view directory) const;
    /// Which part of it `directory` is, where nodes of this lock lie.
    [[nodiscard]] LockPart partAt(std::string_view directory) const;
    /// The full path of a contender's node (the lock's own path for a single-node lock).
    [[nodiscard]] std::string nodePath(const Contender& contender) const;
    [[nodiscard]] ContenderKey keyOf(const Contender& contender) const;
    /// Of a contender whose node has this full path; nodePath() is the way back.
    [[nodiscard]] ContenderKey keyAt(std::string_view nodePath) const;
    /// Null when no contender has this node there.
    [[nodiscard]] const Contender* find(NodeRef ref) const;
    /// Null for a contender of another lock, and for the lock itself.
    [[nodiscard]] const Contender* find(const ContenderKey& key) const;
    /// The contender that `node`, one of `waiter.waitsOn`, names; null if it is not shown.
    [[nodiscard]] const Contender* waitedFor(const Contender& waiter, std::string_view node) const;
    /// The key of a second contender that has the key of one before it; nothing in a sound queue.
    [[nodiscard]] std::optional<NodeRef> firstDuplicate() const;
};

/// What Lock::waitedFor() finds, by any way to look up a NodeRef. A contender at the gate waits for one before it
/// there, by its name at the gate; else for holders, by their names in the queue.
template <typename Find>
[[nodiscard]] const Contender* findWaitedFor(const Lock& lock, const Contender& waiter, std::string_view node,
                                             const Find& find)
{
    if (waiter.atGate) {
        if (const Contender* ahead = find(NodeRef{LockPart::Gate, node}); ahead && ahead->position < waiter.position)
            return ahead;
        if (!lock.gateHolder.empty())
            return nullptr; // the gate's holder, which is shown by its other node
    }
    return find(NodeRef{LockPart::Queue, node});
}

struct Since {
    std::chrono::milliseconds duration{0};
    bool atMost = false; ///< a holder that nobody saw come to hold: since its node was created, at most

    friend bool operator==(const Since&, const Since&) = default;
};
/// How long it holds or waits; nothing while the details are not here.
[[nodiscard]] std::optional<Since> sinceOf(const Contender& contender, WallTime now);
/// Of the first holder that something is known of.
[[nodiscard]] std::optional<Since> heldFor(const Lock& lock, WallTime now);
/// Age of the longest waiting contender, where it is known.
[[nodiscard]] std::optional<std::chrono::milliseconds> longestWait(const Lock& lock, WallTime now);

/// Something that keeps the snapshot from being whole: a root that does not exist, a node that may not be read.
struct Problem {
    std::string path;
    Error error;

    friend bool operator==(const Problem&, const Problem&) = default;
};

/// Directories that had children once and have none now: locks that nobody uses leave them behind.
struct EmptyParents {
    std::string path;    ///< the directory that they lie in
    int count = 0;       ///< how many of its children are such
    std::string example; ///< the full path of one of them

    friend bool operator==(const EmptyParents&, const EmptyParents&) = default;
};

class DialectCatalogue;

struct Snapshot {
    std::string connect;                            ///< the connect string, as the user gave it
    SessionStatus session;                          ///< of the inspector's own connection
    WallTime takenAt{};                             ///< age of the snapshot = now - takenAt; stands still while cut off
    bool complete = false;                          ///< every root was walked and every contender's details are here
    std::vector<std::shared_ptr<const Lock>> locks; ///< sorted by path
    std::vector<Problem> problems;
    std::vector<EmptyParents> emptyParents;                  ///< sorted by path
    std::shared_ptr<const DialectCatalogue> dialects;        ///< the families by which the locks were read
    std::shared_ptr<const ensemble::EnsembleFacts> ensemble; ///< what the servers say; null before they did
    /// The real watches, once they were asked for; else null. Not recorded.
    std::shared_ptr<const ensemble::WatchFacts> watchers;
    std::vector<Finding> findings; ///< worst first
    /// Of the inspector itself: they hold its watches. Not recorded.
    std::vector<SessionId> ownSessions;
    bool manual = false; ///< nothing is watched or polled: read on request only. Not recorded
    int watches = 0;
    int watchBudget = 0;
    double eventsPerSecond = 0;
    std::uint64_t revision = 0; ///< grows with each snapshot

    [[nodiscard]] const Lock* find(std::string_view path) const;
    /// Where it stands among `locks`.
    [[nodiscard]] std::optional<std::size_t> indexOf(std::string_view path) const;
    /// Until when the lock was certainly seen as it is here: what is watched, until the snapshot was taken.
    [[nodiscard]] WallTime lastSeen(const Lock& lock) const;
};

using SnapshotPtr = std::shared_ptr<const Snapshot>;

} // namespace lockscope::inspect
