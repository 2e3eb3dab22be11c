// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"

#include <deque>
#include <functional>
#include <memory>

namespace lockscope::inspect {

/// Lets a bounded number of requests out at once, so that a big tree neither floods the server nor holds up what is
/// urgent. Listings go before details. Confined to one executor.
class RequestQueue final {
public:
    enum class Urgency {
        Listing,
        Details
    };
    /// Sends one request and calls `done` exactly once when it is answered.
    using Request = std::function<void(Task done)>;

    explicit RequestQueue(int limit)
        : m_limit(limit)
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
            if (queue.empty())
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

    void answered()
    {
        --m_inFlight;
        pump();
    }

    int m_limit;
    int m_inFlight = 0;
    std::deque<Request> m_listings;
    std::deque<Request> m_details;
    std::shared_ptr<RequestQueue*> m_self; ///< answers may come after the queue has gone
};

} // namespace lockscope::inspect
