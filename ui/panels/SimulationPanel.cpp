// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/SimulationPanel.h"

#include "ui/files/SaveLine.h"
#include "ui/files/TableActions.h"
#include "ui/models/SimulationModel.h"
#include "ui/models/text/Formatting.h"
#include "ui/panels/SimulationFaults.h"
#include "ui/panels/SimulationForm.h"
#include "ui/panels/SimulationResults.h"
#include "ui/shell/Simulation.h"
#include "ui/theme/Icons.h"
#include "ui/theme/Sizes.h"
#include "ui/views/ElidedLabel.h"
#include "ui/views/RowTable.h"
#include "ui/views/StyleProperty.h"
#include "ui/views/ToneDelegate.h"
#include "ui/views/WhyDisabled.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using Phase = console::ScenarioRun::Phase;

namespace {

// See scaled().
constexpr int widthForBoth = 1'060;
constexpr int widthWithProcesses = 1'300;
constexpr int widthWithWaits = 700;

/// Wide enough for each of its texts.
void keepWidth(QPushButton& button, const QStringList& texts)
{
    const auto shown = button.text();
    for (const auto& text : texts) {
        button.setText(text);
        button.setMinimumWidth(std::max(button.minimumWidth(), button.sizeHint().width()));
    }
    button.setText(shown);
}

} // namespace

SimulationPanel::SimulationPanel(Simulation& simulation, QWidget* parent)
    : QWidget(parent)
    , m_simulation(simulation)
    , m_form(new SimulationForm(this))
    , m_model(new SimulationModel(this))
    , m_faults(new SimulationFaults(this))
    , m_results(new SimulationResults(this))
    , m_delegate(new ToneDelegate(this))
    , m_run(new QPushButton(this)) // behind the form: the first key goes to a field
    , m_pause(new QPushButton(this))
    , m_pace(new QComboBox(this))
    , m_paceName(nullptr)
    , m_resultsSwitch(new QToolButton(this))
    , m_message(new ElidedLabel(this))
    , m_table(new QTableView(this))
    , m_saveLine(new SaveLine(u"simulationSaveLine"_s, this))
{
    setObjectName(u"simulationPanel"_s);
    setAttribute(Qt::WA_StyledBackground);
    buildButtons();
    buildTable();
    m_form->addFirst(*m_run);
    m_form->addControl(*m_pause);
    m_paceName = m_form->addNamed(tr("Turning points"), *m_pace);
    auto* below = new QHBoxLayout;
    below->setSpacing(16);
    below->addWidget(m_message, 1);
    below->addWidget(m_faults);
    below->addWidget(m_resultsSwitch);
    auto* across = new QSplitter(Qt::Horizontal, this);
    across->setObjectName(u"simulationSplitter"_s);
    across->setHandleWidth(1);
    across->setChildrenCollapsible(false);
    across->addWidget(m_table);
    across->addWidget(m_results);
    across->setSizes({640, 380});
    across->setStretchFactor(0, 64);
    across->setStretchFactor(1, 38);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(14, 9, 14, 4);
    layout->setSpacing(5);
    layout->addWidget(m_form);
    layout->addLayout(below);
    layout->addWidget(across, 1);
    layout->addWidget(m_saveLine);

    connect(m_form, &SimulationForm::changed, this, [this] {
        m_showsEnd = false;
        showForm();
    });
    connect(m_form, &SimulationForm::entered, this, &SimulationPanel::run);
    connect(&m_simulation, &Simulation::changed, this, &SimulationPanel::showClients);
    connect(&m_simulation, &Simulation::measured, this, &SimulationPanel::showResults);
    connect(&m_simulation, &Simulation::runningChanged, this, [this] {
        m_form->setRunning(m_simulation.isRunning());
        m_resultsSwitch->setChecked(!m_simulation.isRunning());
        m_showsEnd = !m_simulation.isRunning();
        showForm();
        showFaults();
    });
    connect(m_faults, &SimulationFaults::wanted, this,
            [this](const console::Fault& fault) { m_simulation.apply(fault, chosen()); });
    connect(m_faults, &SimulationFaults::wantedOfServer, &m_simulation, &Simulation::applyToServer);
    setViewState({}, false);
    if (m_simulation.run()) { // it was started before this panel was made
        m_form->setRunning(m_simulation.isRunning());
        m_resultsSwitch->setChecked(!m_simulation.isRunning());
        showClients();
        showResults();
    }
}

