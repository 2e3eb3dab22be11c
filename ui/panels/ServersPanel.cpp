// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/ServersPanel.h"

#include "ui/files/SaveLine.h"
#include "ui/files/TableActions.h"
#include "ui/models/ServersModel.h"
#include "ui/models/text/Formatting.h"
#include "ui/theme/Sizes.h"
#include "ui/views/ElidedLabel.h"
#include "ui/views/RowTable.h"
#include "ui/views/StackedPanel.h"
#include "ui/views/StyleProperty.h"
#include "ui/views/ToneDelegate.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QListView>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <initializer_list>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int mostRowsShown = 6;     ///< the others are reached by scrolling
constexpr int leastFigure = 60;      ///< see scaled(): a longer reason is elided before a state is
constexpr int serverCellPadding = 8; ///< of tables in the style sheet, above that of ToneDelegate::neededWidth()

} // namespace

ServersPanel::ServersPanel(QWidget* parent)
    : QWidget(parent)
    , m_model(new ServersModel(this))
    , m_delegate(new ToneDelegate(this))
    , m_title(new QLabel(tr("SERVERS"), this))
    , m_up(new QLabel(this))
    , m_product(new ElidedLabel(this))
    , m_details(new QToolButton(this))
    , m_stop(new QAction(tr("Stop Server"), this))
    , m_start(new QAction(tr("Start Server"), this))
    , m_table(new QTableView(this))
    , m_line(new QListView(this))
    , m_saveLine(new SaveLine(u"serversSaveLine"_s, this))
{
    setObjectName(u"serversPanel"_s);
    setAttribute(Qt::WA_StyledBackground);
    m_title->setObjectName(u"serversTitle"_s);
    m_title->setProperty("role", u"section"_s);
    m_up->setObjectName(u"serversUp"_s);
    m_up->setProperty("role", u"title"_s);
    m_product->setObjectName(u"serversProduct"_s);
    m_product->setProperty("role", u"muted"_s);
    m_details->setObjectName(u"serversDetails"_s);
    m_details->setText(tr("Details"));
    m_details->setAccessibleName(tr("Details of the servers"));
    m_details->setProperty("role", u"link"_s);
    m_details->setFocusPolicy(Qt::StrongFocus);
    connect(m_details, &QToolButton::clicked, this, &ServersPanel::detailsWanted);
    m_table->setObjectName(u"serversTable"_s);
    m_table->setAccessibleName(tr("Servers"));
    m_table->setModel(m_model);
    m_table->setItemDelegate(m_delegate);
    showAsRows(*m_table);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->horizontalHeader()->hide();
    m_table->horizontalHeader()->setSectionResizeMode(ServersModel::Note, QHeaderView::Stretch);
    m_table->viewport()->installEventFilter(this);
    m_line->setObjectName(u"serversLine"_s);
    m_line->setAccessibleName(tr("Servers"));
    m_line->setModel(m_model);
    m_line->setSelectionModel(m_table->selectionModel());
    m_line->setItemDelegate(m_delegate);
    m_line->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_line->setFlow(QListView::LeftToRight);
    m_line->setWrapping(true);
    m_line->setResizeMode(QListView::Adjust);
    m_line->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_line->viewport()->installEventFilter(this);
    auto* details = new QAction(tr("Details"), this);
    details->setObjectName(u"serversDetailsAction"_s);
    connect(details, &QAction::triggered, this, &ServersPanel::detailsWanted);
    m_line->addAction(details);
    addServerActions();
    for (QAbstractItemView* view : std::initializer_list<QAbstractItemView*>{m_table, m_line})
        addTableActions(*view, u"servers"_s, *m_saveLine);
    auto* header = new QHBoxLayout;
    header->setContentsMargins(8, 0, 0, 0);
    header->setSpacing(6);
    header->addWidget(m_title);
    header->addWidget(m_up);
    header->addWidget(m_product, 1);
    header->addWidget(m_line, 1);
    header->addWidget(m_details);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 4);
    layout->setSpacing(4);
    layout->addLayout(header);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_saveLine);
    setViewState({}, false);
}

