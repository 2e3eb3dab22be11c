// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Reads a scenario from its file; resources/scenarios/README.md describes the fields. Pure.

#include "core/base/Result.h"
#include "core/simulate/scenarios/Scenario.h"

#include <QByteArray>

#include <string>

namespace lockscope::console {

/// `id` is the scenario's name: the file's name without its extension; `file` is for the error text.
/// Error: BadArguments; the detail begins with the place: "line 12, steps[1].do: …".
[[nodiscard]] Result<Scenario> readScenario(const QByteArray& json, const std::string& id, const std::string& file);

} // namespace lockscope::console
