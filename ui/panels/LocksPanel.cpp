// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/LocksPanel.h"

#include "ui/files/SaveLine.h"
#include "ui/files/TableActions.h"
#include "ui/models/LocksModel.h"
#include "ui/models/LocksProxy.h"
#include "ui/models/Roles.h"
#include "ui/models/text/Formatting.h"
#include "ui/views/EmptyState.h"
#include "ui/views/ToneDelegate.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QStackedWidget>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int waitingWidth = 88;
constexpr int leastNameWidth = 132;
constexpr int leastHolderWidth = 56;
constexpr std::size_t fewLocks = 500; ///< up to this number, a tree is shown expanded

} // namespace

LocksPanel::LocksPanel(QWidget* parent)
    : QWidget(parent)
    , m_model(new LocksModel(this))
    , m_proxy(new LocksProxy(*m_model, this))
    , m_delegate(new ToneDelegate(27, this))
    , m_count(new QLabel(this))
    , m_order(new QComboBox(this))
    , m_filter(new QLineEdit(this))
    , m_tree(new QTreeView(this))
    , m_empty(new EmptyState(u"locksEmpty"_s, this))
    , m_stack(new QStackedWidget(this))
    , m_problems(new QLabel(this))
    , m_readAll(new QPushButton(tr("Read All &Nodes"), this))
    , m_saveLine(new SaveLine(u"locksSaveLine"_s, this))
{
    setObjectName(u"locksPanel"_s);
    setAttribute(Qt::WA_StyledBackground);
    auto* title = new QLabel(tr("LOCKS"), this);
    title->setObjectName(u"locksTitle"_s);
    title->setProperty("role", u"section"_s);
    m_count->setObjectName(u"locksCount"_s);
    m_count->setProperty("role", u"muted"_s);
    m_order->setObjectName(u"locksOrder"_s);
    m_order->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_order->setAccessibleName(tr("Sort order of the locks"));
    m_order->addItem(tr("Problems first"), QVariant::fromValue(static_cast<int>(LocksProxy::Order::WorstFirst)));
    m_order->addItem(tr("By name"), QVariant::fromValue(static_cast<int>(LocksProxy::Order::Name)));
    m_order->addItem(tr("Longest queue"), QVariant::fromValue(static_cast<int>(LocksProxy::Order::QueueLength)));
    m_order->addItem(tr("Causes most waiting"), QVariant::fromValue(static_cast<int>(LocksProxy::Order::CausedWaits)));
    connect(m_order, &QComboBox::currentIndexChanged, this,
            [this] { m_proxy->setOrder(static_cast<LocksProxy::Order>(m_order->currentData().toInt())); });
    m_filter->setObjectName(u"locksFilter"_s);
    m_filter->setAccessibleName(tr("Filter the locks"));
    m_filter->setPlaceholderText(tr("Filter locks…"));
    m_filter->setClearButtonEnabled(true);
    connect(m_filter, &QLineEdit::textChanged, this, &LocksPanel::filter);
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
    buildTree();

    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_tree);
    auto* header = new QHBoxLayout;
    header->setContentsMargins(8, 0, 0, 0);
    header->addWidget(title);
    header->addSpacing(6);
    header->addWidget(m_count);
    header->addStretch();
    header->addWidget(m_order);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 10, 8, 8);
    layout->setSpacing(8);
    layout->addLayout(header);
    layout->addWidget(m_filter);
    layout->addWidget(m_stack, 1);
    layout->addWidget(m_saveLine);
    layout->addWidget(m_problems);
    layout->addWidget(m_readAll, 0, Qt::AlignLeft);
    setViewState({});
}

void LocksPanel::buildTree()
{
    m_tree->setObjectName(u"locksTree"_s);
    m_tree->setAccessibleName(tr("Locks"));
    m_tree->setModel(m_proxy);
    m_tree->setItemDelegate(m_delegate);
    m_tree->setHeaderHidden(true);
    m_tree->setUniformRowHeights(true);
    m_tree->setIndentation(15);
    m_tree->setTextElideMode(Qt::ElideMiddle);
    m_tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_tree->setExpandsOnDoubleClick(true);
    auto* columns = m_tree->header();
    columns->setStretchLastSection(false);
    columns->setMinimumSectionSize(40);
    columns->setSectionResizeMode(LocksModel::Name, QHeaderView::Stretch);
    columns->setSectionResizeMode(LocksModel::Holder, QHeaderView::Fixed);
    columns->setSectionResizeMode(LocksModel::Waiting, QHeaderView::Fixed);
    columns->resizeSection(LocksModel::Waiting, waitingWidth);
    m_tree->viewport()->installEventFilter(this);
    addTableActions(*m_tree, u"locks"_s, *m_saveLine);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, &LocksPanel::currentChanged);
    connect(m_proxy, &QAbstractItemModel::rowsInserted, this, &LocksPanel::noteInserted);
}

/// The names have priority: in a narrow panel the holder column is narrowed, then hidden.
bool LocksPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_tree->viewport() && event->type() == QEvent::Resize) {
        const auto room = m_tree->viewport()->width() - waitingWidth - leastNameWidth;
        m_tree->setColumnHidden(LocksModel::Holder, room < leastHolderWidth);
        m_tree->header()->resizeSection(LocksModel::Holder, std::clamp(room, leastHolderWidth, 110));
    }
    return QWidget::eventFilter(watched, event);
}

void LocksPanel::setTheme(const Theme& theme)
{
    m_delegate->setTheme(theme);
    m_tree->viewport()->update();
}

void LocksPanel::setViewState(const ViewState& viewState)
{
    const QScopedValueRollback updating(m_updating, true);
    static const std::vector<LocksModel::LockPtr> none;
    m_inserted.clear();
    m_model->setEnsemble(viewState.snapshot ? viewState.snapshot->ensemble : nullptr);
    if (!viewState.snapshot) {
        m_model->setLocks(none);
        m_unfolded.clear();                                  // of another ensemble
    } else if (viewState.snapshot != m_viewState.snapshot) { // often the next view state has the same snapshot
        m_model->setLocks(viewState.snapshot->locks, concernsOf(*viewState.snapshot), viewState.snapshot->lockWaits);
    }
    m_viewState = viewState;
    unfoldInserted();
    m_delegate->setStale(viewState.isStale());
    m_count->setText(viewState.snapshot && viewState.source != SourceState::Connecting
                         ? formatCount(m_model->lockCount())
                         : QString());
    m_filter->setEnabled(m_model->lockCount() > 0);
    showPage();
    showSelected();
    m_tree->viewport()->update();
}

void LocksPanel::filter(const QString& text)
{
    const QScopedValueRollback updating(m_updating, true);
    const bool wasFiltered = std::exchange(m_isFiltered, !text.trimmed().isEmpty());
    if (m_isFiltered && !wasFiltered)
        rememberFolding();
    m_proxy->setFilterText(text);
    m_inserted.clear(); // these rows are not new
    if (!m_isFiltered)
        restoreFolding();
    else if (isFew())
        m_tree->expandAll();
    else
        m_tree->expandToDepth(0);
    showPage();
    showSelected();
}

void LocksPanel::showPage()
{
    m_stack->setCurrentWidget(m_proxy->rowCount() > 0 ? static_cast<QWidget*>(m_tree) : m_empty);
    if (m_model->lockCount() > 0)
        m_empty->say(tr("No locks match the filter"));
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

void LocksPanel::rememberFolding()
{
    m_unfolded.clear();
    for (const auto& folder : folders())
        m_unfolded.insert(folder.data(KeyRole).toString(), m_tree->isExpanded(folder));
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
