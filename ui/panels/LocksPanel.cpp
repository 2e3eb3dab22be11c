// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/LocksPanel.h"

#include "ui/files/SaveLine.h"
#include "ui/files/TableActions.h"
#include "ui/models/LocksModel.h"
#include "ui/models/LocksProxy.h"
#include "ui/models/Roles.h"
#include "ui/models/text/Formatting.h"
#include "ui/panels/ContenderMenu.h"
#include "ui/panels/ReleaseBox.h"
#include "ui/theme/Icons.h"
#include "ui/theme/Sizes.h"
#include "ui/views/ElidedLabel.h"
#include "ui/views/EmptyState.h"
#include "ui/views/FlatButton.h"
#include "ui/views/FolderTree.h"
#include "ui/views/StateMark.h"
#include "ui/views/ToneDelegate.h"
#include "ui/views/WhyDisabled.h"

#include <QActionGroup>
#include <QButtonGroup>
#include <QCheckBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QPixmap>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QStackedWidget>
#include <QStyle>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>
#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int leastNameLength = 9;    ///< average characters, also in a window that is too narrow for all columns
constexpr int usualNameLength = 12;   ///< likewise, before columns are hidden
constexpr int mostNameLength = 24;    ///< likewise, before the type is hidden
constexpr int leastHolderLength = 10; ///< likewise, before the name is elided
constexpr int usualHolderLength = 16; ///< likewise, before the type is hidden
constexpr int headerMarkSide = 11;    ///< of the mark in the header; see scaled()
constexpr std::chrono::seconds keptWidths{10}; ///< how long the columns keep at least what they have needed
constexpr std::size_t fewLocks = 500;          ///< up to this number, a tree is shown expanded

/// In the order in which they get room.
constexpr LocksModel::Column byImportance[] = {LocksModel::Severity, LocksModel::Waiting, LocksModel::LongestWait,
                                               LocksModel::Held,     LocksModel::Holder,  LocksModel::Type};

bool isAlwaysShown(int column)
{
    return column == LocksModel::Severity || column == LocksModel::Waiting || column == LocksModel::LongestWait;
}

/// All locks of independent masters have the same type, and their waiters are unknown.
bool isOfQueues(int column)
{
    return column == LocksModel::Type || column == LocksModel::LongestWait;
}

} // namespace

LocksPanel::LocksPanel(QWidget* parent)
    : QWidget(parent)
    , m_model(new LocksModel(this))
    , m_proxy(new LocksProxy(*m_model, this))
    , m_fit(new QTimer(this))
    , m_delegate(new ToneDelegate(this))
    , m_count(new ElidedLabel(this))
    , m_filter(new QLineEdit(this))
    , m_onlyProblems(new QCheckBox(tr("Only problems"), this))
    , m_tree(new FolderTree(this))
    , m_asList(makeFlatButton(this, u"locksAsList"_s, tr("List"), tr("Show the locks as a list")))
    , m_asTree(makeFlatButton(this, u"locksAsTree"_s, tr("Tree"), tr("Show the locks as a tree of their paths")))
    , m_sortMenu(new QMenu(tr("Sort By"), this))
    , m_releaseOrphans(new QAction(tr("Release Orphans Here and Below…"), this))
    , m_empty(new EmptyState(u"locksEmpty"_s, this))
    , m_connect(m_empty->addButton(tr("Connect…"), u"locksConnect"_s))
    , m_cancel(m_empty->addButton(tr("Cancel"), u"locksCancel"_s))
    , m_retry(m_empty->addButton(tr("Retry"), u"locksRetry"_s))
    , m_edit(m_empty->addButton(tr("Edit…"), u"locksEdit"_s))
    , m_refresh(m_empty->addButton(tr("Refresh"), u"locksRefresh"_s))
    , m_nextEvent(m_empty->addButton(tr("Next Event"), u"locksNextEvent"_s))
    , m_clearFilter(m_empty->addButton(tr("Clear Filter"), u"locksClearFilter"_s))
    , m_stack(new QStackedWidget(this))
    , m_problems(new QLabel(this))
    , m_readAll(new QPushButton(tr("Read All &Nodes"), this))
    , m_saveLine(new SaveLine(u"locksSaveLine"_s, this))
{
    setObjectName(u"locksPanel"_s);
    setAttribute(Qt::WA_StyledBackground);
    m_problems->setObjectName(u"locksProblems"_s);
    m_problems->setProperty("tone", u"warn"_s);
    m_problems->setWordWrap(true);
    auto policy = m_problems->sizePolicy();
    policy.setHorizontalPolicy(QSizePolicy::Ignored); // a long sentence does not widen the panel
    m_problems->setSizePolicy(policy);
    m_problems->setTextFormat(Qt::PlainText);
    m_problems->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_problems->hide();
    m_readAll->setObjectName(u"locksReadAll"_s);
    m_readAll->setAccessibleName(tr("Read All Nodes"));
    m_readAll->setToolTip(
        tr("Reads every node of the ensemble, within the limit of requests per second. This takes about "
           "one request per node."));
    m_readAll->hide();
    connect(m_readAll, &QPushButton::clicked, this, &LocksPanel::allNodesWanted);
    wireSteps();
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_tree);
    auto* header = new QHBoxLayout;
    header->setContentsMargins(16, 0, 8, 0);
    buildHeader(*header);
    auto* filters = new QHBoxLayout;
    filters->setContentsMargins(8, 0, 8, 0);
    buildFilter(*filters);
    buildTree();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 10, 0, 8);
    layout->setSpacing(8);
    layout->addLayout(header);
    layout->addLayout(filters);
    layout->addWidget(m_stack, 1);
    auto* below = new QVBoxLayout;
    below->setContentsMargins(8, 0, 8, 0);
    below->addWidget(m_saveLine);
    below->addWidget(m_problems);
    below->addWidget(m_readAll, 0, Qt::AlignLeft);
    layout->addLayout(below);
    setViewState({});
}

