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
#include "ui/theme/Sizes.h"
#include "ui/views/ElidedLabel.h"
#include "ui/views/EmptyState.h"
#include "ui/views/FlatButton.h"
#include "ui/views/FolderTree.h"
#include "ui/views/ToneDelegate.h"
#include "ui/views/WhyDisabled.h"

#include <QActionGroup>
#include <QCheckBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QStackedWidget>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int leastNameLength = 9;    ///< average characters
constexpr int mostNameLength = 12;    ///< likewise
constexpr int votesWidth = 84;        ///< see scaled(): five marks of ToneDelegate
constexpr std::size_t fewLocks = 500; ///< up to this number, a tree is shown expanded

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

/// True if whether clients wait, or for how long, may be unknown: that needs more room than a number.
bool mayHaveUnknown(const std::vector<LocksModel::LockPtr>& locks)
{
    return std::any_of(locks.begin(), locks.end(),
                       [](const auto& lock) { return lock->redis || lock->kind == inspect::LockKind::Single; });
}

} // namespace

LocksPanel::LocksPanel(QWidget* parent)
    : QWidget(parent)
    , m_model(new LocksModel(this))
    , m_proxy(new LocksProxy(*m_model, this))
    , m_delegate(new ToneDelegate(this))
    , m_count(new QLabel(this))
    , m_problemCount(new ElidedLabel(this))
    , m_filter(new QLineEdit(this))
    , m_onlyProblems(new QCheckBox(tr("Only problems"), this))
    , m_tree(new FolderTree(this))
    , m_asTree(makeFlatButton(this, u"locksAsTree"_s, tr("Tree"), tr("Show the locks as a tree of their paths")))
    , m_sortMenu(new QMenu(tr("Sort By"), this))
    , m_releaseOrphans(new QAction(tr("Release Orphans Here and Below…"), this))
    , m_empty(new EmptyState(u"locksEmpty"_s, this))
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
    m_problemCount->setObjectName(u"locksProblemCount"_s);
    m_problemCount->setProperty("role", u"muted"_s);
    m_asTree->setCheckable(true);
    connect(m_asTree, &QToolButton::toggled, this, &LocksPanel::showForm);
    connect(m_asTree, &QToolButton::clicked, this, &LocksPanel::treeChosen);
    layout.addWidget(title);
    layout.addWidget(m_count);
    layout.addWidget(m_problemCount, 1);
    layout.addWidget(m_asTree);
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
    m_tree->setTextElideMode(Qt::ElideMiddle);
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
    connect(columns, &QHeaderView::sortIndicatorChanged, this, &LocksPanel::fitColumns);
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

/// The names have priority: other columns are hidden if the panel or the window is narrow.
void LocksPanel::fitColumns()
{
    auto* columns = m_tree->header();
    auto room = m_tree->viewport()->width() - nameWidth();
    bool isFull = isInNarrowWindow(*this);
    for (const auto column : byImportance) {
        const auto width = widthOf(column);
        const bool isThere = !m_viewState.isRedlock() || !isOfQueues(column);
        isFull = isFull || (isThere && width > room);
        const bool isHidden = !isThere || (isFull && !isAlwaysShown(column)) ||
                              (column == LocksModel::LongestWait && width > room + nameWidth() - leastName());
        m_tree->setColumnHidden(column, isHidden);
        if (isHidden)
            continue;
        columns->resizeSection(column, width);
        room -= width;
    }
    columns->setMinimumHeight(2 * fontMetrics().lineSpacing() + 8);
}

int LocksPanel::leastName() const
{
    return leastNameLength * fontMetrics().averageCharWidth();
}

/// Of the longest of the first names that were shown, within limits: the columns do not come and go with the order.
int LocksPanel::nameWidth()
{
    constexpr int mostMeasured = 50;
    const auto rows = isTree() ? 0 : std::min(m_proxy->rowCount(), mostMeasured);
    for (auto row = 0; row < rows; ++row) {
        const auto length = static_cast<int>(m_proxy->index(row, LocksModel::Name).data().toString().size());
        m_longestName = std::min(std::max(m_longestName, length + 2), mostNameLength);
    }
    return std::max(leastNameLength, m_longestName) * fontMetrics().averageCharWidth();
}

/// The longest text that must fit into a cell.
QString LocksPanel::sampleOf(int column) const
{
    const auto unknown = u"?? "_s + tr("unknown"); // with its mark
    const auto longest = u"59 m 59 s"_s;
    switch (column) {
    case LocksModel::Type:
        return u"read-write"_s;
    case LocksModel::Holder:
        return u"worker-123"_s;
    case LocksModel::Held:
        return m_viewState.isRedis() ? longest : u"≤ "_s + longest;
    case LocksModel::Waiting:
        return m_hasUnknown ? unknown : u"1,000"_s;
    case LocksModel::LongestWait:
        return m_hasUnknown ? unknown : longest;
    case LocksModel::Severity:
        return u"MM"_s; // a mark
    default:
        return {};
    }
}

