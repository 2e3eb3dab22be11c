// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulate/faults/FaultInjector.h"
#include "core/simulate/scenarios/Scenario.h"
#include "core/simulate/scenarios/ScenarioFacts.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <vector>

namespace lockscope::console {

/// Plays the steps of a scenario in order: each one after the previous step, once its time has come, its conditions
/// hold and its wait has ended. Thread: that of the injector; the constructor's arguments must outlive it.
class StepPlayer final : public QObject {
    Q_OBJECT
public:
    StepPlayer(const std::vector<ScenarioStep>& steps, FaultInjector& injector, const ScenarioFacts& facts,
               QObject* parent = nullptr);

    void start();
    void stop();
    /// Delays the next step, or continues.
    void setHeld(bool held);
    [[nodiscard]] bool isHeld() const { return m_held; }
    /// Must be called at each change of the facts: a condition may hold for a moment only.
    void look();

    [[nodiscard]] std::size_t done() const { return m_next; }
    /// What the next step waits for, as text.
    [[nodiscard]] std::string waitsFor() const;

Q_SIGNALS:
    void stepped(std::size_t index, const QStringList& hit);
    /// The step failed; no further step follows.
    void failed(std::size_t index, const lockscope::Error& error);
    void over();

private:
    void perform();

    const std::vector<ScenarioStep>& m_steps;
    FaultInjector& m_injector;
    const ScenarioFacts& m_facts;
    QTimer m_timer;
    QElapsedTimer m_clock;
    std::size_t m_next = 0;
    qint64 m_metAt = -1; ///< when the conditions of the next step were met; -1: not yet
    bool m_running = false;
    bool m_held = false;
    bool m_performing = false;
};

} // namespace lockscope::console
