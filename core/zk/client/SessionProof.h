// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Determines which requests the leader has certainly counted for the session's timeout. Pure; private to core/zk.
///
/// The time that counts is when the leader last touched the session (SessionTrackerImpl.touchSession): it expires one
/// timeout later, rounded up to a tick. A leader that serves the client itself, or a standalone server, touches the
/// session with each request (ZooKeeperServer.submitRequestNow). A follower only notes the session in a table. It sends
/// the table with its answer to each ping of the leader (Learner.ping, LearnerHandler.run: PING), every half tick
/// (Leader.lead). A request that a follower forwards does not touch the session (LearnerHandler.run: REQUEST); it only
/// fails if the session has ended (PrepRequestProcessor). So a successful write or sync proves that the follower is
/// connected and the session is alive. It also proves that the leader has the table of half a tick before: ping and
/// answer use the same connection as the request and its answer, in order. This assumes that the leader pings in time,
/// and that pings are not delayed longer than the request.
///
/// A timeout is at least two ticks (minSessionTimeout), so half a tick is at most a quarter of it.
///
/// On a new connection, the server asks the leader about the session (REVALIDATE, which touches it). This proves all
/// requests answered before.

#include "core/base/Clock.h"

#include <chrono>
#include <deque>
#include <optional>

namespace lockscope::zk {

class SessionProof final {
public:
    /// Starts again for a new connection.
    void begin(Duration timeout);

    /// A server answered a request sent at `sentAt`. Call it in the order of the answers.
    void answered(SteadyTime sentAt, SteadyTime answeredAt);

    /// A write or a sync sent at `sentAt` succeeded. Returns the send time of the newest request that this confirms;
    /// nothing if it confirms no further request. Call it before answered() for the same request.
    [[nodiscard]] std::optional<SteadyTime> confirmed(SteadyTime sentAt);

    /// The earliest time at which a proof confirms a request; nothing if there is none to confirm.
    [[nodiscard]] std::optional<SteadyTime> nextUseful() const;

    /// The number of stored requests: never more than some tens.
    [[nodiscard]] std::size_t size() const { return m_answered.size(); }

private:
    struct Answered {
        SteadyTime sentAt;
        SteadyTime at;
    };

    Duration m_halfTick{0}; ///< upper limit
    Duration m_grain{0};
    std::deque<Answered> m_answered; ///< not confirmed yet, oldest first
};

} // namespace lockscope::zk
