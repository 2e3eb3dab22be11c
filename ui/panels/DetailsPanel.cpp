// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/DetailsPanel.h"

#include "core/model/Owners.h"
#include "core/sources/LockRecognition.h"
#include "ui/models/text/Formatting.h"
#include "ui/models/text/QueueWords.h"
#include "ui/panels/RedisFactRows.h"
#include "ui/views/CommandList.h"
#include "ui/views/ElidedLabel.h"
#include "ui/views/EmptyState.h"
#include "ui/views/LeaseBar.h"
#include "ui/views/PayloadView.h"
#include "ui/views/WhyDisabled.h"

#include <QAction>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int contenderTab = 0;
constexpr int sessionTab = 1;
constexpr int payloadTab = 2;
constexpr int lockTab = 3;

QWidget* padded(QWidget* content, const QString& objectName)
{
    auto* page = new QWidget;
    page->setObjectName(u"scrolled"_s);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(14, 10, 4, 8);
    layout->addWidget(content);
    auto* scroll = new QScrollArea;
    scroll->setObjectName(objectName);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(page);
    return scroll;
}

} // namespace

DetailsPanel::DetailsPanel(QWidget* parent)
    : QWidget(parent)
    , m_stack(new QStackedWidget(this))
    , m_empty(new EmptyState(u"detailsEmpty"_s, this))
    , m_name(new ElidedLabel(this))
    , m_follow(new QToolButton(this))
    , m_tabs(new QTabWidget(this))
    , m_lease(new LeaseBar(u"contenderLease"_s, this))
    , m_contender(new KeyValueList(u"contenderFacts"_s))
    , m_hostBox(new QFrame(m_contender))
    , m_commandList(new CommandList(this))
    , m_session(new KeyValueList(u"sessionFacts"_s))
    , m_payload(new PayloadView)
    , m_lock(new KeyValueList(u"lockFacts"_s))
{
    setObjectName(u"detailsPanel"_s);
    for (auto* list : {m_contender, m_lock})
        connect(list, &KeyValueList::linkActivated, this, &DetailsPanel::findingChosen);
    m_tabs->setObjectName(u"detailsTabs"_s);
    m_tabs->setAccessibleName(tr("Details"));
    m_tabs->setDocumentMode(true);
    m_tabs->tabBar()->setDrawBase(false);
    m_tabs->tabBar()->setExpanding(false);
    // All tabs stay visible in a narrow window.
    m_tabs->setUsesScrollButtons(false);
    m_tabs->setElideMode(Qt::ElideRight);
    m_tabs->addTab(padded(buildContender(), u"contenderPage"_s), tr("Contender"));
    m_tabs->addTab(padded(m_session, u"sessionPage"_s), tr("Session"));
    m_tabs->addTab(padded(m_payload, u"payloadPage"_s), tr("Payload"));
    m_tabs->addTab(padded(m_lock, u"lockPage"_s), tr("Lock"));
    connect(m_tabs, &QTabWidget::currentChanged, this, [this] {
        if (!m_isShowing)
            Q_EMIT contentWanted();
    });
    m_empty->say(tr("Nothing selected"), tr("Select a contender to see its client, its host and its start time."));
    auto* content = new QWidget(this);
    content->setObjectName(u"detailsContent"_s);
    auto* contentLayout = new QVBoxLayout(content);
    contentLayout->setContentsMargins(0, 0, 0, 0);
    contentLayout->setSpacing(2);
    contentLayout->addWidget(buildHeader());
    contentLayout->addWidget(m_tabs, 1);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(content);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
}

QWidget* DetailsPanel::buildHeader()
{
    m_name->setObjectName(u"detailsName"_s);
    m_name->setProperty("role", u"title"_s);
    m_follow->setObjectName(u"followClient"_s);
    m_follow->setToolButtonStyle(Qt::ToolButtonTextOnly);
    auto* header = new QWidget(this);
    auto* row = new QHBoxLayout(header);
    row->setContentsMargins(14, 0, 8, 0);
    row->addWidget(m_name, 1);
    row->addWidget(m_follow);
    return header;
}

void DetailsPanel::setFollowAction(QAction* action)
{
    m_follow->setDefaultAction(action);
    m_follow->setAccessibleName(action->text());
}

void DetailsPanel::setCommands(const CommandTemplates& commands)
{
    m_commands = commands;
}

