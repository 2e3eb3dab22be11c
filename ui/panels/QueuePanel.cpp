// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/QueuePanel.h"

#include "core/base/Path.h"
#include "core/inspection/UsualHolds.h"
#include "core/model/FindingIndex.h"
#include "ui/files/ImageActions.h"
#include "ui/files/SaveLine.h"
#include "ui/files/TableActions.h"
#include "ui/models/FindingsPast.h"
#include "ui/models/QueueModel.h"
#include "ui/models/text/Formatting.h"
#include "ui/models/text/VoteWords.h"
#include "ui/panels/ClosedStatusEndpoints.h"
#include "ui/panels/ContenderBar.h"
#include "ui/panels/ContenderMenu.h"
#include "ui/panels/ReleaseBox.h"
#include "ui/panels/TimelinePanel.h"
#include "ui/panels/VotesTable.h"
#include "ui/theme/Sizes.h"
#include "ui/views/EmptyState.h"
#include "ui/views/FindingStrip.h"
#include "ui/views/RowTable.h"
#include "ui/views/ToneDelegate.h"
#include "ui/views/WhyDisabled.h"
#include "ui/views/lane/CentreSwitch.h"
#include "ui/views/lane/QueueHeader.h"
#include "ui/views/lane/QueueLane.h"
#include "ui/views/lane/VoteLane.h"

#include <QAction>
#include <QClipboard>
#include <QEvent>
#include <QFrame>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>
#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int rowsFirst = 6;      ///< rows of the table that have room even if the queue is shorter
constexpr int lanesOfLease = 2;   ///< that the lane of a lease is higher than the others
constexpr int leastLanes = 3;     ///< lanes of the timeline that have priority over the table
constexpr int withTimeline = 300; ///< height with room for a timeline; see scaled()
constexpr int withLane = 190;     ///< likewise for the lane
constexpr int withGuest = 330;    ///< likewise for the lane above a guest
constexpr int withLines = 640;    ///< likewise for a finding of two lines
constexpr int leastClient = 8;    ///< characters of its name, for which even the duration is hidden
constexpr int mostName = 24;      ///< characters of a client's name, before other columns are hidden
constexpr int manyRows = 1'000;   ///< whose names are measured
constexpr int fewRows = 20;       ///< likewise of texts that are nearly as long in each row

bool isTight(const QWidget& panel)
{
    return isInNarrowWindow(panel) || isInLowWindow(panel);
}

} // namespace

