// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/ReleaseBox.h"
#include "tests/support/Test.h"
#include "tests/ui/Child.h"
#include "tests/ui/RedisLocks.h"
#include "tests/ui/Snapshots.h"
#include "tests/ui/Warnings.h"
#include "ui/models/text/ReleaseCommand.h"
#include "ui/theme/Theme.h"
#include "ui/views/ElidedLabel.h"
#include "ui/views/FindingStrip.h"
#include "ui/views/KeyPushButton.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeySequence>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QToolButton>

namespace lockscope::releaseBoxTest {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// The release options beside the queue.
class ReleaseBoxTest : public QObject {
    Q_OBJECT
    test::LockPtr m_lock = test::mutexLock("/locks/orders", 3);

    static QString text(QWidget& box, const QString& name)
    {
        const auto* label = box.findChild<QLabel*>(name);
        return label ? label->text() : u"there is no such label"_s;
    }

    /// The servers' report of the holder's session, with the last heartbeat `silence` ago.
    ui::ViewState viewState(std::chrono::milliseconds silence) const
    {
        auto snapshot = std::make_shared<inspect::Snapshot>(*test::snapshot({m_lock}));
        auto facts = std::make_shared<ensemble::EnsembleFacts>();
        facts->takenAt = test::snapshotTime - 1s;
        facts->hasEverySession = true;
        facts->hasEveryConnection = true;
        ensemble::SessionFacts session;
        session.id = m_lock->queue[0].details->session;
        session.host = "10.20.4.101:40000";
        session.timeout = 30s;
        session.reportedAt = test::snapshotTime;
        session.lastHeard = test::snapshotTime - silence;
        session.expiresAt = test::snapshotTime + 30s - silence;
        facts->sessions[session.id] = session;
        snapshot->ensemble = facts;
        return test::liveViewState(snapshot);
    }

private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void aSilentHolderIsWaitedFor()
    {
        ui::ReleaseBox box;
        auto now = viewState(25s);
        box.show(now, {m_lock.get(), &m_lock->queue[0], false});
        QVERIFY2(text(box, u"releaseWait"_s).contains(u"ends within 5 s"_s), qPrintable(text(box, u"releaseWait"_s)));
        now.now += 3s; // the snapshot stays the same while time passes
        box.show(now, {m_lock.get(), &m_lock->queue[0], false});
        QVERIFY(text(box, u"releaseWait"_s).contains(u"ends within 2 s"_s));
        now.now += 10s;
        box.show(now, {m_lock.get(), &m_lock->queue[0], false});
        QVERIFY(text(box, u"releaseWait"_s).contains(u"ends at any moment"_s));
    }

    void everyReleaseOptionSaysWhatItDoes()
    {
        ui::ReleaseBox box;
        box.show(viewState(2s), {m_lock.get(), &m_lock->queue[0], false});
        QVERIFY(text(box, u"releaseAsk"_s).contains(u"__REVOKE__"_s));
        QVERIFY(text(box, u"releaseWait"_s).contains(u"The session is alive"_s));
        QVERIFY(text(box, u"releaseDelete"_s).contains(u"Next holder: worker-102."_s));
        QVERIFY(text(box, u"releaseRisk"_s).contains(u"two clients may then both believe they hold the lock"_s));
        const auto target = [&] { return test::childOf<ui::ElidedLabel>(box, u"releaseTarget"_s)->fullText(); };
        QCOMPARE(target(), u"worker-101 on orders"_s);
        box.show(viewState(2s), {m_lock.get(), &m_lock->queue[1], false});
        QCOMPARE(target(), u"worker-102 on orders"_s);
        QVERIFY(text(box, u"releaseAsk"_s).contains(u"this client is waiting"_s));
        QVERIFY(text(box, u"releaseRisk"_s).contains(u"loses its position"_s));
    }