void DetailsPanel::buildHostBox()
{
    m_hostBox->setObjectName(u"hostBox"_s);
    m_hostBox->setProperty("box", u"dashed"_s);
    auto* cost = new QLabel(whyHostUnknown(), m_hostBox);
    cost->setObjectName(u"hostCost"_s);
    cost->setProperty("role", u"muted"_s);
    cost->setTextFormat(Qt::PlainText);
    cost->setWordWrap(true);
    auto* find = new QPushButton(tr("Find Hosts…"), m_hostBox);
    find->setObjectName(u"findHosts"_s);
    find->setProperty("compact", true);
    find->setAccessibleName(tr("Find Hosts"));
    explain(*find, whyHostUnknown());
    connect(find, &QPushButton::clicked, this, &DetailsPanel::hostsWanted);
    auto* layout = new QVBoxLayout(m_hostBox);
    layout->setContentsMargins(8, 4, 8, 4);
    layout->setSpacing(4);
    layout->addWidget(cost);
    layout->addWidget(find, 0, Qt::AlignRight);
    m_hostBox->hide();
    m_contender->setExtra(*m_hostBox, hostKey());
}

QWidget* DetailsPanel::buildContender()
{
    buildHostBox();
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_lease);
    layout->addWidget(m_contender);
    layout->addWidget(m_commandList);
    layout->addStretch(1);
    return page;
}

void DetailsPanel::setTheme(const Theme& theme)
{
    for (auto* list : {m_contender, m_session, m_lock})
        list->setTheme(theme);
    m_lease->setTheme(theme);
    m_commandList->setTheme(theme);
}

void DetailsPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    Q_EMIT contentWanted();
}

void DetailsPanel::show(const ViewState& viewState, const ContenderView& view)
{
    const QScopedValueRollback showing(m_isShowing, true);
    m_stack->setCurrentIndex(view.contender || view.lock ? 1 : 0);
    const bool isRedis = viewState.isRedis(); // it has clients, and no payloads
    m_tabs->setTabText(sessionTab, isRedis ? tr("Client") : tr("Session"));
    m_tabs->setTabVisible(payloadTab, !isRedis);
    for (auto* list : {m_contender, m_session, m_lock})
        list->setStale(viewState.isStale() || (view.gone && list != m_lock));
    m_lease->setStale(viewState.isStale());
    if (isVisible())
        showPage(viewState, view);
}

void DetailsPanel::showPage(const ViewState& viewState, const ContenderView& view)
{
    const auto* facts = viewState.snapshot ? viewState.snapshot->ensemble.get() : nullptr;
    m_name->setFullText(view.contender ? displayName(*view.contender, facts)
                        : view.lock    ? oneLine(view.lock->path)
                                       : QString());
    const auto* details = view.contender && view.contender->details ? &*view.contender->details : nullptr;
    switch (m_tabs->currentIndex()) {
    case contenderTab:
        return showContender(viewState, view);
    case sessionTab:
        return m_session->setRows(view.contender ? sessionFacts(viewState, view, m_clientPlaces)
                                                 : std::vector<KeyValue>());
    case payloadTab:
        return m_payload->setBytes(details ? details->payload : std::string(), details ? details->payloadCut : 0);
    case lockTab:
        if (view.lock)
            showLock(viewState, *view.lock);
        return;
    default:
        return;
    }
}

void DetailsPanel::showContender(const ViewState& viewState, const ContenderView& view)
{
    const bool isLive = viewState.source == SourceState::Live && viewState.snapshot;
    m_hostBox->setVisible(isLive && !view.gone && view.contender && view.contender->redis &&
                          inspect::ownerOf(*viewState.snapshot, *view.contender).host.empty());
    m_lease->setLease(leaseFacts(viewState, view));
    m_commandList->setCommands(commandsToCopy(viewState, view, m_commands));
    if (view.contender)
        m_contender->setRows(contenderFacts(viewState, view, m_clientPlaces));
    else if (view.lock)
        m_contender->setRows({{tr("State"), emptyQueueText(*view.lock), false, Tone::Muted}});
}

void DetailsPanel::showLock(const ViewState& viewState, const inspect::Lock& lock)
{
    recognise(viewState, lock);
    auto rows = lockFacts(viewState, lock);
    for (auto& row : recognitionFacts(m_recognition))
        rows.push_back(std::move(row));
    m_lock->setRows(rows);
}

void DetailsPanel::recognise(const ViewState& viewState, const inspect::Lock& lock)
{
    constexpr std::size_t longQueue = 500;
    const auto& known = m_recognised;
    const bool isSame = known == &lock || (known && lock.queue.size() > longQueue && known->path == lock.path &&
                                           known->dialect == lock.dialect);
    if (isSame || !viewState.snapshot)
        return;
    m_recognition = inspect::recognitionOf(*viewState.snapshot, lock);
    m_recognisedIn = viewState.snapshot;
    m_recognised = &lock;
}

} // namespace lockscope::ui

#include "moc_DetailsPanel.cpp"