void LocksPanel::buildHeader(QHBoxLayout& layout)
{
    auto* title = new QLabel(tr("LOCKS"), this);
    title->setObjectName(u"locksTitle"_s);
    title->setProperty("role", u"section"_s);
    m_count->setObjectName(u"locksCount"_s);
    m_count->setProperty("role", u"muted"_s);
    layout.addWidget(title);
    layout.addWidget(m_count, 1);
    buildForms(layout);
}

/// The arrow keys go from one to the other.
void LocksPanel::buildForms(QHBoxLayout& layout)
{
    auto* group = new QButtonGroup(this);
    auto* side = new QHBoxLayout;
    side->setSpacing(0);
    for (auto* form : {m_asList, m_asTree}) {
        form->setProperty("role", u"segment"_s);
        form->setCheckable(true);
        form->setIconSize(QSize(scaled(12), scaled(12)));
        group->addButton(form);
        side->addWidget(form);
        connect(form, &QToolButton::clicked, this, [this] { Q_EMIT treeChosen(isTree()); });
    }
    m_asList->setChecked(true);
    connect(m_asTree, &QToolButton::toggled, this, &LocksPanel::showForm);
    layout.addLayout(side);
}

void LocksPanel::buildFilter(QHBoxLayout& layout)
{
    m_filter->setObjectName(u"locksFilter"_s);
    m_filter->setAccessibleName(tr("Filter the locks"));
    m_filter->setPlaceholderText(tr("Filter: lock, client, host or glob"));
    m_filter->setToolTip(tr("A part of the lock's path, of a client or of a host. Or a glob: * is any text, ? is one "
                            "character."));
    m_filter->setClearButtonEnabled(true);
    connect(m_filter, &QLineEdit::textChanged, this, &LocksPanel::filter);
    m_onlyProblems->setObjectName(u"locksOnlyProblems"_s);
    m_onlyProblems->setAccessibleName(tr("Only locks with problems"));
    connect(m_onlyProblems, &QCheckBox::toggled, this, &LocksPanel::filter);
    layout.addWidget(m_filter, 1);
    layout.addWidget(m_onlyProblems);
}

