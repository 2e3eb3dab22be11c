// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/Test.h"
#include "tests/ui/Child.h"
#include "tests/ui/Warnings.h"
#include "ui/dialogs/AboutDialog.h"
#include "ui/dialogs/ConnectDialog.h"
#include "ui/dialogs/KeysDialog.h"
#include "ui/dialogs/ReleaseDialog.h"
#include "ui/dialogs/UnlockDialog.h"
#include "ui/models/text/ReleaseWords.h"

#include <QAction>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>

namespace lockscope::dialogsTest {

using namespace Qt::StringLiterals;
using test::childOf;
using ui::ConnectDialog;
using ui::ReleaseDialog;

namespace {

release::ReleasePlan somePlan(release::Life life = release::Life::Unknown)
{
    release::ReleasePlan plan;
    plan.lockPath = "/locks/orders";
    plan.node = "lock-0000000101";
    plan.nodePath = "/locks/orders/lock-0000000101";
    plan.holds = true;
    plan.creationId = 0x5065;
    plan.owner = 0x165;
    plan.client = "worker-101";
    plan.host = "10.20.4.101";
    plan.next = "lock-0000000102";
    plan.nextClient = "worker-102";
    plan.waiters = 7;
    plan.dialect = "curator-mutex";
    plan.evidence.life = life;
    plan.evidence.text = "The servers say so.";
    plan.permission = {release::Allowed::Yes, "We may."};
    return plan;
}

QStringList valuesOf(QWidget& dialog)
{
    QStringList values;
    for (const auto* label : dialog.findChildren<QLabel*>())
        if (label->objectName().startsWith(u"releaseFactsValue"_s))
            values << label->accessibleName();
    return values;
}

} // namespace

class DialogsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void wrongAddressesAreExplained_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("roots");
        QTest::addColumn<bool>("right");
        QTest::newRow("nothing") << QString() << QString() << false;
        QTest::newRow("one") << u"zk1"_s << QString() << true;
        QTest::newRow("three and a chroot") << u"zk1:2181,zk2:2181,zk3/prod"_s << u"/a /b"_s << true;
        QTest::newRow("no port") << u"zk1:"_s << QString() << false;
        QTest::newRow("no number") << u"zk1:http"_s << QString() << false;
        QTest::newRow("too high") << u"zk1:99999"_s << QString() << false;
        QTest::newRow("an empty server") << u"zk1,,zk2"_s << QString() << false;
        QTest::newRow("a relative root") << u"zk1"_s << u"locks"_s << false;
    }
    void wrongAddressesAreExplained()
    {
        QFETCH(QString, typed);
        QFETCH(QString, roots);
        QFETCH(bool, right);
        ConnectDialog dialog({});
        childOf<QLineEdit>(dialog, u"connectString"_s)->setText(typed);
        childOf<QLineEdit>(dialog, u"connectRoots"_s)->setText(roots);
        QCOMPARE(childOf<QPushButton>(dialog, u"connectAccept"_s)->isEnabled(), right);
        const auto sentence = childOf<QLabel>(dialog, u"connectError"_s)->text();
        QCOMPARE(sentence.isEmpty(), right || typed.isEmpty());
    }

    void rootsMayHaveBlanksInTheirNames()
    {
        QCOMPARE(ui::rootsIn(u" /a b, /c\t/d,e "_s), (QStringList{u"/a b"_s, u"/c"_s, u"/d,e "_s}));
        QCOMPARE(ui::rootsIn({}), QStringList());
    }

    void otherWaysToBegin()
    {
        for (const auto& [button, signal] : {std::pair(u"connectSandbox"_s, &ConnectDialog::sandboxWanted),
                                             {u"connectRecording"_s, &ConnectDialog::recordingWanted}}) {
            ConnectDialog dialog({});
            dialog.show();
            QSignalSpy wanted(&dialog, signal);
            QTest::mouseClick(childOf<QPushButton>(dialog, button), Qt::LeftButton);
            QCOMPARE(wanted.count(), 1);
            QVERIFY(!dialog.isVisible());
        }
    }

    void connectingReportsTheTarget()
    {
        ConnectDialog dialog({{u"zk9:2181"_s, {u"/prod"_s}}});
        std::vector<ui::ConnectionTarget> targets;
        connect(&dialog, &ConnectDialog::chosen, this,
                [&](const ui::ConnectionTarget& target) { targets.push_back(target); });
        childOf<QListWidget>(dialog, u"connectRecent"_s)->setCurrentRow(0);
        QCOMPARE(childOf<QLineEdit>(dialog, u"connectString"_s)->text(), u"zk9:2181"_s);
        QVERIFY(!dialog.isModal());
        QTest::mouseClick(childOf<QPushButton>(dialog, u"connectAccept"_s), Qt::LeftButton);
        QCOMPARE(targets.size(), std::size_t(1));
        QCOMPARE(targets[0].text, u"zk9:2181"_s);
        QCOMPARE(targets[0].profile.roots, std::vector<std::string>{"/prod"});
        QCOMPARE(targets[0].profile.servers.servers.front().host, std::string("zk9"));
    }

    void tabbingThroughTheListsChoosesNothing()
    {
        ConnectDialog dialog({{u"zk9:2181"_s, {u"/prod"_s}}, {u"zk8:2181"_s, {}}});
        std::vector<ui::ConnectionTarget> targets;
        connect(&dialog, &ConnectDialog::chosen, this,
                [&](const ui::ConnectionTarget& target) { targets.push_back(target); });
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        auto* servers = childOf<QLineEdit>(dialog, u"connectString"_s);
        auto* recent = childOf<QListWidget>(dialog, u"connectRecent"_s);
        auto* accept = childOf<QPushButton>(dialog, u"connectAccept"_s);
        servers->setFocus();
        QTest::keyClicks(servers, u"zk1:2181"_s);
        QTest::keyClick(servers, Qt::Key_Tab);
        QTest::keyClicks(dialog.focusWidget(), u"/mine"_s);
        QTest::keyClick(dialog.focusWidget(), Qt::Key_Tab);
        QCOMPARE(dialog.focusWidget(), recent);
        for (auto tabs = 0; tabs < 10 && dialog.focusWidget() != accept; ++tabs)
            QTest::keyClick(dialog.focusWidget(), Qt::Key_Tab);
        QCOMPARE(dialog.focusWidget(), accept);
        QTest::keyClick(accept, Qt::Key_Space);
        QCOMPARE(targets.size(), std::size_t(1));
        QCOMPARE(targets[0].text, u"zk1:2181"_s);
        QCOMPARE(targets[0].profile.roots, std::vector<std::string>{"/mine"});
        // Selecting a row with the keys and pressing Enter chooses that row.
        dialog.show();
        recent->setFocus();
        QTest::keyClick(recent, Qt::Key_Down);
        QCOMPARE(servers->text(), u"zk8:2181"_s);
        QTest::keyClick(recent, Qt::Key_Up);
        QTest::keyClick(recent, Qt::Key_Return);
        QCOMPARE(targets.size(), std::size_t(2));
        QCOMPARE(targets[1].text, u"zk9:2181"_s);
    }

    void returnDoesWhatItStandsOn_data()
    {
        QTest::addColumn<bool>("isOnCancel");
        QTest::newRow("in the field") << false;
        QTest::newRow("on Cancel") << true;
    }
    void returnDoesWhatItStandsOn()
    {
        QFETCH(const bool, isOnCancel);
        const auto pressReturn = [&](QDialog& dialog, QLineEdit* field, const QString& typed) {
            dialog.show();
            QVERIFY(QTest::qWaitForWindowActive(&dialog));
            field->setFocus();
            QTest::keyClicks(field, typed);
            if (isOnCancel)
                dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Cancel)->setFocus();
            QTest::keyClick(dialog.focusWidget(), Qt::Key_Return);
            QVERIFY(!dialog.isVisible());
            QCOMPARE(dialog.result(), static_cast<int>(isOnCancel ? QDialog::Rejected : QDialog::Accepted));
        };
        ConnectDialog toConnect({});
        QSignalSpy chosen(&toConnect, &ConnectDialog::chosen);
        pressReturn(toConnect, childOf<QLineEdit>(toConnect, u"connectString"_s), u"zk1:2181"_s);
        QCOMPARE(chosen.count(), isOnCancel ? 0 : 1);
        connect::Profile profile;
        profile.name = "prod";
        profile.production = true;
        ui::UnlockDialog unlock(profile);
        pressReturn(unlock, childOf<QLineEdit>(unlock, u"unlockName"_s), u"prod"_s);
    }

    void returnWaitsForTheName()
    {
        connect::Profile profile;
        profile.name = "prod";
        profile.production = true;
        ui::UnlockDialog dialog(profile);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        auto* name = childOf<QLineEdit>(dialog, u"unlockName"_s);
        name->setFocus();
        QTest::keyClicks(name, u"pro"_s);
        QTest::keyClick(name, Qt::Key_Return);
        QVERIFY(dialog.isVisible()); // it neither unlocks nor cancels
    }

    void returnClosesWhatIsReadAlone()
    {
        QAction action(u"Refresh"_s);
        action.setShortcut(Qt::Key_F5);
        ui::KeysDialog keys({&action});
        ui::AboutDialog about;
        QGuiApplication::clipboard()->setText(u"before"_s);
        for (QDialog* dialog : {static_cast<QDialog*>(&keys), static_cast<QDialog*>(&about)}) {
            dialog->show();
            QVERIFY(QTest::qWaitForWindowActive(dialog));
            for (auto* button : dialog->findChildren<QPushButton*>())
                button->clearFocus();
            QTest::keyClick(dialog, Qt::Key_Return);
            QVERIFY(!dialog->isVisible());
        }
        QCOMPARE(QGuiApplication::clipboard()->text(), u"before"_s);
    }

    void nothingIsDoneOverAnotherConnection()
    {
        const auto isOver = [](const ReleaseDialog& dialog) {
            return !childOf<QPushButton>(dialog, u"releaseDelete"_s)->isEnabled() &&
                   !childOf<QPushButton>(dialog, u"releaseAsk"_s)->isVisible() &&
                   childOf<QPushButton>(dialog, u"releaseCancel"_s)->text() == u"Close"_s;
        };
        const auto result = [](const ReleaseDialog& dialog) {
            return childOf<QLabel>(dialog, u"releaseResult"_s)->text();
        };
        ReleaseDialog planned(u"/locks/orders/lock-0000000101"_s, 0);
        planned.show();
        planned.setPlan(somePlan(release::Life::Gone));
        QVERIFY(childOf<QPushButton>(planned, u"releaseDelete"_s)->isEnabled());
        planned.setDisconnected();
        QVERIFY(isOver(planned));
        QVERIFY2(result(planned).contains(u"Nothing was deleted"_s), qPrintable(result(planned)));

        ReleaseDialog planning(u"/locks/orders/lock-0000000101"_s, 0);
        planning.show();
        planning.setDisconnected();
        planning.setPlan(somePlan(release::Life::Gone)); // too late
        QVERIFY(isOver(planning));

        ReleaseDialog deleting(u"/locks/orders/lock-0000000101"_s, 0);
        deleting.show();
        deleting.setPlan(somePlan(release::Life::Gone));
        QTest::mouseClick(childOf<QPushButton>(deleting, u"releaseDelete"_s), Qt::LeftButton);
        deleting.setDisconnected();
        QCOMPARE(result(deleting), u"Deleting…"_s); // until the result arrives
        deleting.setOutcome(failure(ErrorCode::ConnectionLoss, "release", "/locks/orders/lock-0000000101"));
        QVERIFY(result(deleting).startsWith(u"It is unknown whether the node was deleted"_s));
        QVERIFY(isOver(deleting));
    }

    void whatIsSaidBeforeADeletionIsNeverCutOff()
    {
        ReleaseDialog dialog(u"/locks/orders/lock-0000000101"_s, 0);
        dialog.setTheme(ui::darkTheme());
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        const auto cutOff = [&] {
            QStringList cut;
            for (const auto* label : dialog.findChildren<QLabel*>()) {
                const auto needed =
                    label->wordWrap() ? label->heightForWidth(label->width()) : label->fontMetrics().height();
                if (label->isVisible() && label->height() < needed)
                    cut << label->objectName();
            }
            return cut;
        };
        const auto isReachable = [&] {
            const auto* remove = childOf<QPushButton>(dialog, u"releaseDelete"_s);
            return remove->visibleRegion().boundingRect() == remove->rect() &&
                   dialog.screen()->availableGeometry().contains(dialog.geometry());
        };
        auto plan = somePlan(release::Life::Alive);
        plan.evidence.text = "The owner session is connected from 10.20.4.101, last heartbeat 2 s ago, session "
                             "timeout 10 s (AdminServer, 3 servers queried).";
        dialog.setPlan(plan);
        QTRY_COMPARE(cutOff(), QStringList());
        QTRY_VERIFY(isReachable());
        // A text larger than the screen scrolls; the buttons do not.
        for (auto times = 0; times < 5; ++times)
            plan.evidence.text += plan.evidence.text;
        dialog.setPlan(plan);
        QTRY_COMPARE(cutOff(), QStringList());
        QTRY_VERIFY(isReachable());
        QTRY_VERIFY(childOf<QScrollArea>(dialog, u"releaseFactsArea"_s)->verticalScrollBar()->isVisible());
        QTRY_COMPARE(cutOff(), QStringList());
        QVERIFY(isReachable());
    }

    void theTitleSaysWhatGoes()
    {
        ReleaseDialog dialog(u"/locks/orders/lock-0000000101"_s, 0);
        const auto* title = childOf<QLabel>(dialog, u"releaseDialogTitle"_s);
        auto plan = somePlan();
        dialog.setPlan(plan);
        QCOMPARE(title->text(), u"Release /locks/orders, held by worker-101?"_s);
        plan.isStray = true; // it belongs to no client, whatever its data say
        dialog.setPlan(plan);
        QCOMPARE(title->text(), u"Remove lock-0000000101 from the queue of /locks/orders?"_s);
        plan.isStray = plan.holds = false;
        dialog.setPlan(plan);
        QCOMPARE(title->text(), u"Remove worker-101 from the queue of /locks/orders?"_s);
    }

    void deletionWaitsForThePlan()
    {
        ReleaseDialog dialog(u"/locks/orders/lock-0000000101"_s, 0x5065);
        auto* remove = childOf<QPushButton>(dialog, u"releaseDelete"_s);
        QVERIFY(!remove->isEnabled());
        QVERIFY(childOf<QPushButton>(dialog, u"releaseCancel"_s)->isDefault());
        dialog.show();
        dialog.setPlan(somePlan(release::Life::Gone));
        QVERIFY(remove->isEnabled());
        const auto values = valuesOf(dialog);
        for (const auto& wanted :
             {u"Node: /locks/orders/lock-0000000101"_s, u"Client: worker-101"_s, u"Host: 10.20.4.101"_s,
              u"Session: 0x165"_s, u"Guard (fencing token): czxid 0x5065"_s, u"Waiting: 7"_s,
              u"Next holder: worker-102 (lock-0000000102)"_s})
            QVERIFY2(values.contains(wanted), qPrintable(wanted + u" in "_s + values.join(u" | "_s)));
        QVERIFY(!childOf<QLabel>(dialog, u"releaseDialogRisk"_s)->text().isEmpty());
        const auto sentences = childOf<QLabel>(dialog, u"releaseSentences"_s)->text();
        for (const auto& wanted :
             {u"Evidence: The servers say so."_s, u"Permission: We may."_s, u"1. Request release from the holder: "_s,
              u"2. Wait: "_s, u"3. Delete the node: "_s})
            QVERIFY2(sentences.contains(wanted), qPrintable(sentences));

        release::ReleasePlan confirmed;
        release::ChangeReason changeReason;
        connect(&dialog, &ReleaseDialog::confirmed, this,
                [&](const release::ReleasePlan& plan, const release::ChangeReason& why) {
                    confirmed = plan;
                    changeReason = why;
                });
        childOf<QLineEdit>(dialog, u"releaseReason"_s)->setText(u"worker-101 is stuck"_s);
        childOf<QLineEdit>(dialog, u"releaseTicket"_s)->setText(u"OPS-7"_s);
        QTest::mouseClick(remove, Qt::LeftButton);
        QCOMPARE(confirmed.nodePath, std::string("/locks/orders/lock-0000000101"));
        QCOMPARE(changeReason.reason, std::string("worker-101 is stuck"));
        QCOMPARE(changeReason.ticket, std::string("OPS-7"));
        QVERIFY(!remove->isEnabled());
        release::ReleaseOutcome outcome{somePlan(release::Life::Gone), {}, std::chrono::milliseconds(40), {}};
        outcome.releaseResult = {true, true, "lock-0000000102", "worker-102"};
        dialog.setOutcome(outcome);
        QCOMPARE(childOf<QLabel>(dialog, u"releaseResult"_s)->text(),
                 u"Deleted node lock-0000000101. worker-102 holds the lock now. The release took 40 ms."_s);
        QCOMPARE(childOf<QLabel>(dialog, u"releaseDialogTitle"_s)->text(),
                 u"/locks/orders/lock-0000000101 was deleted"_s);
        QVERIFY(!remove->isEnabled());
        outcome.releaseResult.others = 2;
        dialog.setOutcome(outcome);
        QVERIFY(childOf<QLabel>(dialog, u"releaseResult"_s)
                    ->text()
                    .endsWith(u"worker-102 holds the lock now. Other holders: 2."_s));
    }

    void confirmationFitsTheRisk_data()
    {
        QTest::addColumn<int>("life");
        QTest::addColumn<bool>("holds");
        QTest::addColumn<bool>("byClick");
        QTest::addColumn<bool>("byReason");
        const auto row = [](const char* name, release::Life life, bool holds, bool byClick, bool byReason) {
            QTest::newRow(name) << static_cast<int>(life) << holds << byClick << byReason;
        };
        row("gone", release::Life::Gone, true, true, true);
        row("a waiter", release::Life::Alive, false, false, true);
        row("alive", release::Life::Alive, true, false, false);
        row("silent", release::Life::Silent, true, false, false);
        row("unknown", release::Life::Unknown, true, false, false);
    }
    void confirmationFitsTheRisk()
    {
        QFETCH(int, life);
        QFETCH(bool, holds);
        QFETCH(bool, byClick);
        QFETCH(bool, byReason);
        ReleaseDialog dialog(u"/locks/orders/lock-0000000101"_s, 0x5065);
        auto plan = somePlan(static_cast<release::Life>(life));
        plan.holds = holds;
        dialog.setPlan(plan);
        auto* remove = childOf<QPushButton>(dialog, u"releaseDelete"_s);
        auto* name = childOf<QLineEdit>(dialog, u"releaseName"_s);
        auto* reason = childOf<QLineEdit>(dialog, u"releaseReason"_s);
        QCOMPARE(remove->isEnabled(), byClick);
        reason->setText(u"  "_s);
        QCOMPARE(remove->isEnabled(), byClick);
        reason->setText(u"stuck"_s);
        QCOMPARE(remove->isEnabled(), byReason);
        QCOMPARE(name->isHidden(), byReason);
        name->setText(u"order"_s);
        QCOMPARE(remove->isEnabled(), byReason);
        name->setText(u"orders"_s);
        QVERIFY(remove->isEnabled());
        reason->clear();
        QCOMPARE(remove->isEnabled(), byClick);
    }

    void whoCanFollowCanBeAsked()
    {
        ReleaseDialog dialog(u"/locks/orders/lock-0000000101"_s, 0);
        auto plan = somePlan(release::Life::Alive);
        dialog.setPlan(plan);
        auto* ask = childOf<QPushButton>(dialog, u"releaseAsk"_s);
        QVERIFY(!ask->isHidden() && ask->isEnabled());
        QSignalSpy wanted(&dialog, &ReleaseDialog::askWanted);
        QTest::mouseClick(ask, Qt::LeftButton);
        QCOMPARE(wanted.count(), 1);
        QVERIFY(!ask->isEnabled() && !childOf<QPushButton>(dialog, u"releaseDelete"_s)->isEnabled());
        dialog.setAsked(release::AskOutcome{plan, false, std::chrono::seconds(10), {}});
        QCOMPARE(childOf<QLabel>(dialog, u"releaseResult"_s)->text(),
                 u"Release requested. The holder did not release the lock within 10 s."_s);
        QVERIFY(ask->isEnabled()); // the next release option is open
        dialog.setAsked(release::AskOutcome{plan, true, std::chrono::milliseconds(350), {}});
        QVERIFY(!ask->isEnabled());

        ReleaseDialog other(u"/locks/orders/lock-0000000101"_s, 0);
        plan.dialect = "kazoo-lock";
        other.setPlan(plan);
        QVERIFY(childOf<QPushButton>(other, u"releaseAsk"_s)->isHidden());
    }

    void anOpenDialogIsLive()
    {
        ReleaseDialog dialog(u"/locks/orders/lock-0000000101"_s, 0x5065);
        dialog.show();
        QSignalSpy wanted(&dialog, &ReleaseDialog::refreshWanted);
        auto plan = somePlan(release::Life::Alive);
        plan.waiters = 0;
        plan.next.clear();
        plan.nextClient.clear();
        dialog.setPlan(plan);
        QVERIFY(valuesOf(dialog).contains(u"Waiting: 0"_s));
        QTRY_COMPARE_GE(wanted.count(), 2); // every second
        plan.waiters = 4;
        plan.next = "lock-0000000102";
        plan.evidence.text = "Its last heartbeat was 9 s ago.";
        dialog.updatePlan(plan);
        const auto values = valuesOf(dialog);
        QVERIFY2(values.contains(u"Waiting: 4 — changed, was: 0"_s), qPrintable(values.join(u" | "_s)));
        QVERIFY(values.contains(u"Next holder: lock-0000000102 — changed, was: no waiters"_s));
        QVERIFY(values.contains(u"Session: 0x165"_s)); // an unchanged value has no mark
        const auto sentences = childOf<QLabel>(dialog, u"releaseSentences"_s)->text();
        QVERIFY2(sentences.contains(u"Its last heartbeat was 9 s ago."_s), qPrintable(sentences));
        QVERIFY(!sentences.contains(u"No client is waiting"_s));
        // The user confirms the plan that is shown; it does not change afterwards.
        release::ReleasePlan confirmed;
        connect(&dialog, &ReleaseDialog::confirmed, this,
                [&](const release::ReleasePlan& one, const release::ChangeReason&) { confirmed = one; });
        childOf<QLineEdit>(dialog, u"releaseReason"_s)->setText(u"stuck"_s);
        childOf<QLineEdit>(dialog, u"releaseName"_s)->setText(u"orders"_s);
        QTest::mouseClick(childOf<QPushButton>(dialog, u"releaseDelete"_s), Qt::LeftButton);
        QCOMPARE(confirmed.waiters, 4);
        plan.waiters = 5;
        dialog.updatePlan(plan);
        QVERIFY(valuesOf(dialog).contains(u"Waiting: 4 — changed, was: 0"_s));
    }

    /// While no answer arrives, the dialog shows the age of the values.
    void theAgeOfTheValuesIsReported()
    {
        ReleaseDialog dialog(u"/locks/orders/lock-0000000101"_s, 0x5065);
        dialog.show();
        const auto age = [&] { return childOf<QLabel>(dialog, u"releaseAge"_s)->text(); };
        QCOMPARE(age(), QString());
        const auto plan = somePlan(release::Life::Alive);
        dialog.setPlan(plan);
        QVERIFY2(age().startsWith(u"Values are live"_s), qPrintable(age()));
        QTRY_VERIFY2(age().contains(u" s old: the connection is not responding"_s), qPrintable(age()));
        dialog.updatePlan(plan);
        QVERIFY2(age().startsWith(u"Values are live"_s), qPrintable(age()));
        QTRY_VERIFY2(age().contains(u" s old: the connection is not responding"_s), qPrintable(age()));
    }

    /// A button that was visible stays, with the reason why it is disabled.
    void whoCouldBeAskedStaysInSight()
    {
        ReleaseDialog dialog(u"/locks/orders/lock-0000000101"_s, 0x5065);
        dialog.show();
        auto plan = somePlan(release::Life::Alive);
        dialog.setPlan(plan);
        const auto* ask = childOf<QPushButton>(dialog, u"releaseAsk"_s);
        QVERIFY(ask->isVisible() && ask->isEnabled());
        plan.creationId = 0x6000;
        dialog.updatePlan(plan);
        QVERIFY(ask->isVisible() && !ask->isEnabled());
        QVERIFY2(ask->toolTip().contains(u"created by transaction 0x6000"_s), qPrintable(ask->toolTip()));
    }

    void aChangedTargetDisablesTheButton_data()
    {
        QTest::addColumn<int>("change");
        QTest::addColumn<QString>("reason");
        QTest::newRow("another node") << 0 << u"created by transaction 0x6000"_s;
        QTest::newRow("another owner") << 1 << u"session 0x166"_s;
        QTest::newRow("it waits") << 2 << u"waits for the lock"_s;
        QTest::newRow("another lock") << 3 << u"/locks/other"_s;
        QTest::newRow("gone") << 4 << u"The node no longer exists"_s;
        QTest::newRow("no contender any more") << 5 << u"has changed since you opened"_s;
        QTest::newRow("a directory by now") << 6 << u"has changed since you opened"_s;
    }
    void aChangedTargetDisablesTheButton()
    {
        QFETCH(int, change);
        QFETCH(QString, reason);
        ReleaseDialog dialog(u"/locks/orders/lock-0000000101"_s, 0x5065);
        dialog.show();
        auto plan = somePlan(release::Life::Gone);
        dialog.setPlan(plan);
        auto* remove = childOf<QPushButton>(dialog, u"releaseDelete"_s);
        QVERIFY(remove->isEnabled());
        dialog.updatePlan(failure(ErrorCode::NoConnection, "release", plan.nodePath)); // not about the node
        QVERIFY(remove->isEnabled());
        Result<release::ReleasePlan> now = plan;
        if (change == 0)
            now->creationId = 0x6000;
        else if (change == 1)
            now->owner = 0x166;
        else if (change == 2)
            now->holds = false;
        else if (change == 3)
            now->lockPath = "/locks/other";
        else
            now = failure(change == 4   ? ErrorCode::NoNode
                          : change == 5 ? ErrorCode::NotALock
                                        : ErrorCode::NotEmpty,
                          "release", plan.nodePath);
        dialog.updatePlan(now);
        QVERIFY(!remove->isEnabled());
        const auto said = childOf<QLabel>(dialog, u"releaseResult"_s)->text();
        QVERIFY2(said.contains(reason), qPrintable(said));
        QVERIFY2(remove->toolTip().contains(reason), qPrintable(remove->toolTip()));
        QCOMPARE(remove->accessibleDescription(), remove->toolTip());
        dialog.updatePlan(plan); // an equal plan still needs a new decision
        QVERIFY(!remove->isEnabled());
    }

    /// Nothing is left to decide: no question, no risk and no options.
    void aGoneNodeIsNotOffered()
    {
        ReleaseDialog dialog(u"/locks/orders/lock-0000000101"_s, 0x5065);
        dialog.show();
        const auto plan = somePlan(release::Life::Alive);
        dialog.setPlan(plan);
        const auto* title = childOf<QLabel>(dialog, u"releaseDialogTitle"_s);
        const auto isVisible = [&](const QString& name) { return childOf<QWidget>(dialog, name)->isVisible(); };
        const QStringList decisions{u"releaseDialogRiskFrame"_s, u"releaseSentences"_s, u"releaseName"_s,
                                    u"releaseReason"_s, u"releaseTicket"_s};
        for (const auto& name : decisions)
            QVERIFY2(isVisible(name), qPrintable(name));
        dialog.updatePlan(failure(ErrorCode::NoNode, "release", plan.nodePath));
        QCOMPARE(title->text(), u"/locks/orders/lock-0000000101 no longer exists"_s);
        QCOMPARE(childOf<QLabel>(dialog, u"releaseAge"_s)->text(), u"Last known values:"_s);
        for (const auto& name : decisions)
            QVERIFY2(!isVisible(name), qPrintable(name));
        QVERIFY(childOf<QLabel>(dialog, u"releaseResult"_s)->text().contains(u"There is nothing to release."_s));

        ReleaseDialog late(u"/locks/orders/lock-0000000101"_s, 0x5065);
        late.show();
        late.setPlan(somePlan(release::Life::Gone));
        QTest::mouseClick(childOf<QPushButton>(late, u"releaseDelete"_s), Qt::LeftButton);
        late.setOutcome(failure(ErrorCode::NoNode, "delete", plan.nodePath));
        QCOMPARE(childOf<QLabel>(late, u"releaseDialogTitle"_s)->text(), title->text());
        QVERIFY(!childOf<QWidget>(late, u"releaseReason"_s)->isVisible());
    }

    void findingsOfTheLockStandInTheDialog()
    {
        ReleaseDialog dialog(u"/locks/orders/lock-0000000101"_s, 0x5065);
        dialog.show();
        dialog.setPlan(somePlan(release::Life::Alive));
        auto* findings = childOf<QLabel>(dialog, u"releaseFindings"_s);
        QVERIFY(!findings->isVisible());
        inspect::Finding deadlock;
        deadlock.severity = inspect::Severity::Critical;
        deadlock.text = "Two sessions wait for each other.";
        dialog.setFindings({&deadlock});
        QVERIFY(findings->isVisible());
        QCOMPARE(findings->text(), u"Finding (critical): Two sessions wait for each other."_s);
        dialog.setFindings({});
        QVERIFY(!findings->isVisible());
    }

    void enterDoesNotDelete()
    {
        ReleaseDialog dialog(u"/locks/orders/lock-0000000101"_s, 0);
        dialog.setPlan(somePlan());
        QSignalSpy confirmed(&dialog, &ReleaseDialog::confirmed);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        auto* name = childOf<QLineEdit>(dialog, u"releaseName"_s);
        auto* reason = childOf<QLineEdit>(dialog, u"releaseReason"_s);
        const auto pressReturn = [&] { QTest::keyClick(dialog.focusWidget(), Qt::Key_Return); };
        QVERIFY(name->hasFocus()); // the first missing input
        pressReturn();
        QVERIFY(name->hasFocus() && dialog.isVisible());
        QTest::keyClicks(name, u"order"_s);
        pressReturn();
        QVERIFY(name->hasFocus()); // the name does not match yet
        QTest::keyClicks(name, u"s"_s);
        pressReturn();
        QVERIFY(reason->hasFocus());
        QTest::keyClicks(reason, u"stuck"_s);
        auto* remove = childOf<QPushButton>(dialog, u"releaseDelete"_s);
        QVERIFY(remove->isEnabled());
        remove->setFocus();
        pressReturn(); // the space bar presses it
        QCOMPARE(confirmed.count(), 0);
        QVERIFY(dialog.isVisible());
        QVERIFY(childOf<QPushButton>(dialog, u"releaseCancel"_s)->hasFocus());
        pressReturn();
        QVERIFY(!dialog.isVisible());
    }

    void anotherNodeIsNeverOffered()
    {
        ReleaseDialog dialog(u"/locks/orders/lock-0000000101"_s, 0x1111);
        dialog.setPlan(somePlan());
        QVERIFY(!childOf<QPushButton>(dialog, u"releaseDelete"_s)->isEnabled());
        QVERIFY(childOf<QLabel>(dialog, u"releaseResult"_s)->text().contains(u"replaced"_s));
    }

    void failuresAreSaid()
    {
        ReleaseDialog missing(u"/locks/orders/lock-0000000101"_s, 0);
        missing.setPlan(failure(ErrorCode::NoNode, "exists", "/locks/orders/lock-0000000101"));
        QVERIFY(!childOf<QPushButton>(missing, u"releaseDelete"_s)->isEnabled());
        QVERIFY(childOf<QLabel>(missing, u"releaseResult"_s)->text().contains(u"/locks/orders/lock-0000000101"_s));

        const auto refused =
            ui::outcomeText(failure(ErrorCode::Refused, "release", "/l/n", "its owner is another session"));
        QVERIFY(refused.startsWith(u"Nothing was deleted: the node has changed since you reviewed it."_s));
        const auto unknown = ui::outcomeText(failure(ErrorCode::ConnectionLoss, "delete", "/l/n"));
        QVERIFY(unknown.startsWith(u"It is unknown whether the node was deleted."_s));
        QCOMPARE(ui::outcomeText(failure(ErrorCode::NoNode, "delete", "/l/n")),
                 u"Nothing was deleted: the node no longer exists."_s);
    }
};

} // namespace lockscope::dialogsTest

LOCKSCOPE_TEST(lockscope::dialogsTest::DialogsTest)
#include "DialogsTest.moc"
