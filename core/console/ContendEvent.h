// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockscope::console {

/// What happens to a simulated client.
struct ContendEvent {
    enum class Type {
        Connected,
        Queued,
        Granted,
        Released,
        TimedOut,
        Suspended,
        Lost,
        Error
    };

    Type type = Type::Connected;
    WallTime at{};
    std::string client;
    std::string node;                              ///< own node's name; empty when there is none
    std::int64_t token = 0;                        ///< fencing token; 0 when there is none
    std::optional<std::chrono::milliseconds> wait; ///< Granted, TimedOut: since the lock was asked for
    std::string detail;                            ///< Error, Lost: why
};

/// "connected", "timedOut", …: the words of the command line's JSON.
[[nodiscard]] std::string_view toString(ContendEvent::Type type);

} // namespace lockscope::console
