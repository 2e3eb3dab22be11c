// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The release dialog: what it shows of a plan, what it asks for before a deletion, and what it reports afterwards.

#include "ui/dialogs/ReleaseDialog.h"
#include "tests/support/Test.h"
#include "tests/ui/Child.h"
#include "tests/ui/ReleasePlans.h"
#include "tests/ui/Warnings.h"
#include "ui/models/text/ReleaseWords.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>

namespace lockscope::releaseDialogTest {

using namespace Qt::StringLiterals;
using test::childOf;
using test::somePlan;
using test::valuesOf;
using ui::ReleaseDialog;

class ReleaseDialogTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

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
        QVERIFY(!remove->isEnabled());
        QCOMPARE(remove->accessibleDescription(), u"Enter the reason."_s);
        const auto values = valuesOf(dialog);
        for (const auto& wanted :
             {u"Node: /locks/orders/lock-0000000101"_s, u"Client: worker-101"_s, u"Host: 10.20.4.101"_s,
              u"Session: 0x165"_s, u"Guard (fencing token): czxid 0x5065"_s, u"Waiting: 7"_s,
              u"Next holder: worker-102 (lock-0000000102)"_s})
            QVERIFY2(values.contains(wanted), qPrintable(wanted + u" in "_s + values.join(u" | "_s)));
        QVERIFY(!childOf<QLabel>(dialog, u"releaseDialogRisk"_s)->text().isEmpty());
        const auto sentences = childOf<QLabel>(dialog, u"releaseSentences"_s)->text();
        for (const auto& wanted : {u"Permission: We may."_s, u"1. Request release from the holder: "_s, u"2. Wait: "_s,
                                   u"\n\nCheck before the deletion: "_s})
            QVERIFY2(sentences.contains(wanted), qPrintable(sentences));
        const auto said = [&](const QString& name) { return childOf<QLabel>(dialog, name)->text(); };
        QCOMPARE(said(u"releaseHeading"_s), u"NODE TO DELETE"_s);
        QCOMPARE(said(u"releaseEvidence"_s), u"Evidence: The servers say so."_s);
        QVERIFY2(said(u"releaseSteps"_s).contains(u"\n2. Delete it, only if it is still this node"_s),
                 qPrintable(said(u"releaseSteps"_s)));
        QVERIFY2(said(u"releaseEffect"_s).startsWith(u"Next holder: worker-102."_s),
                 qPrintable(said(u"releaseEffect"_s)));

        release::ReleasePlan confirmed;
        release::ChangeReason changeReason;
        connect(&dialog, &ReleaseDialog::confirmed, this,
                [&](const release::ReleasePlan& plan, const release::ChangeReason& why) {
                    confirmed = plan;
                    changeReason = why;
                });
        childOf<QLineEdit>(dialog, u"releaseReason"_s)->setText(u"worker-101 is stuck"_s);
        childOf<QLineEdit>(dialog, u"releaseTicket"_s)->setText(u"OPS-7"_s);
        QVERIFY(remove->isEnabled());
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

    /// A certain lock asks for the reason; a possible one asks besides name and reason, whatever is known of the
    /// session.
    void aPossibleLockNeedsOneMoreConfirmation()
    {
        for (const auto life : {release::Life::Gone, release::Life::Alive, release::Life::Unknown}) {
            ReleaseDialog dialog(u"/locks/orders/lock-0000000101"_s, 0x5065);
            dialog.show();
            auto plan = somePlan(life);
            dialog.setPlan(plan);
            auto* more = childOf<QCheckBox>(dialog, u"releasePossible"_s);
            const auto* remove = childOf<QPushButton>(dialog, u"releaseDelete"_s);
            QVERIFY(!more->isVisible());
            plan.certainty = inspect::Certainty::Possible;
            dialog.setPlan(plan);
            QVERIFY(more->isVisible());
            childOf<QLineEdit>(dialog, u"releaseReason"_s)->setText(u"stuck"_s);
            childOf<QLineEdit>(dialog, u"releaseName"_s)->setText(u"orders"_s);
            QVERIFY(!remove->isEnabled());
            more->click();
            QVERIFY(remove->isEnabled());
            childOf<QLineEdit>(dialog, u"releaseName"_s)->clear();
            QVERIFY(!remove->isEnabled());
            childOf<QLineEdit>(dialog, u"releaseName"_s)->setText(u"orders"_s);
            more->click();
            QVERIFY(!remove->isEnabled());
        }
    }

