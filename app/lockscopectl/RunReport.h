// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A scenario and its outcome as text, JSON and CSV. Pure.

#include "core/simulate/scenarios/ScenarioRun.h"

#include <QByteArray>
#include <QJsonObject>
#include <QString>

namespace lockscope::ctl {

/// {"id", "title", "story", "servers", "clients", "steps", "expect": ["…"]}
[[nodiscard]] QJsonObject scenarioJson(const console::Scenario& scenario);

/// One line of a run's stream as text; empty: not shown.
[[nodiscard]] QString lineText(const QJsonObject& line, bool withClients);

/// {"scenario", "run", "passed", "stopped", "trouble": "…"|null, "durationMs", "expectations": [{"wanted", "found",
/// "passed"}], "measures": {"overlaps": 0, "granted of worker": 12, …}}
[[nodiscard]] QJsonObject outcomeJson(const console::Scenario& scenario, const console::ScenarioOutcome& outcome,
                                      int run);
[[nodiscard]] QString outcomeText(const console::ScenarioOutcome& outcome);

/// "scenario,run,passed,measure,of,value": one line per measure.
[[nodiscard]] QByteArray csvHeader();
[[nodiscard]] QByteArray csvLines(const console::Scenario& scenario, const console::ScenarioOutcome& outcome, int run);

} // namespace lockscope::ctl
