// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What can be done to simulated clients and to the servers of a sandbox, as values: the same whether a script or a
/// person asks for it. Pure.

#include "core/base/Result.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

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

/// "kill", "one-way", …: the words of scenario files. "wait" for Nothing.
[[nodiscard]] std::string_view toString(FaultKind kind);
[[nodiscard]] Result<FaultKind> parseFaultKind(std::string_view word);
[[nodiscard]] const std::vector<FaultKind>& allFaultKinds();

/// Can be done to a server of a sandbox, too: start, kill, pause, resume, cut, heal.
[[nodiscard]] bool isForServers(FaultKind kind);
/// Is done to the network, and needs a client with a link of its own.
[[nodiscard]] bool isForLinks(FaultKind kind);
/// Hits the whole process, with all clients that it carries.
[[nodiscard]] bool isForProcesses(FaultKind kind);

struct Fault {
    FaultKind kind = FaultKind::Nothing;
    std::chrono::milliseconds delay{0}; ///< Delay: each way
    bool requestsPass = false;          ///< OneWay: else the answers do
    std::int64_t bytesPerSecond = 0;    ///< Slow
    std::string hold{};                 ///< Set: as on the command line; empty: as it was
    std::string think{};

    friend bool operator==(const Fault&, const Fault&) = default;
};

/// "delay 200 ms": for people.
[[nodiscard]] std::string describe(const Fault& fault);

} // namespace lockscope::console