QueuePanel::QueuePanel(QWidget* parent)
    : QWidget(parent)
    , m_model(new QueueModel(this))
    , m_delegate(new ToneDelegate(this))
    , m_stack(new QStackedWidget(this))
    , m_empty(new EmptyState(u"queueEmpty"_s, this))
    , m_header(new QueueHeader(this))
    , m_strip(new FindingStrip(this))
    , m_lane(new QueueLane(this))
    , m_table(new QTableView(this))
    , m_timeline(new TimelinePanel(this))
    , m_saveLine(new SaveLine(u"queueSaveLine"_s, this))
    , m_releaseSelected(new QAction(tr("Release Selected…"), this))
    , m_voteLane(new VoteLane(this))
    , m_votes(new VotesTable(*m_saveLine, this))
    , m_splitter(new QSplitter(Qt::Vertical, this))
    , m_bar(new ContenderBar(this))
{
    m_widths.assign(QueueModel::ColumnCount, 0);
    m_titleWidths.assign(QueueModel::ColumnCount, 0);
    setObjectName(u"queuePanel"_s);
    setAttribute(Qt::WA_StyledBackground);
    buildTable();
    m_laneFrame = new QFrame(this);
    m_laneFrame->setObjectName(u"laneFrame"_s);
    auto* frameLayout = new QVBoxLayout(m_laneFrame);
    frameLayout->setContentsMargins(1, 1, 1, 1);
    frameLayout->setSpacing(0);
    frameLayout->addWidget(m_strip);
    frameLayout->addWidget(m_lane);
    frameLayout->addWidget(m_voteLane);
    connect(m_lane, &QueueLane::chosen, this, &QueuePanel::follow);
    connect(m_lane, &QueueLane::restWanted, this, &QueuePanel::showRest);
    m_strip->setNamesLink(true);
    connect(m_strip, &FindingStrip::chosen, this, &QueuePanel::findingChosen);
    connect(m_strip, &FindingStrip::muteWanted, this, &QueuePanel::muteWanted);
    connect(m_header, &QueueHeader::findingChosen, this, &QueuePanel::findingChosen);
    addImageActions(*m_lane, u"queue"_s, *m_saveLine, [this] {
        return Drawing{m_lane->size(), m_lane->theme(), imageCaption(m_viewState, m_path),
                       [this](QPainter& painter) { m_lane->paintWhole(painter); }};
    });
    addImageActions(*m_voteLane, u"votes"_s, *m_saveLine, [this] {
        return Drawing{m_voteLane->size(), m_voteLane->theme(), imageCaption(m_viewState, m_path),
                       [this](QPainter& painter) { m_voteLane->paintWhole(painter); }};
    });
    connect(m_votes, &VotesTable::tokenChosen, this, [this](const std::string& token) {
        const inspect::ContenderKey key{m_path, inspect::LockPart::Queue, token};
        if (lock() && lock()->find(key) && !m_updating)
            choose(key);
    });
    connect(m_timeline, &TimelinePanel::chosen, this, &QueuePanel::follow);
    connect(m_timeline, &TimelinePanel::timeChosen, this, &QueuePanel::timeChosen);

    m_content = new QWidget(this);
    m_content->setObjectName(u"queueContent"_s);
    auto* contentLayout = new QVBoxLayout(m_content);
    contentLayout->setContentsMargins(14, 12, 14, 4);
    contentLayout->setSpacing(12);
    contentLayout->addWidget(m_header);
    contentLayout->addWidget(m_laneFrame);
    contentLayout->addWidget(m_table, 1);
    contentLayout->addWidget(m_votes, 1);
    m_guestFrame = new QFrame(this);
    m_guestFrame->setObjectName(u"guestFrame"_s);
    auto* guestLayout = new QVBoxLayout(m_guestFrame);
    guestLayout->setContentsMargins(1, 1, 1, 1);
    contentLayout->addWidget(m_guestFrame, 1);
    m_guestFrame->hide();
    m_voteLane->hide();
    m_votes->hide();
    contentLayout->addWidget(m_bar);
    m_bar->hide();
    contentLayout->addWidget(m_saveLine);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_content);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* splitter = m_splitter;
    splitter->setObjectName(u"queueSplitter"_s);
    splitter->addWidget(m_stack);
    splitter->addWidget(buildBelow());
    splitter->setSizes({380, 200});
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 1);
    splitter->setHandleWidth(8);
    splitter->setChildrenCollapsible(false);
    connect(splitter, &QSplitter::splitterMoved, this, [this] { m_isSized = true; });
    layout->addWidget(splitter);
    addWaysOut();
    sayWhy();
}

void QueuePanel::addWaysOut()
{
    const auto add = [this](const QString& text, const QString& objectName, auto wanted) {
        auto* button = m_empty->addButton(text, objectName);
        connect(button, &QPushButton::clicked, this, wanted);
        return button;
    };
    m_cancelConnecting = add(tr("Cancel"), u"connectingCancel"_s, &QueuePanel::connectingCancelWanted);
    m_waysOut = {add(tr("Retry"), u"connectingRetry"_s, &QueuePanel::retryWanted),
                 add(tr("Edit…"), u"connectingEdit"_s, &QueuePanel::editWanted)};
    m_copyFault =
        add(tr("Copy Error"), u"connectingCopy"_s, [this] { QGuiApplication::clipboard()->setText(m_fault); });
}

/// Why there is nothing to show, and no locks were read. Empty: nothing is wrong, or it is not known yet.
QString QueuePanel::faultOf(const ViewState& viewState)
{
    if (viewState.source == SourceState::Connecting) {
        const bool isRefused = viewState.session.state == SessionState::AuthFailed;
        return viewState.trouble.isEmpty() && isRefused ? asSentence(oneLine(viewState.session.detail))
                                                        : viewState.trouble;
    }
    const auto& snapshot = viewState.snapshot;
    if (viewState.source != SourceState::Live || !snapshot || !snapshot->locks.empty() || snapshot->problems.empty())
        return {};
    return errorSentence(snapshot->problems.front().error);
}

