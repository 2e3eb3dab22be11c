// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/SessionsPanel.h"

#include "core/connect/ThreadTasks.h"
#include "ui/files/SaveLine.h"
#include "ui/files/TableActions.h"
#include "ui/models/text/ServerHealth.h"
#include "ui/panels/ContenderMenu.h"
#include "ui/panels/ReleaseBox.h"
#include "ui/theme/Sizes.h"
#include "ui/views/EmptyState.h"
#include "ui/views/RowTable.h"
#include "ui/views/ToneDelegate.h"
#include "ui/views/WhyDisabled.h"

#include <QAction>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <tuple>
#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

/// Where a session is, most important first; null: nowhere.
const inspect::SessionNode* firstNodeOf(const inspect::SessionSummary& summary)
{
    for (const auto* nodes : {&summary.holds, &summary.waits, &summary.undecided}) {
        if (!nodes->empty())
            return &nodes->front();
    }
    return nullptr;
}

} // namespace

SessionsPanel::SessionsPanel(QWidget* parent)
    : QWidget(parent)
    , m_model(new SessionsModel(this))
    , m_delegate(new ToneDelegate(this))
    , m_filter(new QLineEdit(this))
    , m_servers(new QLabel(this))
    , m_stack(new QStackedWidget(this))
    , m_empty(new EmptyState(u"sessionsEmpty"_s, this))
    , m_table(new QTableView(this))
    , m_saveLine(new SaveLine(u"sessionsSaveLine"_s, this))
    , m_releaseSession(new QAction(this))
    , m_releaseHost(new QAction(tr("Release All of This Host…"), this))
{
    setObjectName(u"sessionsPanel"_s);
    setAttribute(Qt::WA_StyledBackground);
    m_filter->setObjectName(u"sessionsFilter"_s);
    m_filter->setAccessibleName(tr("Filter the sessions"));
    m_filter->setPlaceholderText(tr("Filter by client, host, session, lock…"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMaximumWidth(scaled(340));
    connect(m_filter, &QLineEdit::textChanged, this, &SessionsPanel::look);
    m_table->setObjectName(u"sessionsTable"_s);
    m_table->setAccessibleName(tr("Sessions"));
    m_table->setModel(m_model);
    m_table->setItemDelegate(m_delegate);
    showAsRows(*m_table);
    shareWidth(*m_table);
    sortByHeader(*m_table);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    connect(m_table->horizontalHeader(), &QHeaderView::sortIndicatorChanged, this, &SessionsPanel::look);
    connect(m_table, &QTableView::activated, this, &SessionsPanel::choose);
    addTableActions(*m_table, u"sessions"_s, *m_saveLine);
    addReleases();
    m_servers->setObjectName(u"sessionsServers"_s);
    m_servers->setTextFormat(Qt::PlainText);
    m_servers->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_servers->setProperty("role", u"muted"_s);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_table);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(14, 9, 14, 4);
    layout->setSpacing(6);
    layout->addWidget(m_servers);
    layout->addWidget(m_filter);
    layout->addWidget(m_stack, 1);
    layout->addWidget(m_saveLine);
    showPage();
}

SessionsPanel::~SessionsPanel()
{
    m_thread.stop();
}

void SessionsPanel::setTheme(const Theme& theme)
{
    m_delegate->setTheme(theme);
    m_table->viewport()->update();
}

void SessionsPanel::setViewState(const ViewState& viewState)
{
    const auto placeOf = [](const ViewState& each) { return std::tie(each.connect, each.recording); };
    const bool isElsewhere = !viewState.snapshot || placeOf(viewState) != placeOf(m_viewState);
    m_viewState = viewState;
    if (isElsewhere) {
        ++m_ensembles;
        if (m_all)
            take(nullptr, m_selection, SessionsModel::changeTo({}, m_model->sessions()));
    }
    if (!isVisible())
        return;
    m_delegate->setStale(viewState.isStale());
    m_model->setNow(viewState.now);
    m_model->setRedis(viewState.isRedis());
    m_table->setColumnHidden(SessionsModel::Client, viewState.isRedis()); // its instance is its name
    m_table->viewport()->update();
    look();
    showServers();
    showPage();
}

void SessionsPanel::showServers()
{
    m_servers->setText(
        m_viewState.snapshot && !m_viewState.isReplay()
            ? detailsOf(serverRows(*m_viewState.snapshot, m_viewState.now, m_viewState.isRedlock())).join(u'\n')
            : QString());
    m_servers->setVisible(!m_servers->text().isEmpty());
}

void SessionsPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    setViewState(ViewState(m_viewState));
}

SessionsSelection SessionsPanel::selection() const
{
    const auto* header = m_table->horizontalHeader();
    return {m_filter->text().trimmed(), header->sortIndicatorSection(), header->sortIndicatorOrder()};
}

/// True if the sessions are those of the view state's snapshot.
bool SessionsPanel::isOfNow() const
{
    return m_all && m_snapshot.lock() == m_viewState.snapshot;
}