void LocksPanel::buildTree()
{
    m_tree->setObjectName(u"locksTree"_s);
    m_tree->setAccessibleName(tr("Locks"));
    m_tree->setModel(m_proxy);
    m_tree->setItemDelegate(m_delegate);
    m_tree->setUniformRowHeights(true);
    m_tree->setAllColumnsShowFocus(true);
    m_tree->setRootIsDecorated(false);
    m_tree->setIndentation(15);
    m_tree->setTreePosition(LocksModel::Name);
    m_tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_tree->setExpandsOnDoubleClick(true);
    auto* columns = m_tree->header();
    columns->setAccessibleName(tr("Columns of the locks"));
    columns->setSectionsMovable(false);
    columns->setStretchLastSection(false);
    columns->setMinimumSectionSize(1);
    columns->setTextElideMode(Qt::ElideNone); // the titles wrap
    columns->setSectionResizeMode(QHeaderView::Fixed);
    columns->setSectionResizeMode(LocksModel::Name, QHeaderView::Stretch);
    columns->moveSection(columns->visualIndex(LocksModel::Severity), 0);
    columns->hideSection(LocksModel::CausedWaits); // only to sort by
    columns->setSortIndicator(LocksModel::Severity, Qt::DescendingOrder);
    m_tree->setSortingEnabled(true);
    m_tree->viewport()->installEventFilter(this);
    addTableActions(*m_tree, u"locks"_s, *m_saveLine);
    buildSortMenu();
    m_fit->setInterval(0);
    m_fit->setSingleShot(true);
    connect(m_fit, &QTimer::timeout, this, &LocksPanel::fitColumns);
    connect(columns, &QHeaderView::sortIndicatorChanged, this, &LocksPanel::fitColumns);
    connect(m_proxy, &QAbstractItemModel::layoutChanged, this, &LocksPanel::fitColumnsSoon);
    connect(m_tree->verticalScrollBar(), &QScrollBar::valueChanged, this, &LocksPanel::fitColumnsSoon);
    connect(m_tree, &QTreeView::expanded, this, &LocksPanel::fitColumnsSoon);
    connect(m_tree, &QTreeView::collapsed, this, &LocksPanel::fitColumnsSoon);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, &LocksPanel::currentChanged);
    connect(m_proxy, &QAbstractItemModel::rowsInserted, this, &LocksPanel::noteInserted);
}

void LocksPanel::setMenu(ContenderMenu& menu)
{
    menu.serve(*m_tree, [this](const std::optional<QPoint>& at) { return lockSpot(at); });
    m_releaseOrphans->setObjectName(u"locksReleaseOrphans"_s);
    m_releaseOrphans->setToolTip(tr("The nodes without a session, which never expire, and the children that block a "
                                    "queue."));
    m_tree->addAction(m_releaseOrphans);
    connect(m_releaseOrphans, &QAction::triggered, this, [this] { Q_EMIT severalWanted(m_orphans); });
    connect(&menu, &QMenu::aboutToShow, this, [this] {
        const auto why = ReleaseBox::whyNothingIsReleased(m_viewState);
        m_orphans = orphans();
        enableUnless(*m_releaseOrphans, why.isEmpty() ? whyNotTogether(m_orphans) : why);
    });
}

ReleaseSelection LocksPanel::orphans() const
{
    const auto path = m_tree->currentIndex().data(KeyRole).toString().toStdString();
    return m_viewState.snapshot && !path.empty() ? orphansBelow(*m_viewState.snapshot, path) : ReleaseSelection();
}

std::optional<ContenderSpot> LocksPanel::lockSpot(const std::optional<QPoint>& at)
{
    const auto index = at ? m_tree->indexAt(*at) : m_tree->currentIndex();
    if (at && index.isValid())
        m_tree->setCurrentIndex(index);
    const auto* lock = index.isValid() ? m_model->lockAt(m_proxy->mapToSource(index)) : nullptr;
    if (!lock)
        return std::nullopt;
    return ContenderSpot{{lock->path, {}, {}}, m_tree->visualRect(index)};
}