/// What the servers did not let be read, and the next step.
void QueuePanel::sayUnread(const inspect::Problem& problem)
{
    switch (problem.error.code) {
    case ErrorCode::NoAuth:
        m_empty->say(tr("No permission to read the locks"),
                     inTurn({m_fault, tr("Edit the connection to use another user, or ask for the permission.")}));
        break;
    case ErrorCode::TooLarge:
        m_empty->say(
            tr("Too many nodes to read"),
            inTurn({m_fault, tr("Edit the connection to look below another node, or select “Read All Nodes”.")}));
        break;
    default:
        m_empty->say(tr("No locks found so far"), m_fault);
        break;
    }
}

QWidget* QueuePanel::buildBelow()
{
    auto* frame = new QFrame(this);
    frame->setObjectName(u"timelineFrame"_s);
    auto* frameLayout = new QVBoxLayout(frame);
    frameLayout->setContentsMargins(1, 1, 1, 1);
    frameLayout->addWidget(m_timeline);
    m_below = new QWidget(this);
    m_below->setObjectName(u"timelineMargin"_s);
    auto* layout = new QVBoxLayout(m_below);
    layout->setContentsMargins(14, 0, 14, 8);
    layout->addWidget(frame);
    m_below->hide();
    return m_below;
}

void QueuePanel::buildTable()
{
    m_table->setObjectName(u"queueTable"_s);
    m_table->setAccessibleName(tr("Contenders of the lock"));
    m_table->setModel(m_model);
    m_table->setItemDelegate(m_delegate);
    m_table->horizontalHeader()->setMinimumSectionSize(scaled(34));
    showAsRows(*m_table);
    addTableActions(*m_table, u"queue"_s, *m_saveLine);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_releaseSelected->setObjectName(u"queueReleaseSelected"_s);
    m_table->addAction(m_releaseSelected);
    connect(m_releaseSelected, &QAction::triggered, this, [this] { Q_EMIT severalWanted(m_toRelease); });
    m_table->viewport()->installEventFilter(this);
    auto* header = m_table->horizontalHeader();
    header->setStretchLastSection(false);
    header->setSectionResizeMode(QueueModel::Client, QHeaderView::Stretch);
    const auto measureAgain = [this] { m_isMeasured = false; };
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] {
        m_isMeasured = false;
        m_widths.assign(QueueModel::ColumnCount, 0);
    });
    connect(m_model, &QAbstractItemModel::rowsInserted, this, measureAgain);
    connect(m_model, &QAbstractItemModel::rowsRemoved, this, measureAgain);
    connect(m_model, &QAbstractItemModel::dataChanged, this, [this](const QModelIndex& first, const QModelIndex& last) {
        const auto holds = [&](int column) { return first.column() <= column && column <= last.column(); };
        // The others count time.
        m_isMeasured = m_isMeasured && !holds(QueueModel::Client) && !holds(QueueModel::Host);
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                if (const auto* contender = m_model->contenderAt(current.row()); contender && !m_updating)
                    choose(m_model->lock()->keyOf(*contender));
            });
}

void QueuePanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    window()->installEventFilter(this);
    measureTitles(); // the style sheet may have changed the fonts
    m_isMeasured = false;
    adapt();
}

void QueuePanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    adapt();
}

/// In a narrow window the lane has one line, and a bar replaces the details. In a low one the strip gives way to the
/// chip of the header, and with large fonts the timeline and then the lane, too.
void QueuePanel::adapt()
{
    const bool isNarrow = isInNarrowWindow(*this);
    const bool hasLittleRoom = isTight(*this);
    m_content->layout()->setContentsMargins(hasLittleRoom ? QMargins(8, 4, 8, 2) : QMargins(14, 8, 14, 4));
    m_content->layout()->setSpacing(hasLittleRoom ? 4 : 8);
    m_below->layout()->setContentsMargins(hasLittleRoom ? QMargins(8, 0, 8, 4) : QMargins(14, 0, 14, 8));
    m_splitter->setHandleWidth(hasLittleRoom ? 4 : 8);
    m_lane->setOneLine(isNarrow);
    m_bar->setVisible(isNarrow);
    m_strip->setVisible(!isInLowWindow(*this));
    showParts();
    m_laneFrame->updateGeometry(); // for the layout around it, at once
    m_isShared = false;
    wrapFinding();
    shareHeight();
}

/// In a second line, if it takes nothing from the rows of the table. A later change of the queue moves nothing.
void QueuePanel::wrapFinding()
{
    if (m_isShared)
        return;
    const bool hasRoom = m_guest || m_model->rowCount() <= rowsFirst || height() >= scaled(withLines);
    m_strip->setMostLines(!isTight(*this) && hasRoom ? 2 : 1);
}

