// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/Simulation.h"

#include "core/base/Background.h"
#include "ui/shell/SimulationObserver.h"
#include "ui/shell/connection/Connection.h"

#include <set>
#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using console::ScenarioRun;

namespace {

constexpr auto tellInterval = std::chrono::milliseconds(100);
constexpr auto measureInterval = std::chrono::seconds(1);

console::TargetSelector named(const std::string& client)
{
    console::TargetSelector whom;
    whom.name = client;
    return whom;
}

} // namespace

Simulation::Simulation(Dependencies dependencies, QObject* parent)
    : QObject(parent)
    , m_dependencies(std::move(dependencies))
{
    m_tell.setSingleShot(true);
    m_tell.setInterval(tellInterval);
    connect(&m_tell, &QTimer::timeout, this, &Simulation::tellChange);
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
    dependencies.observe = [this](const console::ObservedEnsemble& where,
                                  std::function<void(const console::EnsembleView&)> tell) -> std::unique_ptr<QObject> {
        return std::make_unique<SimulationObserver>(
            std::make_unique<Connection>(m_dependencies.makeBackend, m_dependencies.log), where, std::move(tell), this);
    };
    if (place.target)
        dependencies.servers = place.target->profile.servers;
    dependencies.isThrowAway = place.isThrowAway;
    dependencies.below = place.below;
    dependencies.niceness = backgroundNiceness;
    m_ownSandbox = !place.target;
    m_run = std::make_unique<ScenarioRun>(std::move(scenario), std::move(dependencies));
    m_mistakes = std::make_unique<console::StaleHolds>();
    m_told.reset();
    const auto tellSoon = [this] {
        if (!m_tell.isActive())
            m_tell.start();
    };
    connect(m_run.get(), &ScenarioRun::changed, this, tellSoon);
    connect(m_run.get(), &ScenarioRun::measured, this, [this, tellSoon] {
        m_measured = true;
        tellSoon();
    });
    connect(m_run.get(), &ScenarioRun::happened, this, &Simulation::noteLine);
    connect(m_run.get(), &ScenarioRun::finished, this, [this] {
        m_measure.stop();
        m_tell.stop();
        m_measured = true;
        tellChange();
        Q_EMIT runningChanged();
    });
    m_measure.start();
    m_run->start();
    Q_EMIT changed();
    Q_EMIT measured();
    Q_EMIT runningChanged();
}

void Simulation::tellChange()
{
    const auto now = m_clock.wallNow();
    if (isRunning() ? m_mistakes->see(m_run->facts(), now) : m_mistakes->finish(now))
        m_told = std::make_shared<const std::deque<console::StaleHold>>(m_mistakes->all());
    Q_EMIT changed();
    if (std::exchange(m_measured, false))
        Q_EMIT measured();
}

void Simulation::noteLine(const QJsonObject& line)
{
    Q_EMIT happened(line);
    if (line.value(u"event"_s).toString() == u"phase"_s && m_run->phase() == ScenarioRun::Phase::Playing)
        Q_EMIT staged();
}

void Simulation::stop()
{
    if (m_run)
        m_run->stop();
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
    console::TargetSelector whom;
    whom.kind = console::TargetSelector::Kind::Server;
    whom.number = server;
    applyOne(fault, whom);
}

/// The result is a line of the log, which happened() passes on.
void Simulation::applyOne(const console::Fault& fault, const console::TargetSelector& whom)
{
    m_run->apply(fault, whom);
    if (!m_tell.isActive())
        m_tell.start();
}

bool Simulation::isRunning() const
{
    return m_run && m_run->phase() != ScenarioRun::Phase::Finished;
}

} // namespace lockscope::ui

#include "moc_Simulation.cpp"
