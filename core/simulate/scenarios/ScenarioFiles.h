// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Where scenarios come from: files that are compiled in, files of the user's own, and any file by its path.

#include "core/base/Result.h"
#include "core/simulate/scenarios/Scenario.h"

#include <QString>

#include <vector>

namespace lockscope::console {

struct ScenarioList {
    std::vector<Scenario> scenarios; ///< sorted by id; the user's own replaces the one of that id that is compiled in
    std::vector<Error> problems;     ///< files that can't be used, which cost themselves only
};

/// Those that come with the program, and the files *.json in `folder`, which need not exist.
[[nodiscard]] ScenarioList loadScenarios(const QString& folder);

/// $XDG_CONFIG_HOME/lockscope/scenarios.
[[nodiscard]] QString userScenarioFolder();

/// By name ("herd"), or by the path of a file, which has a '/' or ends with ".json".
/// Error: BadArguments, with place and reason, or with the names that there are.
[[nodiscard]] Result<Scenario> findScenario(const QString& nameOrFile, const QString& folder);

} // namespace lockscope::console