/// Only where a finding would be notified.
void QueuePanel::offerMute(const std::vector<const inspect::Finding*>& findings)
{
    const bool isNotified = !findings.empty() && findings.front()->severity != inspect::Severity::Info &&
                            !m_viewState.isReplay() && !m_viewState.simulated.contains(findings.front()->path);
    m_strip->setMuting(!isNotified                                              ? FindingStrip::Muting::None
                       : m_viewState.muted.contains(groupOf(*findings.front())) ? FindingStrip::Muting::Muted
                                                                                : FindingStrip::Muting::Offered);
}

/// A vote of several masters has no queue. A guest is in place of all but the lane.
void QueuePanel::showParts()
{
    const auto* lock = m_model->lock();
    const bool isVote = lock && hasVotes(*lock);
    m_laneFrame->setVisible((lock || !m_guest) &&
                            (!isTight(*this) || height() >= scaled(m_guest ? withGuest : withLane)));
    m_lane->setVisible(!isVote);
    m_voteLane->setVisible(isVote);
    m_table->setVisible(!m_guest && !isVote);
    m_votes->setVisible(!m_guest && isVote);
    m_guestFrame->setVisible(m_guest);
    m_below->setVisible(!m_guest && m_hasTimeline && (m_isTimelineWanted || hasRoomForTimeline()));
    m_stack->setCurrentIndex(lock || m_guest ? 1 : 0);
}

void QueuePanel::setGuest(QWidget* guest)
{
    m_guest = guest;
    if (guest) {
        m_guestFrame->layout()->addWidget(guest);
        guest->show();
    }
    adapt();
}

CentreSwitch& QueuePanel::centreSwitch()
{
    return m_header->centreSwitch();
}

/// The focus shows where the contenders are, also if all rows are visible.
void QueuePanel::showRest(int place)
{
    if (m_guest)
        Q_EMIT queueWanted();
    m_table->setFocus(Qt::OtherFocusReason);
    m_table->scrollTo(m_model->index(place, 0), QAbstractItemView::PositionAtTop);
}

bool QueuePanel::hasRoomForTimeline() const
{
    return !isInLowWindow(*this) || height() >= scaled(withTimeline);
}

/// The rows of the queue come first, except for the first lanes of the timeline, which has at most half of the height.
/// A later change of the queue moves nothing.
void QueuePanel::shareHeight()
{
    if (m_isSized || m_isShared || m_below->isHidden() || height() == 0)
        return;
    m_isShared = m_model->rowCount() > 0;
    m_content->layout()->activate();
    const auto room = m_splitter->height() - m_splitter->handleWidth();
    const bool isVote = m_table->isHidden();
    const auto* list = isVote ? static_cast<const QWidget*>(m_votes) : m_table;
    const auto titles = m_table->horizontalHeader()->sizeHint().height();
    const auto ofRows = titles + std::max(m_model->rowCount(), rowsFirst) * rowHeight();
    const auto ofList = isVote ? m_votes->wantedHeight() : ofRows + 2 * m_table->frameWidth() + scaled(4);
    const auto above = m_content->minimumSizeHint().height() - list->minimumSizeHint().height() + ofList;
    const auto ofLease = lock() && lock()->redis ? lanesOfLease : 0;
    const auto least = m_timeline->heightOf(leastLanes + ofLease) + m_below->layout()->contentsMargins().bottom() + 2;
    const auto below = std::clamp(room - above, std::min(least, room / 2), room / 2);
    m_splitter->setSizes({room - below, below});
}

void QueuePanel::goToTimeline()
{
    m_isTimelineWanted = true;
    showParts();
    m_timeline->focusBars();
}

bool QueuePanel::focusRows()
{
    auto* rows = m_votes->isVisible() ? m_votes->findChild<QTableView*>() : m_table;
    if (!rows->isVisible())
        return false;
    rows->setFocus(Qt::OtherFocusReason);
    return true;
}

void QueuePanel::setMenu(ContenderMenu& menu)
{
    menu.serve(*m_lane, [lane = m_lane](const std::optional<QPoint>& at) {
        return at ? lane->chooseAt(*at) : lane->chosenSpot();
    });
    menu.serve(*m_table, [this](const std::optional<QPoint>& at) { return rowSpot(at); });
    m_timeline->setMenu(menu);
    connect(&menu, &QMenu::aboutToShow, this, [this] {
        m_toRelease = selectedRows();
        enableUnless(*m_releaseSelected, whyNotSelected());
    });
}

