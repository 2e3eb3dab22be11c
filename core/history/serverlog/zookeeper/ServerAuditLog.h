// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// ZooKeeper's audit log, which a server writes with -Dzookeeper.audit.enable=true (since 3.6): a line for each write
/// request, and a line for each ephemeral node that is deleted with its session. Pure.
///
///     2026-11-21 19:26:38,404 INFO audit.Slf4jAuditLogger: session=0x1…⇥user=…⇥ip=…⇥operation=create⇥znode=/…⇥…
///
/// The text before the fields depends on the logger's configuration; only its time is read. Source: Apache ZooKeeper
/// 3.8, AuditEvent.logEvent, AuditConstants, AuditHelper.

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
        SessionEnd, ///< the node was deleted with its session, which was closed or expired
        Other
    };
    std::optional<WallTime> at; ///< nullopt: the line has no readable time
    std::int64_t session = 0;   ///< session of the request; for SessionEnd, the owner of the node
    std::string ip;             ///< of the client; empty for SessionEnd
    std::string user;
    Operation operation = Operation::Other;
    std::string path;
    bool isEphemeral = false; ///< for Create
    bool succeeded = false;
};

/// Nullopt if it is not a line of an audit log. A time without a zone is taken as local time.
[[nodiscard]] std::optional<AuditLine> parseAuditLine(std::string_view line);

} // namespace lockscope::inspect
