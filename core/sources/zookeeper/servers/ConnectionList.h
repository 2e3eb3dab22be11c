// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The clients that one server has, from its own answers. Pure.

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
    /// When it was last answered, in milliseconds of the server's uptime clock, whose origin it does not tell
    /// (ServerUptime makes a time of it).
    std::optional<std::int64_t> lastResponse;

    friend bool operator==(const ClientConnection&, const ClientConnection&) = default;
};

using ConnectionList = std::vector<ClientConnection>;

/// From the AdminServer's `connections`; encrypted ones stand under `secure_connections`. Connections without a session
/// are left out. Nothing when it is no such answer.
[[nodiscard]] std::optional<ConnectionList> connectionsFromJson(const QByteArray& answer);

/// From the four-letter word `cons`, which does not tell which ones are encrypted.
[[nodiscard]] std::optional<ConnectionList> connectionsFromCons(const QByteArray& answer);

} // namespace lockscope::ensemble