    /// Worst first, at most two, each above all that releases.
    void theFindingsOfTheLockStandAboveTheOptions()
    {
        auto now = viewState(2s);
        auto snapshot = std::make_shared<inspect::Snapshot>(*now.snapshot);
        const auto add = [&](inspect::FindingKind kind, inspect::Severity severity, const std::string& path) {
            auto& finding = snapshot->findings.emplace_back();
            finding.kind = kind;
            finding.severity = severity;
            finding.path = path;
            finding.text = "Seen at " + path + ".";
        };
        ui::ReleaseBox box;
        box.resize(340, 500);
        box.show(now, {m_lock.get(), &m_lock->queue[0], false});
        box.setVisible(true);
        QVERIFY(QTest::qWaitForWindowActive(&box));
        const auto strip = [&](int number) {
            return test::childOf<ui::FindingStrip>(box, u"releaseFinding%1"_s.arg(number));
        };
        QVERIFY(!strip(0)->isVisible() && !strip(1)->isVisible());
        add(inspect::FindingKind::Deadlock, inspect::Severity::Critical, "/locks/orders");
        add(inspect::FindingKind::DeadOwner, inspect::Severity::Critical, "/locks/other");
        add(inspect::FindingKind::LongHold, inspect::Severity::Warning, "/locks/orders");
        add(inspect::FindingKind::LongWait, inspect::Severity::Warning, "/locks/orders");
        now.snapshot = snapshot;
        box.show(now, {m_lock.get(), &m_lock->queue[0], false});
        QVERIFY(strip(0)->isVisible() && strip(1)->isVisible());
        // The titles fit; the sentences are in the tooltips.
        QCOMPARE(strip(0)->text(), u"Deadlock"_s);
        QVERIFY2(strip(0)->toolTip().contains(u"Seen at /locks/orders."_s), qPrintable(strip(0)->toolTip()));
        QCOMPARE(strip(1)->text(), u"Held for too long"_s);
        QVERIFY(strip(1)->toolTip().contains(u"Waited for too long"_s)); // "+1 more"
        QTRY_VERIFY(strip(1)->mapTo(&box, QPoint()).y() <
                    box.findChild<QWidget*>(u"releaseContent"_s)->mapTo(&box, QPoint()).y());
        std::vector<std::string> chosen;
        connect(&box, &ui::ReleaseBox::findingChosen, this,
                [&](const std::string& identity) { chosen.push_back(identity); });
        QTest::mouseClick(strip(0), Qt::LeftButton);
        QTest::keyClick(strip(1), Qt::Key_Return);
        QCOMPARE(chosen, (std::vector{identityOf(snapshot->findings[0]), identityOf(snapshot->findings[2])}));
        // The focus never goes on to the button that releases.
        strip(0)->setFocus();
        QTRY_VERIFY(strip(0)->hasFocus());
        snapshot = std::make_shared<inspect::Snapshot>(*snapshot);
        snapshot->findings.clear();
        now.snapshot = snapshot;
        box.show(now, {m_lock.get(), &m_lock->queue[0], false});
        QVERIFY(!strip(0)->isVisible());
        QVERIFY(box.focusWidget() != box.findChild<QPushButton*>(u"releaseButton"_s));
    }

    /// A semaphore without leases has no contender to select.
    void addsPermitsToASemaphore()
    {
        inspect::Lock semaphore;
        semaphore.path = "slots";
        semaphore.kind = inspect::LockKind::Semaphore;
        semaphore.leasesKnown = inspect::Confidence::Unknown;
        semaphore.redis = std::make_shared<const inspect::RedisLock>();
        ui::ReleaseBox box;
        box.show(viewState(2s), {&semaphore, nullptr, false});
        QVERIFY2(text(box, u"releaseNone"_s).contains(u"not its holders"_s), qPrintable(text(box, u"releaseNone"_s)));
        QVERIFY(box.canRelease());
        QCOMPARE(box.findChild<QPushButton*>(u"releaseButton"_s)->text(), u"Add Permits…"_s);
        QCOMPARE(text(box, u"releaseDeleteTitle"_s), u"1. Add Permits"_s);
        QVERIFY(box.findChild<QLabel*>(u"releaseWait"_s)->parentWidget()->isHidden());
        QCOMPARE(box.permits(), 1);
        box.findChild<QSpinBox*>(u"releasePermits"_s)->setValue(3);
        QVERIFY2(text(box, u"releaseDelete"_s).startsWith(u"Adds 3 permits"_s),
                 qPrintable(text(box, u"releaseDelete"_s)));
        box.show(viewState(2s), {&semaphore, nullptr, false}); // live data leave what was typed
        QCOMPARE(box.permits(), 3);
        auto locked = viewState(2s);
        locked.access = ui::WriteAccess::Locked;
        box.show(locked, {&semaphore, nullptr, false});
        QVERIFY(!box.canRelease() && !box.findChild<QSpinBox*>(u"releasePermits"_s)->isEnabled());
        box.show(viewState(2s), {m_lock.get(), nullptr, false});
        QCOMPARE(text(box, u"releaseNone"_s), u"Select the contender to release."_s);
        QVERIFY(!box.canRelease());
        QCOMPARE(box.permits(), 0);
    }