/// For rehearsals of an outage; hidden unless the servers are the window's own.
void ServersPanel::addServerActions()
{
    m_stop->setObjectName(u"stopServerAction"_s);
    m_start->setObjectName(u"startServerAction"_s);
    m_table->addActions({m_stop, m_start});
    m_line->addActions({m_stop, m_start});
    connect(m_stop, &QAction::triggered, this, [this] {
        if (const auto* server = selected())
            Q_EMIT stopWanted(server->address);
    });
    connect(m_start, &QAction::triggered, this, [this] {
        if (const auto* server = selected())
            Q_EMIT startWanted(server->address);
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &ServersPanel::showActions);
}

const ServerRow* ServersPanel::selected() const
{
    const auto row = m_table->currentIndex().row();
    return row >= 0 && row < m_model->rowCount() ? &m_model->servers()[static_cast<std::size_t>(row)] : nullptr;
}

void ServersPanel::showActions()
{
    const auto* server = selected();
    m_stop->setVisible(m_isSandbox);
    m_start->setVisible(m_isSandbox);
    m_stop->setEnabled(m_isSandbox && server && server->condition != ServerCondition::Down);
    m_start->setEnabled(m_isSandbox && server && server->condition == ServerCondition::Down);
}

void ServersPanel::setTheme(const Theme& theme)
{
    m_delegate->setTheme(theme);
    m_table->viewport()->update();
    m_line->viewport()->update();
}

void ServersPanel::setViewState(const ViewState& viewState, bool isSandbox)
{
    m_isSandbox = isSandbox;
    const bool isReported = viewState.snapshot && !viewState.isReplay() && !viewState.hasEnded() &&
                            viewState.source != SourceState::Connecting;
    if (isReported)
        m_starts.see(*viewState.snapshot);
    else
        m_starts = {};
    const bool isOne = viewState.source == SourceState::Live && !viewState.isRedlock(); // else it is connected to each
    const auto connected = isOne ? viewState.session.server : std::string();
    m_model->setServers(isReported
                            ? serverRows(*viewState.snapshot, viewState.now, viewState.isRedlock(), connected, m_starts)
                            : std::vector<ServerRow>());
    m_delegate->setStale(viewState.isStale());
    m_table->viewport()->update();
    m_line->viewport()->update();
    showHeading(viewState);
    showActions();
    showView();
    fitColumns();
}

/// The note gets what is left. Where not all fits, the note is elided first, then the reason, then the name.
void ServersPanel::fitColumns()
{
    std::array<int, ServersModel::ColumnCount> needed{};
    for (auto row = 0; row < m_model->rowCount(); ++row) {
        for (auto column = 0; column < ServersModel::ColumnCount; ++column) {
            auto& width = needed[static_cast<std::size_t>(column)];
            width = std::max(width, m_delegate->neededWidth(*m_table, m_model->index(row, column)) + serverCellPadding);
        }
    }
    const auto [server, state, note, figure] = needed;
    const auto room = m_table->viewport()->width();
    const auto serverWidth = std::min(server, room / 2);
    const auto figureWidth = std::clamp(room - serverWidth - state, std::min(scaled(leastFigure), figure), figure);
    m_table->setColumnWidth(ServersModel::Figure, figureWidth);
    m_table->setColumnWidth(ServersModel::State, std::min(state, std::max(room - serverWidth - figureWidth, 0)));
    m_table->setColumnWidth(ServersModel::Server, serverWidth);
}

void ServersPanel::showHeading(const ViewState& viewState)
{
    const auto count = std::ssize(m_model->servers());
    const auto down = std::count_if(m_model->servers().begin(), m_model->servers().end(),
                                    [](const ServerRow& server) { return server.condition == ServerCondition::Down; });
    const bool isKnown =
        std::none_of(m_model->servers().begin(), m_model->servers().end(),
                     [](const ServerRow& server) { return server.condition == ServerCondition::Unknown; });
    m_up->setText(count == 0            ? QString()
                  : down > 0 || isKnown ? tr("%1 of %2 up").arg(count - down).arg(count)
                                        : formatCount(count));
    setStyleProperty(*m_up, "tone",
                     viewState.isStale() ? u"muted"_s
                     : down > 0          ? u"warn"_s
                     : isKnown           ? u"good"_s
                                         : u"muted"_s);
    m_product->setFullText(viewState.isReplay()                            ? tr("not recorded")
                           : viewState.hasEnded()                          ? tr("removed")
                           : viewState.source == SourceState::NotConnected ? tr("not connected")
                           : count == 0                                    ? tr("no report yet")
                                        : productText(*viewState.snapshot, viewState.isRedlock()));
}

/// The names side by side where the window is narrow; the details are then in their context menu.
void ServersPanel::showView()
{
    const bool hasRows = m_model->rowCount() > 0;
    const bool isLow = isStacked(*this) && isInLowWindow(*this);
    const bool isLine = hasRows && !isLow && isStacked(*this) && isInNarrowWindow(*this);
    m_model->setBrief(isLine);
    for (QWidget* part : std::initializer_list<QWidget*>{m_title, m_up, m_product})
        part->setVisible(!isLine);
    m_details->setVisible(hasRows && !isLine);
    m_line->setVisible(isLine);
    m_table->setVisible(hasRows && !isLow && !isLine);
    fitHeight();
}

/// The lines that the names need side by side, as QListView wraps them.
int ServersPanel::lineCount() const
{
    const auto room = m_line->viewport()->width();
    auto lines = 1;
    auto left = 0;
    for (auto row = 0; row < m_model->rowCount(); ++row) {
        const auto width = m_line->sizeHintForIndex(m_model->index(row, 0)).width();
        if (left > 0 && left + width >= room) {
            ++lines;
            left = 0;
        }
        left += width;
    }
    return lines;
}

void ServersPanel::fitHeight()
{
    const auto lines = lineCount();
    m_line->setVerticalScrollBarPolicy(lines > mostRowsShown ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
    m_line->setFixedHeight(std::min(lines, mostRowsShown) * rowHeight() + 2 * m_line->frameWidth());
    if (!isStacked(*this)) {
        m_table->setMinimumHeight(0);
        m_table->setMaximumHeight(QWIDGETSIZE_MAX);
        setMinimumHeight(0);
        setMaximumHeight(QWIDGETSIZE_MAX);
        return;
    }
    const auto rows = std::min(m_model->rowCount(), mostRowsShown);
    m_table->setFixedHeight(rows * m_table->verticalHeader()->defaultSectionSize() + 2 * m_table->frameWidth());
    setFixedHeight(layout()->sizeHint().height());
}

void ServersPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    window()->installEventFilter(this);
    showView();
}

bool ServersPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == window() && event->type() == QEvent::Resize)
        showView();
    if (watched == m_table->viewport() && event->type() == QEvent::Resize)
        fitColumns();
    if (watched == m_line->viewport() && event->type() == QEvent::Resize)
        fitHeight();
    return QWidget::eventFilter(watched, event);
}

} // namespace lockscope::ui

#include "moc_ServersPanel.cpp"
