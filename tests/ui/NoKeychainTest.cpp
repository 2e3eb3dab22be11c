// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/Test.h"
#include "tests/ui/Warnings.h"
#include "tests/ui/WholeWindow.h"
#include "ui/dialogs/SecretsDialog.h"
#include "ui/shell/ConnectionDialogs.h"

#include <QCheckBox>
#include <QDirIterator>
#include <QLabel>
#include <QLineEdit>
#include <QTemporaryDir>

namespace lockscope::noKeychainTest {

using namespace Qt::StringLiterals;

namespace {

using Kind = ui::KeychainAnswer::Kind;

const std::string typedPassword = "quite-a-secret-7319";
constexpr int waitLimitMs = 30'000;

} // namespace

/// Without a keychain the user is asked each time, and nothing is written anywhere.
class NoKeychainTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    connect::Profile m_profile;

    QStringList filesWithPassword()
    {
        QStringList found;
        QDirIterator files(m_folder.path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile each(files.next());
            if (each.open(QIODevice::ReadOnly) && each.readAll().contains(QByteArray::fromStdString(typedPassword)))
                found << each.fileName();
        }
        return found;
    }

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("DBUS_SESSION_BUS_ADDRESS", "disabled:");
        for (const char* const variable :
             {"XDG_CURRENT_DESKTOP", "DESKTOP_SESSION", "GNOME_DESKTOP_SESSION_ID", "KDE_FULL_SESSION"})
            qunsetenv(variable);
        for (const char* const variable : {"HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"})
            qputenv(variable, m_folder.path().toLocal8Bit());
        m_profile.name = "prod";
        m_profile.servers = {{{"127.0.0.1", 1}}, {}}; // no server listens there
        m_profile.user = "ops";
    }
    void init() { test::failOnAnyWarning(); }

    void itSaysSoAndKeepsNothing()
    {
        ui::Keychain keychain;
        std::vector<ui::KeychainAnswer> answers;
        const auto take = [&](const ui::KeychainAnswer& answer) { answers.push_back(answer); };
        keychain.read(m_profile, this, take);
        keychain.keep(m_profile, {typedPassword, {}}, this, take);
        keychain.read(m_profile, this, take);
        keychain.forget("prod", this, take);
        QTRY_COMPARE_WITH_TIMEOUT(answers.size(), 4U, waitLimitMs);
        for (const auto& answer : answers) {
            QVERIFY(answer.kind == Kind::Unavailable);
            QVERIFY(!answer.reason.isEmpty());
            QVERIFY(answer.secrets == connect::Secrets());
        }
        QCOMPARE(filesWithPassword(), QStringList());
    }

    void theUserIsAsked()
    {
        test::WholeWindow whole(m_folder.path());
        whole.saved.keep(m_profile);
        QTRY_COMPARE_WITH_TIMEOUT(whole.saved.list().size(), 1U, waitLimitMs);
        for (int time = 0; time < 2; ++time) {
            Q_EMIT whole.window.connections().savedWanted("prod");
            QTRY_VERIFY_WITH_TIMEOUT(whole.child<ui::SecretsDialog>(u"secretsDialog"_s), waitLimitMs);
            auto* keep = whole.child<QCheckBox>(u"secretsKeep"_s);
            auto* note = whole.child<QLabel>(u"secretsNote"_s);
            QTRY_VERIFY2_WITH_TIMEOUT(note->text().contains(u"No system keychain"_s), qPrintable(note->text()),
                                      waitLimitMs);
            QVERIFY(note->isVisible());
            QVERIFY(!keep->isEnabled() && !keep->isChecked());
            QVERIFY(keep->toolTip().contains(u"No system keychain"_s));
            whole.child<QLineEdit>(u"secretsPassword"_s)->setText(QString::fromStdString(typedPassword));
            whole.press(u"secretsAccept"_s);
            QTRY_VERIFY_WITH_TIMEOUT(!whole.child<ui::SecretsDialog>(u"secretsDialog"_s), waitLimitMs);
            QCOMPARE(whole.connection.source(), ui::SourceState::Connecting);
            QCOMPARE(whole.connection.target().secrets.password, typedPassword);
            whole.connection.close();
        }
        // The notice reports that the passwords were not removed.
        whole.saved.forget("prod");
        auto* notice = whole.child<QLabel>(u"noticeText"_s);
        QTRY_VERIFY2_WITH_TIMEOUT(notice->text().contains(u"Cannot remove the passwords"_s), qPrintable(notice->text()),
                                  waitLimitMs);
        QVERIFY(whole.end());
        QCOMPARE(filesWithPassword(), QStringList());
    }
};

} // namespace lockscope::noKeychainTest

LOCKSCOPE_TEST(lockscope::noKeychainTest::NoKeychainTest)
#include "NoKeychainTest.moc"