/// One task at a time; the newest request runs when it has finished.
void SessionsPanel::look()
{
    const bool isKnown = isOfNow();
    const auto wanted = selection();
    if (m_isLooking || !isVisible() || !m_viewState.snapshot || (isKnown && wanted == m_selection))
        return;
    m_isLooking = true;
    m_thread.post([this, snapshot = m_viewState.snapshot, wanted, number = m_ensembles,
                   known = isKnown ? m_all : nullptr, before = m_model->sessions()] {
        const auto all = known ? known
                               : std::make_shared<const std::vector<inspect::SessionSummary>>(
                                     inspect::summariesOf(*snapshot, inspect::WhichSessions::WithLocks));
        auto change = SessionsModel::changeTo(sessionsShown(all, wanted), before);
        ensemble::runLater(this, [this, snapshot, wanted, number, change = std::move(change)]() mutable {
            m_isLooking = false;
            if (number == m_ensembles) // else the model shows other sessions than it was compared with
                take(snapshot, wanted, std::move(change));
            look();
        });
    });
}

void SessionsPanel::take(const inspect::SnapshotPtr& snapshot, const SessionsSelection& selection,
                         SessionsModel::Change change)
{
    m_snapshot = snapshot;
    m_selection = selection;
    auto before = std::exchange(m_all, change.next.all);
    m_model->apply(std::move(change));
    m_thread.post([before = std::move(before)] {}); // destroyed on that thread: there may be 100,000
    showPage();
}

void SessionsPanel::showPage()
{
    m_stack->setCurrentWidget(m_model->rowCount() > 0 ? static_cast<QWidget*>(m_table) : m_empty);
    if (m_all && !m_all->empty())
        m_empty->say(tr("No sessions match the filter"));
    else if (m_viewState.source == SourceState::NotConnected)
        m_empty->say(tr("No sessions yet"), tr("Connect to ZooKeeper or Redis, or open a recording."));
    else if (!isOfNow())
        m_empty->say(tr("Collecting the sessions…"));
    else if (m_viewState.isReplay())
        m_empty->say(tr("No holders or waiters at this time"));
    else
        m_empty->say(tr("No holders or waiters"), tr("Clients that queue for a lock appear here with their hosts."));
}

void SessionsPanel::choose(const QModelIndex& index)
{
    const auto* summary = m_model->summaryAt(index.row());
    if (const auto* node = summary ? firstNodeOf(*summary) : nullptr)
        Q_EMIT nodeChosen(node->key);
}

void SessionsPanel::setMenu(ContenderMenu& menu)
{
    menu.serve(*m_table, [this](const std::optional<QPoint>& at) { return sessionSpot(at); });
    connect(&menu, &QMenu::aboutToShow, this, &SessionsPanel::offerReleases);
}

void SessionsPanel::addReleases()
{
    m_releaseSession->setObjectName(u"sessionsReleaseSession"_s);
    m_releaseHost->setObjectName(u"sessionsReleaseHost"_s);
    m_table->addActions({m_releaseSession, m_releaseHost});
    connect(m_releaseSession, &QAction::triggered, this, [this] { Q_EMIT severalWanted(m_ofSession); });
    connect(m_releaseHost, &QAction::triggered, this, [this] { Q_EMIT severalWanted(m_ofHost); });
    offerReleases();
}

ReleaseSelection SessionsPanel::ofSession() const
{
    const auto* session = m_model->summaryAt(m_table->currentIndex().row());
    return session && m_viewState.snapshot ? selectionOfSession(*m_viewState.snapshot, *session) : ReleaseSelection();
}

ReleaseSelection SessionsPanel::ofHost() const
{
    const auto* session = m_model->summaryAt(m_table->currentIndex().row());
    return session && m_all && m_viewState.snapshot
               ? selectionOfHost(*m_viewState.snapshot, *m_all, session->owner.host)
               : ReleaseSelection();
}

/// Collecting them may take long, so only when the menu opens: updates below the open menu do not change them.
void SessionsPanel::offerReleases()
{
    m_releaseSession->setText(m_viewState.isRedis() ? tr("Release All of This Client…")
                                                    : tr("Release All of This Session…"));
    const auto why = ReleaseBox::whyNothingIsReleased(m_viewState);
    const auto* session = m_model->summaryAt(m_table->currentIndex().row());
    const auto whyNoHost =
        session && session->owner.host.empty() ? tr("The host of this client is unknown.") : QString();
    m_ofSession = ofSession();
    m_ofHost = ofHost();
    enableUnless(*m_releaseSession, why.isEmpty() ? whyNotTogether(m_ofSession) : why);
    enableUnless(*m_releaseHost, !why.isEmpty() ? why : !whyNoHost.isEmpty() ? whyNoHost : whyNotTogether(m_ofHost));
}

std::optional<ContenderSpot> SessionsPanel::sessionSpot(const std::optional<QPoint>& at)
{
    const auto index = at ? m_table->indexAt(*at) : m_table->currentIndex();
    if (at && index.isValid())
        m_table->setCurrentIndex(index);
    const auto* summary = m_model->summaryAt(index.row());
    const auto* node = summary ? firstNodeOf(*summary) : nullptr;
    if (!node)
        return std::nullopt;
    return ContenderSpot{node->key, m_table->visualRect(index)};
}

} // namespace lockscope::ui

#include "moc_SessionsPanel.cpp"
