// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The mode, version and figures of a server, from its replies. Pure.

#include "core/model/zookeeper/EnsembleFacts.h"

#include <QByteArray>

#include <cstdint>
#include <optional>
#include <string>

namespace lockscope::ensemble {

struct ServerStatus {
    std::string mode;    ///< "leader", "follower", "observer", "standalone", "read-only"; empty if not reported
    std::string version; ///< "3.8.0"; empty if not reported
    std::optional<std::int64_t> nodes{}; ///< in the whole tree
    ServerHealth health{};               ///< without the followers

    friend bool operator==(const ServerStatus&, const ServerStatus&) = default;
};

/// From the AdminServer's `server_stats`. Empty if the reply has another format.
[[nodiscard]] std::optional<ServerStatus> statusFromJson(const QByteArray& answer);

/// From the four-letter command `srvr`.
[[nodiscard]] std::optional<ServerStatus> statusFromWord(const QByteArray& answer);

/// The followers of a leader, from the AdminServer's `monitor`. False if the reply has another format.
bool addFollowersFromJson(const QByteArray& answer, ServerHealth& health);

/// The same from the four-letter command `mntr`.
bool addFollowersFromWord(const QByteArray& answer, ServerHealth& health);

} // namespace lockscope::ensemble
