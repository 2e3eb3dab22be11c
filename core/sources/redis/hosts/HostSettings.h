// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What the sources of locks on Redis have in common to find the clients' hosts.

#include "core/base/EventLoop.h"
#include "core/sources/redis/hosts/HostFinder.h"

#include <chrono>
#include <memory>
#include <string>

namespace lockscope::inspect {

struct HostSettings {
    std::shared_ptr<const HostNames> hostNames = nullptr; ///< of the clients' addresses; may be null
    std::string hostsFile{};   ///< has them, without `hostNames`; empty: none. Read at the start
    bool looksUpHosts = false; ///< reverse lookups for the other addresses
};

/// For a finder on this loop. Reads the file of host names. `database`: of the locks.
[[nodiscard]] Result<HostFinder::Settings> hostFinderSettings(const HostSettings& settings, int database,
                                                              const EventLoop& loop);

/// LockSource::sampleHosts() of a source on this loop. `finder`: its member, which is null while it is not started.
void sampleHostsOn(EventLoop& loop, const std::unique_ptr<HostFinder>& finder, std::chrono::milliseconds duration,
                   HostFinder::Ended ended);

} // namespace lockscope::inspect
