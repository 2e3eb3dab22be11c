// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/scenarios/StepPlayer.h"

#include "core/base/Phrase.h"
#include "core/connect/ThreadTasks.h"

#include <algorithm>
#include <utility>

namespace lockscope::console {

StepPlayer::StepPlayer(const std::vector<ScenarioStep>& steps, FaultInjector& injector, const ScenarioFacts& facts,
                       QObject* parent)
    : QObject(parent)
    , m_steps(steps)
    , m_injector(injector)
    , m_facts(facts)
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &StepPlayer::look);
}

void StepPlayer::start()
{
    m_clock.start();
    m_running = true;
    look();
}

void StepPlayer::stop()
{
    m_running = false;
    m_timer.stop();
}

void StepPlayer::setHeld(bool held)
{
    m_held = held;
    look();
}

void StepPlayer::look()
{
    if (!m_running || m_held || m_performing || m_next >= m_steps.size())
        return;
    const ScenarioStep& step = m_steps[m_next];
    const qint64 now = m_clock.elapsed();
    if (step.at && now < step.at->count()) {
        m_timer.start(static_cast<int>(step.at->count() - now));
        return;
    }
    if (m_metAt < 0) {
        const bool met = std::all_of(step.when.begin(), step.when.end(),
                                     [this](const Check& check) { return verdictOf(check, m_facts).passed; });
        if (!met)
            return;
        m_metAt = now;
    }
    if (const qint64 left = m_metAt + step.wait.count() - now; left > 0)
        m_timer.start(static_cast<int>(left));
    else if (!stopsHere())
        perform();
}

bool StepPlayer::stopsHere()
{
    if (m_steps[m_next].turningPoint.empty() || m_mayPass || m_turningPoints == TurningPoints::Pass)
        return false;
    if (m_turnedAt < 0) {
        m_turnedAt = m_clock.elapsed();
        Q_EMIT turned();
    }
    if (m_turningPoints == TurningPoints::Stop || m_steps[m_next].stopsHere)
        return true;
    const qint64 left = m_turnedAt + lingering.count() - m_clock.elapsed();
    if (left > 0)
        m_timer.start(static_cast<int>(left));
    return left > 0;
}

void StepPlayer::setTurningPoints(TurningPoints turningPoints)
{
    m_turningPoints = turningPoints;
    look();
}

void StepPlayer::goOn()
{
    if (m_turnedAt < 0)
        return;
    m_mayPass = true;
    look();
}

const ScenarioStep* StepPlayer::turningPoint() const
{
    return m_turnedAt >= 0 && m_next < m_steps.size() ? &m_steps[m_next] : nullptr;
}

void StepPlayer::perform()
{
    m_performing = true;
    m_timer.stop();
    m_mayPass = false;
    if (std::exchange(m_turnedAt, -1) >= 0)
        Q_EMIT turned();
    const ScenarioStep& step = m_steps[m_next];
    m_injector.apply(step.fault, step.target, [this](const Result<QStringList>& hit) {
        m_performing = false;
        if (!m_running)
            return;
        const std::size_t index = m_next;
        if (!hit) {
            stop();
            Q_EMIT failed(index, hit.error());
            return;
        }
        ++m_next;
        m_metAt = -1;
        Q_EMIT stepped(index, *hit);
        if (m_next < m_steps.size()) {
            // Deferred: the action may change the facts before the next condition is checked.
            ensemble::runLater(this, [this] { look(); });
            return;
        }
        stop();
        Q_EMIT over();
    });
}

std::string StepPlayer::waitsFor() const
{
    if (m_next >= m_steps.size())
        return {};
    const ScenarioStep& step = m_steps[m_next];
    std::string text = phrase("step %1 (%2)", m_next + 1, step.text);
    for (const Check& check : step.when) {
        const CheckResult verdict = verdictOf(check, m_facts);
        if (!verdict.passed)
            text = phrase("%1, waiting for \"%2\" (found: %3)", text, describe(check), verdict.found);
    }
    return text;
}

} // namespace lockscope::console

#include "moc_StepPlayer.cpp"
