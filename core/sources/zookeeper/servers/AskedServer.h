// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/zookeeper/EnsembleFacts.h"
#include "core/sources/zookeeper/servers/ConnectionList.h"
#include "core/sources/zookeeper/servers/ServerStatus.h"

#include <chrono>
#include <optional>
#include <string>

namespace lockscope::ensemble {

/// The state of one status endpoint of a server.
struct Endpoint {
    enum class State {
        NotAsked,
        Open,
        Closed,
        Silent
    };
    State state = State::NotAsked;
    std::string reason; ///< why it is not available, in words
    /// What that says about the server itself.
    ServerState server = ServerState::Unknown;

    [[nodiscard]] bool isOpen() const { return state == State::Open; }
};

/// The results of one round of requests to one server.
struct AskedServer {
    zk::Server address;
    int adminPort = 0; ///< 0: no requests
    Endpoint admin;
    Endpoint client; ///< its client port, for all four-letter commands
    Endpoint cons;   ///< the command cons
    Endpoint dump;   ///< the command dump; only used if the AdminServer has no list
    std::optional<ServerStatus> status;
    std::optional<ConnectionList> connections;
    Source connectionsBy = Source::None;
    Source sessionsBy = Source::None;
    std::optional<std::chrono::milliseconds> clockAhead; ///< of this machine's clock
    WallTime askedAt{};
    WallTime connectionsAskedAt{};
    WallTime reportedAt{}; ///< when its connections arrived
    std::optional<WallTime> downSince{};
};

/// By its client port; any open endpoint shows that it serves.
[[nodiscard]] ServerState stateOf(const AskedServer& server);

/// What the server does not report, why, and the lines of zoo.cfg that enable it. `sessionsKnown`: some server reported
/// the ensemble's sessions, so this one's are less important. `isShared`: see ServerMemory. Pure.
[[nodiscard]] ServerFacts factsOf(const AskedServer& server, bool sessionsKnown, bool isShared);

} // namespace lockscope::ensemble