/// The header takes no keys: the context menus of the list and of the header have its orders.
void LocksPanel::buildSortMenu()
{
    m_sortMenu->setObjectName(u"locksSortMenu"_s);
    auto* columns = m_tree->header();
    auto* group = new QActionGroup(m_sortMenu);
    for (auto column = 0; column < LocksModel::ColumnCount; ++column) {
        auto* sort = m_sortMenu->addAction(QString());
        sort->setObjectName(u"locksSort%1"_s.arg(column));
        sort->setCheckable(true);
        group->addAction(sort);
        m_sorts.push_back(sort);
        connect(sort, &QAction::triggered, this, [this, columns, column] {
            const auto usual = m_model->headerData(column, Qt::Horizontal, Qt::InitialSortOrderRole).toInt();
            const bool isReversed = columns->sortIndicatorSection() == column && columns->sortIndicatorOrder() == usual;
            const bool isDescending = (usual == Qt::DescendingOrder) != isReversed;
            columns->setSortIndicator(column, isDescending ? Qt::DescendingOrder : Qt::AscendingOrder);
        });
    }
    m_sorts[LocksModel::Severity]->setChecked(true);
    connect(columns, &QHeaderView::sortIndicatorChanged, this,
            [this](int column) { m_sorts[static_cast<std::size_t>(column)]->setChecked(true); });
    nameSorts();
    connect(m_model, &QAbstractItemModel::headerDataChanged, this, &LocksPanel::nameSorts);
    m_tree->addAction(m_sortMenu->menuAction());
    columns->setContextMenuPolicy(Qt::ActionsContextMenu);
    columns->addActions(m_sortMenu->actions());
}

void LocksPanel::nameSorts()
{
    for (auto column = 0; column < LocksModel::ColumnCount; ++column) {
        const auto role = column == LocksModel::Severity ? Qt::AccessibleTextRole : Qt::DisplayRole;
        m_sorts[static_cast<std::size_t>(column)]->setText(
            m_model->headerData(column, Qt::Horizontal, role).toString());
    }
}

/// Every column is as wide as its content. If that is too wide, columns are hidden, the type first: the lock and the
/// holder share the rest.
void LocksPanel::fitColumns()
{
    auto* columns = m_tree->header();
    const auto now = widthsInView();
    noteWidths(now);
    const auto least = characters(leastNameLength);
    const auto usual = std::clamp(m_widths[LocksModel::Name], least, characters(usualNameLength));
    const auto most =
        std::clamp(m_widths[LocksModel::Name], least, characters(mostNameLength)) +
        std::max(0, std::min(m_widths[LocksModel::Holder], characters(usualHolderLength)) - leastHolder());
    auto rest = m_tree->viewport()->width();
    bool isFull = isInNarrowWindow(*this);
    for (const auto column : byImportance) {
        const bool isHolder = column == LocksModel::Holder;
        const auto width = isHolder ? leastHolder() : std::max(m_widths[column], titleWidth(column));
        const bool isThere = !m_viewState.isRedlock() || !isOfQueues(column);
        isFull = isFull || (isThere && width > rest - (column == LocksModel::Type ? most : usual));
        const bool isHidden = !isThere || (isFull && !isAlwaysShown(column)) ||
                              (column == LocksModel::LongestWait && width > rest - least);
        m_tree->setColumnHidden(column, isHidden);
        if (isHidden)
            continue;
        if (!isHolder)
            columns->resizeSection(column, width);
        rest -= width;
    }
    if (!m_tree->isColumnHidden(LocksModel::Holder))
        shareRest(rest + leastHolder(), now);
    columns->setMinimumHeight(2 * fontMetrics().lineSpacing() + 8);
}

/// What was needed for a moment only, as by names that were unknown at first, hides no column for long.
void LocksPanel::noteWidths(const Widths& now)
{
    auto& [present, before] = m_lately;
    if (std::chrono::abs(m_viewState.now - m_latelySince) >= keptWidths) {
        before = std::exchange(present, {});
        m_latelySince = m_viewState.now;
    }
    for (std::size_t i = 0; i < now.size(); ++i) {
        present[i] = std::max(present[i], now[i]);
        m_widths[i] = std::max(present[i], before[i]);
    }
}

/// Between the lock, which gets what is left, and the holder. What is no longer in view counts while there is room:
/// columns do not come and go with the order of the rows.
void LocksPanel::shareRest(int rest, const Widths& now)
{
    const bool hasRoom = m_widths[LocksModel::Name] + m_widths[LocksModel::Holder] <= rest;
    const auto& needed = hasRoom ? m_widths : now;
    const auto whole = std::max(needed[LocksModel::Holder], titleWidth(LocksModel::Holder));
    const auto wanted = rest - std::max(needed[LocksModel::Name], characters(leastNameLength));
    m_tree->header()->resizeSection(LocksModel::Holder, std::clamp(wanted, std::min(leastHolder(), whole), whole));
}

int LocksPanel::characters(int count) const
{
    return count * fontMetrics().averageCharWidth();
}

int LocksPanel::leastHolder() const
{
    const auto content = std::min(m_widths[LocksModel::Holder], characters(leastHolderLength));
    return std::max(content, titleWidth(LocksModel::Holder));
}

