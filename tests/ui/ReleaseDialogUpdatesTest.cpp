// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// An open release dialog: it follows the updates of its plan, and offers nothing after the target has changed.

#include "tests/support/Test.h"
#include "tests/ui/Child.h"
#include "tests/ui/ReleasePlans.h"
#include "tests/ui/Warnings.h"
#include "ui/dialogs/ReleaseDialog.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>

namespace lockscope::releaseDialogUpdatesTest {

using namespace Qt::StringLiterals;
using test::childOf;
using test::somePlan;
using test::valuesOf;
using ui::ReleaseDialog;

class ReleaseDialogUpdatesTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

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
        const auto said = [&](const QString& name) { return childOf<QLabel>(dialog, name)->text(); };
        QVERIFY2(said(u"releaseEvidence"_s).contains(u"Its last heartbeat was 9 s ago."_s),
                 qPrintable(said(u"releaseEvidence"_s)));
        for (const auto& name : {u"releaseSentences"_s, u"releaseEffect"_s})
            QVERIFY2(!said(name).contains(u"No client is waiting"_s), qPrintable(said(name)));
        QVERIFY2(said(u"releaseAge"_s).contains(u"are marked"_s), qPrintable(said(u"releaseAge"_s)));
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
        QCOMPARE(age(), u"Live; ✓ no change seen here"_s);
        QTRY_VERIFY2(age().contains(u" s old: the connection is not responding"_s), qPrintable(age()));
        dialog.updatePlan(plan);
        QCOMPARE(age(), u"Live; ✓ no change seen here"_s);
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
        childOf<QLineEdit>(dialog, u"releaseReason"_s)->setText(u"stuck"_s);
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
        QVERIFY2(remove->accessibleDescription().contains(reason), qPrintable(remove->accessibleDescription()));
        dialog.updatePlan(plan); // an equal plan still needs a new decision
        QVERIFY(!remove->isEnabled());
        auto* review = childOf<QPushButton>(dialog, u"releaseReview"_s);
        QCOMPARE(review->isVisible(), now.has_value()); // there is something to review
    }

    void aChangedTargetIsReviewedAgain()
    {
        ReleaseDialog dialog(u"/locks/orders/lock-0000000101"_s, 0x5065);
        dialog.setConnection(u"shop"_s, true);
        dialog.show();
        QSignalSpy wanted(&dialog, &ReleaseDialog::refreshWanted);
        auto plan = somePlan(release::Life::Alive);
        dialog.setPlan(plan);
        auto* name = childOf<QLineEdit>(dialog, u"releaseName"_s);
        childOf<QLineEdit>(dialog, u"releaseReason"_s)->setText(u"stuck"_s);
        name->setText(u"orders"_s);
        plan.creationId = 0x6000;
        dialog.updatePlan(plan);
        plan.waiters = 9;
        const auto before = wanted.count();
        QTRY_VERIFY(wanted.count() > before); // it stays live
        dialog.updatePlan(plan);
        QVERIFY(valuesOf(dialog).contains(u"Waiting: 9 — changed, was: 7"_s));
        auto* remove = childOf<QPushButton>(dialog, u"releaseDelete"_s);
        QVERIFY(!remove->isEnabled());

        QTest::mouseClick(childOf<QPushButton>(dialog, u"releaseReview"_s), Qt::LeftButton);
        QVERIFY(valuesOf(dialog).contains(u"Waiting: 9"_s)); // no mark is left
        QVERIFY(!childOf<QPushButton>(dialog, u"releaseReview"_s)->isVisible());
        QVERIFY(!childOf<QWidget>(dialog, u"releaseResultFrame"_s)->isVisible());
        QVERIFY(!remove->isEnabled()); // the name is typed for this node too
        name->setText(u"orders"_s);
        QVERIFY(remove->isEnabled());
        release::ReleasePlan confirmed;
        connect(&dialog, &ReleaseDialog::confirmed, this,
                [&](const release::ReleasePlan& one, const release::ChangeReason&) { confirmed = one; });
        QTest::mouseClick(remove, Qt::LeftButton);
        QCOMPARE(confirmed.creationId, std::int64_t(0x6000));
    }

    /// Nothing is left to decide: no question, no risk and no options.
    void aGoneNodeIsNotOffered()
    {
        ReleaseDialog dialog(u"/locks/orders/lock-0000000101"_s, 0x5065);
        dialog.setConnection(u"shop"_s, true);
        dialog.show();
        const auto plan = somePlan(release::Life::Alive);
        dialog.setPlan(plan);
        const auto* title = childOf<QLabel>(dialog, u"releaseDialogTitle"_s);
        const auto isVisible = [&](const QString& name) { return childOf<QWidget>(dialog, name)->isVisible(); };
        const QStringList decisions{u"releaseDialogRiskFrame"_s, u"releaseSentences"_s,
                                    u"releaseSteps"_s,           u"releaseName"_s,
                                    u"releaseReason"_s,          u"releaseTicket"_s};
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
        childOf<QLineEdit>(late, u"releaseReason"_s)->setText(u"stuck"_s);
        QTest::mouseClick(childOf<QPushButton>(late, u"releaseDelete"_s), Qt::LeftButton);
        late.setOutcome(failure(ErrorCode::NoNode, "delete", plan.nodePath));
        QCOMPARE(childOf<QLabel>(late, u"releaseDialogTitle"_s)->text(), title->text());
        QVERIFY(!childOf<QWidget>(late, u"releaseReason"_s)->isVisible());
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
        childOf<QLineEdit>(planned, u"releaseReason"_s)->setText(u"stuck"_s);
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
        childOf<QLineEdit>(deleting, u"releaseReason"_s)->setText(u"stuck"_s);
        QTest::mouseClick(childOf<QPushButton>(deleting, u"releaseDelete"_s), Qt::LeftButton);
        deleting.setDisconnected();
        QCOMPARE(result(deleting), u"Deleting…"_s); // until the result arrives
        deleting.setOutcome(failure(ErrorCode::ConnectionLoss, "release", "/locks/orders/lock-0000000101"));
        QVERIFY(result(deleting).startsWith(u"It is unknown whether the node was deleted"_s));
        QVERIFY(isOver(deleting));
    }
};

} // namespace lockscope::releaseDialogUpdatesTest

LOCKSCOPE_TEST(lockscope::releaseDialogUpdatesTest::ReleaseDialogUpdatesTest)
#include "ReleaseDialogUpdatesTest.moc"
