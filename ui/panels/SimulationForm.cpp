// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/SimulationForm.h"

#include "core/base/Path.h"
#include "core/simulate/scenarios/ScenarioFiles.h"
#include "ui/models/text/Formatting.h"
#include "ui/theme/Sizes.h"
#include "ui/views/ElidedComboBox.h"
#include "ui/views/FieldText.h"
#include "ui/views/NumberBox.h"
#include "ui/views/WhyDisabled.h"
#include "ui/views/WrapLayout.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>

#include <algorithm>
#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using console::Recipe;

namespace {

constexpr int mostInWindow = 200;
constexpr int mostProcesses = 32; ///< a process takes some megabytes; beyond this number, clients share processes

constexpr int mastersOfRedlock = 5;
constexpr std::chrono::milliseconds shortWatchdog(5'000); ///< a user who kills a holder sees the end of its lease

enum Place {
    OwnSandbox,
    Here
};

} // namespace

SimulationForm::SimulationForm(QWidget* parent)
    : QWidget(parent)
    , m_choice(new ElidedComboBox(this))
    , m_clients(new NumberBox(1, mostInWindow, this))
    , m_recipe(new ElidedComboBox(this))
    , m_leases(new NumberBox(1, mostInWindow, this))
    , m_hold(new QLineEdit(this))
    , m_think(new QLineEdit(this))
    , m_place(new ElidedComboBox(this))
    , m_below(new QLineEdit(this))
    , m_lines(new WrapLayout(this, {.item = scaled(12), .line = scaled(5)}))
{
    setObjectName(u"simulationForm"_s);
    auto list = console::loadScenarios(console::userScenarioFolder());
    m_scenarios = std::move(list.scenarios);
    for (const auto& problem : list.problems)
        m_problems << asSentence(oneLine(describe(problem)));
    m_choice->addItem(tr("Custom"));
    for (const auto& one : m_scenarios)
        m_choice->addItem(ownText(one.title));
    m_clients->setValue(8);
    m_clients->setFixedWidth(scaled(50));
    fillRecipes();
    m_leases->setValue(3);
    m_leases->setFixedWidth(scaled(50));
    setFieldText(*m_hold, u"50ms..200ms"_s);
    m_hold->setFixedWidth(scaled(124)); // "300ms..1500ms"
    m_hold->setToolTip(tr("How long each client holds the lock: 200ms, 50ms..200ms, exp:50ms or forever."));
    setFieldText(*m_think, u"0ms..10ms"_s);
    m_think->setFixedWidth(scaled(100));
    m_think->setToolTip(tr("How long each client waits before it queues again. The format is the same as for “Hold”."));
    m_place->addItem(tr("New sandbox"));
    m_place->addItem(tr("Current servers"));
    m_below->setFixedWidth(scaled(150));
    m_below->setPlaceholderText(tr("/existing/node"));

    addField(tr("Scenario"), m_choice, u"simulationScenario"_s);
    addField(tr("Clients"), m_clients, u"simulationClients"_s);
    addField(tr("Type"), m_recipe, u"simulationRecipe"_s);
    addField(tr("Leases"), m_leases, u"simulationLeases"_s);
    addField(tr("Hold"), m_hold, u"simulationHold"_s);
    addField(tr("Think"), m_think, u"simulationThink"_s);
    addField(tr("Target"), m_place, u"simulationPlace"_s);
    m_fields.back().first->setToolTip(tr("The servers where the simulation runs. The simulation creates its own locks "
                                         "and does not use existing ones."));
    addField(tr("Parent"), m_below, u"simulationBelow"_s);
    // Where a line has no room even for one of the boxes it shrinks, and its list shows the full texts.
    for (auto* box : {m_choice, m_recipe, m_place}) {
        box->setMinimumContentsLength(5);
        connect(box, &QComboBox::currentIndexChanged, this, &SimulationForm::showFields);
    }
    for (auto* field : {m_clients, m_leases})
        connect(field, &QSpinBox::valueChanged, this, &SimulationForm::changed);
    for (auto* field : {m_hold, m_think, m_below}) {
        connect(field, &QLineEdit::textChanged, this, &SimulationForm::changed);
        connect(field, &QLineEdit::returnPressed, this, &SimulationForm::entered);
    }
    showFields();
}

void SimulationForm::addField(const QString& text, QWidget* field, const QString& objectName)
{
    field->setObjectName(objectName);
    field->setAccessibleName(text);
    m_fields.emplace_back(addNamed(text, *field), field);
}

QLabel* SimulationForm::addNamed(const QString& name, QWidget& control)
{
    auto* label = new QLabel(name, this);
    label->setProperty("role", u"muted"_s);
    label->setBuddy(&control);
    auto* group = new QHBoxLayout;
    group->setSpacing(scaled(6));
    group->addWidget(label);
    group->addWidget(&control);
    m_lines->addGroup(group);
    return label;
}

void SimulationForm::addFirst(QWidget& control)
{
    m_lines->addFirst(&control);
}

void SimulationForm::addControl(QWidget& control)
{
    m_lines->addWidget(&control);
}

void SimulationForm::setViewState(const ViewState& viewState, bool isSandbox)
{
    const auto connect =
        viewState.source == SourceState::Live && viewState.mayBeSimulatedAt ? viewState.connect : QString();
    if (connect == m_connect && isSandbox == m_isSandbox && viewState.isReplay() == m_isReplay)
        return;
    const bool isNew = connect != m_connect;
    m_connect = connect;
    m_here = recipeServersAt(connect);
    m_isSandbox = isSandbox;
    m_isReplay = viewState.isReplay();
    if (isNew && !m_running) {
        // The preselected target is always a sandbox, never an ensemble of the user's.
        const QSignalBlocker blocker(m_place);
        m_place->setCurrentIndex(!connect.isEmpty() && isSandbox ? Here : OwnSandbox);
    }
    showFields();
}

void SimulationForm::setRunning(bool running)
{
    m_running = running;
    showFields();
}

void SimulationForm::propose(const console::ContendOptions& options, int clients, const std::string& below)
{
    setEntries({0, clients, options.recipe, options.leases, QString::fromStdString(console::toString(options.hold)),
                QString::fromStdString(console::toString(options.think)), Here, QString::fromStdString(below)});
}

SimulationForm::Entries SimulationForm::entries() const
{
    return {m_choice->currentIndex(), m_clients->value(),      recipe(),       m_leases->value(), m_hold->text(),
            m_think->text(),          m_place->currentIndex(), m_below->text()};
}

void SimulationForm::setEntries(const Entries& entries)
{
    m_choice->setCurrentIndex(entries.scenario < m_choice->count() ? entries.scenario : 0); // files may be gone
    m_clients->setValue(entries.clients);
    m_leases->setValue(entries.leases);
    setFieldText(*m_hold, entries.hold);
    setFieldText(*m_think, entries.think);
    m_place->setCurrentIndex(entries.place); // first: it decides which recipes are there
    if (const auto index = m_recipe->findData(static_cast<int>(entries.recipe)); index >= 0)
        m_recipe->setCurrentIndex(index);
    setFieldText(*m_below, entries.below);
}

const console::Scenario* SimulationForm::scenario() const
{
    const auto index = m_choice->currentIndex() - 1;
    return index < 0 ? nullptr : &m_scenarios.at(static_cast<std::size_t>(index));
}

bool SimulationForm::isHere() const
{
    return m_place->currentIndex() == Here;
}

Recipe SimulationForm::recipe() const
{
    return static_cast<Recipe>(m_recipe->currentData().toInt());
}

/// A new sandbox has the servers that the recipe needs; other servers have only their own recipes.
void SimulationForm::fillRecipes()
{
    const auto servers = isHere() ? std::optional(m_here) : std::nullopt;
    const bool isSame = std::exchange(m_recipesOf, servers) == servers;
    if (isSame && m_recipe->count() > 0)
        return;
    const QSignalBlocker blocker(m_recipe);
    const auto before = m_recipe->currentData();
    m_recipe->clear();
    for (const auto& one : console::allRecipes()) {
        if (!servers || one.servers == *servers)
            m_recipe->addItem(ownText(one.title), static_cast<int>(one.recipe));
    }
    m_recipe->setCurrentIndex(std::max(0, m_recipe->findData(before)));
}

bool SimulationForm::fitsHere(const console::Scenario& scenario) const
{
    return !m_connect.isEmpty() && !scenario.needsSandbox && scenario.recipeServers() == m_here;
}

QString SimulationForm::whyFixed() const
{
    if (m_running)
        return tr("The simulation is running.");
    return m_isReplay ? tr("A recording is shown. Close it first (Ctrl+W).") : QString();
}

void SimulationForm::showFields()
{
    const auto* chosen = scenario();
    fillRecipes();
    for (auto* box : {m_choice, m_recipe, m_place}) // also after changes without a signal
        box->updateGeometry();
    const auto isShown = [&](const QWidget* field) {
        if (field == m_below)
            return isHere() && !m_isSandbox && !isRedisHere();
        if (field == m_leases)
            return !chosen && descriptionOf(recipe()).hasLeases;
        return field == m_choice || field == m_place || !chosen;
    };
    for (const auto& [label, field] : m_fields) {
        label->setVisible(isShown(field));
        field->setVisible(isShown(field));
        enableUnless(*field, whyFixed());
    }
    // Faults of servers require a sandbox of its own.
    const bool mayBeHere = chosen ? fitsHere(*chosen) : !m_connect.isEmpty();
    if (!mayBeHere && !m_running && isHere()) {
        m_place->setCurrentIndex(OwnSandbox); // calls this function again
        return;
    }
    enableUnless(*m_place, m_running             ? whyFixed()
                           : mayBeHere           ? QString()
                           : m_connect.isEmpty() ? tr("No servers are connected where a simulation may run.")
                                                 : tr("This scenario needs a sandbox of its own."));
    Q_EMIT changed();
}

Result<console::Scenario> SimulationForm::ownMix() const
{
    console::Scenario scenario;
    scenario.id = "simulation";
    scenario.title = tr("Custom scenario").toStdString();
    scenario.goesOn = true;
    scenario.hasResource = true;
    console::ScenarioGroup group;
    group.options.recipe = this->recipe();
    const auto& recipe = descriptionOf(group.options.recipe);
    scenario.backend = recipe.servers.backend;
    if (recipe.servers.areIndependent) {
        scenario.sandbox.kind = redis::SandboxKind::Independent;
        scenario.sandbox.servers = mastersOfRedlock;
    }
    const std::string slash = scenario.backend == inspect::Backend::Redis ? "" : "/";
    group.options.paths = {slash + "orders"};
    if (recipe.takesSeveral)
        group.options.paths.push_back(slash + "stock");
    if (recipe.hasExpiry)
        group.options.watchdogTimeout = shortWatchdog;
    if (recipe.hasModes)
        group.options.mode = console::Mode::Mix;
    if (recipe.holders)
        group.options.revocation = console::Revocation::Ignore;
    for (const auto& [label, field] : m_fields) {
        const auto* number = qobject_cast<NumberBox*>(field);
        if (number && !number->isHidden() && !number->fault().isEmpty())
            return failure(ErrorCode::BadArguments, "simulate", {},
                           asEntry(label->text(), number->fault()).toStdString());
    }
    group.options.leases = recipe.hasLeases ? m_leases->value() : 1;
    group.options.clients = m_clients->value();
    for (const auto& [field, spread] :
         {std::pair(m_hold, &group.options.hold), std::pair(m_think, &group.options.think)}) {
        const auto parsed = console::parseSpread(field->text().trimmed().toStdString());
        if (!parsed)
            return failure(parsed.error());
        *spread = *parsed;
    }
    if (auto right = console::checked(group.options); !right)
        return failure(right.error());
    group.perProcess = (group.options.clients + mostProcesses - 1) / mostProcesses;
    scenario.groups.push_back(std::move(group));
    return scenario;
}

Result<SimulationPlace> SimulationForm::place() const
{
    SimulationPlace place;
    if (!isHere())
        return place;
    auto target = parseTarget(m_connect, {});
    if (!target)
        return failure(target.error());
    place.target = std::move(*target);
    place.isThrowAway = m_isSandbox;
    if (m_isSandbox || isRedisHere())
        return place;
    const auto below = checkedPath(m_below->text().trimmed().toStdString());
    if (!below)
        return failure(below.error());
    if (*below == "/")
        return failure(
            ErrorCode::BadArguments, "simulate", *below,
            tr("a simulation runs only below one existing node of your ensemble. Enter a path such as /locks-test")
                .toStdString());
    place.below = *below;
    return place;
}

Result<SimulationForm::Order> SimulationForm::read() const
{
    if (m_isReplay)
        return failure(ErrorCode::Refused, "simulate", {},
                       tr("simulations cannot run in a replay. Close the recording first (Ctrl+W)").toStdString());
    const auto where = place();
    if (!where)
        return failure(where.error());
    if (const auto* chosen = scenario())
        return Order{*chosen, *where};
    auto mix = ownMix();
    if (!mix)
        return failure(mix.error());
    return Order{std::move(*mix), *where};
}

QString SimulationForm::note() const
{
    const auto* chosen = scenario();
    auto text = chosen ? ownText(chosen->story) : QString();
    if (isHere() && !m_isSandbox && isRedisHere())
        text = tr("The simulation runs at %1 with names of its own and then removes their keys. %2")
                   .arg(oneLine(m_connect.toStdString()), text);
    else if (isHere() && !m_isSandbox)
        text = tr("The simulation runs at %1 in its own node and then removes this node. %2")
                   .arg(oneLine(m_connect.toStdString()), text);
    return text.trimmed();
}

} // namespace lockscope::ui

#include "moc_SimulationForm.cpp"
