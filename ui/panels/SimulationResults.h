// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulate/scenarios/ScenarioRun.h"
#include "ui/theme/Theme.h"

#include <QWidget>

namespace lockscope::ui {

class Histogram;
class KeyValueList;

/// The measurements of a simulation, during and after the run, and whether they match the scenario's expectations.
class SimulationResults final : public QWidget {
    Q_OBJECT
public:
    explicit SimulationResults(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// `measured`: the run's measurements().
    void show(const console::ScenarioRun& run, const console::Measurements& measured);

private:
    Histogram* m_handovers;
    KeyValueList* m_rows;
};

} // namespace lockscope::ui
