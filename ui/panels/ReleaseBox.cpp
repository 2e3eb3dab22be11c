// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/ReleaseBox.h"

#include "core/model/FindingIndex.h"
#include "core/model/OwnerLocks.h"
#include "core/model/QueueStates.h"
#include "core/release/ReleaseOptions.h"
#include "core/release/ReleasePlan.h"
#include "ui/models/text/Formatting.h"
#include "ui/models/text/QueueWords.h"
#include "ui/models/text/VoteWords.h"
#include "ui/panels/LockFindings.h"
#include "ui/views/ElidedLabel.h"
#include "ui/views/KeyPushButton.h"
#include "ui/views/NumberBox.h"
#include "ui/views/StyleProperty.h"
#include "ui/views/WhyDisabled.h"

#include <QClipboard>
#include <QFrame>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeySequence>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

QToolButton* makeLink(QWidget* parent, const QString& objectName, const QString& text, const QString& description)
{
    auto* link = new QToolButton(parent);
    link->setObjectName(objectName);
    link->setProperty("role", u"link"_s);
    link->setText(text);
    link->setAccessibleName(text);
    explain(*link, description);
    link->setFocusPolicy(Qt::StrongFocus);
    return link;
}

QPushButton* makeSmallButton(QWidget* parent, const QString& objectName, const QString& text,
                             const QString& accessibleName)
{
    auto* button = new QPushButton(text, parent);
    button->setObjectName(objectName);
    button->setProperty("compact", true);
    button->setAccessibleName(accessibleName);
    return button;
}

QString effectOf(const release::ReleaseOption& option)
{
    return inTurn({withShortOwners(option.what), withShortOwners(option.affects)});
}

/// The waiter at the head that does not listen; null: there is none, or only a fair lock would have one.
const inspect::Contender* deadHeadOf(const inspect::Lock& lock)
{
    const auto dead = release::deadHeadsOf(lock);
    if (dead.empty() || lock.dialect != "redisson-fair-lock")
        return nullptr;
    const auto found = std::find_if(lock.queue.begin(), lock.queue.end(), [&](const inspect::Contender& contender) {
        return !contender.holds && contender.node == dead.front();
    });
    return found == lock.queue.end() || !isDead(*found) ? nullptr : &*found;
}

} // namespace

ReleaseBox::ReleaseBox(QWidget* parent)
    : QWidget(parent)
    , m_targetName(new ElidedLabel(this))
    , m_findings(new LockFindings(u"releaseFinding"_s, this))
{
    setObjectName(u"releaseBox"_s);
    connect(m_findings, &LockFindings::chosen, this, &ReleaseBox::findingChosen);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(14, 8, 14, 8);
    layout->setSpacing(6);
    buildHeader(*layout);
    layout->addWidget(m_findings);
    buildContent(*layout);
    buildCopies(*layout);
    layout->addStretch();
    show({}, {});
}

void ReleaseBox::buildHeader(QVBoxLayout& layout)
{
    auto* title = new QLabel(tr("RELEASE"), this);
    title->setObjectName(u"releaseTitle"_s);
    title->setProperty("role", u"section"_s);
    m_targetName->setObjectName(u"releaseTarget"_s);
    m_targetName->setProperty("role", u"muted"_s);
    m_targetName->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_targetName->setElideMode(Qt::ElideMiddle);
    auto* header = new QHBoxLayout;
    header->addWidget(title);
    header->addWidget(m_targetName, 1);
    m_none = new QLabel(tr("Select the contender to release."), this);
    m_none->setObjectName(u"releaseNone"_s);
    m_none->setProperty("role", u"muted"_s);
    m_none->setWordWrap(true);
    layout.addLayout(header);
    layout.addWidget(m_none);
}

