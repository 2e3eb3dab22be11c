// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sources/zookeeper/dialects/DialectCatalogue.h"
#include "core/sources/zookeeper/dialects/QueueBuilder.h"
#include "core/sources/zookeeper/discovery/LiveInspector.h"
#include "core/sources/zookeeper/discovery/RequestQueue.h"
#include "core/sources/zookeeper/discovery/SnapshotBoard.h"
#include "core/sources/zookeeper/discovery/WatchSessions.h"

#include <limits>
#include <map>
#include <random>
#include <set>

namespace lockscope::inspect {

/// The implementation of LiveInspector: one Visit for each znode that may hold locks, kept current by one child watch
/// each. Callbacks hold a weak_ptr and compare generations, so late replies change nothing.
class LiveInspector::Walker final : public std::enable_shared_from_this<LiveInspector::Walker> {
public:
    Walker(zk::Client& client, InspectorSettings settings, Publish publish, Log log);

    void start();
    void know(const ensemble::EphemeralOwners& ephemerals, std::optional<std::int64_t> nodes);
    void expectToKnow(std::chrono::milliseconds most);
    void proceed();
    void refresh();

private:
    struct Visit {
        std::uint64_t generation = 0; ///< of the last request about this node; replies to older ones are stale
        bool open = false;            ///< a request is in flight
        bool again = false;           ///< the node changed meanwhile: read again
        bool polled = false;          ///< beyond the watch budget, or not listable
        WatchSessions::Index watchedBy = WatchSessions::none;
        zk::Stat stat;             ///< as of the last listing
        std::int32_t children = 0; ///< as last counted
        SteadyTime countedAt{};    ///< time of that count, which may be off by one; zero: long ago
        std::int32_t listable = std::numeric_limits<std::int32_t>::max(); ///< more broke the connection
        bool single = false;                                              ///< shown as a single-node lock
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
        std::vector<std::string> names;
        /// Children that have or had children: directories, whatever their names.
        std::set<std::string, std::less<>> directories;
        std::set<std::string, std::less<>> below; ///< names of children with a Visit of their own
        WallTime readAt{};                        ///< when they were listed
        WallTime unchangedSince{};                ///< all listings since then found the same nodes
        DetailsByNode details;
        OwnersByNode owners;                       ///< of nodes without details
        std::set<std::string, std::less<>> wanted; ///< nodes whose details are still to be requested
        bool isInLine = false;                     ///< a request for the next of them is queued
        std::set<std::string, std::less<>> asked;  ///< nodes whose details are being read
        void forgetOwners();
        [[nodiscard]] std::vector<std::string> leaves() const; ///< the children that are no directories
        [[nodiscard]] bool isPredicted() const { return !listed && !owners.empty(); } ///< its names are known already
        Subscription watch;
        Subscription rootWatch; ///< only of a root: it may be created or deleted, and its parent has no watch
    };

    // The connection, its watches, time and snapshots (Walker.cpp).
    void onSession(const zk::Session& session);
    void dropWatches();
    void onWatchSession(WatchSessions::Index index);
    void takeWatch(const std::string& path, Visit& visit);
    void giveWatch(const std::string& path, Visit& visit);
    void countEmpty(const std::string& path, bool isEmpty);
    void tick();
    void lookAgain();
    [[nodiscard]] SnapshotBoard::Conditions takeStock();

    // One node's visit (WalkerVisits.cpp).
    void visit(const std::string& path);
    void look(const std::string& path);
    void addLook(const std::string& path, const Visit& visit);
    [[nodiscard]] Visit* current(const std::string& path, std::uint64_t generation);
    [[nodiscard]] bool isRoot(const std::string& path) const;
    [[nodiscard]] bool isSurelyListable(const std::string& path, const Visit& visit) const;
    void askStat(const std::string& path, std::uint64_t generation, const Task& done);
    void onStat(const std::string& path, Visit& visit, const Result<std::optional<zk::Stat>>& stat, const Task& done);
    void askNames(const std::string& path, Visit& visit, const Task& done);
    void askSingle(const std::string& path, Visit& visit, const Task& done);
    void readSingle(const std::string& path, const Dialect& dialect, std::uint64_t generation, const Task& done);
    void onNames(const std::string& path, Visit& visit, Result<zk::Listing> listing);
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
    void takeRole(Visit& visit, Role role);
    void dropRole(Visit& visit);
    void lookAtRelated(const std::string& path);
    void showLock(const std::string& path, Visit& visit);
    void askLeases(const std::string& path, Visit& visit);
    void onLeases(const std::string& path, const Result<zk::NodeData>& read);
    [[nodiscard]] std::vector<std::string> othersIn(const Visit& visit, const Dialect* dialect, bool atGate) const;
    void rebuild(const Visit& visit);

    // The contenders themselves (WalkerDetails.cpp).
    void askAlone(const std::string& directory, Visit& visit, const std::string& node, RequestQueue::Urgency urgency);
    void wantDetails(const std::string& directory, Visit& visit, const std::string& node);
    [[nodiscard]] RequestQueue::Request nextDetailsOf(const std::string& directory);
    void askNextDetails(const std::string& directory, Visit& visit, const Task& done);
    void askDetails(const std::string& directory, const std::string& node, const Task& done);
    void onDetails(const std::string& directory, const std::string& node, std::optional<zk::NodeData> read);
    void reviewHolders();

    // The servers' list of ephemeral nodes (WalkerKnowledge.cpp).
    [[nodiscard]] std::vector<std::string> takeOwners(const ensemble::EphemeralOwners& ephemerals);

    zk::Client& m_client;
    InspectorSettings m_settings;
    Log m_log;
    RequestQueue m_requests;
    WatchSessions m_sessions;
    SnapshotBoard m_board;
    std::map<std::string, Visit, std::less<>> m_visits;
    std::set<std::string, std::less<>> m_stale; ///< locks with new details of contenders since the last snapshot
    std::set<std::string, std::less<>> m_again; ///< nodes that could not be read; retried soon
    SteadyTime m_nextPoll{};
    std::string m_reviewed;       ///< the last directory whose holders were read again
    std::size_t m_reviewedTo = 0; ///< index of its next holder in the queue; 0: finished
    std::minstd_rand m_random{std::random_device{}()};
    std::optional<std::int64_t> m_persistentNodes; ///< upper limit at m_countedAt, in the whole ensemble
    SteadyTime m_countedAt{};
    std::int64_t m_directories = 0; ///< directories with ephemeral nodes within the roots
    std::map<std::string, std::int64_t, std::less<>> m_directoriesBelow; ///< the same, by parent directory
    bool m_walked = false; ///< the roots were requested on this connection
    /// Directories that lost all their children, by parent directory.
    std::map<std::string, std::set<std::string>, std::less<>> m_emptyBelow;
    std::uint64_t m_generation = 0;
    Subscription m_session;
    Subscription m_ticker;
    Subscription m_waitLimit; ///< timer of expectToKnow()
};

} // namespace lockscope::inspect