ReleaseSelection QueuePanel::selectedRows() const
{
    const auto* lock = m_model->lock();
    if (!lock || !m_viewState.snapshot)
        return {};
    std::vector<inspect::ContenderKey> keys;
    for (const auto& row : m_table->selectionModel()->selectedRows()) {
        if (const auto* contender = m_model->contenderAt(row.row()))
            keys.push_back(lock->keyOf(*contender));
    }
    const auto name = lock->redis ? lock->path : std::string(baseName(lock->path));
    return releaseSelection(*m_viewState.snapshot, oneLine(name), keys);
}

QString QueuePanel::whyNotSelected() const
{
    if (auto why = ReleaseBox::whyNothingIsReleased(m_viewState); !why.isEmpty())
        return why;
    if (m_table->selectionModel()->selectedRows().size() < 2)
        return tr("Select several rows, with Ctrl or Shift.");
    return whyNotTogether(m_toRelease);
}

std::optional<ContenderSpot> QueuePanel::rowSpot(const std::optional<QPoint>& at)
{
    const auto index = at ? m_table->indexAt(*at) : m_table->currentIndex();
    const auto* contender = m_model->contenderAt(index.row());
    if (!contender)
        return std::nullopt;
    ContenderSpot spot{m_model->lock()->keyOf(*contender), m_table->visualRect(index)};
    if (at) {
        const bool isSelected = m_table->selectionModel()->isRowSelected(index.row(), {});
        m_table->selectionModel()->setCurrentIndex(index, isSelected ? QItemSelectionModel::NoUpdate
                                                                     : QItemSelectionModel::ClearAndSelect |
                                                                           QItemSelectionModel::Rows);
    }
    return spot;
}

bool QueuePanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == window() && event->type() == QEvent::Resize)
        adapt();
    if (watched == m_table->viewport() && event->type() == QEvent::Resize)
        fitColumns();
    return QWidget::eventFilter(watched, event);
}

/// The header reports no width for a hidden column.
void QueuePanel::measureTitles()
{
    m_table->horizontalHeader()->ensurePolished();
    for (auto column = 0; column < QueueModel::ColumnCount; ++column) {
        m_table->setColumnHidden(column, false); // until fitColumns()
        m_titleWidths[static_cast<std::size_t>(column)] = m_table->horizontalHeader()->sectionSizeHint(column);
    }
}

/// The width that the longest text of this column needs; of a long queue, of these first rows and the last one.
int QueuePanel::contentsWidth(int column, int mostRows) const
{
    constexpr qsizetype mostCompared = 20; // of the same length: digits and letters differ in width
    QList<QModelIndex> longest;
    qsizetype most = -1;
    const auto measure = [&](int row) {
        const auto cell = m_model->index(row, column);
        const auto length = cell.data().toString().size();
        if (length > most)
            longest.clear();
        most = std::max(most, length);
        if (length == most && longest.size() < mostCompared)
            longest << cell;
    };
    const auto rows = m_model->rowCount();
    for (auto row = 0; row < std::min(rows, mostRows); ++row)
        measure(row);
    if (rows > mostRows)
        measure(rows - 1);
    auto width = m_titleWidths[static_cast<std::size_t>(column)];
    for (const auto& cell : longest)
        width = std::max(width, m_table->sizeHintForIndex(cell).width() + 1);
    return width;
}

/// Of a column of durations, so that it does not move while they count.
int QueuePanel::durationsWidth(int column) const
{
    const auto metrics = m_table->fontMetrics();
    auto most = 0;
    for (const auto duration : {std::chrono::seconds(3'599), std::chrono::seconds(86'399)})
        most = std::max(most, metrics.horizontalAdvance(u"≥ "_s + formatDuration(duration)));
    auto width = contentsWidth(column, fewRows);
    for (auto row = 0; row < std::min(m_model->rowCount(), fewRows); ++row) {
        const auto cell = m_model->index(row, column);
        const auto around = m_table->sizeHintForIndex(cell).width() - metrics.horizontalAdvance(cell.data().toString());
        width = std::max(width, around + most + 1);
    }
    return width;
}