/// The card of what cannot be undone, with the reason against it below its effect.
void ReleaseBox::buildDelete()
{
    m_button = new KeyPushButton(QKeySequence(Qt::Key_Delete).toString(QKeySequence::NativeText), m_content);
    m_button->setObjectName(u"releaseButton"_s);
    m_button->setProperty("compact", true);
    m_button->setProperty("tone", u"bad"_s);
    m_button->setTone(Tone::Bad);
    connect(m_button, &QPushButton::clicked, this, &ReleaseBox::releaseWanted);
    m_delete = addCard(u"releaseDelete"_s, "bad", {m_button});

    m_reasonRow = new QWidget(m_delete.frame);
    m_reasonRow->setObjectName(u"releaseReasonRow"_s);
    m_reason = new QLabel(m_reasonRow);
    m_reason->setObjectName(u"releaseDisabledReason"_s);
    m_reason->setTextFormat(Qt::PlainText);
    m_reason->setWordWrap(true);
    m_reason->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_allowWrites = makeLink(m_reasonRow, u"releaseAllowWrites"_s, tr("Allow Writes…"),
                             tr("Unlocks the connection for a limited time."));
    connect(m_allowWrites, &QToolButton::clicked, this, &ReleaseBox::writesWanted);
    auto* reasonLayout = new QHBoxLayout(m_reasonRow);
    reasonLayout->setContentsMargins(0, 0, 0, 0);
    reasonLayout->addWidget(m_reason, 1);
    reasonLayout->addWidget(m_allowWrites, 0, Qt::AlignTop);
    auto* card = static_cast<QVBoxLayout*>(m_delete.frame->layout());
    buildPermits(*card);
    card->addWidget(m_reasonRow);
}

void ReleaseBox::buildPermits(QVBoxLayout& layout)
{
    m_permitsRow = new QWidget(m_delete.frame);
    m_permitsRow->setObjectName(u"releasePermitsRow"_s);
    m_permits = new NumberBox(1, static_cast<int>(release::mostPermits), m_permitsRow);
    m_permits->setObjectName(u"releasePermits"_s);
    m_permits->setAccessibleName(tr("Permits to add"));
    connect(m_permits, &QSpinBox::valueChanged, this, &ReleaseBox::showReason);
    auto* permitsLabel = new QLabel(tr("&Permits to add:"), m_permitsRow);
    permitsLabel->setBuddy(m_permits);
    auto* permitsLayout = new QHBoxLayout(m_permitsRow);
    permitsLayout->setContentsMargins(0, 0, 0, 0);
    permitsLayout->addWidget(permitsLabel);
    permitsLayout->addWidget(m_permits);
    permitsLayout->addStretch();
    layout.addWidget(m_permitsRow);
}

void ReleaseBox::buildContent(QVBoxLayout& layout)
{
    m_content = new QWidget(this);
    m_content->setObjectName(u"releaseContent"_s);
    m_cards = new QVBoxLayout(m_content);
    m_cards->setContentsMargins(0, 0, 0, 0);
    m_cards->setSpacing(4);
    m_riskFrame = new QFrame(m_content);
    m_riskFrame->setObjectName(u"releaseRiskFrame"_s);
    m_riskFrame->setProperty("box", u"warn"_s);
    m_risk = new QLabel(m_riskFrame);
    m_risk->setObjectName(u"releaseRisk"_s);
    m_risk->setTextFormat(Qt::PlainText);
    m_risk->setWordWrap(true);
    m_risk->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* riskLayout = new QVBoxLayout(m_riskFrame);
    riskLayout->setContentsMargins(12, 4, 12, 4);
    riskLayout->addWidget(m_risk);
    m_cards->addWidget(m_riskFrame);
    m_wakeNext = makeSmallButton(m_content, u"releaseWakeNext"_s, tr("Remove and Wake Next…"),
                                 tr("Remove the dead waiter and wake the next one"));
    connect(m_wakeNext, &QPushButton::clicked, this, [this] { Q_EMIT deadHeadReleaseWanted(m_deadHeadKey); });
    m_deadHead = addCard(u"releaseDeadHead"_s, "bad", {}, m_wakeNext);
    m_request = makeSmallButton(m_content, u"releaseRequest"_s, tr("Request…"), tr("Request release from the holder"));
    connect(m_request, &QPushButton::clicked, this, &ReleaseBox::requestWanted);
    m_notice = new QToolButton(m_content);
    m_notice->setAccessibleName(tr("Notify me when this hold ends"));
    m_notice->setObjectName(u"releaseNotifyMe"_s);
    m_notice->setProperty("compact", true);
    m_notice->setFocusPolicy(Qt::StrongFocus);
    connect(m_notice, &QToolButton::clicked, this, [this] { Q_EMIT noticeWanted(m_noticeKey, !m_isNoticed); });
    m_ask = addCard(u"releaseAsk"_s, "info", {m_request});
    m_wait = addCard(u"releaseWait"_s, "wait", {m_notice});
    buildDelete();
    layout.addWidget(m_content);
}

