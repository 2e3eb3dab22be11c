// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The faults for simulated clients and for the servers of a sandbox, as values: the same for scripts and for users.
/// Pure.

#include "core/model/Backend.h"
#include "core/model/json/JsonFields.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::console {

enum class FaultKind {
    Nothing,     ///< a step that only waits
    Start,       ///< starts a client that was held back, or a killed server
    Stop,        ///< a client releases and ends
    Kill,        ///< SIGKILL
    Pause,       ///< SIGSTOP: simulates a long garbage collection
    Resume,      ///< SIGCONT
    Cut,         ///< connections are closed and new ones are blocked
    Heal,        ///< ends all network faults
    Drop,        ///< drops all traffic: connections stay open, nothing passes
    Delay,       ///< delays all traffic
    OneWay,      ///< only requests pass, or only replies
    Slow,        ///< limited to a number of bytes per second
    Expire,      ///< the client's session is closed on the servers
    Exit,        ///< the process ends at once, without release and without closing its session
    HoldForever, ///< from now on the client does not release by itself
    Careless,    ///< after a loss the client continues as if it held
    Release,     ///< the client releases now
    Revoke,      ///< a revocation request on the client's node; the client decides whether to release
    Set,         ///< sets other hold and think times
    Forget,      ///< a server of Redis is killed and starts again without its data
    Clock        ///< the clock of a server of Redis jumps
};

/// What the fault affects.
enum class FaultScope {
    Client,
    Process, ///< with all its clients
    Link,    ///< all its clients, by the network; the process needs a LinkProxy
    Server   ///< only servers of a sandbox
};

struct FaultDescription {
    FaultKind kind = FaultKind::Nothing;
    std::string_view word; ///< in scenario files
    FaultScope scope = FaultScope::Client;
    bool forServers = false;                ///< also applies to a server of a sandbox
    const char* field = nullptr;            ///< in scenario files: the required field, which no other fault may have
    std::optional<inspect::Backend> only{}; ///< the only backend that has it; nothing: all
};

/// In the order of the values.
[[nodiscard]] std::span<const FaultDescription> allFaults();
[[nodiscard]] const FaultDescription& descriptionOf(FaultKind kind);
[[nodiscard]] std::string_view toString(FaultKind kind);
[[nodiscard]] bool isPossibleOn(FaultKind kind, inspect::Backend backend);

struct Fault {
    FaultKind kind = FaultKind::Nothing;
    std::chrono::milliseconds delay{0}; ///< in each direction
    bool requestsPass = false;          ///< OneWay: false: the replies pass
    std::int64_t bytesPerSecond = 0;    ///< Slow
    std::string hold{};                 ///< Set: as on the command line; empty: unchanged
    std::string think{};
    /// Scope Link: only the connections to these servers, from 1; empty: to all.
    std::vector<int> servers{};
    std::chrono::milliseconds jump{0}; ///< Clock: forward

    friend bool operator==(const Fault&, const Fault&) = default;
};

/// Reads a step of a scenario: its "do", and the fields of this fault.
[[nodiscard]] Fault readFault(inspect::JsonFields& fields);

/// A fault with its values, as offered to users.
struct OfferedFault {
    enum class Place {
        Menu,
        ServersOnly
    };
    Fault fault;
    const char* name = "";  ///< of its action
    const char* title = ""; ///< title and tip are Phrases
    const char* tip = "";
    Place place = Place::Menu;
    bool isGroupEnd = false;
};
[[nodiscard]] std::span<const OfferedFault> offeredFaults();

/// "delay 200 ms": shown to users.
[[nodiscard]] std::string describe(const Fault& fault);

} // namespace lockscope::console
