// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/Client.h"
#include "core/redis/client/ServerLink.h"
#include "core/redis/client/Transport.h"

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace lockscope::redis {

/// MONITOR at one server, on a connection of its own that is not made again. After MONITOR the server sends one line
/// for each command that it executes, which answers no request. Such a line can be longer than any reply of one line,
/// so the lines are cut here. Confined to the executor. Private to core/redis.
class MonitorLink final : public std::enable_shared_from_this<MonitorLink> {
public:
    /// Bytes of a line; a longer one is dropped.
    static constexpr std::size_t longestLine = 1u << 20;

    struct Handlers {
        Task begun;
        std::function<void(std::string_view line)> line; ///< valid during the call
        std::function<void(Error)> ended;                ///< once; no other call follows
    };

    MonitorLink(LinkContext context, Address address, Handlers handlers);

    void start();
    /// No handler is called any more.
    void close();

private:
    void onOpened();
    void onReceived(std::string_view bytes);
    void onPart(std::string_view part, bool isWhole);
    void onLine(std::string_view line);
    void onReply(std::string_view line);
    void end(Error why);

    /// `act` on this object, if it still exists.
    template <typename Act> [[nodiscard]] auto whileAlive(Act act)
    {
        return [weak = weak_from_this(), act = std::move(act)](const auto&... values) {
            if (const auto self = weak.lock(); self && !self->m_isEnded)
                act(*self, values...);
        };
    }

    const LinkContext m_context;
    const Address m_address;
    const Handlers m_handlers;
    std::unique_ptr<Transport> m_transport;
    std::deque<std::string> m_unanswered; ///< the commands before the lines, by name
    std::string m_line;                   ///< the begin of a line
    bool m_isTooLong = false;             ///< that line is dropped
    bool m_isEnded = false;
    Subscription m_limit;
};

} // namespace lockscope::redis
