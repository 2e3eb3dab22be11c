// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The state of the connection to the ensemble, as a value that can be shown.

#include "core/zk/Values.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <string_view>

namespace lockscope::zk {

enum class SessionState {
    Connecting, ///< a new session is asked for; there is none yet
    Connected,  ///< the session lives and can write
    Suspended,  ///< contact is lost; the session lives until Session::validUntil, and perhaps longer. Holders stop work
    /// The session is over, by the server's word or given up: a timeout after the last contact, and not before
    /// Session::validUntil. A new one follows by itself.
    Lost,
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

/// Until when one session certainly lives: Session::validUntil, readable on any thread. Moved on by the client alone,
/// and never back; after the session's end it stays where it was.
class SessionExpiry final {
public:
    [[nodiscard]] SteadyTime validUntil() const noexcept { return m_validUntil.load(std::memory_order_acquire); }
    void moveTo(SteadyTime until) noexcept { m_validUntil.store(until, std::memory_order_release); }

private:
    std::atomic<SteadyTime> m_validUntil{SteadyTime()};
};

struct Session {
    SessionState state = SessionState::Connecting;
    SessionId id = 0;                     ///< 0 until the first Connected; of the session that was lost in Lost
    std::uint64_t generation = 0;         ///< counts the sessions of this client, from 1
    std::chrono::milliseconds timeout{0}; ///< as negotiated with the server
    std::string server;                   ///< "host:port" of the connected server; empty when there is none
    SteadyTime connectedAt{};             ///< to that server, or to the last one; zero: to none yet
    /// The ensemble can't have expired the session before this moment, and no lock of it can have been given away. Only
    /// what the leader has counted is counted here: the time at which a request was sent, plus the timeout, once a
    /// write or a sync that was sent at least a quarter of the timeout after that request's answer has succeeded. A
    /// follower that is cut off answers reads for a while though the leader hears nothing of them. (SessionProof.h has
    /// the reason, from ZooKeeper's sources.) It never moves back. It moves on while somebody keeps
    /// Client::heartbeat(); without, it may pass while Connected, and says nothing then. Zero for a read-only server's
    /// own session.
    SteadyTime validUntil{};
    /// When the newest request was sent that a server of the ensemble has answered, reads included: the server was in
    /// touch then. Moves on by itself, at least every third of the timeout. Zero: there was none in this session.
    SteadyTime lastContact{};
    /// The same for other threads, one object for each session. Null until the first Connected.
    std::shared_ptr<const SessionExpiry> expiry;
    std::string detail; ///< why, in words, where there is something to say ("host not found")
};

/// Does the server that it is connected to answer? One that accepts the session and answers no request may be no
/// server at all.
[[nodiscard]] inline bool isAnswered(const Session& session)
{
    return canRead(session.state) && session.lastContact >= session.connectedAt;
}

} // namespace lockscope::zk
