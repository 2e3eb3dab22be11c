// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The status of a client's session with its servers (ZooKeeper or others). Pure.

#include "core/base/Clock.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace lockscope {

/// 0: none.
using SessionId = std::int64_t;

/// "0x100000837dd002f": the form in which ZooKeeper servers print ids. As integers, the ids of servers 128 and above
/// are negative.
[[nodiscard]] std::string toHex(std::int64_t id);

enum class SessionState {
    Connecting, ///< a new session is requested and does not exist yet
    Connected,  ///< the session is alive and can write
    Suspended,  ///< the connection is lost; the servers may keep the session for a while. Holders pause their work
    /// The session has ended. Either the server reported it, or the client gave it up one timeout after the last
    /// contact, but not before it can have expired. The client requests a new session automatically.
    Lost,
    ReadOnly,   ///< the server only answers reads (no quorum, or a replica): locks do not count as held
    AuthFailed, ///< the server refused the credentials; final, a new client is required
    Closed,     ///< closed by this client; final
};

[[nodiscard]] std::string_view toString(SessionState state);

/// True if the connected server answers reads. Only a Connected session can write or hold a lock.
[[nodiscard]] constexpr bool canRead(SessionState state)
{
    return state == SessionState::Connected || state == SessionState::ReadOnly;
}

struct SessionStatus {
    SessionState state = SessionState::Connecting;
    SessionId id = 0;                     ///< 0 before the first Connected; in Lost: the lost session
    std::uint64_t generation = 0;         ///< number of the session within this client, from 1
    std::chrono::milliseconds timeout{0}; ///< as negotiated with the server
    std::string server;                   ///< "host:port" of the connected server; empty if there is none
    SteadyTime connectedAt{};             ///< of the current or last connection; zero before the first one
    /// When the newest request was sent that the server has answered, reads included. Advances at least every third of
    /// the timeout, also without requests of the caller. Zero: no answer in this session yet.
    SteadyTime lastContact{};
    std::string detail; ///< the reason, if there is one ("host not found")
};

/// True if the connected server has answered a request on this connection. A peer that accepts the session but answers
/// no request may not be a server.
[[nodiscard]] inline bool isAnswered(const SessionStatus& session)
{
    return canRead(session.state) && session.lastContact >= session.connectedAt;
}

} // namespace lockscope
