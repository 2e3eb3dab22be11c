// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// One line of Redis' MONITOR, taken apart. Its arguments may be secrets: they are not logged and not kept. Pure.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::inspect {

struct MonitorLine {
    int database = 0;
    std::string address;            ///< "ip:port", "[ip]:port" or "unix:/path"; empty: a command within a script
    std::vector<std::string> words; ///< the command's name and its arguments, any bytes; at least one
};

/// '1339518083.107412 [0 127.0.0.1:60866] "get" "key"', as the server prints it. Nullopt: of any other form.
[[nodiscard]] std::optional<MonitorLine> parseMonitorLine(std::string_view line);

/// "10.0.0.4:51234" or "[::1]:51234". Pure.
[[nodiscard]] bool isSocketAddress(std::string_view text);
/// An address without its port, which differs between the connections of one client. Pure.
[[nodiscard]] std::string_view hostIn(std::string_view address);

} // namespace lockscope::inspect
