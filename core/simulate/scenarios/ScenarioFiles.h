// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Finds scenarios: compiled-in files, files in the user's folder, and any file by its path.

#include "core/base/Result.h"
#include "core/simulate/scenarios/Scenario.h"

#include <QString>

#include <vector>

namespace lockscope::console {

struct ScenarioList {
    std::vector<Scenario> scenarios; ///< sorted by id; a user's scenario replaces a compiled-in one with the same id
    std::vector<Error> problems;     ///< invalid files, which do not affect the others
};

/// The compiled-in scenarios, and the files *.json in `folder`, which need not exist.
[[nodiscard]] ScenarioList loadScenarios(const QString& folder);

/// $XDG_CONFIG_HOME/lockscope/scenarios.
[[nodiscard]] QString userScenarioFolder();

/// By name ("herd"), or by the path of a file, which has a '/' or ends with ".json".
/// Error: BadArguments, with place and reason, or with the available names.
[[nodiscard]] Result<Scenario> findScenario(const QString& nameOrFile, const QString& folder);

} // namespace lockscope::console