int LocksPanel::widthOf(int column) const
{
    const auto metrics = fontMetrics();
    auto titleFont = font();
    titleFont.setWeight(QFont::DemiBold);
    const QFontMetrics titleMetrics(titleFont);
    auto title = 0;
    for (const auto& word : m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString().split(u' '))
        title = std::max(title, titleMetrics.horizontalAdvance(word));
    if (m_tree->header()->sortIndicatorSection() == column)
        title += metrics.height() * 2 / 3; // the arrow
    const auto margins = 2 * (style()->pixelMetric(QStyle::PM_FocusFrameHMargin) + 1) + 4;
    const auto votes = column == LocksModel::Waiting && m_hasUnknown ? scaled(votesWidth) : 0;
    return std::max({title + margins, metrics.horizontalAdvance(sampleOf(column)) + margins, votes});
}

bool LocksPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_tree->viewport() && event->type() == QEvent::Resize)
        fitColumns();
    return QWidget::eventFilter(watched, event);
}

bool LocksPanel::isTree() const
{
    return m_asTree->isChecked();
}

void LocksPanel::setTree(bool tree)
{
    m_asTree->setChecked(tree);
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
    m_model->setTree(isTree());
    m_proxy->orderAnew();
    m_tree->setRootIsDecorated(isTree());
    unfoldInserted();
    showSelected();
    if (m_tree->currentIndex().isValid())
        m_tree->scrollTo(m_tree->currentIndex());
}

void LocksPanel::setTheme(const Theme& theme)
{
    m_delegate->setTheme(theme);
    m_tree->setInk(theme.muted);
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
        m_hasUnknown = mayHaveUnknown(viewState.snapshot->locks);
    }
    m_viewState = viewState;
    unfoldInserted();
    m_delegate->setStale(viewState.isStale());
    const auto whyNoFilter = m_model->lockCount() > 0 ? QString() : tr("There are no locks to filter.");
    enableUnless(*m_filter, whyNoFilter);
    enableUnless(*m_onlyProblems, whyNoFilter);
    showCounts();
    showPage();
    showSelected();
    fitColumns(); // also by the width of the window
    m_tree->viewport()->update();
}

void LocksPanel::showCounts()
{
    const bool isKnown = m_viewState.snapshot && m_viewState.source != SourceState::Connecting;
    const auto all = formatCount(m_model->lockCount());
    m_count->setText(!isKnown        ? QString()
                     : !m_isFiltered ? all
                                     : tr("%1 of %2").arg(formatCount(m_model->matchedCount()), all));
    const auto problems = isKnown ? m_model->problemCount() : 0;
    m_problemCount->setFullText(problems > 0 ? tr("%1 with problems").arg(formatCount(problems)) : QString());
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

void LocksPanel::showPage()
{
    m_stack->setCurrentWidget(m_proxy->rowCount() > 0 ? static_cast<QWidget*>(m_tree) : m_empty);
    if (m_model->lockCount() > 0)
        m_empty->say(m_filter->text().trimmed().isEmpty() ? tr("No locks with problems")
                                                          : tr("No locks match the filter"));
    else
        sayWhy();
    showProblems();
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
    const auto& viewState = m_viewState;
    switch (viewState.source) {
    case SourceState::NotConnected:
        m_empty->say(tr("Not connected"), tr("The locks on the connected servers appear here."));
        break;
    case SourceState::Connecting:
        m_empty->say(tr("Connecting to %1…").arg(viewState.connect),
                     asSentence(viewState.trouble.isEmpty() ? QString::fromStdString(viewState.session.detail)
                                                            : viewState.trouble));
        break;
    case SourceState::Live:
        if (!viewState.snapshot || !viewState.snapshot->complete)
            m_empty->say(tr("Reading the locks…"));
        else if (viewState.snapshot->problems.empty())
            m_empty->say(tr("No locks found"), whyNoLocks(viewState));
        else
            m_empty->say(tr("Cannot read any lock"), tr("See the reasons below."));
        break;
    case SourceState::Disconnected:
        m_empty->say(
            tr("Disconnected"),
            tr("No locks were found before. Lockscope continues automatically when the server is available again."));
        break;
    case SourceState::Ended:
        m_empty->say(tr("No locks at the end of the simulation"));
        break;
    case SourceState::Replay:
        m_empty->say(tr("No locks at this time"),
                     tr("The recording contains no locks at this time. Press Ctrl+Right to go to the next event."));
        break;
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
