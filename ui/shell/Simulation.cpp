// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/Simulation.h"

#include "core/base/Background.h"
#include "ui/models/text/Formatting.h"
#include "ui/shell/SimulationObserver.h"
#include "ui/shell/connection/Connection.h"

#include <set>
#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using console::ScenarioRun;

namespace {

constexpr auto reportInterval = std::chrono::milliseconds(100);
constexpr auto measureInterval = std::chrono::seconds(1);

console::TargetSelector named(const std::string& client)
{
    console::TargetSelector target;
    target.name = client;
    return target;
}

} // namespace

Simulation::Simulation(Dependencies dependencies, QObject* parent)
    : QObject(parent)
    , m_dependencies(std::move(dependencies))
{
    m_report.setSingleShot(true);
    m_report.setInterval(reportInterval);
    connect(&m_report, &QTimer::timeout, this, &Simulation::reportChange);
    m_measure.setInterval(measureInterval);
    connect(&m_measure, &QTimer::timeout, this, [this] { m_run->measure(); });
}

Simulation::~Simulation() = default;

void Simulation::start(console::Scenario scenario, const SimulationPlace& place)
{
    if (isRunning())
        return;
    console::ScenarioDependencies dependencies;
    dependencies.program = m_dependencies.program;
    dependencies.makeClient = m_dependencies.makeClient;
    dependencies.observe =
        [this](const console::ObservedEnsemble& where,
               std::function<void(const console::EnsembleView&)> report) -> std::unique_ptr<QObject> {
        return std::make_unique<SimulationObserver>(
            std::make_unique<Connection>(m_dependencies.makeBackend, m_dependencies.log), where, std::move(report),
            this);
    };
    if (place.target && place.target->profile.redis)
        dependencies.redis = redis::toString(*place.target->profile.redis);
    else if (place.target)
        dependencies.servers = place.target->profile.servers;
    dependencies.isThrowAway = place.isThrowAway;
    dependencies.below = place.below;
    dependencies.niceness = backgroundNiceness;
    m_ownSandbox = !place.target;
    m_isThrowAway = m_ownSandbox || place.isThrowAway;
    m_run = std::make_unique<ScenarioRun>(std::move(scenario), std::move(dependencies));
    m_run->setTurningPoints(m_turningPoints);
    m_turningPoint.clear();
    m_mistakes = std::make_unique<console::StaleHolds>();
    m_reported.reset();
    m_writes = console::WriteLog();
    m_reportedWrites.reset();
    const auto reportSoon = [this] {
        if (!m_report.isActive())
            m_report.start();
    };
    connect(m_run.get(), &ScenarioRun::changed, this, [this, reportSoon] {
        reportSoon();
        const auto reached = m_run->turningPoint();
        if (std::exchange(m_turningPoint, reached) != reached && !reached.empty())
            Q_EMIT turningPointReached(ownText(reached));
    });
    connect(m_run.get(), &ScenarioRun::measured, this, [this, reportSoon] {
        m_measured = true;
        reportSoon();
    });
    connect(m_run.get(), &ScenarioRun::wrote, this, [this](const console::Visit& visit, bool isAccepted) {
        m_writes.add(visit, isAccepted, m_clock.wallNow(), m_run->facts());
        m_hasWritten = true; // changed() follows
    });
    connect(m_run.get(), &ScenarioRun::happened, this, &Simulation::noteLine);
    connect(m_run.get(), &ScenarioRun::finished, this, [this] {
        m_measure.stop();
        m_report.stop();
        m_measured = true;
        reportChange();
        Q_EMIT runningChanged();
    });
    m_measure.start();
    m_run->start();
    Q_EMIT changed();
    Q_EMIT measured();
    Q_EMIT runningChanged();
}

void Simulation::reportChange()
{
    const auto now = m_clock.wallNow();
    if (isRunning() ? m_mistakes->see(m_run->facts(), now) : m_mistakes->finish(now))
        m_reported = std::make_shared<const std::deque<console::StaleHold>>(m_mistakes->all());
    if (std::exchange(m_hasWritten, false))
        m_reportedWrites = std::make_shared<const std::deque<console::HoldWrites>>(m_writes.all());
    Q_EMIT changed();
    if (std::exchange(m_measured, false))
        Q_EMIT measured();
}

void Simulation::noteLine(const QJsonObject& line)
{
    Q_EMIT happened(line);
    if (line.value(u"event"_s).toString() != u"phase"_s)
        return;
    if (m_run->phase() == ScenarioRun::Phase::Playing)
        Q_EMIT staged();
    else if (m_run->phase() == ScenarioRun::Phase::Ending)
        Q_EMIT ending();
}

void Simulation::stop()
{
    if (m_run)
        m_run->stop();
}

void Simulation::abandon()
{
    m_measure.stop();
    m_report.stop();
    if (m_run)
        m_run->abandon();
}

void Simulation::setPaused(bool paused)
{
    if (!m_run)
        return;
    if (paused)
        m_run->pause();
    else
        m_run->resume();
}

void Simulation::setTurningPoints(console::TurningPoints turningPoints)
{
    m_turningPoints = turningPoints;
    if (m_run)
        m_run->setTurningPoints(turningPoints);
}

void Simulation::goOn()
{
    if (m_run)
        m_run->goOn();
}

void Simulation::apply(const console::Fault& fault, const std::vector<std::string>& clients)
{
    if (!m_run)
        return;
    // A fault of a process is injected once, even if several of its clients are selected.
    std::set<std::int64_t> processes;
    for (const auto& client : clients) {
        const auto* facts = m_run->facts().find(client);
        if (facts && (console::descriptionOf(fault.kind).scope == console::FaultScope::Client ||
                      facts->processId == 0 || processes.insert(facts->processId).second))
            applyOne(fault, named(client));
    }
}

void Simulation::applyToServer(const console::Fault& fault, int server)
{
    if (!m_run)
        return;
    console::TargetSelector target;
    target.kind = console::TargetSelector::Kind::Server;
    target.number = server;
    applyOne(fault, target);
}

/// The result is a line of the log, which happened() passes on.
void Simulation::applyOne(const console::Fault& fault, const console::TargetSelector& target)
{
    m_run->apply(fault, target);
    if (!m_report.isActive())
        m_report.start();
}

bool Simulation::isRunning() const
{
    return m_run && m_run->phase() != ScenarioRun::Phase::Finished;
}

} // namespace lockscope::ui

#include "moc_Simulation.cpp"
