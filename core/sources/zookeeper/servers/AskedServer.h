// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/zookeeper/EnsembleFacts.h"
#include "core/sources/zookeeper/servers/ConnectionList.h"
#include "core/sources/zookeeper/servers/ServerStatus.h"

#include <optional>
#include <string>

namespace lockscope::ensemble {

/// One endpoint of a server, as it was found.
struct Endpoint {
    enum class State {
        NotAsked,
        Open,
        Closed,
        Silent
    };
    State state = State::NotAsked;
    std::string reason; ///< why it is not open, in words

    [[nodiscard]] bool isOpen() const { return state == State::Open; }
};

/// What one round of questions has found out about one server.
struct AskedServer {
    zk::Server address;
    int adminPort = 0; ///< 0: not asked
    Endpoint admin;
    Endpoint client; ///< its client port, by any four-letter word
    Endpoint cons;   ///< that word
    Endpoint dump;   ///< that word; asked only where the AdminServer does not tell
    std::optional<ServerStatus> status;
    std::optional<ConnectionList> connections;
    Source connectionsBy = Source::None;
    Source sessionsBy = Source::None;
    WallTime askedAt{};
    WallTime reportedAt{}; ///< when its connections came
};

/// In words: what it does not tell, why, and the lines that open it. `sessionsKnown`: some server told the ensemble's
/// sessions, so that it matters little whether this one does. Pure.
[[nodiscard]] ServerFacts factsOf(const AskedServer& server, bool sessionsKnown);

} // namespace lockscope::ensemble
