// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What the servers of an ensemble say of themselves and of their sessions, as immutable values that any thread may
/// read. Nothing here knows of locks. Each value says who told it and when; what nobody told is empty.

#include "core/base/Clock.h"
#include "core/zk/ConnectString.h"
#include "core/zk/Values.h"

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

/// By which endpoint a server told something.
enum class Source {
    None,
    AdminServer, ///< its HTTP commands
    FourLetter   ///< the four-letter words on its client port
};

/// "none", "adminserver", "fourletter": the words of the command line's JSON.
[[nodiscard]] std::string_view toString(Source source);
/// "the AdminServer", "four-letter commands", "nobody": for people.
[[nodiscard]] std::string inWords(Source source);

/// A session, as the servers tell. Known from the list of sessions, from a connection, or from both.
struct SessionFacts {
    SessionId id = 0;
    std::string host;             ///< "ip:port" of the client; empty: no server that answered has its connection
    std::string server;           ///< "host:port" of the server that has it; empty likewise
    Source source = Source::None; ///< who told of the connection, else who listed the session
    bool isSecure = false;        ///< its connection is encrypted
    std::optional<std::chrono::milliseconds> timeout; ///< as negotiated
    std::optional<WallTime> lastHeard;                ///< by the server's clock
    std::optional<WallTime> expiresAt;                ///< when the leader ends it unless it hears from it before
    WallTime reportedAt{};                            ///< when we heard this

    friend bool operator==(const SessionFacts&, const SessionFacts&) = default;
};

/// One server, and what it would take to hear more from it.
struct ServerFacts {
    zk::Server address;
    bool answers = false;              ///< by any endpoint
    std::string mode;                  ///< "leader", "follower", "observer", "standalone"; empty while unknown
    std::string version;               ///< "3.8.0"; empty while unknown
    std::optional<std::int64_t> nodes; ///< in the whole tree, the chroot or not; not recorded
    Source connections = Source::None; ///< who told of its connections; None: nobody
    Source sessions = Source::None;    ///< who told of the ensemble's sessions
    std::string trouble;               ///< why it does not tell, in words; empty when it tells everything
    std::vector<std::string> advice;   ///< the exact configuration lines that open what is closed
    WallTime askedAt{};

    friend bool operator==(const ServerFacts&, const ServerFacts&) = default;
};

/// The ephemeral nodes of the whole ensemble with their owners: full paths, without the chroot of the connect string,
/// sorted by them. There may be a hundred thousand.
using EphemeralOwners = std::vector<std::pair<std::string, SessionId>>;

/// Where the first node lies whose path is not before `path`.
[[nodiscard]] EphemeralOwners::const_iterator from(const EphemeralOwners& ephemerals, std::string_view path);

/// The owner of the node of that path; null: it is not among them.
[[nodiscard]] const SessionId* ownerOf(const EphemeralOwners& ephemerals, std::string_view path);

struct EnsembleFacts {
    WallTime takenAt{}; ///< when the questions left
    std::vector<ServerFacts> servers;
    std::map<SessionId, SessionFacts> sessions;
    /// Every session that lived at takenAt is among `sessions`: one server told the ensemble's list.
    bool hasEverySession = false;
    /// Every server told its connections: a session without a host has no connection.
    bool hasEveryConnection = false;
    /// Null: no server told, or whoever shows the facts has them where they belong.
    std::shared_ptr<const EphemeralOwners> ephemerals;

    /// How many nodes there are, by the server that knows of most; nothing when none told.
    [[nodiscard]] std::optional<std::int64_t> nodes() const;
    [[nodiscard]] const SessionFacts* find(SessionId session) const;
};

/// Which sessions watch which nodes. Of every server, or `isComplete` is false.
struct WatchFacts {
    WallTime takenAt{};
    bool isComplete = false; ///< every server told: who is not here watches nothing
    Source source = Source::None;
    std::map<std::string, std::set<SessionId>, std::less<>> watchers; ///< by full path, without the chroot
};

} // namespace lockscope::ensemble
