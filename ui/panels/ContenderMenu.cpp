// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/ContenderMenu.h"

#include "core/model/Owners.h"
#include "core/model/QueueStates.h"
#include "core/release/ReleasePlan.h"
#include "ui/models/text/Formatting.h"
#include "ui/models/text/ReleaseCommand.h"
#include "ui/panels/ReleaseBox.h"
#include "ui/views/WhyDisabled.h"

#include <QAbstractScrollArea>
#include <QAction>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QKeyEvent>

#include <algorithm>
#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

/// Copies the text, or is disabled if there is none.
void offerCopy(QAction& entry, const QString& text, const QString& whyNone)
{
    entry.setData(text);
    enableUnless(entry, text.isEmpty() ? whyNone : QString());
}

/// What identifies the client to the servers; empty: unknown, or there is none.
QString ownerText(const inspect::Contender& contender)
{
    if (contender.redis)
        return oneLine(contender.redis->owner);
    const auto session = contender.session().value_or(0);
    return session == 0 ? QString() : formatHex(session);
}

/// For a semaphore without stored holders: that adds one permit.
QString commandText(const ViewState& viewState, const inspect::Lock& lock, const inspect::Contender* contender)
{
    const auto target = ReleaseBox::commandTarget(viewState);
    if (inspect::areHoldersStored(lock))
        return contender ? releaseCommand(target, release::predictedPlan(lock, *contender, viewState.snapshot.get()))
                         : QString();
    const auto plan = release::predictedPermits(lock, 1);
    return plan ? releaseCommand(target, *plan) : QString();
}

} // namespace

ContenderMenu::ContenderMenu(QWidget* parent)
    : QMenu(parent)
{
    setObjectName(u"contenderMenu"_s);
    setToolTipsVisible(true);
    m_release = addEntry(u"contenderRelease"_s, tr("Release…"));
    m_own << addSeparator();
    m_host = addEntry(u"contenderCopyHost"_s, tr("Copy Host"));
    m_session = addEntry(u"contenderCopySession"_s, tr("Copy Session"));
    m_path = addEntry(u"contenderCopyPath"_s, tr("Copy Path"));
    m_command = addEntry(u"contenderCopyCommand"_s, tr("Copy Command"));
    m_own << addSeparator();
    m_graph = addEntry(u"contenderGraph"_s, tr("Show in Graph"));
    m_timeline = addEntry(u"contenderTimeline"_s, tr("Show in Timeline"));
    m_activity = addEntry(u"contenderActivity"_s, tr("Show in Activity"));
    m_own << addSeparator();
    for (auto* copy : {m_host, m_session, m_path, m_command})
        addCopy(copy);
    connect(m_release, &QAction::triggered, this, [this] { Q_EMIT releaseWanted(m_key); });
    connect(m_graph, &QAction::triggered, this, [this] { Q_EMIT graphWanted(m_key); });
    connect(m_timeline, &QAction::triggered, this, [this] { Q_EMIT timelineWanted(m_key); });
    connect(m_activity, &QAction::triggered, this, [this] { Q_EMIT activityWanted(m_activity->data().toString()); });
}

QAction* ContenderMenu::addEntry(const QString& objectName, const QString& text)
{
    auto* entry = addAction(text);
    entry->setObjectName(objectName);
    m_own << entry;
    return entry;
}

void ContenderMenu::addCopy(QAction* entry)
{
    connect(entry, &QAction::triggered, this,
            [entry] { QGuiApplication::clipboard()->setText(entry->data().toString()); });
}

void ContenderMenu::serve(QWidget& view, Find find)
{
    auto* area = qobject_cast<QAbstractScrollArea*>(&view);
    auto* viewport = area ? area->viewport() : &view;
    const Served served{&view, viewport, std::move(find)};
    for (auto* watched : {&view, viewport}) {
        m_served.insert(watched, served);
        watched->installEventFilter(this);
    }
}

/// Before the view, which would show its own actions alone.
bool ContenderMenu::eventFilter(QObject* watched, QEvent* event)
{
    const auto found = m_served.constFind(watched);
    if (found == m_served.constEnd())
        return QMenu::eventFilter(watched, event);
    if (event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (watched != found->view || key->key() != Qt::Key_F10 || key->modifiers() != Qt::ShiftModifier)
            return false;
        openByKey(*found);
        return true;
    }
    if (event->type() != QEvent::ContextMenu)
        return false;
    const auto* asked = static_cast<QContextMenuEvent*>(event);
    event->accept();
    if (asked->reason() == QContextMenuEvent::Keyboard)
        openByKey(*found);
    else
        open(*found, found->find(found->viewport->mapFromGlobal(asked->globalPos())), asked->globalPos());
    return true;
}