/// No text is cut but long names. While a lock is shown, a column whose texts change with each turn only grows.
void QueuePanel::measureColumns()
{
    if (std::exchange(m_isMeasured, true))
        return;
    const auto widthOf = [this](int column) -> int& { return m_widths[static_cast<std::size_t>(column)]; };
    for (const auto column : {QueueModel::Client, QueueModel::Host, QueueModel::WaitsOn})
        widthOf(column) = contentsWidth(column, manyRows);
    for (const auto column : {QueueModel::Lease, QueueModel::Since})
        widthOf(column) = std::max(widthOf(column), durationsWidth(column));
    for (const auto column : {QueueModel::Position, QueueModel::State, QueueModel::Session, QueueModel::Sequence})
        widthOf(column) = std::max(widthOf(column), contentsWidth(column, fewRows));
    // "none for 2.0 s" becomes longer.
    const auto ofCharacter = m_table->fontMetrics().averageCharWidth();
    widthOf(QueueModel::Subscriber) =
        std::max(widthOf(QueueModel::Subscriber), contentsWidth(QueueModel::Subscriber, fewRows) + 4 * ofCharacter);
    for (const auto column : {QueueModel::Client, QueueModel::WaitsOn})
        widthOf(column) = std::min(widthOf(column), mostName * ofCharacter);
    for (auto column = 0; column < QueueModel::ColumnCount; ++column) {
        if (column != QueueModel::Client)
            m_table->setColumnWidth(column, widthOf(column));
    }
}

/// The client has the free width, and nothing is cut but long names: a narrow table hides the sequence first, then the
/// session, which the details show too, then what is waited for, and the host last; on Redis the host, then the
/// subscriber, whose absence the mark of the state shows too.
void QueuePanel::fitColumns()
{
    measureColumns();
    const auto widthOf = [this](int column) { return m_widths[static_cast<std::size_t>(column)]; };
    const auto* lock = m_model->lock();
    const bool isRedis = lock && lock->redis;
    m_table->setColumnHidden(QueueModel::Lease, !isRedis);

    auto room = m_table->viewport()->width() - widthOf(QueueModel::Client);
    for (const auto column : {QueueModel::Position, QueueModel::State, QueueModel::Lease, QueueModel::Since})
        room -= column == QueueModel::Lease && !isRedis ? 0 : widthOf(column);
    // With a large font the client may have no room beside the usual columns.
    const auto leastName = leastClient * m_table->fontMetrics().averageCharWidth();
    m_table->setColumnHidden(QueueModel::Since, room + widthOf(QueueModel::Client) < leastName);
    auto fits = true;
    const auto showIfItFits = [&](QueueModel::Column column, bool isThere) {
        fits = fits && (!isThere || room >= widthOf(column));
        m_table->setColumnHidden(column, !isThere || !fits);
        room -= isThere ? widthOf(column) : 0;
    };
    // Without an order there is nothing to wait for in particular; in one it is the place before.
    showIfItFits(QueueModel::Subscriber, isRedis && lock->redis->isOrdered);
    showIfItFits(QueueModel::Host, true);
    showIfItFits(QueueModel::WaitsOn, !isRedis);
    showIfItFits(QueueModel::Session, !isRedis);
    showIfItFits(QueueModel::Sequence, !isRedis);
}

void QueuePanel::setReportAction(QAction* action)
{
    m_header->setReportAction(action);
}

void QueuePanel::setTheme(const Theme& theme)
{
    m_delegate->setTheme(theme);
    m_header->setTheme(theme);
    m_strip->setTheme(theme);
    m_lane->setTheme(theme);
    m_voteLane->setTheme(theme);
    m_votes->setTheme(theme);
    m_timeline->setTheme(theme);
    m_bar->setTheme(theme);
    m_table->viewport()->update();
}

void QueuePanel::setViewState(const ViewState& viewState)
{
    m_viewState = viewState;
    refresh();
}

void QueuePanel::setLockPath(const std::string& path)
{
    if (path == m_path)
        return;
    m_isTimelineWanted = false;
    m_path = path;
    setFollowed({path, {}, {}});
    m_contender.reset();
    m_isShared = false;
    refresh();
    m_table->scrollToTop();
}

void QueuePanel::follow(const inspect::ContenderKey& key)
{
    if (key.lock != m_path)
        return;
    setFollowed(key);
    refresh();
    if (const auto row = m_model->rowOf(key); row >= 0)
        m_table->scrollTo(m_model->index(row, 0));
}

void QueuePanel::choose(const inspect::ContenderKey& key)
{
    setFollowed(key);
    refresh();
}

