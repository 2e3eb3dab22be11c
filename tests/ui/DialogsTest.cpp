// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/Warnings.h"
#include "ui/dialogs/ConnectDialog.h"
#include "ui/dialogs/ReleaseDialog.h"

#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace lockscope;
using ui::ConnectDialog;
using ui::ReleaseDialog;

namespace {

template <typename T> T* child(QWidget& parent, const QString& name)
{
    auto* found = parent.findChild<T*>(name);
    if (!found)
        qFatal("there is no %s", qPrintable(name));
    return found;
}

release::ReleasePlan somePlan()
{
    release::ReleasePlan plan;
    plan.lockPath = "/locks/orders";
    plan.node = "lock-0000000101";
    plan.nodePath = "/locks/orders/lock-0000000101";
    plan.holds = true;
    plan.czxid = 0x5065;
    plan.owner = 0x165;
    plan.client = "worker-101";
    plan.host = "10.20.4.101";
    plan.next = "lock-0000000102";
    plan.nextClient = "worker-102";
    plan.waiters = 7;
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
        child<QLineEdit>(dialog, u"connectString"_s)->setText(typed);
        child<QLineEdit>(dialog, u"connectRoots"_s)->setText(roots);
        QCOMPARE(child<QPushButton>(dialog, u"connectAccept"_s)->isEnabled(), right);
        const auto sentence = child<QLabel>(dialog, u"connectError"_s)->text();
        QCOMPARE(sentence.isEmpty(), right || typed.isEmpty());
    }

    void otherWaysToBegin()
    {
        for (const auto& [button, signal] : {std::pair(u"connectSandbox"_s, &ConnectDialog::sandboxWanted),
                                             {u"connectRecording"_s, &ConnectDialog::recordingWanted}}) {
            ConnectDialog dialog({});
            dialog.show();
            QSignalSpy wanted(&dialog, signal);
            QTest::mouseClick(child<QPushButton>(dialog, button), Qt::LeftButton);
            QCOMPARE(wanted.count(), 1);
            QVERIFY(!dialog.isVisible());
        }
    }

    void connectingTellsTheTarget()
    {
        ConnectDialog dialog({{u"zk9:2181"_s, {u"/prod"_s}}});
        std::vector<ui::ConnectionTarget> targets;
        connect(&dialog, &ConnectDialog::chosen, this,
                [&](const ui::ConnectionTarget& target) { targets.push_back(target); });
        child<QListWidget>(dialog, u"connectRecent"_s)->setCurrentRow(0);
        QCOMPARE(child<QLineEdit>(dialog, u"connectString"_s)->text(), u"zk9:2181"_s);
        QVERIFY(!dialog.isModal());
        QTest::mouseClick(child<QPushButton>(dialog, u"connectAccept"_s), Qt::LeftButton);
        QCOMPARE(targets.size(), std::size_t(1));
        QCOMPARE(targets[0].text, u"zk9:2181"_s);
        QCOMPARE(targets[0].roots, std::vector<std::string>{"/prod"});
        QCOMPARE(targets[0].servers.servers.front().host, std::string("zk9"));
    }

    void deletionWaitsForThePlan()
    {
        ReleaseDialog dialog(u"/locks/orders/lock-0000000101"_s, 0x5065);
        auto* remove = child<QPushButton>(dialog, u"releaseDelete"_s);
        QVERIFY(!remove->isEnabled());
        QVERIFY(child<QPushButton>(dialog, u"releaseCancel"_s)->isDefault());
        dialog.setPlan(somePlan());
        QVERIFY(remove->isEnabled());
        const auto values = valuesOf(dialog);
        for (const auto& wanted : {u"Node: /locks/orders/lock-0000000101"_s, u"Client: worker-101"_s,
                                   u"Host: 10.20.4.101"_s, u"Session: 0x165"_s, u"Guard: czxid 0x5065"_s,
                                   u"Waiting: 7"_s, u"Next in line: worker-102 (lock-0000000102)"_s})
            QVERIFY2(values.contains(wanted), qPrintable(wanted + u" in "_s + values.join(u" | "_s)));
        QVERIFY(!child<QLabel>(dialog, u"releaseDialogRisk"_s)->text().isEmpty());

        release::ReleasePlan confirmed;
        QString reason;
        connect(&dialog, &ReleaseDialog::confirmed, this, [&](const release::ReleasePlan& plan, const QString& why) {
            confirmed = plan;
            reason = why;
        });
        child<QLineEdit>(dialog, u"releaseReason"_s)->setText(u"worker-101 is stuck"_s);
        QTest::mouseClick(remove, Qt::LeftButton);
        QCOMPARE(confirmed.nodePath, std::string("/locks/orders/lock-0000000101"));
        QCOMPARE(reason, u"worker-101 is stuck"_s);
        QVERIFY(!remove->isEnabled());
        dialog.setOutcome(release::ReleaseOutcome{somePlan(), {}});
        QCOMPARE(child<QLabel>(dialog, u"releaseResult"_s)->text(),
                 u"Deleted: lock-0000000101 is gone; worker-102 is next."_s);
    }

    void enterDoesNotDelete()
    {
        ReleaseDialog dialog(u"/locks/orders/lock-0000000101"_s, 0);
        dialog.setPlan(somePlan());
        QSignalSpy confirmed(&dialog, &ReleaseDialog::confirmed);
        dialog.show();
        QTest::keyClick(&dialog, Qt::Key_Return);
        QCOMPARE(confirmed.count(), 0);
        QVERIFY(!dialog.isVisible());
    }

    void anotherNodeIsNeverOffered()
    {
        ReleaseDialog dialog(u"/locks/orders/lock-0000000101"_s, 0x1111);
        dialog.setPlan(somePlan());
        QVERIFY(!child<QPushButton>(dialog, u"releaseDelete"_s)->isEnabled());
        QVERIFY(child<QLabel>(dialog, u"releaseResult"_s)->text().contains(u"replaced"_s));
    }

    void failuresAreSaid()
    {
        ReleaseDialog missing(u"/locks/orders/lock-0000000101"_s, 0);
        missing.setPlan(failure(ErrorCode::NoNode, "exists", "/locks/orders/lock-0000000101"));
        QVERIFY(!child<QPushButton>(missing, u"releaseDelete"_s)->isEnabled());
        QVERIFY(child<QLabel>(missing, u"releaseResult"_s)->text().contains(u"/locks/orders/lock-0000000101"_s));

        const auto refused =
            ui::outcomeText(failure(ErrorCode::Refused, "release", "/l/n", "its owner is another session"));
        QVERIFY(refused.startsWith(u"The node was replaced, so nothing was deleted."_s));
        const auto unknown = ui::outcomeText(failure(ErrorCode::ConnectionLoss, "delete", "/l/n"));
        QVERIFY(unknown.startsWith(u"Nobody knows"_s));
        QCOMPARE(ui::outcomeText(failure(ErrorCode::NoNode, "delete", "/l/n")),
                 u"The node is gone already; nothing was deleted."_s);
    }
};

QTEST_MAIN(DialogsTest)
#include "DialogsTest.moc"
