// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A scenario and its outcome as text, JSON (described in RunCommand.cpp) and CSV. Pure.

#include "core/simulate/scenarios/ScenarioRun.h"

#include <QByteArray>
#include <QJsonObject>
#include <QString>

namespace lockscope::ctl {

[[nodiscard]] QJsonObject scenarioJson(const console::Scenario& scenario);

/// One line of a run's stream as text; empty: not shown.
[[nodiscard]] QString lineText(const QJsonObject& line, bool withClients);

[[nodiscard]] QJsonObject outcomeJson(const console::Scenario& scenario, const console::ScenarioOutcome& outcome,
                                      int run);
[[nodiscard]] QString outcomeText(const console::ScenarioOutcome& outcome);

/// "scenario,run,passed,measure,of,value": one line per measure.
[[nodiscard]] QByteArray csvHeader();
[[nodiscard]] QByteArray csvLines(const console::Scenario& scenario, const console::ScenarioOutcome& outcome, int run);

} // namespace lockscope::ctl
