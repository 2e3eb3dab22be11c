// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What simulated clients shall do, and its form on a command line. Pure.

#include "core/base/Result.h"
#include "core/simulate/clients/Recipe.h"
#include "core/simulate/clients/Spread.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::console {

/// Of a read/write lock. All other recipes write.
enum class Mode {
    Write,
    Read,
    Mix,      ///< each turn writes with the chance ContendOptions::writeShare, else reads
    Downgrade ///< takes the write lock, holds it, takes the read lock as well, gives the write lock back, reads on
};

[[nodiscard]] std::string_view toString(Mode mode);
[[nodiscard]] Result<Mode> parseMode(std::string_view text);

/// What a client does about being asked to let go.
enum class Revocation {
    Unheard, ///< does not listen, which saves a request a turn
    Ignore,  ///< hears it, says so, and goes on
    Follow   ///< lets go at once
};

[[nodiscard]] std::string_view toString(Revocation revocation);
[[nodiscard]] Result<Revocation> parseRevocation(std::string_view text);

inline constexpr int mostClients = 1'000;
inline constexpr int mostLeases = 1'000;

struct ContendOptions {
    std::vector<std::string> paths; ///< the lock; several for multi and for nested ones
    Recipe recipe = Recipe::Mutex;
    bool nested = false;  ///< takes the locks of all paths in the order given, one while it holds those before
    bool asGiven = false; ///< multi: in the order given, as Curator does it, not in that of the paths
    Mode mode = Mode::Write;
    int writeShare = 20; ///< Mix: percent of the turns
    int leases = 1;      ///< of a semaphore
    int clients = 1;
    std::string name = "sim"; ///< clients are called name-1, name-2, …; a single client is called by the name itself
    Spread hold{std::chrono::milliseconds(50), std::chrono::milliseconds(200)};
    Spread think{std::chrono::milliseconds(0), std::chrono::milliseconds(10)};
    std::optional<int> cycles;                               ///< per client; nothing: until stopped
    std::optional<std::chrono::milliseconds> runFor;         ///< nothing: until stopped
    std::optional<std::chrono::milliseconds> acquireTimeout; ///< nothing: wait for ever
    std::optional<std::uint64_t> seed;                       ///< the same draws in each run; nothing: others each time
    std::optional<std::chrono::milliseconds> sessionTimeout; ///< asked for; nothing: the client's usual one
    bool careless = false; ///< after Lost it goes on as if it still held, until its time is over
    Revocation revocation = Revocation::Unheard;
    bool control = false;   ///< takes orders from standard input (ContendProtocol.h); its end stops the clients
    bool autostart = false; ///< under control: does not wait for the order to start
    std::string resource;   ///< "127.0.0.1:PORT" of a GuardedResource to write to while holding; empty: none
    std::chrono::milliseconds writeEvery{20}; ///< how long it works on each such write
};

/// Checks that the options fit each other. Errors: BadArguments, with a sentence.
[[nodiscard]] Result<void> checked(const ContendOptions& options);

/// The words after "lockscopectl --connect … --json" that make a process do this.
[[nodiscard]] std::vector<std::string> toArguments(const ContendOptions& options);

/// What the clients are called, in order.
[[nodiscard]] std::vector<std::string> clientNames(const ContendOptions& options);

} // namespace lockscope::console
