// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/Test.h"
#include "tests/ui/Child.h"
#include "tests/ui/Warnings.h"
#include "ui/dialogs/AboutDialog.h"
#include "ui/dialogs/ConnectDialog.h"
#include "ui/dialogs/KeysDialog.h"
#include "ui/dialogs/PreferencesDialog.h"
#include "ui/dialogs/ProfileDialog.h"
#include "ui/dialogs/UnlockDialog.h"

#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QFile>
#include <QFileDialog>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QSet>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabWidget>
#include <QTemporaryDir>

namespace lockscope::dialogsTest {

using namespace Qt::StringLiterals;
using test::childOf;
using ui::ConnectDialog;

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
        const auto sentence = childOf<QLabel>(dialog, u"connectError"_s)->text() +
                              childOf<QLabel>(dialog, u"connectRootsFault"_s)->text();
        QCOMPARE(sentence.isEmpty(), right || typed.isEmpty());
    }

    void rootsMayHaveBlanksInTheirNames()
    {
        QCOMPARE(ui::rootsIn(u" /a b, /c\t/d,e "_s), (QStringList{u"/a b"_s, u"/c"_s, u"/d,e "_s}));
        QCOMPARE(ui::rootsIn({}), QStringList());
    }

    void otherWaysToBegin()
    {
        ConnectDialog toRecording({});
        toRecording.show();
        QSignalSpy wanted(&toRecording, &ConnectDialog::recordingWanted);
        QTest::mouseClick(childOf<QPushButton>(toRecording, u"connectRecording"_s), Qt::LeftButton);
        QCOMPARE(wanted.count(), 1);
        QVERIFY(!toRecording.isVisible());

        QMenu sandboxes;
        auto* redis = sandboxes.addAction(u"Redis"_s);
        ConnectDialog toSandbox({});
        toSandbox.show();
        QVERIFY(!toSandbox.findChild<QPushButton*>(u"connectSandbox"_s));
        toSandbox.setSandboxMenu(&sandboxes);
        auto* button = childOf<QPushButton>(toSandbox, u"connectSandbox"_s);
        QVERIFY(button->isVisible());
        QCOMPARE(button->menu(), &sandboxes);
        redis->trigger();
        QVERIFY(!toSandbox.isVisible());
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

    void aMissingFileIsRefusedAtItsField()
    {
        const QTemporaryDir folder;
        ui::ProfileDialog dialog({}, {}, ui::lightTheme());
        auto saved = 0;
        connect(&dialog, &ui::ProfileDialog::chosen, this, [&] { ++saved; });
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        childOf<QLineEdit>(dialog, u"profileName"_s)->setText(u"shop"_s);
        childOf<QLineEdit>(dialog, u"profileServers"_s)->setText(u"zk1:2181"_s);
        childOf<QCheckBox>(dialog, u"profileTls"_s)->setChecked(true);
        auto* authorities = childOf<QLineEdit>(dialog, u"profileCa"_s);
        const auto* fault = childOf<QLabel>(dialog, u"profileCaFault"_s);
        const auto path = folder.filePath(u"ca.pem"_s);
        authorities->setText(path);
        auto* accept = childOf<QPushButton>(dialog, u"profileAccept"_s);
        accept->click();
        QVERIFY(!fault->isVisible()); // the disk is read by another thread
        QTRY_VERIFY2(fault->isVisible() && fault->text().contains(path), qPrintable(fault->text()));
        QCOMPARE(saved, 0);
        QCOMPARE(dialog.focusWidget(), authorities); // on another page
        childOf<QPushButton>(dialog, u"profileCaBrowse"_s)->click();
        auto* files = childOf<QFileDialog>(dialog, u"profileCaDialog"_s);
        QVERIFY(files->isVisible() && !files->isModal());
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.close();
        Q_EMIT files->fileSelected(path + u"/../ca.pem"_s);
        files->reject();
        QVERIFY(!fault->isVisible());
        authorities->setText(path);
        accept->click();
        QTRY_COMPARE(saved, 1);
    }

    void aNumberBeyondTheLimitsIsRefusedAtItsField()
    {
        ui::ProfileDialog dialog({}, {}, ui::lightTheme());
        dialog.show();
        childOf<QLineEdit>(dialog, u"profileName"_s)->setText(u"shop"_s);
        childOf<QLineEdit>(dialog, u"profileServers"_s)->setText(u"zk1:2181"_s);
        const auto* accept = childOf<QPushButton>(dialog, u"profileAccept"_s);
        QVERIFY(accept->isEnabled());
        auto* minutes = childOf<QSpinBox>(dialog, u"profileUnlockFor"_s);
        minutes->selectAll();
        QTest::keyClicks(minutes, u"0"_s);
        const auto* fault = childOf<QLabel>(dialog, u"profileUnlockForFault"_s);
        QVERIFY(!accept->isEnabled() && fault->isVisible());
        QVERIFY2(fault->text().contains(u"from 1 to 1,440"_s), qPrintable(fault->text()));
        minutes->setValue(5);
        QVERIFY(accept->isEnabled() && !fault->isVisible());
    }

    /// A key of two visible controls would only move the focus from one to the other.
    void anAltKeyBelongsToOneControl()
    {
        ConnectDialog toConnect({});
        ui::PreferencesDialog preferences({});
        ui::ProfileDialog profile({}, {}, ui::lightTheme());
        for (QDialog* dialog : {static_cast<QDialog*>(&toConnect), static_cast<QDialog*>(&preferences),
                                static_cast<QDialog*>(&profile)}) {
            dialog->show();
            auto* tabs = dialog->findChild<QTabWidget*>();
            for (auto tab = 0; tab < (tabs ? tabs->count() : 1); ++tab) {
                if (tabs)
                    tabs->setCurrentIndex(tab);
                QStringList keys;
                const auto add = [&](const QWidget& widget, const QString& text) {
                    const auto key = QKeySequence::mnemonic(text);
                    if (widget.isVisible() && !key.isEmpty())
                        keys << key.toString();
                };
                for (const auto* label : dialog->findChildren<QLabel*>()) {
                    if (label->buddy())
                        add(*label, label->text());
                }
                for (const auto* button : dialog->findChildren<QAbstractButton*>())
                    add(*button, button->text());
                QVERIFY(!keys.isEmpty());
                QVERIFY2(QSet(keys.begin(), keys.end()).size() == keys.size(), qPrintable(keys.join(u' ')));
            }
        }
        for (const auto* button : toConnect.findChildren<QPushButton*>()) {
            const bool hasOwnKey = button->isDefault() || button->text().remove(u'&') == u"Cancel"; // Return, Escape
            QVERIFY2(hasOwnKey || !QKeySequence::mnemonic(button->text()).isEmpty(), qPrintable(button->text()));
        }
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
};

} // namespace lockscope::dialogsTest

LOCKSCOPE_TEST(lockscope::dialogsTest::DialogsTest)
#include "DialogsTest.moc"
