// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// From a contender to the process of its client: as far as the payload or the connection tells. Pure.

#include "core/model/Owners.h"

#include <cstdint>
#include <optional>
#include <string>

namespace lockscope::inspect {

struct OwnerProcess {
    std::string host;                ///< name or address
    std::optional<std::int64_t> pid; ///< from the payload; empty when unknown
    int port = 0;                    ///< of its connection, from the servers; 0 when unknown
    bool isJava = false;             ///< the payload is the name of a Java process
    /// A command for the user's shell that shows the process: by its pid, else by the port of its connection. Made of
    /// checked words only. Empty: the payload has no usable host.
    std::string command;

    friend bool operator==(const OwnerProcess&, const OwnerProcess&) = default;
};

/// Nothing when neither payload nor connection tell it. Payloads: "PID@HOST" (the name of a Java process), "IP@-@PID"
/// (ElasticJob), "HOST:PID" is not one, since ports look the same; JSON members "pid" and "host" (or "hostname", "ip",
/// "address").
[[nodiscard]] std::optional<OwnerProcess> processOf(const Owner& owner, const Contender& contender);

} // namespace lockscope::inspect
