// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/DiagnosticsPanel.h"

#include "ui/files/SaveLine.h"
#include "ui/files/TableActions.h"
#include "ui/models/DiagnosticsModel.h"
#include "ui/views/EmptyState.h"
#include "ui/views/RowTable.h"
#include "ui/views/ToneDelegate.h"

#include <QHeaderView>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

DiagnosticsPanel::DiagnosticsPanel(QWidget* parent)
    : QWidget(parent)
    , m_model(new DiagnosticsModel(this))
    , m_probe(new LoopProbe(*window(), this))
    , m_delegate(new ToneDelegate(23, this))
    , m_stack(new QStackedWidget(this))
    , m_empty(new EmptyState(u"diagnosticsEmpty"_s, this))
    , m_table(new QTableView(this))
    , m_saveLine(new SaveLine(u"diagnosticsSaveLine"_s, this))
{
    setObjectName(u"diagnosticsPanel"_s);
    setAttribute(Qt::WA_StyledBackground);
    m_table->setObjectName(u"diagnosticsTable"_s);
    m_table->setAccessibleName(tr("What Lockscope itself costs"));
    m_table->setModel(m_model);
    m_table->setItemDelegate(m_delegate);
    showAsRows(*m_table, 23);
    constexpr int widths[] = {100, 240, 160, 100, 400};
    for (auto column = 0; column < DiagnosticsModel::ColumnCount; ++column)
        m_table->setColumnWidth(column, widths[column]);
    m_table->horizontalHeader()->setSectionResizeMode(DiagnosticsModel::Meaning, QHeaderView::Stretch);
    addTableActions(*m_table, u"diagnostics"_s, *m_saveLine);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_table);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(14, 9, 14, 4);
    layout->setSpacing(6);
    layout->addWidget(m_stack, 1);
    layout->addWidget(m_saveLine);
    m_asking.setInterval(interval);
    connect(&m_asking, &QTimer::timeout, this, &DiagnosticsPanel::loadWanted);
    sayWhy();
}

void DiagnosticsPanel::setTheme(const Theme& theme)
{
    m_delegate->setTheme(theme);
    m_table->viewport()->update();
}

void DiagnosticsPanel::setViewState(const ViewState& viewState)
{
    if (std::exchange(m_source, viewState.source) != viewState.source && m_isSeen)
        beginOrEnd();
}

void DiagnosticsPanel::setLoad(const ConnectionLoad& load)
{
    if (m_asking.isActive())
        m_model->show(load, m_probe->take());
}

void DiagnosticsPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_isSeen = true;
    beginOrEnd();
}

void DiagnosticsPanel::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_isSeen = false;
    beginOrEnd();
}

void DiagnosticsPanel::beginOrEnd()
{
    const bool hasAny = m_source != SourceState::NotConnected && m_source != SourceState::Replay;
    m_stack->setCurrentWidget(hasAny ? static_cast<QWidget*>(m_table) : m_empty);
    sayWhy();
    const bool isWanted = m_isSeen && hasAny;
    if (isWanted == m_asking.isActive())
        return;
    if (!isWanted) {
        m_asking.stop();
        m_probe->stop();
        return;
    }
    m_model->startOver();
    m_probe->start();
    m_asking.start();
    Q_EMIT loadWanted();
}

void DiagnosticsPanel::sayWhy()
{
    if (m_source == SourceState::Replay)
        m_empty->say(tr("A replay asks no server"),
                     tr("What Lockscope itself costs is measured live: close the recording (Ctrl+W) to see it."));
    else
        m_empty->say(tr("Nothing to measure yet"),
                     tr("Connect to an ensemble: requests, what waits and how smoothly the "
                        "window runs will stand here."));
}

} // namespace lockscope::ui

#include "moc_DiagnosticsPanel.cpp"
