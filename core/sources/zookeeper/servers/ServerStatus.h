// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What a server is, from its own answers. Pure.

#include <QByteArray>

#include <optional>
#include <string>

namespace lockscope::ensemble {

struct ServerStatus {
    std::string mode;    ///< "leader", "follower", "observer", "standalone", "read-only"; empty when it does not say
    std::string version; ///< "3.8.0"; empty when it does not say
    std::optional<std::int64_t> nodes; ///< in the whole tree

    friend bool operator==(const ServerStatus&, const ServerStatus&) = default;
};

/// From the AdminServer's `server_stats`. Nothing when it is no such answer.
[[nodiscard]] std::optional<ServerStatus> statusFromJson(const QByteArray& answer);

/// From the four-letter word `srvr`.
[[nodiscard]] std::optional<ServerStatus> statusFromWord(const QByteArray& answer);

} // namespace lockscope::ensemble