void QueuePanel::setFollowed(const inspect::ContenderKey& key)
{
    m_followed = key;
    m_client.reset();
    if (key.isLock() && std::exchange(m_followsClient, false))
        Q_EMIT followsClientChanged(false);
}

void QueuePanel::setFollowsClient(bool follows)
{
    if (m_followsClient == follows)
        return;
    m_followsClient = follows && m_contender;
    m_client.reset();
    if (m_followsClient) {
        m_followed = {m_path, m_contender->part(), m_contender->node};
        keepClient(*m_contender);
    }
    refresh();
    Q_EMIT followsClientChanged(m_followsClient);
}

/// A turn may tell less than the one before, as one without a payload.
void QueuePanel::keepClient(const inspect::Contender& contender)
{
    if (auto client = inspect::clientOf(contender); !m_client || client.by <= m_client->by)
        m_client = std::move(client);
}

/// The name of the simulated client that now acts as the holder of the lock after it has lost it; empty: none.
QString QueuePanel::staleHolder() const
{
    if (!m_viewState.mistakes)
        return {};
    const auto& all = *m_viewState.mistakes;
    const auto open =
        std::find_if(all.rbegin(), all.rend(), [this](const auto& hold) { return hold.path == m_path && !hold.to; });
    return open == all.rend() ? QString() : oneLine(open->client);
}

/// The selected contender, or the present turn of the followed client, else the holder. Null: there is none of them.
const inspect::Contender* QueuePanel::findShown(const inspect::Lock& lock)
{
    const auto* selected = lock.find(m_followed);
    if (m_client && !(selected && inspect::belongsTo(*selected, *m_client)))
        selected = inspect::findClient(lock, *m_client);
    if (selected) {
        m_followed = lock.keyOf(*selected);
        if (m_followsClient)
            keepClient(*selected);
        return selected;
    }
    if (m_client)
        return nullptr;
    // In a replay it comes back with the time. One that was not shown yet may still appear.
    if (m_contender && m_contender->ref() == m_followed.ref() && !m_viewState.isReplay())
        m_followed = {m_path, {}, {}};
    return lock.queue.empty() ? nullptr : &lock.queue.front();
}

void QueuePanel::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        follow({m_path, {}, {}});
    else
        QWidget::keyPressEvent(event);
}

const inspect::Lock* QueuePanel::lock() const
{
    return m_model->lock();
}