/// What the visible rows need; of a path, its last element.
LocksPanel::Widths LocksPanel::widthsInView() const
{
    Widths widths{};
    auto rest = m_tree->viewport()->height() / rowHeight() + 2;
    for (auto row = m_tree->indexAt({0, 0}); row.isValid() && rest > 0; row = m_tree->indexBelow(row), --rest) {
        auto depth = 0;
        for (auto above = isTree() ? row : QModelIndex(); above.isValid(); above = above.parent())
            ++depth;
        for (auto column = 0; column < LocksModel::ColumnCount; ++column) {
            const auto needed = m_delegate->neededWidth(*m_tree, row.siblingAtColumn(column)) +
                                (column == LocksModel::Name ? depth * m_tree->indentation() : 0);
            auto& width = widths[static_cast<std::size_t>(column)];
            width = std::max(width, needed);
        }
    }
    return widths;
}

/// As small as the marks of the rows. A header draws an icon with the size that the style gives it, so the rest of that
/// is empty: the arrow of the order follows.
QIcon LocksPanel::headerMark(const QColor& color) const
{
    const auto icon = style()->pixelMetric(QStyle::PM_SmallIconSize, nullptr, this);
    const auto side = std::min(scaled(headerMarkSide), icon);
    QPixmap pixmap(QSize(icon, icon) * devicePixelRatioF());
    pixmap.setDevicePixelRatio(devicePixelRatioF());
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    paintMark(painter, QRectF(0, (icon - side) / 2.0, side, side), Mark::WarningTriangle, color);
    return pixmap;
}

/// Of its longest word: titles wrap.
int LocksPanel::titleWidth(int column) const
{
    auto titleFont = font();
    titleFont.setWeight(QFont::DemiBold);
    const QFontMetricsF titleMetrics(titleFont);
    auto title = column == LocksModel::Severity ? style()->pixelMetric(QStyle::PM_SmallIconSize, nullptr, this) : 0;
    for (const auto& word : m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString().split(u' '))
        title = std::max(title, wholeWidth(titleMetrics, word));
    if (m_tree->header()->sortIndicatorSection() == column)
        title += fontMetrics().height() * 2 / 3; // the arrow
    return title + 2 * (style()->pixelMetric(QStyle::PM_FocusFrameHMargin) + 1) + 4;
}

void LocksPanel::fitColumnsSoon()
{
    if (!m_fit->isActive())
        m_fit->start();
}

bool LocksPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_tree->viewport() && event->type() == QEvent::Resize)
        fitToWindow();
    return QWidget::eventFilter(watched, event);
}

void LocksPanel::fitToWindow()
{
    const auto look = isInNarrowWindow(*this) ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon;
    for (auto* form : {m_asList, m_asTree})
        form->setToolButtonStyle(look);
    fitColumns();
}

bool LocksPanel::isTree() const
{
    return m_asTree->isChecked();
}

void LocksPanel::setTree(bool tree)
{
    (tree ? m_asTree : m_asList)->setChecked(true);
}

LocksPanel::Choice LocksPanel::choice() const
{
    const auto* columns = m_tree->header();
    return {m_onlyProblems->isChecked(), columns->sortIndicatorSection(), columns->sortIndicatorOrder(),
            m_isFiltered ? m_unfolded : folding()};
}

void LocksPanel::setChoice(const Choice& choice)
{
    m_onlyProblems->setChecked(choice.onlyProblems);
    m_tree->header()->setSortIndicator(choice.sorted, choice.order);
    if (!isTree() || choice.unfolded.isEmpty())
        return;
    m_unfolded = choice.unfolded;
    if (!m_isFiltered) // else when the filter is cleared
        restoreFolding();
}

void LocksPanel::showForm()
{
    const QScopedValueRollback updating(m_updating, true);
    m_inserted.clear();
    m_unfolded.clear();
    m_lately = {};
    m_tree->collapseAll(); // else each run of removed rows is compared with each expanded one
    m_model->setTree(isTree());
    m_proxy->orderAnew();
    m_tree->setRootIsDecorated(isTree());
    unfoldInserted();
    showSelected();
    fitColumns();
    if (m_tree->currentIndex().isValid())
        m_tree->scrollTo(m_tree->currentIndex());
}