void ReleaseBox::buildCopies(QVBoxLayout& layout)
{
    m_copies = new QWidget(this);
    m_copies->setObjectName(u"releaseCopies"_s);
    auto* plan = makeLink(m_copies, u"releaseCopyPlan"_s, tr("Copy Plan"), tr("Copies the plan of this release."));
    auto* command = makeLink(m_copies, u"releaseCopyCommand"_s, tr("Copy Command"),
                             tr("Copies the command line of lockscopectl for this release. Type the reason into it."));
    connect(plan, &QToolButton::clicked, this, &ReleaseBox::copyPlan);
    connect(command, &QToolButton::clicked, this, &ReleaseBox::copyCommand);
    auto* copies = new QHBoxLayout(m_copies);
    copies->setContentsMargins(0, 0, 0, 0);
    copies->addWidget(plan);
    copies->addWidget(command);
    copies->addStretch();
    layout.addWidget(m_copies);
}

ReleaseBox::Card ReleaseBox::addCard(const QString& objectName, const char* tone,
                                     const std::vector<QWidget*>& besideTitle, QPushButton* button)
{
    auto* frame = new QFrame(m_content);
    frame->setObjectName(u"card"_s);
    auto* title = new QLabel(frame);
    title->setObjectName(objectName + u"Title"_s);
    title->setProperty("role", u"title"_s);
    title->setProperty("tone", QString::fromLatin1(tone));
    title->setWordWrap(true);
    auto* text = new QLabel(frame);
    text->setObjectName(objectName);
    text->setProperty("role", u"muted"_s);
    text->setTextFormat(Qt::PlainText);
    text->setWordWrap(true);
    auto* layout = new QVBoxLayout(frame);
    layout->setContentsMargins(10, 3, 6, 4);
    layout->setSpacing(1);
    auto* header = new QHBoxLayout;
    header->addWidget(title, 1);
    for (auto* widget : besideTitle)
        header->addWidget(widget, 0, Qt::AlignTop);
    layout->addLayout(header);
    layout->addWidget(text);
    if (button)
        layout->addWidget(button, 0, Qt::AlignRight);
    m_cards->addWidget(frame);
    return {frame, title, text};
}

QString ReleaseBox::whyNothingIsReleased(const ViewState& viewState)
{
    if (viewState.mayWrite())
        return {};
    switch (viewState.source) {
    case SourceState::Replay:
        return tr("Locks cannot be released in a replay. Close the recording first (Ctrl+W).");
    case SourceState::NotConnected:
        return tr("Not connected.");
    case SourceState::Connecting:
        return tr("Not connected yet.");
    case SourceState::Live:
        if (viewState.session.state == SessionState::ReadOnly)
            return tr("The connected server is read-only: it has no quorum.");
        if (viewState.access == WriteAccess::Locked)
            return whyLocked();
        break;
    case SourceState::Ended:
        return whyEnded();
    case SourceState::Disconnected:
        break;
    }
    return tr("The connection to the servers is lost.");
}

