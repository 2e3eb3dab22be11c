// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/ActionLogPanel.h"

#include "ui/files/SaveLine.h"
#include "ui/files/TableActions.h"
#include "ui/models/ActionLogModel.h"
#include "ui/models/text/Formatting.h"
#include "ui/theme/Sizes.h"
#include "ui/views/EmptyState.h"
#include "ui/views/RowTable.h"
#include "ui/views/ToneDelegate.h"
#include "ui/views/WhyDisabled.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using release::ActionStatus;

namespace {

// See scaled().
constexpr int widestLogColumn = 260; ///< other than the reason
constexpr int leastLogColumn = 40;
constexpr int widestLock = 160;
constexpr int narrowestLock = 96;
constexpr int widthWithTickets = 900;
constexpr int widthWithDetails = 1'300;

} // namespace

ActionLogPanel::ActionLogPanel(const QString& file, QWidget* parent)
    : QWidget(parent)
    , m_source(file)
    , m_model(new ActionLogModel(this))
    , m_proxy(new ActionLogProxy(*m_model, this))
    , m_delegate(new ToneDelegate(this))
    , m_filter(new QLineEdit(this))
    , m_verdict(new QComboBox(this))
    , m_reported(new QLabel(this))
    , m_save(new QPushButton(tr("Save…"), this))
    , m_saveLine(new SaveLine(u"auditSaveLine"_s, this))
    , m_stack(new QStackedWidget(this))
    , m_empty(new EmptyState(u"auditEmpty"_s, this))
    , m_table(new QTableView(this))
{
    build();
    connect(&m_source, &ActionLogSource::read, this, &ActionLogPanel::setReading);
    setReading(release::ActionLogReading{});
}

void ActionLogPanel::build()
{
    setObjectName(u"auditPanel"_s);
    setAttribute(Qt::WA_StyledBackground);
    m_filter->setObjectName(u"auditFilter"_s);
    m_filter->setAccessibleName(tr("Filter the action log"));
    m_filter->setPlaceholderText(tr("Filter by lock, client, user, reason, ticket…"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMaximumWidth(scaled(340));
    m_verdict->setObjectName(u"auditVerdict"_s);
    m_verdict->setAccessibleName(tr("Show only actions with this outcome"));
    m_verdict->addItem(tr("All outcomes"));
    for (const auto verdict :
         {ActionStatus::Released, ActionStatus::Followed, ActionStatus::Ignored, ActionStatus::AlreadyGone,
          ActionStatus::Refused, ActionStatus::Failed, ActionStatus::Unknown})
        m_verdict->addItem(verdictText(verdict), static_cast<int>(verdict));
    m_reported->setObjectName(u"auditTold"_s);
    m_reported->setProperty("role", u"muted"_s);
    m_reported->setTextFormat(Qt::PlainText);
    m_save->setObjectName(u"auditSave"_s);
    m_save->setAccessibleName(tr("Save the rows shown as CSV or JSON"));
    connect(m_filter, &QLineEdit::textChanged, this, &ActionLogPanel::filter);
    connect(m_verdict, &QComboBox::currentIndexChanged, this, &ActionLogPanel::filter);

    m_table->setObjectName(u"auditTable"_s);
    m_table->setAccessibleName(tr("Action log"));
    m_table->setModel(m_proxy);
    m_table->setItemDelegate(m_delegate);
    showAsRows(*m_table);
    addTableActions(*m_table, u"audit"_s, *m_saveLine);
    connect(m_save, &QPushButton::clicked, m_table->findChild<QAction*>(u"auditTableSave"_s), &QAction::trigger);
    auto* header = m_table->horizontalHeader();
    header->setMaximumSectionSize(scaled(widestLogColumn));
    header->setMinimumSectionSize(scaled(leastLogColumn));
    header->setResizeContentsPrecision(0); // by the visible rows
    for (const auto column : {ActionLogModel::Time, ActionLogModel::Who, ActionLogModel::Act, ActionLogModel::Client,
                              ActionLogModel::Outcome}) // never cut
        header->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    header->setSectionResizeMode(ActionLogModel::Reason, QHeaderView::Stretch);

    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_table);
    auto* row = new QHBoxLayout;
    row->addWidget(m_filter, 1);
    row->addWidget(m_verdict);
    row->addWidget(m_reported, 1);
    row->addWidget(m_save);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(14, 9, 14, 4);
    layout->setSpacing(6);
    layout->addLayout(row);
    layout->addWidget(m_stack, 1);
    layout->addWidget(m_saveLine);
}

void ActionLogPanel::setTheme(const Theme& theme)
{
    m_delegate->setTheme(theme);
    m_table->viewport()->update();
}

void ActionLogPanel::setReading(const Result<release::ActionLogReading>& reading)
{
    m_trouble = reading ? QString() : errorSentence(reading.error());
    if (!reading)
        return showPage();
    m_model->setEntries(reading->entries);
    m_reported->setText(reading->unreadable == 0
                            ? QString()
                            : tr("Unreadable lines: %1").arg(formatCount(static_cast<qint64>(reading->unreadable))));
    showPage();
}

void ActionLogPanel::showPage()
{
    const bool isShown = m_trouble.isEmpty() && m_proxy->rowCount() > 0;
    m_stack->setCurrentWidget(isShown ? static_cast<QWidget*>(m_table) : m_empty);
    enableUnless(*m_save, isShown ? QString() : tr("There are no rows to save."));
    if (!m_trouble.isEmpty())
        m_empty->say(tr("The action log is unavailable"), m_trouble);
    else if (m_model->rowCount() > 0)
        m_empty->say(tr("No actions match the filter"));
    else
        m_empty->say(
            tr("No actions yet"),
            tr("Each request and each deletion is written to %1, before and after it is done.").arg(m_source.file()));
}

void ActionLogPanel::filter()
{
    release::ActionLogFilter wanted{m_filter->text().trimmed().toStdString(), std::nullopt, std::nullopt};
    if (const auto verdict = m_verdict->currentData(); verdict.isValid())
        wanted.verdict = static_cast<ActionStatus>(verdict.toInt());
    m_proxy->setFilter(std::move(wanted));
    showPage();
}

/// What would take the width of the reason stands in tooltips.
void ActionLogPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const bool hasTickets = width() >= scaled(widthWithTickets);
    m_table->setColumnHidden(ActionLogModel::Detail, width() < scaled(widthWithDetails));
    m_table->setColumnHidden(ActionLogModel::Ticket, !hasTickets);
    m_table->setColumnWidth(ActionLogModel::Lock, scaled(hasTickets ? widestLock : narrowestLock));
}

void ActionLogPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_source.setWanted(true);
}

void ActionLogPanel::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_source.setWanted(false);
}

} // namespace lockscope::ui

#include "moc_ActionLogPanel.cpp"
