// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Which servers an ensemble has: those of the connect string, and those of its own configuration. Pure.

#include "core/zk/ConnectString.h"

#include <QByteArray>

#include <vector>

namespace lockscope::ensemble {

struct Member {
    std::string host;       ///< where the other servers reach it
    std::uint16_t port = 0; ///< for clients; 0: the configuration does not say
    std::string clientHost; ///< where clients reach it; that of `host` when it listens everywhere

    friend bool operator==(const Member&, const Member&) = default;
};

/// The data of the node /zookeeper/config, or what `conf` says under "membership":
/// "server.1=host:2888:3888:participant;0.0.0.0:2181". Lines that are something else are passed over.
[[nodiscard]] std::vector<Member> membersIn(const QByteArray& config);

struct ServerList {
    std::vector<zk::Server> servers; ///< first those of the connect string, in its order
    bool isWhole = false;            ///< the ensemble has no others
};

/// Who may be asked. A member whose client address is not among the connect string's servers joins them, unless the
/// connect string names as many servers as there are members: then it means the same by other names. A member that does
/// not tell its client port has that of the first server.
[[nodiscard]] ServerList serversToAsk(const std::vector<zk::Server>& named, const std::vector<Member>& members);

} // namespace lockscope::ensemble
