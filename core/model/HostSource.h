// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace lockscope::inspect {

/// The source of a contender's host.
enum class HostSource {
    None,
    StatusPage,    ///< an HTTP status page of a server
    StatusCommand, ///< a status command of a server
    Payload,       ///< the contender's own data
    ClientList,    ///< a server's list of its clients
    Monitor        ///< a sample of the commands that servers executed
};

/// The values in the command line's JSON.
[[nodiscard]] std::string_view toString(HostSource source);

} // namespace lockscope::inspect