void SimulationPanel::buildButtons()
{
    m_run->setObjectName(u"simulationRun"_s);
    m_pause->setObjectName(u"simulationPauseScript"_s);
    m_pause->setToolTip(tr("Pauses the scenario before its next step. The clients continue to run."));
    m_message->setObjectName(u"simulationMessage"_s);
    m_message->setMostLines(3);
    m_message->setTextInteractionFlags(Qt::TextSelectableByMouse);
    connect(m_run, &QPushButton::clicked, this, [this] {
        if (m_simulation.isRunning())
            m_simulation.stop();
        else
            run();
    });
    connect(m_pause, &QPushButton::clicked, this, &SimulationPanel::pauseOrGoOn);
    m_resultsSwitch->setObjectName(u"simulationShowResults"_s);
    m_resultsSwitch->setText(tr("Results"));
    m_resultsSwitch->setAccessibleName(tr("Show the results in place of the clients"));
    m_resultsSwitch->setToolTip(m_resultsSwitch->accessibleName());
    m_resultsSwitch->setProperty("role", u"flat"_s);
    m_resultsSwitch->setCheckable(true);
    m_resultsSwitch->setFocusPolicy(Qt::StrongFocus);
    connect(m_resultsSwitch, &QToolButton::toggled, this, &SimulationPanel::showParts);
    m_pace->setObjectName(u"simulationPace"_s);
    m_pace->setAccessibleName(tr("What happens at the turning points of a scenario"));
    m_pace->setToolTip(tr("At a turning point of a scenario, one sentence explains what can be seen."));
    m_pace->addItem(tr("Run Through"), static_cast<int>(console::TurningPoints::Pass));
    m_pace->addItem(tr("Slow Down"), static_cast<int>(console::TurningPoints::Linger));
    m_pace->addItem(tr("Stop There"), static_cast<int>(console::TurningPoints::Stop));
    m_pace->setCurrentIndex(m_pace->findData(static_cast<int>(m_simulation.turningPoints())));
    connect(m_pace, &QComboBox::activated, this, [this] {
        m_simulation.setTurningPoints(static_cast<console::TurningPoints>(m_pace->currentData().toInt()));
    });
}

void SimulationPanel::pauseOrGoOn()
{
    const auto* run = m_simulation.run();
    if (run && !run->turningPoint().empty())
        m_simulation.goOn();
    else
        m_simulation.setPaused(run && !run->isPaused());
}

void SimulationPanel::buildTable()
{
    m_table->setObjectName(u"simulationTable"_s);
    m_table->setAccessibleName(tr("Simulated clients"));
    m_table->setModel(m_model);
    m_table->setItemDelegate(m_delegate);
    showAsRows(*m_table);
    shareWidth(*m_table);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    addTableActions(*m_table, u"simulation"_s, *m_saveLine);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QTableView::customContextMenuRequested, this, &SimulationPanel::showMenu);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &SimulationPanel::showFaults);
}

void SimulationPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    showParts();
}

/// Clients and results side by side, or one of them: then the clients while they run, and the results afterwards.
void SimulationPanel::showParts()
{
    const bool isWide = width() >= scaled(widthForBoth);
    m_resultsSwitch->setVisible(!isWide);
    m_table->setVisible(isWide || !m_resultsSwitch->isChecked());
    m_results->setVisible(isWide || m_resultsSwitch->isChecked());
    m_table->setColumnHidden(SimulationModel::Process, width() < scaled(widthWithProcesses));
    m_table->setColumnHidden(SimulationModel::Waited, width() < scaled(widthWithWaits));
}

/// The faults for the selected clients, then the actions of every table.
void SimulationPanel::showMenu(const QPoint& at)
{
    auto* menu = new QMenu(m_table);
    menu->setObjectName(u"simulationTableMenu"_s);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (!chosen().empty())
        menu->addActions(m_faults->menu()->actions());
    menu->addSeparator();
    menu->addActions(m_table->actions());
    menu->popup(m_table->viewport()->mapToGlobal(at));
}

void SimulationPanel::setTheme(const Theme& theme)
{
    m_theme = theme;
    m_delegate->setTheme(theme);
    m_table->viewport()->update();
    m_results->setTheme(theme);
    keepWidth(*m_run, {tr("Run"), tr("Stop")});
    keepWidth(*m_pause, {tr("Pause"), tr("Resume"), tr("Continue")});
    showForm();
}

void SimulationPanel::setViewState(const ViewState& viewState, bool isSandbox)
{
    m_form->setViewState(viewState, isSandbox);
}

void SimulationPanel::propose(const console::ContendOptions& options, int clients, const std::string& below)
{
    m_form->propose(options, clients, below);
}

void SimulationPanel::run()
{
    auto order = m_form->read();
    if (!order || m_simulation.isRunning())
        return showForm();
    m_simulation.start(std::move(order->scenario), order->place);
}

std::vector<std::string> SimulationPanel::chosen() const
{
    std::vector<std::string> names;
    const auto rows = m_table->selectionModel()->selectedRows();
    names.reserve(static_cast<std::size_t>(rows.size()));
    for (const auto& row : rows)
        names.push_back(m_model->clientAt(row.row()));
    return names;
}

