// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/Client.h"
#include "core/redis/client/LinkTracker.h"
#include "core/redis/topology/Topology.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lockscope::redis {

/// The changes of keys on all masters of a client: Client::trackKeys(). A master is tracked once it is connected, and
/// again after each new connection to it: its address may have another server behind it. Confined to the executor.
/// Private to core/redis.
class KeyTracking final : public std::enable_shared_from_this<KeyTracking> {
public:
    KeyTracking(LinkContext context, ServerTopology& topology, std::vector<std::string> prefixes,
                KeyChangeHandlers handlers);

    /// The masters or their connections have changed. No handler is called during the call.
    void place();
    /// No handler is called any more; the topology is not used any more.
    void end();

private:
    struct Tracked {
        std::shared_ptr<LinkTracker> tracker;
        std::uint64_t connections = 0; ///< of the master's link, when the tracker was made
    };

    [[nodiscard]] std::shared_ptr<LinkTracker> makeTracker(const Address& address);
    [[nodiscard]] bool isConfirmed() const;
    void report();
    void reportLater();
    void refuse(const Address& address, const std::string& reason);

    const LinkContext m_context;
    ServerTopology* m_topology; ///< null after the end
    const std::vector<std::string> m_prefixes;
    const KeyChangeHandlers m_handlers;
    std::map<std::shared_ptr<ServerLink>, Tracked> m_trackers; ///< of the masters
    bool m_wasConfirmed = false;                               ///< as reported last
    bool m_hasNew = false;                                     ///< a tracker was confirmed, or has begun again
};

} // namespace lockscope::redis
