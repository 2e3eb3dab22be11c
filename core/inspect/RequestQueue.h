// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <memory>

namespace lockscope::inspect {

/// Lets a bounded number of requests out at once, and in a second, so that a big tree neither floods the server nor
/// holds up what is urgent. Listings go before details. Confined to one executor.
class RequestQueue final {
public:
    enum class Urgency {
        Listing,
        Details
    };
    /// Sends one request and calls `done` exactly once when it is answered.
    using Request = std::function<void(Task done)>;

    /// `perSecond`: 0 for no limit.
    RequestQueue(Executor& executor, int limit, int perSecond)
        : m_executor(executor)
        , m_limit(limit)
        , m_perSecond(perSecond)
        , m_self(std::make_shared<RequestQueue*>(this))
    {
    }

    void add(Urgency urgency, Request request)
    {
        (urgency == Urgency::Listing ? m_listings : m_details).push_back(std::move(request));
        pump();
    }

    void clear()
    {
        m_listings.clear();
        m_details.clear();
    }

    [[nodiscard]] bool isIdle() const { return m_inFlight == 0 && m_listings.empty() && m_details.empty(); }

private:
    void pump()
    {
        while (m_inFlight < m_limit) {
            auto& queue = m_listings.empty() ? m_details : m_listings;
            if (queue.empty() || !mayAsk())
                return;
            auto request = std::move(queue.front());
            queue.pop_front();
            ++m_inFlight;
            request([weak = std::weak_ptr(m_self)] {
                if (const auto self = weak.lock())
                    (*self)->answered();
            });
        }
    }

    /// Lets a tenth of a second's worth out at once, no more: a burst is what the limit is there to prevent.
    [[nodiscard]] bool mayAsk()
    {
        if (m_perSecond <= 0)
            return true;
        const auto now = m_executor.clock().now();
        const auto each = Duration(std::chrono::seconds(1)) / m_perSecond;
        m_next = std::max(m_next, now - std::chrono::milliseconds(100));
        if (m_next <= now) {
            m_next += each;
            return true;
        }
        if (!m_isTimed) {
            m_isTimed = true;
            m_timer = m_executor.after(m_next - now, [this] {
                m_isTimed = false;
                pump();
            });
        }
        return false;
    }

    void answered()
    {
        --m_inFlight;
        pump();
    }

    Executor& m_executor;
    int m_limit;
    int m_perSecond;
    SteadyTime m_next{}; ///< when the next request is due
    bool m_isTimed = false;
    int m_inFlight = 0;
    std::deque<Request> m_listings;
    std::deque<Request> m_details;
    std::shared_ptr<RequestQueue*> m_self; ///< answers may come after the queue has gone
    Subscription m_timer;
};

} // namespace lockscope::inspect
