// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What the servers of an ensemble report about themselves and their sessions, as immutable values that any thread may
/// read. Independent of locks. Each value has its source and time; unknown values are empty.

#include "core/base/Clock.h"
#include "core/model/HostNames.h"
#include "core/model/HostSource.h"
#include "core/zk/ConnectString.h"
#include "core/zk/Values.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockscope::ensemble {

/// The status endpoint that reported a value.
enum class Source {
    None,
    AdminServer, ///< its HTTP commands
    FourLetter   ///< four-letter commands on its client port
};

/// "none", "adminserver", "fourletter": the values in the command line's JSON.
[[nodiscard]] std::string_view toString(Source source);
/// "the AdminServer", "four-letter commands", "none": for messages.
[[nodiscard]] std::string inWords(Source source);
[[nodiscard]] inspect::HostSource hostSourceOf(Source source);

/// A session as reported by the servers: by the list of sessions, a connection, or both.
struct SessionFacts {
    SessionId id = 0;
    std::string host;             ///< "ip:port" of the client; empty: no server that answered has a connection of it
    std::string server;           ///< "host:port" of the server with the connection; empty when `host` is
    Source source = Source::None; ///< the source of the connection, else of the session
    bool isSecure = false;        ///< the connection uses TLS
    std::optional<std::chrono::milliseconds> timeout; ///< as negotiated
    std::optional<WallTime> lastHeard;                ///< by the server's clock
    std::optional<WallTime> expiresAt;                ///< when the leader expires it without a further heartbeat
    WallTime reportedAt{};                            ///< when the report arrived
    WallTime askedAt{}; ///< when the server was asked for it; zero: unknown, not after reportedAt

    friend bool operator==(const SessionFacts&, const SessionFacts&) = default;
};

/// Whether a server serves clients.
enum class ServerState {
    Unknown, ///< its client port was not asked, or closed the connection
    Serving,
    NotServing, ///< it runs, but is starting or has no quorum
    Silent,     ///< it did not answer in time
    Down        ///< nothing listens there, or it cannot be reached
};

/// "unknown", "serving", "not-serving", "silent", "down": the values in the command line's JSON.
[[nodiscard]] std::string_view toString(ServerState state);

/// A server's own figures; empty while unknown. Not recorded.
struct ServerHealth {
    std::optional<double> latencyMs;              ///< average, since the server started or its figures were reset
    std::optional<std::int64_t> longestLatencyMs; ///< in that time
    std::optional<std::int64_t> outstanding;      ///< requests that are not answered yet
    std::optional<std::int64_t> zxid;             ///< of the last transaction
    std::optional<std::int64_t> followers;        ///< of a leader: how many the ensemble has without it
    std::optional<std::int64_t> syncedFollowers;  ///< of a leader

    friend bool operator==(const ServerHealth&, const ServerHealth&) = default;
};

/// One server, and the configuration that its missing reports need.
struct ServerFacts {
    zk::Server address;
    bool answers = false;              ///< on any endpoint
    std::string mode;                  ///< "leader", "follower", "observer", "standalone"; empty while unknown
    std::string version;               ///< "3.8.0"; empty while unknown
    std::optional<std::int64_t> nodes; ///< in the whole tree, also outside the chroot; not recorded
    Source connections = Source::None; ///< source of its connections; None: not reported
    Source sessions = Source::None;    ///< source of the ensemble's sessions
    bool isShared = false;             ///< several servers answer at this address
    std::string trouble;               ///< why a report is missing, as text; empty when none is
    std::vector<std::string> advice;   ///< the exact configuration lines that enable the missing reports
    WallTime askedAt{};
    ServerState state = ServerState::Unknown; ///< not recorded, as the members below
    ServerHealth health;
    std::optional<std::int64_t> behind; ///< transactions that the leader was ahead, when both were asked
    std::string noAnswerReason;         ///< silent or down: why the client port does not answer
    /// Silent or down: when Lockscope first saw that; it may have begun earlier.
    std::optional<WallTime> downSince;

    friend bool operator==(const ServerFacts&, const ServerFacts&) = default;
};

/// The ephemeral nodes of the whole ensemble with their owners: sorted by full path, without the chroot of the connect
/// string. There may be a hundred thousand.
using EphemeralOwners = std::vector<std::pair<std::string, SessionId>>;

/// The first entry whose path is not less than `path`.
[[nodiscard]] EphemeralOwners::const_iterator from(const EphemeralOwners& ephemerals, std::string_view path);

/// The owner of the node at that path; null: not in the list.
[[nodiscard]] const SessionId* ownerOf(const EphemeralOwners& ephemerals, std::string_view path);

struct EnsembleFacts {
    WallTime takenAt{};    ///< when the servers were asked
    WallTime reportedAt{}; ///< when the last of their answers arrived
    std::vector<ServerFacts> servers;
    std::map<SessionId, SessionFacts> sessions;
    /// `sessions` has every session that was alive at takenAt: a server reported the ensemble's list.
    bool hasEverySession = false;
    /// The server that reported `sessions` had processed this transaction before: it knew the session of each node
    /// that was created by this one or an earlier one. Nullopt: not reported.
    std::optional<std::int64_t> zxid;
    /// By how much the leader's clock is ahead of this machine's, to about a second. Nullopt: not measured.
    std::optional<std::chrono::milliseconds> clockAhead;
    bool knowsMembers = false; ///< `servers` has every member of the ensemble
    /// Every server reported its connections: a session without a host has no connection.
    bool hasEveryConnection = false;
    /// Null: no server reported them, or the snapshot has them in Contender::owner.
    std::shared_ptr<const EphemeralOwners> ephemerals;
    std::shared_ptr<const inspect::HostNames> hostNames; ///< of the clients; null: none are wanted. Not recorded

    /// The number of nodes, by the server that reports most; nullopt when none does.
    [[nodiscard]] std::optional<std::int64_t> nodes() const;
    /// When all answers had arrived: not before takenAt.
    [[nodiscard]] WallTime completeAt() const { return std::max(takenAt, reportedAt); }
    [[nodiscard]] const SessionFacts* find(SessionId session) const;
    /// The servers that are certainly out of service: down, or silent in more than one round.
    [[nodiscard]] std::vector<const ServerFacts*> serversDown() const;
    /// Whether a node with this creationId certainly existed before the sessions were listed.
    [[nodiscard]] bool isOlder(std::int64_t creationId) const { return zxid && creationId != 0 && creationId <= *zxid; }
};

/// Which sessions watch which nodes.
struct WatchFacts {
    WallTime takenAt{};
    bool isComplete = false; ///< every server reported: a session that is missing here watches nothing
    Source source = Source::None;
    std::map<std::string, std::set<SessionId>, std::less<>> watchers; ///< by full path, without the chroot
};

} // namespace lockscope::ensemble
