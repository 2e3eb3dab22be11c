// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What can be done to simulated clients and to the servers of a sandbox, as values: the same whether a script or a
/// person asks for it. Pure.

#include "core/model/json/JsonFields.h"

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace lockscope::console {

enum class FaultKind {
    Nothing,     ///< a step that only waits
    Start,       ///< a client that was held back begins; a server that was killed starts again
    Stop,        ///< a client lets go and ends
    Kill,        ///< SIGKILL
    Pause,       ///< SIGSTOP: what a long garbage collection looks like
    Resume,      ///< SIGCONT
    Cut,         ///< connections break and no new ones are made
    Heal,        ///< whatever was done to the network is over
    Drop,        ///< silence: connections stay, nothing passes
    Delay,       ///< everything passes later
    OneWay,      ///< only requests pass, or only answers
    Slow,        ///< so many bytes a second
    Expire,      ///< the client's session is ended on the servers
    Exit,        ///< the process ends at once, without release and without closing its session
    HoldForever, ///< from now on the client does not let go by itself
    Careless,    ///< after a loss the client goes on as if it held
    Release,     ///< the client lets go now
    Revoke,      ///< the client is asked, by its node, to let go; whether it does is its own affair
    Set          ///< other hold and think times
};

/// What it hits.
enum class FaultScope {
    Client,
    Process, ///< with all clients that it carries
    Link     ///< likewise, by the network: it must have a link of its own
};

struct FaultDescription {
    FaultKind kind = FaultKind::Nothing;
    std::string_view word; ///< of scenario files
    FaultScope scope = FaultScope::Client;
    bool forServers = false;     ///< can be done to a server of a sandbox, too
    const char* field = nullptr; ///< of scenario files: it needs this one, and no other fault may have it
};

/// In the order of the values.
[[nodiscard]] std::span<const FaultDescription> allFaults();
[[nodiscard]] const FaultDescription& descriptionOf(FaultKind kind);
[[nodiscard]] std::string_view toString(FaultKind kind);

struct Fault {
    FaultKind kind = FaultKind::Nothing;
    std::chrono::milliseconds delay{0}; ///< Delay: each way
    bool requestsPass = false;          ///< OneWay: else the answers do
    std::int64_t bytesPerSecond = 0;    ///< Slow
    std::string hold{};                 ///< Set: as on the command line; empty: as it was
    std::string think{};

    friend bool operator==(const Fault&, const Fault&) = default;
};

/// Of a step of a scenario: its "do", and what belongs to it.
[[nodiscard]] Fault readFault(inspect::JsonFields& fields);

/// What is offered to people who look on: a fault with its values.
struct OfferedFault {
    enum class Place {
        Button, ///< and in the menu
        Menu,
        ServersOnly
    };
    Fault fault;
    const char* name = "";  ///< of its action
    const char* title = ""; ///< both are Phrases
    const char* tip = "";
    Place place = Place::Menu;
    bool isGroupEnd = false;
};
[[nodiscard]] std::span<const OfferedFault> offeredFaults();

/// "delay 200 ms": for people.
[[nodiscard]] std::string describe(const Fault& fault);

} // namespace lockscope::console