QString ReleaseBox::whyLocked()
{
    return tr("This connection is read-only. Unlock it first (Ctrl+L).");
}

QString ReleaseBox::whyEnded()
{
    return tr("The simulation has ended, and its servers were removed.");
}

CommandTarget ReleaseBox::commandTarget(const ViewState& viewState)
{
    return viewState.name.isEmpty() ? CommandTarget{{}, viewState.connect} : CommandTarget{viewState.name, {}};
}

void ReleaseBox::setTheme(const Theme& theme)
{
    m_findings->setTheme(theme);
    m_button->setTheme(theme);
}

void ReleaseBox::show(const ViewState& viewState, const ContenderView& view)
{
    m_findings->setStale(viewState.isStale());
    m_findings->setFindings(view.lock && viewState.snapshot ? inspect::findingsOf(*viewState.snapshot, *view.lock)
                                                            : std::vector<const inspect::Finding*>());
    const bool isThere = view.lock && view.contender && !view.gone && inspect::areHoldersStored(*view.lock);
    m_none->setVisible(!isThere);
    m_addsPermits = view.lock && !inspect::areHoldersStored(*view.lock);
    m_none->setText(m_addsPermits ? tr("Redis stores the number of free permits of this semaphore, not its holders. "
                                       "Permits that were not returned can be added.")
                    : view.gone   ? tr("The selected contender has left the queue. There is nothing to release.")
                                  : tr("Select the contender to release."));
    if (const auto path = view.lock ? view.lock->path : std::string(); std::exchange(m_shownLock, path) != path)
        m_permits->setValue(1); // another number was meant for another lock
    m_permitsRow->setVisible(m_addsPermits);
    m_target = commandTarget(viewState);
    m_now = viewState.now;
    m_plan.reset();
    if (!isThere)
        m_clientPlaces = {}; // else it would keep a snapshot
    if (isThere)
        m_plan = planOf(viewState, *view.lock, *view.contender);
    else if (m_addsPermits)
        if (const auto plan = release::predictedPermits(*view.lock, 1))
            m_plan = *plan;
    const auto* facts = viewState.snapshot ? viewState.snapshot->ensemble.get() : nullptr;
    m_targetName->setFullText(
        !m_plan   ? QString()
        : isThere ? tr("%1 on %2").arg(displayName(*view.contender, facts), oneLine(release::lockName(*m_plan)))
                  : oneLine(release::lockName(*m_plan)));
    m_copies->setVisible(m_plan.has_value());
    m_isChosen = isThere || m_addsPermits;
    m_content->setVisible(m_isChosen);
    const auto why = whyNothingIsReleased(viewState);
    m_whyOutside = m_isChosen || viewState.source != SourceState::Live ? why : m_none->text();
    enableUnless(*m_permits, why);
    m_allowWrites->setVisible(!why.isEmpty() && why == whyLocked());
    m_button->setVisible(m_isChosen);
    if (isThere)
        showOptions(viewState, view);
    else
        showPermits();
    if (m_plan)
        showRisk(viewState.sandboxed.contains(view.lock->path));
    showReason();
}

/// As predicted; on Redis with the other locks of the same thread, once all locks were read.
release::ReleasePlan ReleaseBox::planOf(const ViewState& viewState, const inspect::Lock& lock,
                                        const inspect::Contender& contender) const
{
    auto plan = release::predictedPlan(lock, contender, viewState.snapshot.get());
    const auto& snapshot = viewState.snapshot;
    using Kind = release::RedisPlan::Kind;
    const bool isToken = plan.redis.kind == Kind::Token || plan.redis.kind == Kind::Permit;
    if (!snapshot || !snapshot->complete || !contender.redis || isToken || !inspect::isThread(contender.redis->owner))
        return plan;
    plan.others.emplace();
    for (const auto& place : m_clientPlaces.of(snapshot, &lock, contender)) {
        if (place.contender->redis->owner == contender.redis->owner)
            plan.others->push_back({place.lock->path, place.lock->path, place.contender->holds});
    }
    return plan;
}