    void aNumberOfPermitsIsOfOneSemaphore()
    {
        inspect::Lock semaphore;
        semaphore.path = "slots";
        semaphore.kind = inspect::LockKind::Semaphore;
        semaphore.leasesKnown = inspect::Confidence::Unknown;
        semaphore.redis = std::make_shared<const inspect::RedisLock>();
        auto other = semaphore;
        other.path = "seats";
        ui::ReleaseBox box;
        box.show(viewState(2s), {&semaphore, nullptr, false});
        box.findChild<QSpinBox*>(u"releasePermits"_s)->setValue(50);
        box.show(viewState(2s), {&other, nullptr, false});
        QCOMPARE(box.permits(), 1);
        box.findChild<QSpinBox*>(u"releasePermits"_s)->setValue(0);
        QVERIFY(!box.canRelease());
        box.show(viewState(2s), {&semaphore, nullptr, false});
        QCOMPARE(box.permits(), 1);
        QVERIFY(box.canRelease());
    }

    void aNumberOfPermitsBeyondTheLimitsIsRefused()
    {
        inspect::Lock semaphore;
        semaphore.path = "slots";
        semaphore.kind = inspect::LockKind::Semaphore;
        semaphore.leasesKnown = inspect::Confidence::Unknown;
        semaphore.redis = std::make_shared<const inspect::RedisLock>();
        ui::ReleaseBox box;
        box.show(viewState(2s), {&semaphore, nullptr, false});
        box.findChild<QSpinBox*>(u"releasePermits"_s)->setValue(0);
        QVERIFY(!box.canRelease());
        QVERIFY(text(box, u"releaseDisabledReason"_s).startsWith(u"0 is not possible."_s));
        box.findChild<QSpinBox*>(u"releasePermits"_s)->setValue(2);
        QVERIFY(box.canRelease());
        QCOMPARE(box.permits(), 2);
    }

    void theReasonStandsBesideTheButton()
    {
        ui::ReleaseBox box;
        auto locked = viewState(2s);
        locked.access = ui::WriteAccess::Locked;
        box.show(locked, {m_lock.get(), &m_lock->queue[0], false});
        const auto* button = box.findChild<QPushButton*>(u"releaseButton"_s);
        const auto reason = text(box, u"releaseDisabledReason"_s);
        QCOMPARE(reason, u"Disabled: read-only connection."_s); // beside the link
        QVERIFY(!button->isEnabled());
        QCOMPARE(button->accessibleDescription(), ui::ReleaseBox::whyLocked());
        QVERIFY(button->toolTip().contains(u"Ctrl+L"_s));
        auto* link = box.findChild<QToolButton*>(u"releaseAllowWrites"_s);
        QVERIFY(!link->isHidden());
        QSignalSpy wanted(&box, &ui::ReleaseBox::writesWanted);
        link->click();
        QCOMPARE(wanted.count(), 1);
        box.show(viewState(2s), {m_lock.get(), &m_lock->queue[0], false});
        QVERIFY(button->isEnabled() && button->accessibleDescription().isEmpty() && button->toolTip().isEmpty());
        QVERIFY(box.findChild<QWidget*>(u"releaseReasonRow"_s)->isHidden());
    }

