// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/Client.h"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>

namespace lockscope::redis {

/// Whose an observer is: the client's are removed with it, a share's are notified of its end.
enum class ObserverOf {
    Client,
    Share
};

/// Notifies the observers of each status, one status after the other: an observer may cause the next one. Confined to
/// the executor. Private to core/redis.
class StatusObservers final {
public:
    [[nodiscard]] Subscription add(Client::StatusHandler handler, ObserverOf whose);

    /// Queues a status for the next report(), after those before it.
    void note(const Status& status) { m_notices.push_back(status); }
    /// Has no effect when called by an observer: the outer call delivers the rest.
    void report();
    /// For the client's destruction: keeps only the observers of its shares.
    void dropTheClients();

private:
    struct Observer {
        Client::StatusHandler handler;
        ObserverOf whose = ObserverOf::Client;
    };
    using Observers = std::map<std::uint64_t, std::shared_ptr<const Observer>>;

    std::shared_ptr<Observers> m_observers = std::make_shared<Observers>(); ///< a subscription may outlive this
    std::uint64_t m_lastId = 0;
    std::deque<Status> m_notices;
    bool m_isReporting = false;
};

} // namespace lockscope::redis
