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

/// An event of a simulated client.
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
        Note ///< not an event of the stream: additional information, in `note`
    };

    Type type = Type::Connected;
    WallTime at{};
    SteadyTime steady{}; ///< the same moment on the machine's steady clock, which all its processes share
    std::string client;
    std::vector<std::string> paths; ///< the lock concerned; several for a multi-lock; empty for session events
    bool writes = true;
    std::string node;                              ///< ZooKeeper: own node's name; empty: none
    std::string owner;                             ///< Redis: uuid:thread, token or permit id; empty: none
    std::string nodePath;                          ///< full path of the node that holds; empty: none
    std::int64_t token = 0;                        ///< fencing token; 0: none
    std::optional<std::chrono::milliseconds> wait; ///< Granted, TimedOut: since the acquire request
    std::optional<Duration> took;                  ///< Released: since the release request
    bool careless = false;                         ///< Lost: continues as if it held; Released: had lost it before
    std::string cause;                             ///< Error: "writeRejected", "resource"; empty: the lock itself
    std::string note;                              ///< Note: "revoked"
    std::string detail;                            ///< Error, Lost, Note: text
};

using EmitEvent = std::function<void(const ContendEvent&)>;

/// "connected", "timedOut", …: the words in the command line's JSON; "note" for an event outside the stream.
[[nodiscard]] std::string_view toString(ContendEvent::Type type);

} // namespace lockscope::console