    /// Each card has its button at the right of its title; there is no other.
    void everyOptionHasItsButton()
    {
        ui::ReleaseBox box;
        box.resize(320, 640);
        box.show(viewState(2s), {m_lock.get(), &m_lock->queue[0], false});
        box.setVisible(true);
        QVERIFY(QTest::qWaitForWindowExposed(&box));
        QSignalSpy wanted(&box, &ui::ReleaseBox::releaseWanted);
        const auto isBesideTitle = [&](const QAbstractButton& button, const QString& card) {
            const auto* title = test::childOf<QLabel>(box, card + u"Title"_s);
            return button.isVisible() && button.parentWidget() == title->parentWidget() &&
                   button.x() >= title->geometry().right() && button.y() < title->geometry().bottom();
        };
        auto* request = test::childOf<QPushButton>(box, u"releaseRequest"_s);
        auto* release = test::childOf<QPushButton>(box, u"releaseButton"_s);
        QTRY_VERIFY(isBesideTitle(*request, u"releaseAsk"_s));
        QVERIFY(isBesideTitle(*test::childOf<QToolButton>(box, u"releaseNotifyMe"_s), u"releaseWait"_s));
        QVERIFY(isBesideTitle(*release, u"releaseDelete"_s));
        QCOMPARE(release->text(), u"Release Node…"_s);
        QCOMPARE(text(box, u"releaseAskTitle"_s), u"1. Request Release"_s);
        QCOMPARE(text(box, u"releaseWaitTitle"_s), u"2. Wait"_s);
        QCOMPARE(text(box, u"releaseDeleteTitle"_s), u"3. Release Node"_s);
        QSignalSpy requested(&box, &ui::ReleaseBox::requestWanted);
        request->click();
        QCOMPARE(requested.count(), 1);
        QCOMPARE(wanted.count(), 0);
        release->click();
        QCOMPARE(wanted.count(), 1);
        // Nothing is wider than the panel.
        for (const auto* label : box.findChildren<QLabel*>())
            if (label->isVisible() && label->wordWrap())
                QTRY_VERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(label->objectName()));
        QVERIFY2(box.minimumSizeHint().width() <= 320, qPrintable(QString::number(box.minimumSizeHint().width())));
        // A waiter cannot be asked: the card and the button say why.
        box.show(viewState(2s), {m_lock.get(), &m_lock->queue[1], false});
        QVERIFY(!request->isEnabled() && release->isEnabled());
        QVERIFY2(request->toolTip().contains(u"this client is waiting"_s), qPrintable(request->toolTip()));
        QVERIFY(text(box, u"releaseAsk"_s).startsWith(u"Not available. "_s));
    }

    /// In the colour of the text, of which ThemeTest computes the contrast.
    void theKeyStandsInTheButton()
    {
        ui::ReleaseBox box;
        box.setTheme(ui::darkTheme());
        box.setStyleSheet(ui::styleSheetOf(ui::darkTheme()));
        box.resize(320, 640);
        box.show(viewState(2s), {m_lock.get(), &m_lock->queue[0], false});
        box.setVisible(true);
        QVERIFY(QTest::qWaitForWindowExposed(&box));
        auto* button = test::childOf<ui::KeyPushButton>(box, u"releaseButton"_s);
        QCOMPARE(button->shownKey(), QKeySequence(Qt::Key_Delete).toString(QKeySequence::NativeText));
        QTRY_VERIFY(button->width() >= button->sizeHint().width());
        const auto metrics = button->fontMetrics();
        QVERIFY(button->width() > metrics.horizontalAdvance(button->text()) + metrics.horizontalAdvance(u"Del"_s));
        const auto hasInKey = [&](const QColor& color) {
            const auto image = button->grab().toImage();
            for (auto x = image.width() * 4 / 5; x < image.width() - 6; ++x)
                for (auto y = 4; y < image.height() - 4; ++y)
                    if (image.pixelColor(x, y) == color)
                        return true;
            return false;
        };
        QVERIFY(hasInKey(ui::darkTheme().bad));
        auto locked = viewState(2s);
        locked.access = ui::WriteAccess::Locked;
        box.show(locked, {m_lock.get(), &m_lock->queue[0], false});
        QVERIFY(!button->isEnabled());
        QTRY_VERIFY(hasInKey(ui::darkTheme().muted) && !hasInKey(ui::darkTheme().bad));
    }

