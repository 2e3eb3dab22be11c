// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The servers of an ensemble: those of the connect string and those of its configuration. Pure.

#include "core/zk/ConnectString.h"

#include <QByteArray>

#include <cstddef>
#include <vector>

namespace lockscope::ensemble {

struct Member {
    std::string host;       ///< address for the other servers
    std::uint16_t port = 0; ///< for clients; 0: not in the configuration
    std::string clientHost; ///< address for clients; `host` if it listens on all addresses

    friend bool operator==(const Member&, const Member&) = default;
};

/// Parses the data of the node /zookeeper/config, or the "membership" part of `conf`:
/// "server.1=host:2888:3888:participant;0.0.0.0:2181". Other lines are skipped.
[[nodiscard]] std::vector<Member> membersIn(const QByteArray& config);

/// The same for the AdminServer's `voting_view`, which leaves out observers. Empty if the reply has another format.
[[nodiscard]] std::vector<Member> membersInView(const QByteArray& answer);

struct ServerList {
    std::vector<zk::Server> servers; ///< the connect string's first, in its order
    bool isWhole = false;            ///< the ensemble has no other servers
    std::size_t members = 0;         ///< of the ensemble; 0: unknown
};

/// The servers for requests. A member whose client address is not in the connect string is added. If the connect string
/// has as many servers as there are members, none is added: it lists the members under other names. A member without a
/// client port uses that of the first server.
[[nodiscard]] ServerList serversToAsk(const std::vector<zk::Server>& named, const std::vector<Member>& members);

} // namespace lockscope::ensemble