/// At the selected item, which may be outside the visible part.
void ContenderMenu::openByKey(const Served& served)
{
    const auto spot = served.find(std::nullopt);
    const auto visible = served.viewport->rect();
    const auto box = spot ? spot->box.intersected(visible) : QRect();
    open(served, spot, served.viewport->mapToGlobal(box.isEmpty() ? visible.center() : box.center()));
}

void ContenderMenu::open(const Served& served, const std::optional<ContenderSpot>& spot, const QPoint& at)
{
    for (const auto& action : std::exchange(m_ofView, {})) {
        if (action)
            removeAction(action);
    }
    for (auto* entry : std::as_const(m_own))
        entry->setVisible(spot.has_value());
    if (spot)
        take(*spot);
    for (auto* action : served.view->actions()) {
        addAction(action);
        m_ofView << action;
    }
    if (spot || !m_ofView.isEmpty())
        popup(at);
}

void ContenderMenu::take(const ContenderSpot& spot)
{
    const auto* lock = m_viewState.snapshot ? m_viewState.snapshot->find(spot.key.lock) : nullptr;
    const inspect::Contender* contender = nullptr;
    if (lock && !spot.isPast)
        contender = !spot.key.isLock() ? lock->find(spot.key) : lock->queue.empty() ? nullptr : &lock->queue.front();
    const bool addsPermits = lock && !inspect::areHoldersStored(*lock);
    m_key = addsPermits ? inspect::ContenderKey{lock->path, {}, {}} : contender ? lock->keyOf(*contender) : spot.key;
    const auto whyNone = contender           ? QString()
                         : addsPermits       ? tr("Redis does not store the holders of this semaphore.")
                         : spot.key.isLock() ? tr("No client holds this lock or waits for it.")
                                             : tr("This client no longer holds the lock or waits for it.");
    nameEntries(addsPermits);
    offerRelease(whyNone, addsPermits);
    offerCopies(spot, lock, contender, whyNone);
    offerPlaces(spot, lock, contender, whyNone);
}

void ContenderMenu::nameEntries(bool addsPermits)
{
    const bool isRedis = m_viewState.isRedis();
    m_release->setText(addsPermits ? tr("Add Permits…") : tr("Release…"));
    m_session->setText(isRedis ? tr("Copy Owner") : tr("Copy Session"));
    m_path->setText(isRedis ? tr("Copy Lock Name") : tr("Copy Path"));
}

void ContenderMenu::offerRelease(const QString& whyNone, bool addsPermits)
{
    const auto why = ReleaseBox::whyNothingIsReleased(m_viewState);
    enableUnless(*m_release, why.isEmpty() && !addsPermits ? whyNone : why);
}

void ContenderMenu::offerCopies(const ContenderSpot& spot, const inspect::Lock* lock,
                                const inspect::Contender* contender, const QString& whyNone)
{
    const auto whyNot = [&whyNone](const QString& why) { return whyNone.isEmpty() ? why : whyNone; };
    const auto& snapshot = m_viewState.snapshot;
    offerCopy(*m_host, contender ? oneLine(inspect::ownerOf(*snapshot, *contender).host) : QString(),
              whyNot(tr("The host of this client is unknown.")));
    offerCopy(*m_session, contender ? ownerText(*contender) : QString(),
              whyNot(contender && contender->session() == 0 ? tr("This node has no session.")
                                                            : tr("The session of this client is unknown.")));
    const bool isOfLock = spot.key.isLock() || m_viewState.isRedis();
    offerCopy(*m_path, oneLine(isOfLock ? spot.key.lock : inspect::nodePathOf(spot.key, snapshot.get())), whyNone);
    offerCopy(*m_command, lock ? commandText(m_viewState, *lock, contender) : QString(),
              whyNot(tr("There is no command for this lock.")));
}

void ContenderMenu::offerPlaces(const ContenderSpot& spot, const inspect::Lock* lock,
                                const inspect::Contender* contender, const QString& whyNone)
{
    const auto waits = [](const inspect::Contender& each) { return each.waits(); };
    enableUnless(*m_graph, !contender           ? whyNone
                           : lock->isPossible() ? tr("The graph has no possible locks.")
                           : lock->isElection   ? tr("The graph has no elections.")
                           : std::none_of(lock->queue.begin(), lock->queue.end(), waits)
                               ? tr("No waiting clients of this lock are known.")
                               : QString());
    const auto* history = m_viewState.history.get();
    enableUnless(*m_timeline, history && (lock || history->find(spot.key.lock))
                                  ? QString()
                                  : tr("The timeline has nothing about this lock."));
    const auto* facts = m_viewState.snapshot ? m_viewState.snapshot->ensemble.get() : nullptr;
    m_activity->setData(spot.key.isLock() ? oneLine(spot.key.lock)
                        : contender       ? displayName(*contender, facts)
                                          : oneLine(spot.key.node));
}

} // namespace lockscope::ui

#include "moc_ContenderMenu.cpp"
