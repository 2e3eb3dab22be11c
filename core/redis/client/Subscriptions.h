// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Log.h"
#include "core/redis/Client.h"
#include "core/redis/topology/Topology.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::redis {

/// The subscriptions of a client: several handlers share one subscription of the server's. Places each channel on the
/// link to its master, and each pattern on the links to all masters. Confined to the executor. Private to core/redis.
class Subscriptions final : public std::enable_shared_from_this<Subscriptions> {
public:
    Subscriptions(Executor& executor, Log log);

    /// Call it once, before the others. After clear() the topology is not used any more.
    void use(ServerTopology& topology) { m_topology = &topology; }

    [[nodiscard]] Subscription addChannel(std::string name, Client::MessageHandler onMessage, Task onConfirmed);
    [[nodiscard]] Subscription addPattern(std::string name, Client::MessageHandler onMessage, Task onConfirmed);
    /// Moves the subscriptions whose master has changed.
    void place();
    /// Ends all, without any call.
    void clear();

    // Events of links.
    void onConfirmed(ChannelKind kind, const std::string& name);
    void onMessage(ChannelKind kind, const std::string& name, const Message& message);
    void onEnded(const std::shared_ptr<ServerLink>& link, ChannelKind kind, const std::string& name,
                 const Value& reason);

private:
    struct Handler {
        Client::MessageHandler onMessage;
        Task onConfirmed;
        bool isConfirmed = false; ///< onConfirmed was called at least once
    };
    /// Where the subscription is, or is under way.
    struct Place {
        std::shared_ptr<ServerLink> link;
        ChannelKind kind = ChannelKind::Plain;

        friend bool operator==(const Place&, const Place&) = default;
    };
    struct Entry {
        bool isPattern = false;
        std::string name;
        std::map<std::uint64_t, std::shared_ptr<Handler>> handlers;
        std::vector<Place> places;
        bool isRefused = false; ///< and this was logged
    };
    using Entries = std::map<std::string, std::shared_ptr<Entry>, std::less<>>;

    [[nodiscard]] Subscription add(bool isPattern, std::string name, Handler handler);
    void remove(bool isPattern, const std::string& name, std::uint64_t id);
    void place(Entry& entry);
    void placeAfter(Duration pause);
    [[nodiscard]] std::vector<Place> placesOf(const Entry& entry) const;
    void confirmLater(const std::shared_ptr<Entry>& entry, std::uint64_t id);
    [[nodiscard]] static bool isConfirmed(const Entry& entry);
    static void confirm(Handler& handler);
    [[nodiscard]] Entries& entries(bool isPattern) { return isPattern ? m_patterns : m_channels; }
    [[nodiscard]] std::shared_ptr<Entry> find(ChannelKind kind, const std::string& name);
    template <typename Call> void callAll(Entry& entry, Call call) const;

    Executor& m_executor;
    const Log m_log;
    ServerTopology* m_topology = nullptr; ///< null after clear()
    Entries m_channels;
    Entries m_patterns;
    std::uint64_t m_lastId = 0;
    Subscription m_placing; ///< a timer
    SteadyTime m_placingAt{};
};

} // namespace lockscope::redis
