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

/// Plays the steps of a scenario, in order: each comes once the one before has happened, its time has come, its
/// conditions hold, and its wait is over. Thread: that of the injector; what it is given must outlive it.
class StepPlayer final : public QObject {
    Q_OBJECT
public:
    StepPlayer(const std::vector<ScenarioStep>& steps, FaultInjector& injector, const ScenarioFacts& facts,
               QObject* parent = nullptr);

    void start();
    void stop();
    /// Holds the next step back, and lets it come.
    void setHeld(bool held);
    [[nodiscard]] bool isHeld() const { return m_held; }
    /// To be called at each change of the facts: a condition may hold for a moment only.
    void look();

    [[nodiscard]] std::size_t done() const { return m_next; }
    /// What the next step still waits for, in words.
    [[nodiscard]] std::string waitsFor() const;

Q_SIGNALS:
    void stepped(std::size_t index, const QStringList& hit);
    /// It could not be done; nothing follows.
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
    qint64 m_metAt = -1; ///< since when the conditions of the next step have held; -1: not yet
    bool m_running = false;
    bool m_held = false;
    bool m_performing = false;
};

} // namespace lockscope::console
