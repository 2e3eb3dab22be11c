// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/redis/hosts/HostSettings.h"

#include <utility>

namespace lockscope::inspect {

Result<HostFinder::Settings> hostFinderSettings(const HostSettings& settings, int database, const EventLoop& loop)
{
    auto names = namesOfHosts(settings.hostNames, settings.hostsFile);
    if (!names)
        return failure(names.error());
    NameLookups lookups;
    if (settings.looksUpHosts)
        lookups.post = loop.poster();
    return HostFinder::Settings{database, *std::move(names), std::move(lookups)};
}

void sampleHostsOn(EventLoop& loop, const std::unique_ptr<HostFinder>& finder, std::chrono::milliseconds duration,
                   HostFinder::Ended ended)
{
    loop.post([&finder, duration, ended = std::move(ended)] {
        if (finder)
            finder->sample(duration, ended);
    });
}

} // namespace lockscope::inspect