void SimulationPanel::showClients()
{
    const auto* run = m_simulation.run();
    // As the window's view of a sandbox that is removed, the table keeps what it showed before the clients ended.
    if (!m_simulation.hasOwnSandbox() || run->phase() < Phase::Ending || m_model->rowCount() == 0)
        m_model->setFacts(run->facts(), run->phase() == Phase::Finished);
    showFaults();
    showForm();
}

void SimulationPanel::showResults()
{
    const auto measured = m_simulation.run()->measurements();
    m_model->setMeasurements(measured);
    m_results->show(*m_simulation.run(), measured);
}

void SimulationPanel::showFaults()
{
    const auto* run = m_simulation.run();
    m_faults->show(run ? run->facts() : console::ScenarioFacts(), run && run->phase() == Phase::Playing, chosen());
}

/// What the scenario has shown, if it has shown that.
QString SimulationPanel::lastSentence() const
{
    const auto* run = m_simulation.run();
    if (!run || run->phase() != Phase::Finished || !run->outcome().passed)
        return {};
    const auto& steps = run->scenario().steps;
    const auto last =
        std::find_if(steps.rbegin(), steps.rend(), [](const auto& step) { return !step.turningPoint.empty(); });
    return last == steps.rend() ? QString() : ownText(last->turningPoint);
}

/// The progress of the run.
QString SimulationPanel::progress() const
{
    const auto* run = m_simulation.run();
    const auto& steps = run->scenario().steps;
    switch (run->phase()) {
    case Phase::New:
    case Phase::Preparing:
        return m_simulation.hasOwnSandbox() ? tr("Starting a sandbox and the clients…") : tr("Starting the clients…");
    case Phase::Ending:
        return tr("Stopping the clients and removing their remaining data…");
    case Phase::Finished:
        return {};
    case Phase::Playing:
        break;
    }
    if (run->stepsDone() >= steps.size())
        return tr("The simulation runs until you stop it.");
    const auto& next = steps[run->stepsDone()];
    if (const auto sentence = run->turningPoint(); !sentence.empty())
        return tr("%1 Next: %2").arg(ownText(sentence), oneLine(next.text));
    QStringList conditions;
    for (const auto& check : next.when)
        conditions << oneLine(describe(check));
    const auto step = QString::number(run->stepsDone() + 1);
    const auto all = QString::number(steps.size());
    const auto what = oneLine(next.text);
    const auto text = conditions.isEmpty()
                          ? tr("Step %1 of %2: %3").arg(step, all, what)
                          : tr("Step %1 of %2: %3, after: %4").arg(step, all, what, asList(conditions));
    return inTurn({run->isPaused() ? tr("Paused.") : QString(), text});
}

void SimulationPanel::say(const QString& sentence, const QColor& color)
{
    m_message->setFullText(sentence);
    if (std::exchange(m_messageColor, color) == color)
        return; // setting a style sheet parses it again
    m_message->setStyleSheet(u"color: %1"_s.arg(color.name()));
}

void SimulationPanel::showForm()
{
    const auto* run = m_simulation.run();
    const bool running = m_simulation.isRunning();
    const auto order = running ? std::nullopt : std::optional(m_form->read());
    m_run->setText(running ? tr("Stop") : tr("Run"));
    m_run->setAccessibleName(running ? tr("Stop the simulation") : tr("Run the simulation"));
    enableUnless(*m_run, running  ? run->phase() == Phase::Ending ? tr("The simulation is ending.") : QString()
                          : *order ? QString()
                                  : asSentence(oneLine(describe(order->error()))));
    const auto color = !m_run->isEnabled() ? m_theme.muted : running ? m_theme.bad : m_theme.good;
    if (std::exchange(m_runIcon, {running, color}) != std::pair(running, color))
        m_run->setIcon(icon(running ? u"stop"_s : u"play"_s, color));
    setStyleProperty(*m_run, "tone", running ? u"bad"_s : u"good"_s);
    for (auto* part : std::initializer_list<QWidget*>{m_paceName, m_pace})
        part->setVisible(!m_form->isCustom());
    const bool isAtTurningPoint = run && !run->turningPoint().empty();
    m_pause->setText(isAtTurningPoint ? tr("Continue") : run && run->isPaused() ? tr("Resume") : tr("Pause"));
    m_pause->setAccessibleName(isAtTurningPoint ? tr("Continue with the next step of the scenario")
                                                : tr("Pause or resume the scenario steps"));
    m_pause->setVisible(running && run->phase() == Phase::Playing && run->stepsDone() < run->scenario().steps.size());
    if (running)
        say(progress(), m_theme.text);
    else if (!*order)
        say(asSentence(oneLine(describe(order->error()))), m_theme.bad);
    else if (!m_form->problems().isEmpty())
        say(m_form->problems().front(), m_theme.warn);
    else if (const auto end = m_showsEnd ? lastSentence() : QString(); !end.isEmpty())
        say(end, m_theme.text);
    else
        say(m_form->note(), m_theme.muted);
}

} // namespace lockscope::ui

#include "moc_SimulationPanel.cpp"
