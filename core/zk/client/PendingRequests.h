// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The requests that have no answer yet, in the order in which they were made: first those on their way, then those
/// that wait for a connection or for room. Pure; private to core/zk.

#include "core/zk/client/Request.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace lockscope::zk {

struct PendingRequest {
    std::uint64_t id = 0;
    Request request;
    std::uint64_t watch = 0; ///< its entry in the WatchTable, or 0
    std::function<void(Result<Answer>)> deliver;
    SteadyTime sentAt{};
    std::optional<Result<Answer>> answer; ///< known, but not delivered because an earlier one is still open
};

class PendingRequests final {
public:
    explicit PendingRequests(std::size_t maxInFlight)
        : m_maxInFlight(maxInFlight)
    {
    }

    /// For a request that is not kept here.
    [[nodiscard]] std::uint64_t nextId() { return ++m_lastId; }

    /// Ids grow with each request.
    std::uint64_t add(Request request, std::uint64_t watch, std::function<void(Result<Answer>)> deliver);

    /// Moves the next request to those on their way, if one may go now; the pointer holds until the next call.
    /// Credentials travel alone: the C client sends them ahead of everything else and answers them on another thread.
    [[nodiscard]] PendingRequest* startNext(SteadyTime now);

    /// Ignored when the request is not on its way (any more).
    void settle(std::uint64_t id, Result<Answer> answer);

    /// The eldest, once its answer is known.
    [[nodiscard]] std::optional<PendingRequest> takeAnswered();

    /// All of them, eldest first.
    [[nodiscard]] std::vector<PendingRequest> takeAll();

    [[nodiscard]] std::size_t size() const { return m_inFlight.size() + m_waiting.size(); }
    [[nodiscard]] bool isWaiting(std::uint64_t id) const;

private:
    std::size_t m_maxInFlight;
    std::uint64_t m_lastId = 0;
    std::map<std::uint64_t, PendingRequest> m_inFlight;
    std::deque<PendingRequest> m_waiting;
};

} // namespace lockscope::zk
