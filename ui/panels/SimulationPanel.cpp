// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/SimulationPanel.h"

#include "core/zk/Path.h"
#include "ui/Icons.h"
#include "ui/Simulation.h"
#include "ui/models/Formatting.h"
#include "ui/models/SimulationModel.h"
#include "ui/views/StyleProperty.h"
#include "ui/views/ToneDelegate.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using ClientState = console::ContenderProcess::State;

SimulationPanel::SimulationPanel(Simulation& simulation, QWidget* parent)
    : QWidget(parent)
    , m_simulation(simulation)
    , m_model(new SimulationModel(simulation, this))
    , m_delegate(new ToneDelegate(25, this))
    , m_clients(new QSpinBox(this))
    , m_recipe(new QComboBox(this))
    , m_hold(new QLineEdit(this))
    , m_path(new QLineEdit(this))
    , m_run(new QPushButton(this))
    , m_message(new QLabel(this))
    , m_table(new QTableView(this))
{
    setObjectName(u"simulationPanel"_s);
    setAttribute(Qt::WA_StyledBackground);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(14, 9, 14, 4);
    layout->setSpacing(6);
    buildForm();
    buildTable();
    layout->addWidget(m_table, 1);
    connect(&m_simulation, &Simulation::replaced, this, &SimulationPanel::addActions);
    connect(&m_simulation, &Simulation::clientChanged, this, &SimulationPanel::showActions);
    connect(&m_simulation, &Simulation::runningChanged, this, &SimulationPanel::showRunning);
    setSituation({}, false);
}

void SimulationPanel::buildForm()
{
    m_clients->setObjectName(u"simulationClients"_s);
    m_clients->setRange(1, 64);
    m_clients->setValue(8);
    m_clients->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_clients->setFixedWidth(56);
    m_recipe->setObjectName(u"simulationRecipe"_s);
    m_recipe->addItem(tr("Curator mutex"), static_cast<int>(console::Recipe::Mutex));
    m_recipe->addItem(tr("Single node (herd)"), static_cast<int>(console::Recipe::Single));
    m_hold->setObjectName(u"simulationHold"_s);
    m_hold->setText(u"50ms..200ms"_s);
    m_hold->setFixedWidth(130);
    m_hold->setToolTip(tr("How long each client holds: 200ms, or 50ms..200ms"));
    m_path->setObjectName(u"simulationPath"_s);
    m_path->setText(u"/locks/orders"_s);
    m_path->setFixedWidth(190);
    m_run->setObjectName(u"simulationRun"_s);
    m_message->setObjectName(u"simulationMessage"_s);
    m_message->setTextFormat(Qt::PlainText);
    m_message->setWordWrap(true);
    m_message->setTextInteractionFlags(Qt::TextSelectableByMouse);

    auto* form = new QHBoxLayout;
    form->setSpacing(8);
    const auto add = [&](const QString& text, QWidget* field) {
        auto* label = new QLabel(text, this);
        label->setProperty("role", u"muted"_s);
        label->setBuddy(field);
        field->setAccessibleName(text);
        form->addWidget(label);
        form->addWidget(field);
        form->addSpacing(8);
    };
    add(tr("Clients"), m_clients);
    add(tr("Recipe"), m_recipe);
    add(tr("Hold"), m_hold);
    add(tr("Path"), m_path);
    form->addWidget(m_run);
    form->addSpacing(8);
    form->addWidget(m_message, 1);
    static_cast<QVBoxLayout*>(layout())->addLayout(form);
    connect(m_run, &QPushButton::clicked, this, [this] {
        if (m_simulation.isRunning())
            m_simulation.stop();
        else
            run();
    });
    for (auto* field : {m_hold, m_path}) {
        connect(field, &QLineEdit::returnPressed, this, [this] {
            if (m_run->isEnabled() && !m_simulation.isRunning())
                run();
        });
        connect(field, &QLineEdit::textChanged, this, &SimulationPanel::showRunning);
    }
}

void SimulationPanel::buildTable()
{
    m_table->setObjectName(u"simulationTable"_s);
    m_table->setAccessibleName(tr("Simulated clients"));
    m_table->setModel(m_model);
    m_table->setItemDelegate(m_delegate);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->verticalHeader()->setDefaultSectionSize(25);
    auto* header = m_table->horizontalHeader();
    header->setHighlightSections(false);
    header->setSectionsClickable(false);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header->setStretchLastSection(true);
    constexpr int widths[] = {90, 96, 210, 70, 96, 140, 160};
    for (auto column = 0; column < SimulationModel::ColumnCount; ++column)
        m_table->setColumnWidth(column, widths[column]);
}

void SimulationPanel::setTheme(const Theme& theme)
{
    m_theme = theme;
    m_delegate->setTheme(theme);
    m_table->viewport()->update();
    showRunning();
}

