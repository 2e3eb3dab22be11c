// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulate/faults/FaultInjector.h"
#include "core/simulate/scenarios/Scenario.h"
#include "core/simulate/scenarios/ScenarioFacts.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <vector>

namespace lockscope::console {

/// What happens when a step is due that is a turning point.
enum class TurningPoints {
    Pass,   ///< the step follows at once
    Linger, ///< it follows after StepPlayer::lingering, or after goOn() if ScenarioStep::stopsHere
    Stop    ///< it follows after goOn()
};

/// Plays the steps of a scenario in order: each one after the previous step, once its time has come, its conditions
/// hold and its wait has ended. Before a turning point it may stop, so that a user can look. Thread: that of the
/// injector; the constructor's arguments must outlive it.
class StepPlayer final : public QObject {
    Q_OBJECT
public:
    StepPlayer(const std::vector<ScenarioStep>& steps, FaultInjector& injector, const ScenarioFacts& facts,
               QObject* parent = nullptr);

    static constexpr std::chrono::milliseconds lingering{8'000};

    void start();
    void stop();
    /// Also for the turning point that is reached.
    void setTurningPoints(TurningPoints turningPoints);
    /// The step that is due at a turning point follows.
    void goOn();
    /// The turning point that is reached; null: none.
    [[nodiscard]] const ScenarioStep* turningPoint() const;
    /// Delays the next step, or continues.
    void setHeld(bool held);
    [[nodiscard]] bool isHeld() const { return m_held; }
    /// Must be called at each change of the facts: a condition may hold for a moment only.
    void look();

    [[nodiscard]] std::size_t done() const { return m_next; }
    /// What the next step waits for, as text.
    [[nodiscard]] std::string waitsFor() const;

Q_SIGNALS:
    /// It has reached a turning point, or left it.
    void turned();
    void stepped(std::size_t index, const QStringList& hit);
    /// The step failed; no further step follows.
    void failed(std::size_t index, const lockscope::Error& error);
    void over();

private:
    [[nodiscard]] bool stopsHere();
    void perform();

    const std::vector<ScenarioStep>& m_steps;
    FaultInjector& m_injector;
    const ScenarioFacts& m_facts;
    QTimer m_timer;
    QElapsedTimer m_clock;
    std::size_t m_next = 0;
    qint64 m_metAt = -1; ///< when the conditions of the next step were met; -1: not yet
    TurningPoints m_turningPoints = TurningPoints::Pass;
    qint64 m_turnedAt = -1; ///< when the turning point was reached; -1: it is not reached
    bool m_mayPass = false; ///< the turning point was seen
    bool m_running = false;
    bool m_held = false;
    bool m_performing = false;
};

} // namespace lockscope::console