    /// Only at a sandbox of this window, and only of the locks of the simulation.
    void simulatedClientsAreNoReasonForAttention()
    {
        ui::ReleaseBox box;
        const auto frame = [&] { return box.findChild<QWidget*>(u"releaseRiskFrame"_s)->property("box").toString(); };
        auto state = viewState(2s);
        box.show(state, {m_lock.get(), &m_lock->queue[0], false});
        QCOMPARE(frame(), u"warn"_s);
        const auto risk = text(box, u"releaseRisk"_s);
        const auto effect = text(box, u"releaseDelete"_s);
        state.sandboxed.root = "/simulation";
        box.show(state, {m_lock.get(), &m_lock->queue[0], false});
        QCOMPARE(frame(), u"warn"_s);
        QCOMPARE(text(box, u"releaseRisk"_s), risk);
        state.sandboxed.root = "/locks";
        box.show(state, {m_lock.get(), &m_lock->queue[0], false});
        QCOMPARE(frame(), u"plain"_s);
        const auto quiet = text(box, u"releaseRisk"_s);
        QVERIFY2(quiet.startsWith(u"Simulated clients: "_s) && quiet.endsWith(risk.sliced(1)), qPrintable(quiet));
        QCOMPARE(text(box, u"releaseDelete"_s), effect);
        QVERIFY(box.canRelease());
        state.sandboxed = {};
        box.show(state, {m_lock.get(), &m_lock->queue[0], false});
        QCOMPARE(frame(), u"warn"_s);
        QCOMPARE(text(box, u"releaseRisk"_s), risk);
    }

    void planAndCommandCanBeCopied()
    {
        ui::ReleaseBox box;
        auto state = viewState(2s);
        state.connect = u"zk1:2181,zk2:2181/app"_s;
        box.show(state, {m_lock.get(), &m_lock->queue[0], false});
        const auto copied = [&](const QString& name) {
            box.findChild<QToolButton*>(name)->click();
            return QGuiApplication::clipboard()->text();
        };
        QCOMPARE(copied(u"releaseCopyCommand"_s),
                 u"lockscopectl release --connect zk1:2181,zk2:2181/app --czxid 0x5065 --reason '' "
                 "/locks/orders/lock-0000000101"_s);
        const auto plan = copied(u"releaseCopyPlan"_s);
        QVERIFY2(plan.contains(u"/locks/orders/lock-0000000101"_s) && plan.contains(u"0x5065"_s), qPrintable(plan));
        state.name = u"shop's locks"_s;
        box.show(state, {m_lock.get(), &m_lock->queue[1], false});
        QCOMPARE(copied(u"releaseCopyCommand"_s),
                 u"lockscopectl release --profile 'shop'\\''s locks' --czxid 0x5066 --reason '' "
                 "/locks/orders/lock-0000000102"_s);
    }

    void aWordIsQuotedForAShell()
    {
        QCOMPARE(ui::shellQuoted("/locks/orders-1"), u"/locks/orders-1"_s);
        QCOMPARE(ui::shellQuoted(""), u"''"_s);
        QCOMPARE(ui::shellQuoted("a b;rm $HOME"), u"'a b;rm $HOME'"_s);
        QCOMPARE(ui::shellQuoted("it's"), u"'it'\\''s'"_s);
        QCOMPARE(ui::shellQuoted("锁"), u"'锁'"_s);
        QCOMPARE(ui::shellQuoted("a\n'\xff"), u"$'a\\x0a\\'\\xff'"_s);
    }