    void theNameIsTypedForProductionAndForPossibleLocks_data()
    {
        QTest::addColumn<bool>("isProduction");
        QTest::addColumn<bool>("isPossible");
        QTest::addColumn<bool>("needsName");
        QTest::newRow("a lock") << false << false << false;
        QTest::newRow("of production") << true << false << true;
        QTest::newRow("possibly a lock") << false << true << true;
        QTest::newRow("both") << true << true << true;
    }
    /// The reason is always required, whatever is known of the session.
    void theNameIsTypedForProductionAndForPossibleLocks()
    {
        QFETCH(bool, isProduction);
        QFETCH(bool, isPossible);
        QFETCH(bool, needsName);
        for (const auto life : {release::Life::Gone, release::Life::Alive, release::Life::Silent}) {
            ReleaseDialog dialog(u"/locks/orders/lock-0000000101"_s, 0x5065);
            dialog.setConnection(u"shop"_s, isProduction);
            QCOMPARE(childOf<QLabel>(dialog, u"releaseProduction"_s)->isHidden(), !isProduction);
            auto plan = somePlan(life);
            if (isPossible)
                plan.certainty = inspect::Certainty::Possible;
            dialog.setPlan(plan);
            const auto* remove = childOf<QPushButton>(dialog, u"releaseDelete"_s);
            auto* name = childOf<QLineEdit>(dialog, u"releaseName"_s);
            auto* reason = childOf<QLineEdit>(dialog, u"releaseReason"_s);
            childOf<QCheckBox>(dialog, u"releasePossible"_s)->setChecked(true);
            QVERIFY(!remove->isEnabled());
            reason->setText(u"  "_s);
            QVERIFY(!remove->isEnabled());
            reason->setText(u"stuck"_s);
            QCOMPARE(remove->isEnabled(), !needsName);
            QCOMPARE(name->isHidden(), !needsName);
            name->setText(u"order"_s);
            QCOMPARE(remove->isEnabled(), !needsName);
            name->setText(u"orders"_s);
            QVERIFY(remove->isEnabled());
            reason->clear();
            QVERIFY(!remove->isEnabled());
        }
    }

    void ctrlReturnReleasesWhenNothingIsMissing()
    {
        ReleaseDialog dialog(u"/locks/orders/lock-0000000101"_s, 0);
        QSignalSpy confirmed(&dialog, &ReleaseDialog::confirmed);
        dialog.setPlan(somePlan());
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        auto* reason = childOf<QLineEdit>(dialog, u"releaseReason"_s);
        childOf<QLineEdit>(dialog, u"releaseTicket"_s)->setFocus();
        const auto pressCtrlReturn = [&] {
            QTest::keyClick(dialog.focusWidget(), Qt::Key_Return, Qt::ControlModifier);
        };
        pressCtrlReturn();
        QCOMPARE(confirmed.count(), 0);
        QVERIFY(reason->hasFocus()); // what is missing
        QTest::keyClicks(reason, u"stuck"_s);
        pressCtrlReturn();
        QCOMPARE(confirmed.count(), 1);
        pressCtrlReturn();
        QCOMPARE(confirmed.count(), 1);
    }

    /// At the right of the window, below the lane.
    void theLaneStaysInSight()
    {
        QWidget window;
        window.resize(1440, 900);
        QWidget lane(&window);
        lane.setGeometry(340, 60, 770, 150);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        ReleaseDialog dialog(u"/locks/orders/lock-0000000101"_s, 0, &window);
        dialog.keepClearOf(&lane);
        dialog.show();
        auto plan = somePlan(release::Life::Alive);
        for (auto times = 0; times < 6; ++times) // higher than its room
            plan.evidence.text += plan.evidence.text;
        dialog.setPlan(plan);
        const QRect laneOnScreen(lane.mapToGlobal(QPoint()), lane.size());
        const auto isClear = [&] { return !dialog.frameGeometry().intersects(laneOnScreen); };
        QTRY_VERIFY(isClear());
        QVERIFY(QRect(window.mapToGlobal(QPoint()), window.size()).contains(dialog.geometry()));
        inspect::Finding finding;
        finding.text = "One more finding.";
        dialog.setFindings({&finding});
        QVERIFY(isClear());
    }

