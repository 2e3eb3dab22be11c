// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"

#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <initializer_list>
#include <memory>
#include <utility>

namespace lockscope::inspect {

/// Limits requests in flight and per second, so that a large tree neither floods the server nor delays urgent requests.
/// Order: changes, then listings, then confirmations of already known lists, then details, then reviews. Every eighth
/// request is one for details while some wait, and every fourth a listing: the owners of a lock are shown long before a
/// large tree is read, which takes a seventh longer by that, and the tree is read although locks change. Confined to
/// one executor.
class RequestQueue final {
public:
    enum class Urgency {
        Change, ///< of a node that is shown
        Listing,
        Confirming,
        Details,
        Review ///< of known data: no information is missing while it waits
    };
    /// Sends one request and calls `done` exactly once after the reply.
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

    /// Adds the request in front of the others of its urgency.
    void addNext(Urgency urgency, Request request)
    {
        queueOf(urgency).push_front(std::move(request));
        pump();
    }

    [[nodiscard]] bool hasWaiting(Urgency urgency) { return !queueOf(urgency).empty(); }

    /// Counts a further request that a queued one has sent.
    void charge()
    {
        if (m_perSecond > 0)
            m_next += Duration(std::chrono::seconds(1)) / m_perSecond;
    }

    void clear()
    {
        for (auto& queue : m_queues)
            queue.clear();
    }

    /// Another request to the same servers has priority: keep few requests in flight until giveWay(false).
    void giveWay(bool giveWay)
    {
        m_givesWay = giveWay;
        pump();
    }

private:
    static constexpr int givingWay = 2; ///< requests in flight; a server still answers some thousand a second

    [[nodiscard]] std::deque<Request>& queueOf(Urgency urgency)
    {
        return m_queues.at(static_cast<std::size_t>(urgency));
    }

    [[nodiscard]] int mostAtOnce() const { return m_givesWay ? std::min(m_limit, givingWay) : m_limit; }

    void pump()
    {
        if (std::exchange(m_pumps, true))
            return; // a request being sent may add another
        sendSome();
        m_pumps = false;
    }

    void sendSome()
    {
        while (m_inFlight < mostAtOnce()) {
            auto* queue = next();
            if (!queue || !mayAsk())
                return;
            auto request = std::move(queue->front());
            queue->pop_front();
            ++m_turn;
            ++m_inFlight;
            request([weak = std::weak_ptr(m_self)] {
                if (const auto self = weak.lock())
                    (*self)->answered();
            });
        }
    }

    [[nodiscard]] std::deque<Request>* next()
    {
        const auto first = [this](std::initializer_list<Urgency> urgencies) -> std::deque<Request>* {
            for (const auto urgency : urgencies) {
                if (auto& queue = queueOf(urgency); !queue.empty())
                    return &queue;
            }
            return nullptr;
        };
        constexpr unsigned detailsEach = 8;
        constexpr unsigned walkEach = 4;
        if (m_turn % detailsEach == 1) {
            if (auto* details = first({Urgency::Details}))
                return details;
        } else if (m_turn % walkEach == 2) {
            if (auto* walk = first({Urgency::Listing, Urgency::Confirming}))
                return walk;
        }
        return first({Urgency::Change, Urgency::Listing, Urgency::Confirming, Urgency::Details, Urgency::Review});
    }

    /// Allows bursts of at most a tenth of a second's budget: the limit must prevent larger bursts.
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
    SteadyTime m_next{}; ///< earliest time of the next request
    bool m_isTimed = false;
    int m_inFlight = 0;
    unsigned m_turn = 0;
    bool m_givesWay = false;
    bool m_pumps = false;
    std::array<std::deque<Request>, 5> m_queues; ///< by urgency
    std::shared_ptr<RequestQueue*> m_self;       ///< replies may arrive after the queue is destroyed
    Subscription m_timer;
};

} // namespace lockscope::inspect
