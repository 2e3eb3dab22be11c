// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The options of simulated clients, and their form on a command line. Pure.

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

/// Mode of a read/write lock. All other recipes write.
enum class Mode {
    Write,
    Read,
    Mix,      ///< each cycle writes with the probability ContendOptions::writeShare, else reads
    Downgrade ///< holds the write lock, also acquires the read lock, releases the write lock, keeps reading
};

[[nodiscard]] std::string_view toString(Mode mode);
[[nodiscard]] Result<Mode> parseMode(std::string_view text);

/// How a client reacts to a revocation request.
enum class Revocation {
    Unnotified, ///< does not watch for requests, which saves one request per cycle
    Ignore,     ///< reports the request and continues
    Follow      ///< releases at once
};

[[nodiscard]] std::string_view toString(Revocation revocation);
[[nodiscard]] Result<Revocation> parseRevocation(std::string_view text);

inline constexpr int mostClients = 1'000;
inline constexpr int mostLeases = 1'000;
inline constexpr std::chrono::milliseconds usualWatchdogTimeout{30'000};
inline constexpr std::chrono::milliseconds usualNodeTimeout{50};

struct ContendOptions {
    std::vector<std::string> paths; ///< the lock: a path, on Redis a name; several for multi and for nested locks
    Recipe recipe = Recipe::Mutex;
    bool nested = false;  ///< acquires the locks of all paths in the given order, while it holds the earlier ones
    bool asGiven = false; ///< multi: in the given order, as Curator does it, not in the order of the paths
    Mode mode = Mode::Write;
    int writeShare = 20; ///< Mix: percent of the cycles
    int leases = 1;      ///< of a semaphore
    int clients = 1;
    std::string name = "sim"; ///< clients are called name-1, name-2, …; a single client has the name itself
    Spread hold{std::chrono::milliseconds(50), std::chrono::milliseconds(200)};
    Spread think{std::chrono::milliseconds(0), std::chrono::milliseconds(10)};
    std::optional<int> cycles;                                ///< per client; nothing: until stopped
    std::optional<std::chrono::milliseconds> runFor;          ///< nothing: until stopped
    std::optional<std::chrono::milliseconds> acquireTimeout;  ///< nothing: no limit
    std::optional<std::uint64_t> seed;                        ///< fixed random values; nothing: different in each run
    std::optional<std::chrono::milliseconds> sessionTimeout;  ///< requested; nothing: the client's default
    std::optional<std::chrono::milliseconds> lease;           ///< Redis: of each hold, fixed; nothing: renewed
    std::optional<std::chrono::milliseconds> watchdogTimeout; ///< Redis: of renewed holds; nothing: the usual one
    bool sequential = false;                                  ///< Redlock: asks one server after the other
    std::optional<std::chrono::milliseconds> nodeTimeout;     ///< Redlock: for one server's vote; nothing: usual
    bool careless = false; ///< after Lost it continues as if it still held, until its hold time ends
    Revocation revocation = Revocation::Unnotified;
    bool control = false;   ///< reads commands from standard input (ContendProtocol.h); its end stops the clients
    bool autostart = false; ///< with control: does not wait for the start command
    std::string resource;   ///< "127.0.0.1:PORT" of a GuardedResource to write to while holding; empty: none
    std::chrono::milliseconds writeEvery{20}; ///< duration of the work for each write
};

/// Checks that the options are consistent. Errors: BadArguments, with a sentence.
[[nodiscard]] Result<void> checked(const ContendOptions& options);

/// The arguments after "lockscopectl --connect … --json" that start a process with these options.
[[nodiscard]] std::vector<std::string> toArguments(const ContendOptions& options);

/// The names of the clients, in order.
[[nodiscard]] std::vector<std::string> clientNames(const ContendOptions& options);

} // namespace lockscope::console
