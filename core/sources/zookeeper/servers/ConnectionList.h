// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The client connections of one server, from its replies. Pure.

#include "core/base/Clock.h"
#include "core/zk/Values.h"

#include <QByteArray>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::ensemble {

struct ClientConnection {
    SessionId session = 0;
    std::string host; ///< "ip:port" of the client
    bool isSecure = false;
    std::optional<std::chrono::milliseconds> timeout; ///< as negotiated
    std::optional<WallTime> established;              ///< by the server's clock
    /// Time of the last response, in milliseconds of the server's uptime clock, whose origin is unknown (ServerUptime
    /// converts it to a time).
    std::optional<std::int64_t> lastResponse;

    friend bool operator==(const ClientConnection&, const ClientConnection&) = default;
};

using ConnectionList = std::vector<ClientConnection>;

/// From the AdminServer's `connections`; encrypted connections are in `secure_connections`. Connections without a
/// session are left out. Empty if the reply has another format.
[[nodiscard]] std::optional<ConnectionList> connectionsFromJson(const QByteArray& answer);

/// From the four-letter command `cons`, which does not report which connections are encrypted. Empty also if the reply
/// is cut short: its last line is empty.
[[nodiscard]] std::optional<ConnectionList> connectionsFromCons(const QByteArray& answer);

} // namespace lockscope::ensemble