void LocksPanel::setTheme(const Theme& theme)
{
    m_delegate->setTheme(theme);
    m_asList->setIcon(icon(u"menu"_s, theme.text));
    m_asTree->setIcon(icon(u"tree"_s, theme.text));
    m_tree->setTheme(theme);
    m_model->setMarkIcon(headerMark(theme.muted));
    m_tree->viewport()->update();
}

void LocksPanel::setViewState(const ViewState& viewState)
{
    const QScopedValueRollback updating(m_updating, true);
    static const std::vector<LocksModel::LockPtr> none;
    m_inserted.clear();
    m_model->setNow(viewState.moment());
    m_model->setEnsemble(viewState.snapshot ? viewState.snapshot->ensemble : nullptr);
    if (!viewState.snapshot) {
        m_model->setLocks(none);
        m_unfolded.clear();                                  // of another ensemble
    } else if (viewState.snapshot != m_viewState.snapshot) { // often the next view state has the same snapshot
        m_model->setLocks(viewState.snapshot->locks, concernsOf(*viewState.snapshot), viewState.snapshot->lockWaits);
    }
    if (viewState.connect != m_viewState.connect)
        m_lately = {}; // of other locks
    m_viewState = viewState;
    placeVotes();
    unfoldInserted();
    m_delegate->setStale(viewState.isStale());
    const auto whyNoFilter = m_model->lockCount() > 0 ? QString() : tr("There are no locks to filter.");
    enableUnless(*m_filter, whyNoFilter);
    enableUnless(*m_onlyProblems, whyNoFilter);
    showCounts();
    showPage();
    showSelected();
    fitToWindow();
    m_tree->viewport()->update();
}

/// Of a Redlock behind its name: they are what the verdict follows from.
void LocksPanel::placeVotes()
{
    auto* columns = m_tree->header();
    const auto place = m_viewState.isRedlock() ? columns->visualIndex(LocksModel::Name) + 1
                                               : columns->visualIndex(LocksModel::LongestWait) - 1;
    columns->moveSection(columns->visualIndex(LocksModel::Waiting), place);
}

void LocksPanel::showCounts()
{
    const bool isKnown = m_viewState.snapshot && m_viewState.source != SourceState::Connecting;
    const auto all = formatCount(m_model->lockCount());
    const auto problems = m_model->problemCount();
    QString text;
    if (isKnown && m_isFiltered)
        text = tr("%1 of %2").arg(formatCount(m_model->matchedCount()), all);
    else if (isKnown)
        text = problems == 0 ? all : u"%1 · %2"_s.arg(all, tr("%1 with problems").arg(formatCount(problems)));
    m_count->setFullText(text);
}

void LocksPanel::filter()
{
    const QScopedValueRollback updating(m_updating, true);
    const bool isFiltered = !m_filter->text().trimmed().isEmpty() || m_onlyProblems->isChecked();
    const bool wasFiltered = std::exchange(m_isFiltered, isFiltered);
    if (isTree() && m_isFiltered && !wasFiltered)
        m_unfolded = folding();
    m_proxy->setFilter(LocksFilter(m_filter->text(), m_onlyProblems->isChecked()));
    m_inserted.clear(); // these rows are not new
    if (isTree())
        foldFiltered();
    showCounts();
    showPage();
    showSelected();
    fitColumnsSoon();
}

void LocksPanel::foldFiltered()
{
    if (!m_isFiltered)
        restoreFolding();
    else if (isFew())
        m_tree->expandAll();
    else
        m_tree->expandToDepth(0);
}

void LocksPanel::wireSteps()
{
    connect(m_connect, &QPushButton::clicked, this, &LocksPanel::connectWanted);
    connect(m_cancel, &QPushButton::clicked, this, &LocksPanel::cancelWanted);
    connect(m_retry, &QPushButton::clicked, this, &LocksPanel::retryWanted);
    connect(m_edit, &QPushButton::clicked, this, &LocksPanel::editWanted);
    connect(m_refresh, &QPushButton::clicked, this, &LocksPanel::refreshWanted);
    connect(m_nextEvent, &QPushButton::clicked, this, &LocksPanel::nextEventWanted);
    connect(m_clearFilter, &QPushButton::clicked, this, [this] {
        m_onlyProblems->setChecked(false);
        m_filter->clear();
    });
}

