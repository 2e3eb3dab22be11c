// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sources/zookeeper/dialects/DialectCatalogue.h"
#include "core/sources/zookeeper/dialects/QueueBuilder.h"
#include "core/sources/zookeeper/discovery/EmptyDirectories.h"
#include "core/sources/zookeeper/discovery/LiveInspector.h"
#include "core/sources/zookeeper/discovery/RequestQueue.h"
#include "core/sources/zookeeper/discovery/SnapshotBoard.h"
#include "core/sources/zookeeper/discovery/WatchSessions.h"

#include <deque>
#include <map>
#include <random>
#include <set>
#include <span>

namespace lockscope::inspect {

/// The implementation of LiveInspector: one Visit for each znode that may hold locks. Lock directories are kept current
/// by one child watch each, and so are other nodes while there are few. Callbacks hold a weak_ptr and compare
/// generations, so late replies change nothing.
class LiveInspector::Walker final : public std::enable_shared_from_this<LiveInspector::Walker> {
public:
    Walker(zk::Client& client, InspectorSettings settings, Publish publish, Log log);

    void start();
    void know(const ensemble::EphemeralOwners& ephemerals, std::optional<std::int64_t> nodes);
    void count(std::int64_t nodes);
    void lookWhere(const ensemble::EphemeralOwners& ephemerals);
    void expectToKnow(std::chrono::milliseconds most);
    void proceed();
    void refresh();
    void listLocks();
    void readAllNodes();
    void confirm(const std::vector<std::string>& locks);

private:
    using Urgency = RequestQueue::Urgency;

    /// Part of the first walk of a connection, or of a refresh. The walk is complete when no copy is left: whatever
    /// comes later, such as the contenders that join meanwhile, does not delay it.
    using Due = std::shared_ptr<const int>;
    using DueNodes = std::map<std::string, Due, std::less<>>;

    struct Visit {
        std::uint64_t generation = 0;  ///< of the last request about this node; replies to older ones are stale
        bool open = false;             ///< a request is in flight
        bool again = false;            ///< the node changed meanwhile: read again
        bool polled = false;           ///< without a watch, or not listable
        bool isWalked = false;         ///< found as a child, not by the list of ephemeral nodes
        bool triedWatch = false;       ///< the last listing was to set one, if the budget has room
        bool isSpare = false;          ///< its watch is one of those for nodes that are no locks
        std::uint64_t spareNumber = 0; ///< in the order of m_latest
        Due due{};                     ///< until it is read
        WatchSessions::Index watchedBy = WatchSessions::none;
        zk::Stat stat;               ///< as of the last listing
        std::int64_t creationId = 0; ///< the transaction that created the node; 0: not known yet
        bool isEphemeral = false;
        bool isHeld = true;               ///< false: the data of the single-node lock say that no client holds it
        std::int32_t children = 0;        ///< as last counted
        SteadyTime countedAt{};           ///< time of that count, which may be off by a few; zero: long ago
        SteadyTime listedAt{};            ///< when the last listing was requested
        int losses = 0;                   ///< how many connections in a row were lost with a large listing
        bool single = false;              ///< shown as a single-node lock
        bool listed = false;              ///< `names` are known, or reading is not permitted
        bool confirmed = false;           ///< a child that is named like a contender is ephemeral
        const Dialect* dialect = nullptr; ///< set on recognition; stays while the node exists
        const Dialect* awaited = nullptr; ///< whose lock it is once one of its contenders is ephemeral
        const Dialect* noLocks = nullptr; ///< the dialect that knows its children as no locks
        bool atGate = false;              ///< it is the gate of that dialect's lock, not its queue
        std::string lock;                 ///< path of the lock that is shown from this node; empty if none is
        int leases = 0;                   ///< the value in the dialect's node
        bool asksLeases = false;          ///< the request for it is in flight
        bool shownAsListed = false;       ///< its lock was last shown from a listing, not as predicted
        bool soughtGate = false;          ///< since the last listing: a missing gate is not requested again at once
        std::int32_t unlisted = 0;        ///< see Lock::unlisted
        std::vector<std::string> names;
        /// Children that have or had children: directories, whatever their names.
        std::set<std::string, std::less<>> directories;
        std::set<std::string, std::less<>> below; ///< names of children with a Visit of their own
        WallTime readAt{};                        ///< when they were listed
        WallTime unchangedSince{};                ///< all listings since then found the same nodes
        WallTime confirmedAt{};                   ///< see Lock::confirmedAt; zero: no sync before the listing
        DetailsByNode details;
        OwnersByNode owners;   ///< of nodes without details
        DueNodes wanted;       ///< nodes whose details are still to be requested
        bool isInLine = false; ///< a request for the next of them is queued
        DueNodes asked;        ///< nodes whose details are being read
        void forgetOwners();
        [[nodiscard]] std::vector<std::string> leaves() const; ///< the children that are no directories
        [[nodiscard]] bool isPredicted() const { return !listed && !owners.empty(); }   ///< its names are known already
        [[nodiscard]] bool isShownUnlisted() const { return isPredicted() && dialect; } ///< shown, but not listed yet
        [[nodiscard]] bool isLock() const { return dialect || awaited || !lock.empty(); }
        Subscription watch;
        Subscription rootWatch; ///< only of a root: it may be created or deleted, and its parent has no watch
    };

