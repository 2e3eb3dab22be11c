// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The unanswered requests, in the order in which they were made: first the requests in flight, then the requests that
/// wait for a connection or for capacity. Pure; private to core/zk.

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
    std::uint64_t watch = 0; ///< its id in the WatchTable, or 0
    std::function<void(Result<Answer>)> deliver;
    SteadyTime sentAt{};
    std::optional<Result<Answer>> answer; ///< received, but not delivered while an earlier request is open
};

class PendingRequests final {
public:
    explicit PendingRequests(std::size_t maxInFlight)
        : m_maxInFlight(maxInFlight)
    {
    }

    /// An id for a request that is not stored here.
    [[nodiscard]] std::uint64_t nextId() { return ++m_lastId; }

    /// Ids increase with each request.
    std::uint64_t add(Request request, std::uint64_t watch, std::function<void(Result<Answer>)> deliver);

    /// Marks the next request as in flight, if it may be sent now; the pointer is valid until the next call.
    /// Credentials are sent alone: the C client sends them before other requests and answers on another thread.
    [[nodiscard]] PendingRequest* startNext(SteadyTime now);

    /// Ignored if the request is not in flight.
    void settle(std::uint64_t id, Result<Answer> answer);

    /// The oldest request, once its answer is known.
    [[nodiscard]] std::optional<PendingRequest> takeAnswered();

    /// All requests, oldest first.
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