    /// In a low window too: what the user reviews, and the buttons.
    void theEvidenceIsInSightFirst_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("usual") << QSize(1440, 900);
        QTest::newRow("small") << QSize(1024, 640);
    }
    void theEvidenceIsInSightFirst()
    {
        QFETCH(QSize, size);
        QWidget window;
        window.resize(size);
        QWidget lane(&window);
        lane.setGeometry(340, 60, size.width() - 680, 150);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        ReleaseDialog dialog(u"/locks/orders/lock-0000000101"_s, 0x5065, &window);
        dialog.setConnection(u"shop"_s, true);
        dialog.keepClearOf(&lane);
        dialog.show();
        dialog.setPlan(somePlan(release::Life::Alive));
        const auto isWhole = [&](const QString& name) {
            const auto* widget = childOf<QWidget>(dialog, name);
            return widget->isVisible() && widget->visibleRegion().boundingRect() == widget->rect();
        };
        // Client, host, session, created, node; on top of the evidence.
        for (const auto& name : {u"releaseHeading"_s, u"releaseFactsValue0"_s, u"releaseFactsValue1"_s,
                                 u"releaseFactsValue2"_s, u"releaseFactsValue3"_s, u"releaseFactsValue4"_s,
                                 u"releaseDelete"_s, u"releaseCancel"_s, u"releaseReason"_s, u"releaseName"_s})
            QTRY_VERIFY2(isWhole(name), qPrintable(name));
        QVERIFY(childOf<QLabel>(dialog, u"releaseFactsValue0"_s)->accessibleName().startsWith(u"Client: worker-101"_s));
        QVERIFY(childOf<QLabel>(dialog, u"releaseFactsValue4"_s)->accessibleName().startsWith(u"Node: "_s));
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

    /// From the button of the mild option, no key can delete.
    void aRequestDeletesNothing()
    {
        ReleaseDialog dialog(u"/locks/orders/lock-0000000101"_s, 0);
        dialog.setConnection(u"shop"_s, true);
        dialog.offerRequestOnly();
        dialog.setPlan(somePlan(release::Life::Alive));
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        QSignalSpy asked(&dialog, &ReleaseDialog::askWanted);
        QSignalSpy confirmed(&dialog, &ReleaseDialog::confirmed);
        auto* ask = childOf<QPushButton>(dialog, u"releaseAsk"_s);
        QVERIFY(!childOf<QPushButton>(dialog, u"releaseDelete"_s)->isVisible());
        QVERIFY(!childOf<QLineEdit>(dialog, u"releaseName"_s)->isVisible());
        QVERIFY2(childOf<QLabel>(dialog, u"releaseDialogTitle"_s)->text().startsWith(u"Request the release of "_s),
                 qPrintable(childOf<QLabel>(dialog, u"releaseDialogTitle"_s)->text()));
        QVERIFY(childOf<QLabel>(dialog, u"releaseDialogRisk"_s)->text().contains(u"__REVOKE__"_s));
        QVERIFY(!ask->isEnabled());
        QCOMPARE(ask->accessibleDescription(), u"Enter the reason."_s);
        auto* reason = childOf<QLineEdit>(dialog, u"releaseReason"_s);
        QTRY_VERIFY(reason->hasFocus());
        QTest::keyClicks(reason, u"stuck"_s);
        QVERIFY(ask->isEnabled());
        QTest::keyClick(reason, Qt::Key_Return);
        QCOMPARE(asked.count(), 0);
        QTest::keyClick(reason, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(asked.count(), 1);
        QCOMPARE(confirmed.count(), 0);
        // It can no longer be asked: the button says why.
        ReleaseDialog other(u"/locks/orders/lock-0000000101"_s, 0);
        other.offerRequestOnly();
        auto plan = somePlan(release::Life::Alive);
        plan.dialect = "kazoo-lock";
        other.setPlan(plan);
        other.show();
        childOf<QLineEdit>(other, u"releaseReason"_s)->setText(u"stuck"_s);
        const auto* no = childOf<QPushButton>(other, u"releaseAsk"_s);
        QVERIFY(no->isVisible() && !no->isEnabled());
        QVERIFY2(no->toolTip().contains(u"no message for a revocation request"_s), qPrintable(no->toolTip()));
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
        dialog.setConnection(u"shop"_s, true);
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

    void anotherNodeIsNotOfferedUntilItWasReviewed()
    {
        ReleaseDialog dialog(u"/locks/orders/lock-0000000101"_s, 0x1111);
        dialog.setPlan(somePlan());
        childOf<QLineEdit>(dialog, u"releaseReason"_s)->setText(u"stuck"_s);
        const auto* remove = childOf<QPushButton>(dialog, u"releaseDelete"_s);
        QVERIFY(!remove->isEnabled());
        QVERIFY(childOf<QLabel>(dialog, u"releaseResult"_s)->text().contains(u"replaced"_s));
        childOf<QPushButton>(dialog, u"releaseReview"_s)->click();
        QVERIFY(remove->isEnabled());
    }

    void failuresAreSaid()
    {
        ReleaseDialog missing(u"/locks/orders/lock-0000000101"_s, 0);
        missing.setPlan(failure(ErrorCode::NoNode, "exists", "/locks/orders/lock-0000000101"));
        QVERIFY(!childOf<QPushButton>(missing, u"releaseDelete"_s)->isEnabled());
        QVERIFY(childOf<QLabel>(missing, u"releaseResult"_s)->text().contains(u"/locks/orders/lock-0000000101"_s));

        const auto refused =
            ui::outcomeText(failure(ErrorCode::Refused, "release", "/l/n", "its owner is another session"), false);
        QVERIFY(refused.startsWith(u"Nothing was deleted: the node has changed since you reviewed it."_s));
        const auto unknown = ui::outcomeText(failure(ErrorCode::ConnectionLoss, "delete", "/l/n"), false);
        QVERIFY(unknown.startsWith(u"It is unknown whether the node was deleted."_s));
        QCOMPARE(ui::outcomeText(failure(ErrorCode::NoNode, "delete", "/l/n"), false),
                 u"Nothing was deleted: the node no longer exists."_s);
    }
};

} // namespace lockscope::releaseDialogTest

LOCKSCOPE_TEST(lockscope::releaseDialogTest::ReleaseDialogTest)
#include "ReleaseDialogTest.moc"
