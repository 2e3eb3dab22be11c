// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"

#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <memory>
#include <utility>

namespace lockscope::inspect {

/// Lets a bounded number of requests out at once, and in a second, so that a big tree neither floods the server nor
/// holds up what is urgent. Listings go before what confirms a list that is known already, then come details, last what
/// is looked at once more. Confined to one executor.
class RequestQueue final {
public:
    enum class Urgency {
        Listing,
        Confirming,
        Details,
        Review ///< of what is known already: nothing is missing while it waits
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
        queueOf(urgency).push_back(std::move(request));
        pump();
    }

    /// The next of its urgency to go out.
    void addNext(Urgency urgency, Request request)
    {
        queueOf(urgency).push_front(std::move(request));
        pump();
    }

    void clear()
    {
        for (auto& queue : m_queues)
            queue.clear();
    }

    /// Something else asks the same servers and shall be answered first: few at once until it is told otherwise.
    void giveWay(bool giveWay)
    {
        m_givesWay = giveWay;
        pump();
    }

    /// Is nothing asked for but reviews?
    [[nodiscard]] bool isIdle() const
    {
        const auto reviews = m_queues.begin() + static_cast<std::ptrdiff_t>(Urgency::Review);
        return m_inFlight == m_reviewsInFlight &&
               std::all_of(m_queues.begin(), reviews, [](const auto& queue) { return queue.empty(); });
    }

private:
    static constexpr int givingWay = 2; ///< at once; a server answers some thousand a second even so

    [[nodiscard]] std::deque<Request>& queueOf(Urgency urgency)
    {
        return m_queues.at(static_cast<std::size_t>(urgency));
    }

    [[nodiscard]] int mostAtOnce() const { return m_givesWay ? std::min(m_limit, givingWay) : m_limit; }

    void pump()
    {
        if (std::exchange(m_pumps, true))
            return; // a request that goes out adds another
        sendSome();
        m_pumps = false;
    }

    void sendSome()
    {
        while (m_inFlight < mostAtOnce()) {
            const auto queue =
                std::find_if(m_queues.begin(), m_queues.end(), [](const auto& one) { return !one.empty(); });
            if (queue == m_queues.end() || !mayAsk())
                return;
            auto request = std::move(queue->front());
            queue->pop_front();
            const bool isReview = queue - m_queues.begin() == static_cast<std::ptrdiff_t>(Urgency::Review);
            ++m_inFlight;
            m_reviewsInFlight += isReview ? 1 : 0;
            request([weak = std::weak_ptr(m_self), isReview] {
                if (const auto self = weak.lock())
                    (*self)->answered(isReview);
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

    void answered(bool isReview)
    {
        --m_inFlight;
        m_reviewsInFlight -= isReview ? 1 : 0;
        pump();
    }

    Executor& m_executor;
    int m_limit;
    int m_perSecond;
    SteadyTime m_next{}; ///< when the next request is due
    bool m_isTimed = false;
    int m_inFlight = 0;
    int m_reviewsInFlight = 0; ///< of those
    bool m_givesWay = false;
    bool m_pumps = false;
    std::array<std::deque<Request>, 4> m_queues; ///< by urgency
    std::shared_ptr<RequestQueue*> m_self;       ///< answers may come after the queue has gone
    Subscription m_timer;
};

} // namespace lockscope::inspect