/// Shows these buttons below the sentence, and hides the others.
void LocksPanel::offer(std::initializer_list<QPushButton*> steps)
{
    for (auto* step : {m_connect, m_cancel, m_retry, m_edit, m_refresh, m_nextEvent, m_clearFilter})
        step->setVisible(std::find(steps.begin(), steps.end(), step) != steps.end());
}

void LocksPanel::showPage()
{
    const bool hasRows = m_proxy->rowCount() > 0;
    m_stack->setCurrentWidget(hasRows ? static_cast<QWidget*>(m_tree) : m_empty);
    showProblems();
    if (hasRows) {
        offer({}); // hidden buttons do not raise the least height
    } else if (m_model->lockCount() == 0) {
        sayWhy();
    } else {
        offer({m_clearFilter});
        if (m_filter->text().trimmed().isEmpty())
            m_empty->say(tr("No locks with problems"), tr("Only locks with problems are shown."));
        else
            m_empty->say(tr("No locks match the filter"),
                         tr("The filter searches paths, clients, hosts, sessions and nodes."));
    }
}

QString LocksPanel::whyNoLocks(const ViewState& viewState)
{
    if (viewState.isRedis())
        return viewState.mayBeSimulatedAt ? tr("No key looks like a lock. To see a lock, run a simulation below.")
                                          : tr("No key looks like a lock.");
    return viewState.mayBeSimulatedAt
               ? tr("No node below the root nodes looks like a lock. To see a lock, run a simulation below.")
               : tr("No node below the root nodes looks like a lock.");
}

void LocksPanel::sayWhy()
{
    switch (m_viewState.source) {
    case SourceState::NotConnected:
        m_empty->say(tr("Not connected"), tr("The locks on the connected servers appear here."));
        return offer({m_connect});
    case SourceState::Connecting:
        return sayConnecting();
    case SourceState::Live:
        return sayLive();
    case SourceState::Disconnected:
        m_empty->say(
            tr("Disconnected"),
            tr("No locks were found before. Lockscope continues automatically when the server is available again."));
        return offer({m_retry, m_edit});
    case SourceState::Ended:
        m_empty->say(tr("No locks at the end of the simulation"));
        return offer({});
    case SourceState::Replay:
        m_empty->say(tr("No locks at this time"),
                     tr("The recording contains no locks at this time. Press Ctrl+Right to go to the next event."));
        return offer({m_nextEvent});
    }
}

void LocksPanel::sayConnecting()
{
    const bool isRefused = m_viewState.session.state == SessionState::AuthFailed;
    const auto& trouble = m_viewState.trouble;
    m_empty->say((isRefused ? tr("Login refused by %1") : tr("Connecting to %1…")).arg(m_viewState.connect),
                 asSentence(trouble.isEmpty() ? QString::fromStdString(m_viewState.session.detail) : trouble));
    if (isRefused || !trouble.isEmpty())
        offer({m_retry, m_edit});
    else
        offer({m_cancel});
}

void LocksPanel::sayLive()
{
    const auto& snapshot = m_viewState.snapshot;
    if (!snapshot || !snapshot->complete) {
        m_empty->say(tr("Reading the locks…"), tr("Each lock appears here as soon as it is read."));
        offer({m_cancel});
    } else if (snapshot->problems.empty()) {
        m_empty->say(tr("No locks found"), whyNoLocks(m_viewState));
        offer({m_refresh, m_edit});
    } else {
        m_empty->say(tr("Cannot read any lock"), tr("See the reasons below."));
        offer({m_retry, m_edit});
    }
}

void LocksPanel::showProblems()
{
    QStringList problems;
    if (m_viewState.snapshot)
        for (const auto& problem : m_viewState.snapshot->problems)
            if (problems.size() < 5)
                problems << errorSentence(problem.error);
    m_problems->setText(problems.join(u'\n'));
    m_problems->setVisible(!problems.isEmpty());
    m_readAll->setVisible(m_viewState.source == SourceState::Live && m_viewState.snapshot &&
                          m_viewState.snapshot->isHalted);
}

void LocksPanel::select(const std::string& path)
{
    m_selected = path;
    m_isOnFolder = false;
    const QScopedValueRollback updating(m_updating, true);
    showSelected();
    if (m_tree->currentIndex().isValid())
        m_tree->scrollTo(m_tree->currentIndex());
}

