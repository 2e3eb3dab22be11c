// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The test of a connection in its dialog.

#include "tests/support/Test.h"
#include "tests/support/DeadPort.h"
#include "tests/ui/Child.h"
#include "tests/ui/Warnings.h"
#include "ui/dialogs/ConnectDialog.h"
#include "ui/dialogs/ProfileDialog.h"
#include "ui/dialogs/TestDialog.h"
#include "ui/shell/ConnectionDialogs.h"
#include "ui/shell/connection/ConnectionTester.h"

#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTcpServer>
#include <QWidget>

namespace lockscope::testDialogTest {

using namespace Qt::StringLiterals;
using test::childOf;
using ui::TestDialog;
using State = connect::TestResult::State;

namespace {

ui::ConnectionTarget targetAt(const QString& text)
{
    const auto target = ui::parseTarget(text, {});
    return target ? *target : ui::ConnectionTarget();
}

QString stepText(const TestDialog& dialog, int step)
{
    return childOf<QLabel>(dialog, u"testStep%1"_s.arg(step))->text();
}

bool hasMark(const TestDialog& dialog, int step)
{
    return !childOf<QLabel>(dialog, u"testStep%1Mark"_s.arg(step))->pixmap().isNull();
}

void connectTo(ui::ConnectionTester& tester, TestDialog& dialog)
{
    QObject::connect(&dialog, &TestDialog::startWanted, &tester, &ui::ConnectionTester::start);
    QObject::connect(&dialog, &TestDialog::cancelWanted, &tester, &ui::ConnectionTester::cancel);
    QObject::connect(&tester, &ui::ConnectionTester::progressed, &dialog, &TestDialog::setProgress);
}

} // namespace

class TestDialogTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void theStepThatFailsSaysWhy()
    {
        const test::DeadPort port;
        ui::ConnectionTester tester({});
        TestDialog dialog(targetAt(u"127.0.0.1:%1/app"_s.arg(port.number())), ui::lightTheme());
        connectTo(tester, dialog);
        dialog.show();
        dialog.begin();
        const auto* outcome = childOf<QLabel>(dialog, u"testOutcome"_s);
        QTRY_VERIFY2(outcome->text().contains(u"does not work"_s), qPrintable(outcome->text()));
        QVERIFY2(stepText(dialog, 0).startsWith(u"Passed"_s), qPrintable(stepText(dialog, 0)));
        QVERIFY2(stepText(dialog, 1).startsWith(u"Failed"_s) && stepText(dialog, 1).contains(u"connection refused"_s),
                 qPrintable(stepText(dialog, 1)));
        QVERIFY2(stepText(dialog, 2).startsWith(u"Not tested"_s), qPrintable(stepText(dialog, 2)));
        for (auto step = 0; step < 5; ++step) {
            QVERIFY(hasMark(dialog, step));
            const auto* text = childOf<QLabel>(dialog, u"testStep%1"_s.arg(step));
            const auto* title = childOf<QLabel>(dialog, u"testStep%1Title"_s.arg(step));
            QVERIFY(text->accessibleName().contains(title->text()) && text->accessibleName().contains(text->text()));
        }
        childOf<QPushButton>(dialog, u"testCopy"_s)->click();
        QVERIFY(QGuiApplication::clipboard()->text().contains(u"connection refused"_s));
        QVERIFY(childOf<QPushButton>(dialog, u"testStart"_s)->isEnabled()); // again
        QVERIFY(!childOf<QPushButton>(dialog, u"testCancel"_s)->isEnabled());
    }

    void aTestIsCancelled()
    {
        QTcpServer silent;
        QVERIFY(silent.listen(QHostAddress::LocalHost));
        ui::ConnectionTester tester({});
        TestDialog dialog(targetAt(u"redis://127.0.0.1:%1"_s.arg(silent.serverPort())), ui::darkTheme());
        connectTo(tester, dialog);
        dialog.show();
        dialog.begin();
        QTRY_VERIFY(stepText(dialog, 1).startsWith(u"Passed"_s));
        childOf<QPushButton>(dialog, u"testCancel"_s)->click();
        const auto* outcome = childOf<QLabel>(dialog, u"testOutcome"_s);
        QTRY_VERIFY2(outcome->text().contains(u"cancelled"_s), qPrintable(outcome->text()));
        QTRY_VERIFY(!tester.isBusy());
    }

