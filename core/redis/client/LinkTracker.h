// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/client/PersistentConnection.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lockscope::redis {

/// The changes of keys at one server, by tracking in broadcast mode. It has a connection of its own: RESP2 delivers the
/// names as messages to a connection that is named by its id, and a connection may name itself. So tracking ends with
/// the connection to which it reports. Confined to the executor. Private to core/redis.
class LinkTracker final : public std::enable_shared_from_this<LinkTracker> {
public:
    struct Handlers {
        Task changed; ///< isConfirmed() has changed
        /// Keys that were changed, deleted or have expired. Null: any of them, by FLUSHALL or FLUSHDB.
        std::function<void(const std::vector<std::string>* keys)> keys;
        /// The server does not track, or the user may not use it. Nothing follows.
        std::function<void(const std::string& reason)> refused;
    };

    /// `prefixes`: none may be the beginning of another one. Empty: all keys.
    LinkTracker(LinkContext context, Address address, std::vector<std::string> prefixes, Handlers handlers);

    void start();
    /// Every change from now on is reported, until the connection is lost.
    [[nodiscard]] bool isConfirmed() const { return m_isConfirmed; }
    /// No handler is called any more.
    void close(const Error& reason);

private:
    void onConnection();
    void track();
    void onTracked(const Result<Value>& reply);
    void onEvent(const Value& event);
    void refuse(const std::string& reason);

    /// `act` on this object, if it still exists.
    template <typename Act> [[nodiscard]] auto whileAlive(Act act)
    {
        return [weak = weak_from_this(), act = std::move(act)](const auto&... values) {
            if (const auto self = weak.lock(); self && !self->m_isClosed)
                act(*self, values...);
        };
    }

    const LinkContext m_context;
    const Address m_address;
    const std::vector<std::string> m_prefixes;
    const Handlers m_handlers;
    std::shared_ptr<PersistentConnection> m_connection;
    std::uint64_t m_tracked = 0; ///< the number of the connection on which tracking was requested
    Value m_id;                  ///< the reply to CLIENT ID
    bool m_isConfirmed = false;
    bool m_isClosed = false;
};

} // namespace lockscope::redis
