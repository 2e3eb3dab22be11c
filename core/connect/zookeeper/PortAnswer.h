// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What a server's port answers to a program without a session, and why that prevents a session: sentences that say
/// what to do next. Pure.

#include "core/base/Error.h"
#include "core/zk/ConnectString.h"

#include <QByteArray>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::connect {

struct PortAnswer {
    enum class Kind {
        UnknownHost, ///< its name has no address
        Refused,     ///< no program listens on the port
        Unreachable, ///< the network reports an error
        TimedOut,    ///< nothing at this address replies
        Closed,      ///< the connection is accepted, and closed without an answer
        Silent,      ///< the connection is accepted, and nothing is answered
        NotServing,  ///< a ZooKeeper server that has not started yet, or has no quorum
        ReadOnly,    ///< a ZooKeeper server without quorum that answers reads
        Serving,     ///< a ZooKeeper server that serves requests
        Unlisted,    ///< a ZooKeeper server that does not tell its state
        Tls,         ///< the port requires TLS
        Http,
        Redis,
        Other ///< another program
    };
    zk::Server server;
    Kind kind = Kind::Silent;
    std::string detail{}; ///< the system's words for an error; the first bytes of another program
};

/// The kind of an answer to the four-letter command srvr, to an HTTP request, or of a greeting. Nothing: empty.
[[nodiscard]] std::optional<PortAnswer::Kind> kindOf(const QByteArray& bytes);

/// True if the answer itself tells the reason, and not only the lack of one.
[[nodiscard]] bool isConclusive(PortAnswer::Kind kind);

/// True for a ZooKeeper server that is starting, or has no quorum.
[[nodiscard]] constexpr bool isOfServerWithoutQuorum(PortAnswer::Kind kind)
{
    return kind == PortAnswer::Kind::NotServing || kind == PortAnswer::Kind::ReadOnly;
}

/// Why none of these servers gives a session. ReadOnlyServer: one of them answers reads. `connect`: as the user gave
/// it. Nothing without answers.
[[nodiscard]] std::optional<Error> whyNotConnected(const std::vector<PortAnswer>& answers, std::string_view connect);

} // namespace lockscope::connect