    void passwordsAreAskedForAndNotShown()
    {
        auto target = targetAt(u"redis://app@cache1:6379"_s);
        TestDialog dialog(target, ui::lightTheme());
        std::vector<std::string> started; // with these passwords
        connect(&dialog, &TestDialog::startWanted, this,
                [&](const ui::ConnectionTarget& wanted) { started.push_back(wanted.secrets.password); });
        dialog.show();
        dialog.begin();
        QVERIFY(started.empty());
        auto* password = childOf<QLineEdit>(dialog, u"testPassword"_s);
        QCOMPARE(password->echoMode(), QLineEdit::Password);
        QVERIFY(!password->accessibleName().isEmpty());
        QTest::keyClicks(password, u"open sesame"_s);
        QTest::keyClick(password, Qt::Key_Return);
        QVERIFY(started == std::vector<std::string>{"open sesame"});
        childOf<QPushButton>(dialog, u"testCopy"_s)->click();
        QVERIFY(!QGuiApplication::clipboard()->text().contains(u"sesame"_s));
        target.secrets.password = "typed in the connect dialog";
        TestDialog other(target, ui::lightTheme());
        const QSignalSpy startedAtOnce(&other, &TestDialog::startWanted);
        other.begin();
        QCOMPARE(startedAtOnce.count(), 1);
    }

    /// The first test is still running when the second one waits for its password.
    void resultsAreOfTheDialogThatShowsThem()
    {
        QTcpServer silent;
        QVERIFY(silent.listen(QHostAddress::LocalHost));
        auto first = targetAt(u"redis://app@127.0.0.1:%1"_s.arg(silent.serverPort()));
        first.secrets.password = "known";
        QWidget window;
        ui::ConnectionDialogs dialogs(window);
        ui::ConnectionTester tester({});
        connect(&dialogs, &ui::ConnectionDialogs::testWanted, &tester, &ui::ConnectionTester::start);
        connect(&dialogs, &ui::ConnectionDialogs::testCancelWanted, &tester, &ui::ConnectionTester::cancel);
        connect(&dialogs, &ui::ConnectionDialogs::testEndWanted, &tester, &ui::ConnectionTester::end);
        connect(&tester, &ui::ConnectionTester::progressed, &dialogs, &ui::ConnectionDialogs::setTestProgress);
        const auto shown = [&]() -> TestDialog* {
            for (auto* dialog : window.findChildren<TestDialog*>())
                if (dialog->isVisible())
                    return dialog;
            return nullptr;
        };
        dialogs.openTest(first);
        QVERIFY(shown());
        QTRY_VERIFY(stepText(*shown(), 1).startsWith(u"Passed"_s));
        dialogs.openTest(targetAt(u"redis://app@cache1:6379"_s));
        QTRY_VERIFY(!tester.isBusy());
        QVERIFY(shown() && childOf<QLineEdit>(*shown(), u"testPassword"_s)->text().isEmpty());
        QCOMPARE(childOf<QLabel>(*shown(), u"testOutcome"_s)->text(), QString());
        QVERIFY(!hasMark(*shown(), 1));
        shown()->close();
    }

    void closingEndsTheTest()
    {
        QWidget window;
        ui::ConnectionDialogs dialogs(window);
        const QSignalSpy ended(&dialogs, &ui::ConnectionDialogs::testEndWanted);
        dialogs.openTest(targetAt(u"zk1:2181"_s));
        auto* dialog = window.findChild<TestDialog*>();
        QVERIFY(dialog);
        QCOMPARE(ended.count(), 0);
        dialog->reject();
        QCOMPARE(ended.count(), 1);
    }

    void bothDialogsOfferIt()
    {
        ui::ConnectDialog toConnect({});
        const QSignalSpy wanted(&toConnect, &ui::ConnectDialog::testWanted);
        toConnect.show();
        auto* test = childOf<QPushButton>(toConnect, u"connectTest"_s);
        QVERIFY(!test->isEnabled());
        childOf<QLineEdit>(toConnect, u"connectString"_s)->setText(u"zk1:2181/app"_s);
        test->click();
        QCOMPARE(wanted.count(), 1);
        QVERIFY(toConnect.isVisible());

        ui::ProfileDialog profile({}, {}, ui::lightTheme());
        std::optional<connect::Profile> tested;
        connect(&profile, &ui::ProfileDialog::testWanted, this, [&](const connect::Profile& one) { tested = one; });
        profile.show();
        childOf<QLineEdit>(profile, u"profileName"_s)->setText(u"shop"_s);
        childOf<QLineEdit>(profile, u"profileServers"_s)->setText(u"zk1:2181"_s);
        childOf<QPushButton>(profile, u"profileTest"_s)->click();
        QVERIFY(tested && tested->servers.servers.front().host == "zk1");
        QVERIFY(profile.isVisible());
    }
};

} // namespace lockscope::testDialogTest

LOCKSCOPE_TEST(lockscope::testDialogTest::TestDialogTest)
#include "TestDialogTest.moc"
