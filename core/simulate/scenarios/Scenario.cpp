// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/scenarios/Scenario.h"

#include <algorithm>

namespace lockscope::console {

std::vector<ContendOptions> ScenarioGroup::processes() const
{
    std::vector<ContendOptions> list;
    const int count = (options.clients + perProcess - 1) / perProcess;
    for (int i = 0; i < count; ++i) {
        ContendOptions own = options;
        own.clients = std::min(perProcess, options.clients - i * perProcess);
        if (count > 1)
            own.name += "-" + std::to_string(i + 1);
        if (own.seed) // the same in each run, but different in each process
            *own.seed += static_cast<std::uint64_t>(i) * static_cast<std::uint64_t>(mostClients);
        list.push_back(std::move(own));
    }
    return list;
}

} // namespace lockscope::console