    void aDeadFirstWaiterComesBeforeAllElse()
    {
        const auto first = test::fairLock(0s, 20s, true);
        const auto lock = test::fairLock(5s, 20s, true, first.get()); // dead in two readings
        QCOMPARE(lock->queue[1].node, test::redisFirst);
        auto state = test::liveViewState(test::snapshot({lock}));
        state.connect = u"redis://cache1:6379"_s;
        ui::ReleaseBox box;
        box.show(state, {lock.get(), &lock->queue[0], false});
        const auto isCardShown = [&](const QString& name) {
            return !box.findChild<QLabel*>(name)->parentWidget()->isHidden();
        };
        QVERIFY(isCardShown(u"releaseDeadHead"_s) && isCardShown(u"releaseDelete"_s));
        QVERIFY(!isCardShown(u"releaseAsk"_s)); // Redis has no requests
        QCOMPARE(text(box, u"releaseDeadHeadTitle"_s), u"1. Remove Dead Waiter"_s);
        QCOMPARE(text(box, u"releaseWaitTitle"_s), u"2. Wait"_s);
        QCOMPARE(text(box, u"releaseDeleteTitle"_s), u"3. Release Holder"_s);
        std::string removed;
        connect(&box, &ui::ReleaseBox::deadHeadReleaseWanted, this,
                [&](const inspect::ContenderKey& waiter) { removed = waiter.node; });
        box.findChild<QPushButton*>(u"releaseWakeNext"_s)->click();
        QCOMPARE(removed, test::redisFirst);

        box.show(state, {lock.get(), &lock->queue[1], false});
        QVERIFY(!isCardShown(u"releaseDeadHead"_s));
        QCOMPARE(text(box, u"releaseDeleteTitle"_s), u"1. Remove Dead Waiter"_s);
        QCOMPARE(text(box, u"releaseWaitTitle"_s), u"2. Wait"_s);
        QCOMPARE(box.findChild<QPushButton*>(u"releaseButton"_s)->text(), u"Remove and Wake Next…"_s);
        box.findChild<QToolButton*>(u"releaseCopyCommand"_s)->click();
        QCOMPARE(QGuiApplication::clipboard()->text(),
                 u"lockscopectl release --connect redis://cache1:6379 --waiter %1 --reason '' checkout-12"_s.arg(
                     QString::fromStdString(test::redisFirst)));
    }

    void theEndOfAHoldMayBeAwaited()
    {
        ui::ReleaseBox box;
        auto state = viewState(2s);
        const auto key = m_lock->keyOf(m_lock->queue[0]);
        box.show(state, {m_lock.get(), &m_lock->queue[0], false});
        auto* link = box.findChild<QToolButton*>(u"releaseNotifyMe"_s);
        QVERIFY(!link->isHidden() && link->isEnabled());
        std::vector<bool> wanted;
        connect(&box, &ui::ReleaseBox::noticeWanted, this, [&](const inspect::ContenderKey& hold, bool isWanted) {
            QVERIFY(hold == key);
            wanted.push_back(isWanted);
        });
        link->click();
        QVERIFY(wanted == std::vector{true});
        state.awaitedEnds = {key};
        box.show(state, {m_lock.get(), &m_lock->queue[0], false});
        QCOMPARE(link->accessibleName(), u"Cancel the notification of the end of this hold"_s);
        QVERIFY(text(box, u"releaseWait"_s).endsWith(u"You are notified when this hold ends."_s));
        QVERIFY2(link->toolTip().contains(u"Ends the notification"_s), qPrintable(link->toolTip())); // as the text
        link->click();
        QVERIFY((wanted == std::vector{true, false}));
        box.show(state, {m_lock.get(), &m_lock->queue[1], false}); // it waits
        QVERIFY(link->isHidden());
        state.awaitedEnds.clear();
        state.source = ui::SourceState::Disconnected;
        box.show(state, {m_lock.get(), &m_lock->queue[0], false});
        QVERIFY(!link->isHidden() && !link->isEnabled() && !link->accessibleDescription().isEmpty());
        state.source = ui::SourceState::Live;
        box.show(state, {m_lock.get(), &m_lock->queue[0], false});
        QVERIFY2(link->toolTip().contains(u"Notifies you"_s), qPrintable(link->toolTip()));
        QVERIFY(link->accessibleDescription().startsWith(u"Notifies you"_s));
    }

    void withoutAQuorumNothingIsReleased()
    {
        ui::ReleaseBox box;
        auto now = viewState(2s);
        box.show(now, {m_lock.get(), &m_lock->queue[0], false});
        QVERIFY(box.canRelease());
        now.session.state = SessionState::ReadOnly;
        box.show(now, {m_lock.get(), &m_lock->queue[0], false});
        QVERIFY(!box.canRelease());
        QVERIFY(box.findChild<QPushButton*>(u"releaseButton"_s)->toolTip().contains(u"no quorum"_s));
        box.show(viewState(2s), {m_lock.get(), &m_lock->queue[0], true});
        QVERIFY(!box.canRelease()); // it has left
    }
};

} // namespace lockscope::releaseBoxTest

LOCKSCOPE_TEST(lockscope::releaseBoxTest::ReleaseBoxTest)
#include "ReleaseBoxTest.moc"
