// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The state of the connection to the ensemble, as a value that can be shown.

#include "core/zk/Values.h"

#include <chrono>
#include <string>
#include <string_view>

namespace lockscope::zk {

enum class SessionState {
    Connecting, ///< a new session is asked for; there is none yet
    Connected,  ///< the session lives and can write
    Suspended,  ///< contact is lost; the session may live until Session::validUntil. Holders stop work
    Lost,       ///< the session is over, by the server's word or by our own deadline; a new one follows by itself
    ReadOnly,   ///< connected to a server without quorum: reads only, never a reason to believe in a lock
    AuthFailed, ///< the server refused the credentials; final until the client is made anew
    Closed,     ///< closed by us; final
};

[[nodiscard]] std::string_view toString(SessionState state);

/// Is there a server that answers reads? (Only a Connected session may write, or believe in a lock.)
[[nodiscard]] constexpr bool canRead(SessionState state)
{
    return state == SessionState::Connected || state == SessionState::ReadOnly;
}

struct Session {
    SessionState state = SessionState::Connecting;
    SessionId id = 0;                     ///< 0 until the first Connected; of the session that was lost in Lost
    std::uint64_t generation = 0;         ///< counts the sessions of this client, from 1
    std::chrono::milliseconds timeout{0}; ///< as negotiated with the server
    std::string server;                   ///< "host:port" of the connected server; empty when there is none
    /// The server can't have expired the session before this moment: the time just before the last request that was
    /// answered left, plus the timeout. Zero for a read-only server's own session. Behind a follower that dies in the
    /// wrong moment the leader may have heard of that request's forerunner only, some third of the timeout older: so a
    /// holder stops at Suspended, and does not work on up to here.
    SteadyTime validUntil{};
    std::string detail; ///< why, in words, where there is something to say ("host not found")
};

} // namespace lockscope::zk