/// Without its colour if only simulated clients can be affected, at servers that this window has started.
void ReleaseBox::showRisk(bool isSimulated)
{
    const auto risk = QString::fromStdString(release::riskOf(*m_plan));
    m_risk->setText(isSimulated ? asEntry(tr("Simulated clients"), risk) : asSentence(risk));
    if (std::exchange(m_isQuiet, isSimulated) != isSimulated)
        setStyleProperty(*m_riskFrame, "box", isSimulated ? u"plain"_s : u"warn"_s);
}

/// Beside the button, and in its accessible description.
void ReleaseBox::showReason()
{
    m_whyNot = m_whyOutside.isEmpty() && m_addsPermits ? m_permits->fault() : m_whyOutside;
    m_reason->setText(m_allowWrites->isHidden() ? m_whyNot : tr("Disabled: read-only connection."));
    m_reasonRow->setVisible(m_isChosen && !m_whyNot.isEmpty());
    enableUnless(*m_button, m_whyNot);
    enableUnless(*m_wakeNext, m_whyNot);
    enableUnless(*m_request, m_whyNotAsked.isEmpty() ? m_whyNot : m_whyNotAsked);
    if (m_addsPermits && m_plan && m_permits->fault().isEmpty())
        m_delete.text->setText(effectOf(release::releaseOptionsOf(planToCopy(), m_now).remove));
}

void ReleaseBox::nameButton(const QString& text, const QString& shortText, const QString& accessibleName)
{
    m_button->setText(text);
    m_button->setAccessibleName(accessibleName);
    m_shortText = shortText;
}

/// The only option of a semaphore without stored holders; without one, what is hidden is named.
void ReleaseBox::showPermits()
{
    m_riskFrame->setVisible(m_plan.has_value());
    arrange({{&m_delete, tr("Add Permits")}});
    if (m_addsPermits)
        nameButton(tr("Add Permits…"), tr("Add Permits…"), tr("Add permits to the semaphore"));
    else
        nameButton(tr("Release…"), tr("Release…"), tr("Release the selected contender"));
}

void ReleaseBox::showOptions(const ViewState& viewState, const ContenderView& view)
{
    const auto& contender = *view.contender;
    const auto options = release::releaseOptionsOf(*m_plan, viewState.now);
    const bool isRedis = m_plan->isRedis();
    const bool isRead = contender.details || contender.redis;
    const auto notRead = tr("The node is still being read.");
    m_whyNotAsked = !isRead ? notRead : release::canBeAsked(*m_plan) ? QString() : oneLine(options.ask.what);
    m_ask.text->setText(!isRead                   ? notRead
                        : m_whyNotAsked.isEmpty() ? oneLine(options.ask.what)
                                                  : inTurn({tr("Not available."), m_whyNotAsked}));
    m_wait.text->setText(isRead ? oneLine(options.wait.what) : notRead);
    showNotice(viewState, view);
    m_delete.text->setText(effectOf(options.remove));
    m_riskFrame->setVisible(isRead);

    const auto* deadHead = deadHeadOf(*view.lock);
    const bool isDeadHead = deadHead && view.lock->keyOf(*deadHead) == view.lock->keyOf(contender);
    Cards cards;
    if (deadHead && !isDeadHead) {
        showDeadHead(viewState, *view.lock, *deadHead);
        cards.emplace_back(&m_deadHead, tr("Remove Dead Waiter"));
    }
    if (isDeadHead)
        cards.emplace_back(&m_delete, tr("Remove Dead Waiter"));
    if (!isRedis) // it has no requests
        cards.emplace_back(&m_ask, tr("Request Release"));
    cards.emplace_back(&m_wait, tr("Wait"));
    const auto release = tr("Release the selected contender");
    if (isDeadHead) {
        nameButton(m_wakeNext->text(), m_wakeNext->text(), m_wakeNext->accessibleName());
    } else if (!isRedis) {
        cards.emplace_back(&m_delete, tr("Release Node"));
        nameButton(tr("Release Node…"), tr("Release…"), release);
    } else if (!contender.holds) {
        cards.emplace_back(&m_delete, tr("Remove Waiter"));
        nameButton(tr("Remove Waiter…"), tr("Release…"), release);
    } else if (hasVotes(*view.lock)) {
        cards.emplace_back(&m_delete, tr("Release Lock"));
        nameButton(tr("Release Lock…"), tr("Release…"), release);
    } else {
        cards.emplace_back(&m_delete, tr("Release Holder"));
        nameButton(tr("Release Holder…"), tr("Release…"), release);
    }
    arrange(cards);
}

