// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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
        Error,
        Note ///< none of the stream's events: something worth knowing besides, told in `note`
    };

    Type type = Type::Connected;
    WallTime at{};
    SteadyTime steady{}; ///< the same moment on the machine's steady clock, which its processes share
    std::string client;
    std::vector<std::string> paths; ///< the lock that it is about; several for a multi-lock; none for a session's
    bool writes = true;
    std::string node;                              ///< own node's name; empty when there is none
    std::string nodePath;                          ///< full path of the node that holds; empty while none does
    std::int64_t token = 0;                        ///< fencing token; 0 when there is none
    std::optional<std::chrono::milliseconds> wait; ///< Granted, TimedOut: since the lock was asked for
    std::optional<Duration> took;                  ///< Released: since the release was asked for
    bool careless = false;                         ///< Lost: it goes on as if it held; Released: what was lost before
    std::string cause;                             ///< Error: "writeRejected", "resource"; empty: the lock itself
    std::string note;                              ///< Note: "revoked"
    std::string detail;                            ///< Error, Lost, Note: in words
};

using EmitEvent = std::function<void(const ContendEvent&)>;

/// "connected", "timedOut", …: the words of the command line's JSON; "note" for what has none there.
[[nodiscard]] std::string_view toString(ContendEvent::Type type);

} // namespace lockscope::console
