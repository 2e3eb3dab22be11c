// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// From which request on the leader has certainly counted the session's timeout. Pure; private to core/zk.
///
/// What is counted is when the leader last touched the session (SessionTrackerImpl.touchSession): the expiry is a
/// timeout later, rounded up to a tick. A leader that serves the client itself, and a standalone server, touch it with
/// each request (ZooKeeperServer.submitRequestNow). A follower only notes the session in a table and hands that over
/// with its answer to each ping of the leader (Learner.ping, LearnerHandler.run: PING), which comes every half tick
/// (Leader.lead). A request that a follower forwards touches nothing (LearnerHandler.run: REQUEST), it only fails if
/// the session is over (PrepRequestProcessor). So a write or a sync proves that the follower is connected and the
/// session is alive, and thereby that what the follower had received half a tick before has been handed over: the
/// leader's ping and the follower's answer travel on the same connection, in order, as the request and its answer.
/// This takes for granted that the leader pings in time, and that its pings are not held up longer than that request.
///
/// A timeout is two ticks at least (minSessionTimeout), so half a tick is a quarter of it at most.
///
/// A connection that is made anew is asked about at the leader (REVALIDATE, which touches), so it proves all that was
/// answered before.

#include "core/base/Clock.h"

#include <chrono>
#include <deque>
#include <optional>

namespace lockscope::zk {

class SessionProof final {
public:
    /// Of the connection that begins now.
    void begin(Duration timeout);

    /// A server answered a request that was sent then; in the order of the answers.
    void answered(SteadyTime sentAt, SteadyTime answeredAt);

    /// A write or a sync that was sent then succeeded: when the newest request that it confirms was sent, unless none
    /// is confirmed that was not before. Call it before answered() for the same request.
    [[nodiscard]] std::optional<SteadyTime> confirmed(SteadyTime sentAt);

    /// When the next proof must be sent at the earliest to confirm anything; nothing while there is nothing to confirm.
    [[nodiscard]] std::optional<SteadyTime> nextUseful() const;

    /// How many requests are remembered: never more than some tens.
    [[nodiscard]] std::size_t size() const { return m_answered.size(); }

private:
    struct Answered {
        SteadyTime sentAt;
        SteadyTime at;
    };

    Duration m_halfTick{0}; ///< at most
    Duration m_grain{0};
    std::deque<Answered> m_answered; ///< not confirmed yet, eldest first
};

} // namespace lockscope::zk
