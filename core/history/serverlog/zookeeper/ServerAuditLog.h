// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// ZooKeeper's audit log, which a server writes with -Dzookeeper.audit.enable=true (since 3.6): a line for each request
/// that changes something, and one for each ephemeral node that goes with its session. Pure.
///
///     2026-11-21 19:26:38,404 INFO audit.Slf4jAuditLogger: session=0x1…⇥user=…⇥ip=…⇥operation=create⇥znode=/…⇥…
///
/// What stands before the fields is the logger's and differs from one configuration to the next; only its time is read.
/// Source: Apache ZooKeeper 3.8, AuditEvent.logEvent, AuditConstants, AuditHelper.

#include "core/base/Clock.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockscope::inspect {

struct AuditLine {
    enum class Operation {
        Create,
        Delete,
        SessionEnd, ///< the node went with its session, which was closed or expired
        Other
    };
    std::optional<WallTime> at; ///< nothing: the logger writes no time that could be read
    std::int64_t session = 0;   ///< that asked; of SessionEnd, that owned the node
    std::string ip;             ///< of the client; not of SessionEnd
    std::string user;
    Operation operation = Operation::Other;
    std::string path;
    bool isEphemeral = false; ///< of Create
    bool succeeded = false;
};

/// Nothing if it is no line of an audit log. A time without a zone is this machine's: servers write their own.
[[nodiscard]] std::optional<AuditLine> parseAuditLine(std::string_view line);

} // namespace lockscope::inspect