std::string LocksPanel::firstLock() const
{
    for (auto index = m_proxy->index(0, 0); index.isValid(); index = m_proxy->index(0, 0, index))
        if (const auto* lock = m_model->lockAt(m_proxy->mapToSource(index)))
            return lock->path;
    return {};
}

int LocksPanel::severityOf(const std::string& path) const
{
    const auto index = m_model->indexOf(path);
    return index.isValid() ? m_model->rankAt(index).badness.severity : 0;
}

void LocksPanel::showSelected()
{
    const auto wanted = m_selected.empty() ? QModelIndex() : m_proxy->mapFromSource(m_model->indexOf(m_selected));
    const auto current = m_tree->currentIndex();
    const bool isFolder = current.isValid() && !m_model->lockAt(m_proxy->mapToSource(current));
    if (wanted == current || (m_isOnFolder && isFolder))
        return;
    if (wanted.isValid())
        m_tree->setCurrentIndex(wanted);
    else if (!isFolder)
        m_tree->setCurrentIndex({});
}

/// True if the tree shows few enough locks to expand all of them.
bool LocksPanel::isFew() const
{
    if (static_cast<std::size_t>(m_model->lockCount()) <= fewLocks)
        return true;
    if (!m_isFiltered)
        return false;
    std::size_t locks = 0;
    std::vector<QModelIndex> rest{QModelIndex()};
    while (!rest.empty()) {
        const auto parent = rest.back();
        rest.pop_back();
        for (auto row = 0; row < m_proxy->rowCount(parent); ++row) {
            const auto index = m_proxy->index(row, 0, parent);
            if (m_model->lockAt(m_proxy->mapToSource(index)) && ++locks > fewLocks)
                return false;
            if (m_proxy->hasChildren(index))
                rest.push_back(index);
        }
    }
    return true;
}

/// All folders, each before its children.
std::vector<QModelIndex> LocksPanel::folders() const
{
    std::vector<QModelIndex> found;
    const auto add = [&](const QModelIndex& parent) {
        for (auto row = 0; row < m_proxy->rowCount(parent); ++row)
            if (const auto index = m_proxy->index(row, 0, parent); m_proxy->hasChildren(index))
                found.push_back(index);
    };
    add({});
    for (std::size_t next = 0; next < found.size();) // the vector grows in the loop
        add(QModelIndex(found[next++]));
    return found;
}

void LocksPanel::unfold(const QModelIndex& index, bool few)
{
    if (few)
        m_tree->expandRecursively(index);
    else if (!index.parent().isValid())
        m_tree->expand(index);
}

/// With many locks only the outermost folders are expanded, so the others are not recorded.
void LocksPanel::noteInserted(const QModelIndex& parent, int first, int last)
{
    if (!isTree())
        return;
    for (auto row = first; row <= last; ++row)
        if (!parent.isValid() || m_inserted.size() <= fewLocks)
            m_inserted.emplace_back(m_proxy->index(row, 0, parent));
}

void LocksPanel::unfoldInserted()
{
    const auto inserted = std::exchange(m_inserted, {});
    if (inserted.empty())
        return;
    const bool few = isFew();
    for (const auto& index : inserted)
        if (index.isValid())
            unfold(index, few);
}

QHash<QString, bool> LocksPanel::folding() const
{
    QHash<QString, bool> unfolded;
    for (const auto& folder : folders())
        unfolded.insert(folder.data(KeyRole).toString(), m_tree->isExpanded(folder));
    return unfolded;
}

void LocksPanel::restoreFolding()
{
    const bool few = isFew();
    for (const auto& folder : folders()) {
        const auto known = m_unfolded.constFind(folder.data(KeyRole).toString());
        if (known != m_unfolded.constEnd())
            m_tree->setExpanded(folder, *known);
        else // new since then
            unfold(folder, few);
    }
    m_unfolded.clear();
}

void LocksPanel::currentChanged(const QModelIndex& current)
{
    if (m_updating || !current.isValid())
        return;
    const auto* lock = m_model->lockAt(m_proxy->mapToSource(current));
    m_isOnFolder = !lock;
    if (!lock || lock->path == m_selected)
        return;
    m_selected = lock->path;
    Q_EMIT lockChosen(m_selected);
}

} // namespace lockscope::ui

#include "moc_LocksPanel.cpp"