void SimulationPanel::setSituation(const Situation& situation, bool isSandbox)
{
    const auto connect = situation.stage == Stage::Live ? situation.connect : QString();
    const auto note =
        situation.stage == Stage::NotConnected ? tr("Connect first, or start a sandbox.")
        : situation.isReplay()                 ? tr("Not in a replay: close the recording first (Ctrl+W).")
        : situation.stage != Stage::Live       ? tr("Waits for the connection.")
        : isSandbox
            ? QString()
            : tr("These clients really queue at %1: whoever uses this lock will wait for them.").arg(situation.connect);
    if (connect == m_connect && note == m_note)
        return;
    m_connect = connect;
    m_note = note;
    showRunning();
}

void SimulationPanel::propose(const console::ContendOptions& options, int clients)
{
    m_clients->setValue(clients);
    m_recipe->setCurrentIndex(m_recipe->findData(static_cast<int>(options.recipe)));
    m_hold->setText(QString::fromStdString(console::toString(options.hold)));
    m_path->setText(QString::fromStdString(options.paths.empty() ? std::string() : options.paths.front()));
}

Result<console::ContendOptions> SimulationPanel::readForm() const
{
    console::ContendOptions options;
    const auto path = zk::checkedPath(m_path->text().trimmed().toStdString());
    if (!path)
        return failure(path.error());
    if (*path == "/")
        return failure(ErrorCode::BadArguments, "simulate", *path,
                       "the root can't be a lock; choose a path such as /locks/orders");
    const auto hold = console::parseSpread(m_hold->text().trimmed().toStdString());
    if (!hold)
        return failure(hold.error());
    options.paths = {*path};
    options.hold = *hold;
    options.recipe = static_cast<console::Recipe>(m_recipe->currentData().toInt());
    return options;
}

void SimulationPanel::run()
{
    const auto options = readForm();
    if (!options || m_connect.isEmpty())
        return showRunning();
    m_simulation.start({m_connect, *options, m_clients->value()});
    Q_EMIT started(options->paths.front());
}

void SimulationPanel::showRunning()
{
    const bool running = m_simulation.isRunning();
    const auto form = readForm();
    for (QWidget* field : {static_cast<QWidget*>(m_clients), static_cast<QWidget*>(m_recipe),
                           static_cast<QWidget*>(m_hold), static_cast<QWidget*>(m_path)})
        field->setEnabled(!running);
    m_run->setText(running ? tr("Stop") : tr("Run"));
    m_run->setAccessibleName(running ? tr("Stop the simulation") : tr("Run the simulation"));
    m_run->setEnabled(running || (form && !m_connect.isEmpty()));
    const auto tone = running ? u"bad"_s : u"good"_s;
    const auto color = !m_run->isEnabled() ? m_theme.muted : running ? m_theme.bad : m_theme.good;
    m_run->setIcon(icon(running ? u"stop"_s : u"play"_s, color));
    setStyleProperty(*m_run, "tone", tone);
    const auto wrong = form ? QString() : asSentence(QString::fromStdString(describe(form.error())));
    m_message->setText(wrong.isEmpty() ? m_note : wrong);
    m_message->setStyleSheet(u"color: %1"_s.arg((wrong.isEmpty() ? m_theme.muted : m_theme.bad).name()));
}

/// Buttons of the last column, one widget a row: reached with Tab.
void SimulationPanel::addActions()
{
    for (auto row = 0; row < m_simulation.clientCount(); ++row) {
        auto* actions = new QWidget(m_table);
        auto* layout = new QHBoxLayout(actions);
        layout->setContentsMargins(4, 0, 0, 0);
        layout->setSpacing(4);
        const auto name = m_simulation.client(row).name();
        const auto add = [&](const QString& objectName, const QString& text) {
            auto* button = new QToolButton(actions);
            button->setObjectName(objectName + QString::number(row));
            button->setProperty("role", u"link"_s);
            button->setText(text);
            button->setAccessibleName(u"%1 %2"_s.arg(text, name));
            layout->addWidget(button);
            return button;
        };
        auto* pause = add(u"simulationPause"_s, tr("pause"));
        auto* resume = add(u"simulationResume"_s, tr("resume"));
        auto* kill = add(u"simulationKill"_s, tr("kill"));
        layout->addStretch();
        connect(pause, &QToolButton::clicked, this, [this, row] { m_simulation.client(row).pause(); });
        connect(resume, &QToolButton::clicked, this, [this, row] { m_simulation.client(row).resume(); });
        connect(kill, &QToolButton::clicked, this, [this, row] { m_simulation.client(row).kill(); });
        m_table->setIndexWidget(m_model->index(row, SimulationModel::Actions), actions);
        showActions(row);
    }
    showRunning();
}

void SimulationPanel::showActions(int row)
{
    auto* actions = m_table->indexWidget(m_model->index(row, SimulationModel::Actions));
    if (!actions)
        return;
    const auto& client = m_simulation.client(row);
    const bool ended = client.state() == ClientState::Ended;
    const auto suffix = QString::number(row);
    actions->findChild<QToolButton*>(u"simulationPause"_s + suffix)->setVisible(!ended && !client.isPaused());
    actions->findChild<QToolButton*>(u"simulationResume"_s + suffix)->setVisible(!ended && client.isPaused());
    actions->findChild<QToolButton*>(u"simulationKill"_s + suffix)->setVisible(!ended);
}

} // namespace lockscope::ui
