// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// How a client's session with its servers stands, whatever these are. Pure.

#include "core/base/Clock.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace lockscope {

/// 0: none.
using SessionId = std::int64_t;

/// "0x100000837dd002f": the form in which ZooKeeper's servers print ids; those of server 128 and above are negative as
/// integers.
[[nodiscard]] std::string toHex(std::int64_t id);

enum class SessionState {
    Connecting, ///< a new session is asked for; there is none yet
    Connected,  ///< the session lives and can write
    Suspended,  ///< contact is lost; the servers may keep the session for a while. Holders stop work
    /// The session is over, by the server's word or given up: a timeout after the last contact, and not before it can
    /// have expired. A new one follows by itself.
    Lost,
    ReadOnly,   ///< the server can only be read from (no quorum, a replica): never a reason to believe in a lock
    AuthFailed, ///< the server refused the credentials; final until the client is made anew
    Closed,     ///< closed by us; final
};

[[nodiscard]] std::string_view toString(SessionState state);

/// Is there a server that answers reads? (Only a Connected session may write, or believe in a lock.)
[[nodiscard]] constexpr bool canRead(SessionState state)
{
    return state == SessionState::Connected || state == SessionState::ReadOnly;
}

struct SessionStatus {
    SessionState state = SessionState::Connecting;
    SessionId id = 0;                     ///< 0 until the first Connected; of the session that was lost in Lost
    std::uint64_t generation = 0;         ///< counts the sessions of this client, from 1
    std::chrono::milliseconds timeout{0}; ///< as negotiated with the server
    std::string server;                   ///< "host:port" of the connected server; empty when there is none
    SteadyTime connectedAt{};             ///< to that server, or to the last one; zero: to none yet
    /// When the newest request was sent that a server has answered, reads included: the server was in touch then. Moves
    /// on by itself, at least every third of the timeout. Zero: there was none in this session.
    SteadyTime lastContact{};
    std::string detail; ///< why, in words, where there is something to say ("host not found")
};

/// Does the server that it is connected to answer? One that accepts the session and answers no request may be no
/// server at all.
[[nodiscard]] inline bool isAnswered(const SessionStatus& session)
{
    return canRead(session.state) && session.lastContact >= session.connectedAt;
}

} // namespace lockscope