    // The connection, its watches, time and snapshots (Walker.cpp).
    void onSession(const zk::Session& session);
    void dropWatches();
    void onWatchSession(WatchSessions::Index index, bool isNew);
    void returnLater();
    void resume();
    void readAgain(const std::function<bool(const std::string&, const Visit&)>& which);
    [[nodiscard]] Due walk();
    [[nodiscard]] bool isWalking() const { return !m_walk.expired(); }
    void sync(WatchSessions::Index session, Task then);
    void tick();
    void askContact();
    void readAll();
    void lookAgain();
    [[nodiscard]] SnapshotBoard::Conditions takeStock();

    // Watches, and nodes without one (WalkerWatches.cpp).
    [[nodiscard]] bool mayWatch(const Visit& visit) const;
    void takeWatch(const std::string& path, Visit& visit);
    void giveWatch(const std::string& path, Visit& visit);
    [[nodiscard]] int spareLimit() const;
    void onChange(const std::string& path);
    void waitForHot(SteadyTime until);
    void lookAtHot();
    void sweep();
    void compare(const std::string& path);

    // One node's visit (WalkerVisits.cpp).
    void visit(const std::string& path);
    void look(const std::string& path, Urgency urgency = Urgency::Listing);
    void addLook(const std::string& path, const Visit& visit, Urgency urgency);
    [[nodiscard]] bool isLeftOut(const Visit& visit) const;
    [[nodiscard]] bool mayDescend(bool isNew);
    void halt(std::optional<std::int64_t> nodes);
    [[nodiscard]] std::optional<Problem> haltProblem() const;
    [[nodiscard]] Visit* current(const std::string& path, std::uint64_t generation);
    [[nodiscard]] bool isRoot(const std::string& path) const;
    void seeClock(const zk::Stat& stat) { m_serverClock.see(stat, m_client.executor().clock().now()); }
    void takeStat(const std::string& path, Visit& visit, const zk::Stat& stat);
    [[nodiscard]] static std::int32_t unlistedSince(const Visit& visit, const zk::Listing& listing);
    void showSingle(const std::string& path, Visit& visit, const Dialect& dialect,
                    std::optional<ContenderDetails> details);
    [[nodiscard]] bool isSurelyListable(const std::string& path, const Visit& visit) const;
    void askStat(const std::string& path, std::uint64_t generation, const Task& done);
    void onStat(const std::string& path, Visit& visit, const Result<std::optional<zk::Stat>>& stat, const Task& done);
    void askNames(const std::string& path, Visit& visit, const Task& done);
    void onEphemeral(const std::string& path, const Task& done);
    void askSingle(const std::string& path, Visit& visit, const Task& done);
    void readSingle(const std::string& path, const Dialect& dialect, std::uint64_t generation, const Task& done);
    void onNames(const std::string& path, Visit& visit, Result<zk::Listing> listing);
    void takeSize(const std::string& path, const Visit& visit);
    void answered(const std::string& path, Visit& visit);
    void descend(const std::string& path, Visit& visit, const std::vector<std::string>& children);
    void forget(const std::string& path);
    void report(const std::string& path, const Error& error);

    // The locks that visits are parts of (WalkerLocks.cpp).
    /// The role of a directory in its lock.
    struct Role {
        const Dialect* dialect = nullptr;
        bool atGate = false;
        std::string lock;
        Need needs = Need::Nothing;
        std::string toRead{}; ///< for Need::Payload
    };
    [[nodiscard]] Visit* seen(const std::string& path);
    [[nodiscard]] Role roleOf(const std::string& path, Visit& visit);
    [[nodiscard]] static DirectoryFacts factsOf(const std::string& path, const Visit& visit,
                                                std::span<const std::string> names);
    [[nodiscard]] Role gateRole(const std::string& path, const Visit& visit);
    void seekGate(Visit& visit, const Dialect& dialect, const std::string& lock);
    [[nodiscard]] bool isInRoots(const std::string& path) const;
    void understand(const std::string& path, Visit& visit);
    void foresee(const std::string& path, Visit& visit);
    void loseSight(const std::string& path, Visit& visit);
    bool showStuck(const std::string& path, Visit& visit);
    [[nodiscard]] bool isConfirmed(const Visit& visit, const Dialect& dialect) const;
    [[nodiscard]] bool confirmParent(const std::string& ephemeral);
    void takeDirectory(const std::string& path);
    void takeRole(const std::string& path, Visit& visit, Role role);
    void dropRole(Visit& visit);
    void lookAtRelated(const std::string& path);
    void showLock(const std::string& path, Visit& visit);
    void askLeases(const std::string& path, Visit& visit);
    void onLeases(const std::string& path, const Result<zk::NodeData>& read);
    [[nodiscard]] std::vector<std::string> othersIn(const Visit& visit, const Dialect* dialect, bool atGate) const;
    void rebuild(const Visit& visit);
    [[nodiscard]] Recognition explain(const std::string& path);

