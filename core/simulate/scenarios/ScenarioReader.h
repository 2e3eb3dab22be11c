// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A scenario from its file; resources/scenarios/README.md tells the fields. Pure.

#include "core/base/Result.h"
#include "core/simulate/scenarios/Scenario.h"

#include <QByteArray>

#include <string>

namespace lockscope::console {

/// `id` is what the scenario is called: the file's name without its end; `file` is for the sentence.
/// Error: BadArguments; the detail begins with the place: "line 12, steps[1].do: …".
[[nodiscard]] Result<Scenario> readScenario(const QByteArray& json, const std::string& id, const std::string& file);

} // namespace lockscope::console