void QueuePanel::refresh()
{
    const QScopedValueRollback updating(m_updating, true);
    std::shared_ptr<const inspect::Lock> lock;
    if (m_viewState.snapshot && !m_path.empty()) {
        const auto& locks = m_viewState.snapshot->locks;
        const auto found =
            std::lower_bound(locks.begin(), locks.end(), m_path,
                             [](const auto& each, const std::string& path) { return each->path < path; });
        if (found != locks.end() && (*found)->path == m_path)
            lock = *found;
    }
    m_delegate->setStale(m_viewState.isStale());
    m_table->viewport()->update();
    m_strip->setStale(m_viewState.isStale());
    m_lane->setStale(m_viewState.isStale());
    m_voteLane->setStale(m_viewState.isStale());
    m_votes->setStale(m_viewState.isStale());
    // When the current row is removed, Qt makes its neighbour current and would scroll there.
    m_table->setAutoScroll(false);
    m_model->setLock(lock);
    m_model->setEnsemble(m_viewState.snapshot ? m_viewState.snapshot->ensemble : nullptr);
    m_model->setHosts(m_viewState.snapshot ? m_viewState.snapshot->redisHosts : nullptr);
    fitColumns();
    m_model->setNow(m_viewState.moment());
    m_lane->setLock(lock, m_viewState.snapshot.get());
    m_lane->setNow(m_viewState.moment());
    const auto* history = m_viewState.history ? m_viewState.history->find(m_path) : nullptr;
    m_lane->setUsualHold(history ? inspect::usualHoldOf(*history) : std::nullopt);
    m_voteLane->setLock(lock);
    m_voteLane->setNow(m_viewState.now);
    m_votes->setLock(lock);
    m_votes->setNow(m_viewState.now);
    const auto findings =
        lock ? inspect::findingsOf(*m_viewState.snapshot, *lock) : std::vector<const inspect::Finding*>();
    m_strip->setFindings(findings, lock && !m_viewState.isReplay() ? missingChecks(*m_viewState.snapshot) : QString(),
                         staleHolder());
    offerMute(findings);

    const auto* shown = lock ? findShown(*lock) : nullptr;
    // Another contender was selected and left before it was shown: the kept state belongs to the previous one.
    if (!shown && m_contender && !m_followed.isLock() && m_contender->ref() != m_followed.ref())
        m_contender.reset();
    m_gone = !shown && m_contender && (!lock || m_client);
    if (shown)
        m_contender = *shown;
    else if (!m_gone)
        m_contender.reset();

    const auto key = shown ? lock->keyOf(*shown) : inspect::ContenderKey{m_path, {}, {}};
    m_lane->setSelected(key);
    // The events of a removed lock can still be viewed.
    m_hasTimeline = lock || history;
    showParts();
    wrapFinding();
    shareHeight();
    m_timeline->setViewState(m_viewState, m_path, lock);
    m_timeline->setSelected(key, shown && shown->details ? shown->details->creationId : 0, !m_followed.isLock());
    const auto row = m_model->rowOf(key);
    if (row < 0)
        m_table->setCurrentIndex({});
    else if (m_table->currentIndex().row() != row || !m_table->selectionModel()->hasSelection())
        m_table->selectionModel()->setCurrentIndex(m_model->index(row, 0),
                                                   QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    m_table->setAutoScroll(true);
    if (lock) {
        m_header->show(*lock, m_viewState.moment(), m_viewState.isStale(), findings);
    } else {
        m_header->clear();
        sayWhy();
    }
    Q_EMIT contenderChanged();
}

void QueuePanel::sayWhy()
{
    const auto path = oneLine(m_path);
    m_fault = faultOf(m_viewState);
    const bool isConnecting = m_viewState.source == SourceState::Connecting;
    m_cancelConnecting->setVisible(isConnecting);
    for (auto* button : m_waysOut)
        button->setVisible(isConnecting || !m_fault.isEmpty());
    m_copyFault->setVisible(!m_fault.isEmpty());
    if (isConnecting && m_viewState.session.state == SessionState::AuthFailed)
        m_empty->say(tr("Login refused by %1").arg(m_viewState.connect),
                     inTurn({m_fault, tr("Edit the connection to use another user or password.")}));
    else if (isConnecting)
        m_empty->say(
            tr("Connecting to %1…").arg(m_viewState.connect),
            inTurn({tr("If this takes long, check that the server is running and that this machine can reach it."),
                    m_viewState.isWithoutTls ? tr("The port must accept connections without TLS, as clientPort does. "
                                                  "For a port with TLS, use a saved connection with TLS.")
                                             : QString()}));
    else if (!m_viewState.snapshot)
        m_empty->say(tr("Reading the locks…"));
    else if (!m_path.empty() && m_viewState.isReplay())
        m_empty->say(tr("%1 not found at this time").arg(path),
                     m_viewState.isRedis()
                         ? tr("The recording contains no lock with this name at this time. Press Ctrl+Right or "
                              "Ctrl+Left to go to the next or previous event.")
                         : tr("The recording contains no lock at this path at this time. Press Ctrl+Right or Ctrl+Left "
                              "to go to the next or previous event."));
    else if (!m_path.empty())
        m_empty->say(tr("%1 not found").arg(path),
                     m_viewState.isRedis()
                         ? tr("There is no lock with this name now. A lock appears here when it is created.")
                         : tr("There is no lock at this path now. A lock appears here when it is created."));
    else if (m_viewState.snapshot->locks.empty() && m_viewState.isReplay())
        m_empty->say(tr("No locks at this time"), tr("The recording contains no locks at this time."));
    else if (!m_fault.isEmpty())
        sayUnread(m_viewState.snapshot->problems.front());
    else if (m_viewState.snapshot->locks.empty() &&
             !(m_viewState.snapshot->complete && m_viewState.snapshot->problems.empty()))
        m_empty->say(tr("No locks found so far"),
                     m_viewState.isRedis() ? tr("Not all keys have been read.") : tr("Not all nodes have been read."));
    else if (m_viewState.snapshot->locks.empty())
        m_empty->say(tr("No locks found"), m_viewState.mayBeSimulatedAt
                                               ? tr("To see clients queue for a lock, run a simulation below.")
                                               : tr("Locks appear here when they are created."));
    else
        m_empty->say(tr("Select a lock"),
                     tr("Select a lock on the left, or press Ctrl+K and type a lock, client or host."));
}

} // namespace lockscope::ui

#include "moc_QueuePanel.cpp"