/// The text of the card says whether the notice is active.
void ReleaseBox::showNotice(const ViewState& viewState, const ContenderView& view)
{
    const auto& awaited = viewState.awaitedEnds;
    m_noticeKey = view.lock->keyOf(*view.contender);
    m_isNoticed = std::find(awaited.begin(), awaited.end(), m_noticeKey) != awaited.end();
    m_notice->setVisible(view.contender->holds && !viewState.isReplay());
    m_notice->setText(m_isNoticed ? tr("Cancel Notification") : tr("Notify Me"));
    m_notice->setAccessibleName(m_isNoticed ? tr("Cancel the notification of the end of this hold")
                                            : tr("Notify me when this hold ends"));
    explain(*m_notice, m_isNoticed ? tr("Ends the notification. Does not change the lock.")
                                   : tr("Notifies you on the desktop when this hold ends. Does not change the lock."));
    enableUnless(*m_notice, viewState.source == SourceState::Live || m_isNoticed ? QString()
                            : viewState.hasEnded()                               ? whyEnded()
                                                   : tr("The connection to the servers is lost."));
    if (m_isNoticed)
        m_wait.text->setText(inTurn({m_wait.text->text(), tr("You are notified when this hold ends.")}));
}

void ReleaseBox::showDeadHead(const ViewState& viewState, const inspect::Lock& lock, const inspect::Contender& waiter)
{
    const auto plan = release::predictedPlan(lock, waiter, viewState.snapshot.get());
    const auto effect = effectOf(release::releaseOptionsOf(plan, viewState.now).remove);
    m_deadHeadKey = lock.keyOf(waiter);
    m_deadHead.text->setText(
        asEntry(displayName(waiter, nullptr), inTurn({withShortOwners(plan.evidence.text), effect})));
}

/// Shows these cards in this order, numbered, below the risk.
void ReleaseBox::arrange(const Cards& cards)
{
    for (const auto* card : {&m_deadHead, &m_ask, &m_wait, &m_delete})
        card->frame->setVisible(
            std::any_of(cards.begin(), cards.end(), [card](const auto& shown) { return shown.first == card; }));
    auto place = 1;
    for (const auto& [card, title] : cards) {
        card->title->setText(u"%1. %2"_s.arg(QString::number(place), title));
        if (m_cards->indexOf(card->frame) != place)
            m_cards->insertWidget(place, card->frame);
        ++place;
    }
}

release::ReleasePlan ReleaseBox::planToCopy() const
{
    auto plan = *m_plan;
    if (m_addsPermits)
        plan.redis.permits = m_permits->value();
    return plan;
}

void ReleaseBox::copyPlan() const
{
    if (m_plan)
        QGuiApplication::clipboard()->setText(planText(planToCopy(), m_now));
}

void ReleaseBox::copyCommand() const
{
    if (m_plan)
        QGuiApplication::clipboard()->setText(releaseCommand(m_target, planToCopy()));
}

QString ReleaseBox::buttonText() const
{
    return m_shortText;
}

int ReleaseBox::permits() const
{
    return m_addsPermits ? m_permits->value() : 0;
}

} // namespace lockscope::ui

#include "moc_ReleaseBox.cpp"