    // The contenders themselves (WalkerDetails.cpp).
    void askAlone(const std::string& directory, Visit& visit, const std::string& node, Urgency urgency);
    void wantDetails(const std::string& directory, Visit& visit, const std::string& node);
    [[nodiscard]] RequestQueue::Request nextDetailsOf(const std::string& directory);
    void askNextDetails(const std::string& directory, Visit& visit, const Task& done);
    void askDetails(const std::string& directory, const std::string& node, const Task& done);
    void onNoDetails(const std::string& directory, const std::string& node, const Error& error);
    void onDetails(const std::string& directory, const std::string& node, std::optional<zk::NodeData> read,
                   bool isPayloadKnown);
    void reviewHolders();
    [[nodiscard]] bool reviewSingle(const std::string& path, Visit& visit);

    // The servers' list of ephemeral nodes (WalkerKnowledge.cpp).
    [[nodiscard]] std::vector<std::string> takeOwners(const ensemble::EphemeralOwners& ephemerals);

    zk::Client& m_client;
    InspectorSettings m_settings;
    Log m_log;
    RequestQueue m_requests;
    WatchSessions m_sessions;
    SnapshotBoard m_board;
    std::map<std::string, Visit, std::less<>> m_visits;
    std::weak_ptr<const int> m_walk; ///< of the last walk; expired: it is complete
    Due m_due;                       ///< of the reply that is being handled: what it causes is part of the same walk
    bool m_knowsEphemerals = false;  ///< the servers' lists of them have been used
    bool m_isHalted = false;         ///< the tree has more nodes than the limit
    std::optional<std::int64_t> m_nodes;        ///< how many, if the servers reported them; then no other node is read
    std::uint64_t m_sessionRead = 0;            ///< the generation of the session on which everything was read
    std::set<std::string, std::less<>> m_stale; ///< locks with new details of contenders since the last snapshot
    std::set<std::string, std::less<>> m_again; ///< nodes that could not be read; retried soon
    std::set<std::string, std::less<>> m_hot;   ///< changed again soon after a listing: listed later
    std::map<std::string, LargeDirectory, std::less<>> m_large;
    int m_spares = 0; ///< watches on nodes that are no locks
    /// Those of them that were set after the walk, with their numbers, the oldest first.
    std::deque<std::pair<std::string, std::uint64_t>> m_latest;
    std::uint64_t m_lastSpare = 0;
    std::string m_swept; ///< the last node without a watch that was compared
    SteadyTime m_nextPoll{};
    std::string m_reviewed;       ///< the last directory whose holders were read again
    std::size_t m_reviewedTo = 0; ///< index of its next holder in the queue; 0: finished
    std::minstd_rand m_random{std::random_device{}()};
    std::optional<std::int64_t> m_persistentNodes; ///< upper limit at m_countedAt, in the whole ensemble
    SteadyTime m_countedAt{};
    std::int64_t m_directories = 0; ///< directories with ephemeral nodes within the roots
    std::map<std::string, std::int64_t, std::less<>> m_directoriesBelow; ///< the same, by parent directory
    bool m_walked = false;                                               ///< the roots were requested
    EmptyDirectories m_empty;
    SteadyTime m_emptyCountedAt{};
    std::vector<EmptyParents> m_emptyParents;
    /// By session: its server's data is at least as new as the leader's was then.
    std::map<WatchSessions::Index, WallTime> m_syncedAt;
    ServerClock m_serverClock;
    bool m_asksContact = false; ///< a request only for a sign of life is in flight
    std::uint64_t m_generation = 0;
    Subscription m_session;
    Subscription m_ticker;
    Subscription m_return; ///< timer of returnLater()
    Subscription m_hotTimer;
    Subscription m_waitLimit; ///< timer of expectToKnow()
};

} // namespace lockscope::inspect
