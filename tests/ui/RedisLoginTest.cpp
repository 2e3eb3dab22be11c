// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/Files.h"
#include "tests/support/RedisServers.h"
#include "tests/support/Test.h"
#include "tests/ui/EveryBackend.h"
#include "tests/ui/Warnings.h"
#include "tests/ui/WholeWindow.h"
#include "ui/dialogs/SecretsDialog.h"
#include "ui/shell/ConnectionDialogs.h"

#include <QAction>
#include <QCheckBox>
#include <QDirIterator>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QToolButton>

#include <memory>

namespace lockscope::redisLoginTest {

using namespace Qt::StringLiterals;

namespace {

const auto serverPassword = u"quite-a-secret-7319"_s;
const auto userPassword = u"another-secret-2046"_s;

} // namespace

/// A typed address of a real server that asks for a password.
class RedisLoginTest final : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    test::RedisServers m_servers{
        {.password = serverPassword, .moreSettings = u"user watcher on >%1 ~* &* +@all\n"_s.arg(userPassword)}};
    std::unique_ptr<test::WholeWindow> m_whole;

    /// The dialog that is open: a previous one may be closing.
    [[nodiscard]] ui::SecretsDialog* dialog() const
    {
        for (auto* each : m_whole->window.findChildren<ui::SecretsDialog*>())
            if (each->isVisible())
                return each;
        return nullptr;
    }
    template <typename T> [[nodiscard]] T* asks(const QString& name) const
    {
        return dialog() ? dialog()->findChild<T*>(name) : nullptr;
    }
    [[nodiscard]] QString trouble() const
    {
        const auto* label = asks<QLabel>(u"secretsTrouble"_s);
        return label && label->isVisible() ? label->text() : QString();
    }
    [[nodiscard]] ui::SourceState source() const { return m_whole->connection.source(); }
    /// As a user does: in the dialog Connect.
    void connectTo(const QString& address)
    {
        m_whole->child<QAction>(u"connectAction"_s)->trigger();
        auto* field = m_whole->child<QLineEdit>(u"connectString"_s);
        QVERIFY(field);
        field->setText(address);
        m_whole->press(u"connectAccept"_s);
    }
    void answer(const QString& user, const QString& password)
    {
        QVERIFY(asks<QLineEdit>(u"secretsUser"_s)->isVisible());
        asks<QLineEdit>(u"secretsUser"_s)->setText(user);
        asks<QLineEdit>(u"secretsPassword"_s)->setText(password);
        auto* accept = asks<QPushButton>(u"secretsAccept"_s);
        QVERIFY(accept->isEnabled());
        QTest::mouseClick(accept, Qt::LeftButton);
    }
    [[nodiscard]] QStringList filesWith(const QString& text) const
    {
        QStringList found;
        QDirIterator files(m_folder.path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (files.hasNext())
            if (test::contentsOf(files.next()).contains(text.toUtf8()))
                found << files.filePath();
        return found;
    }

private Q_SLOTS:
    void initTestCase()
    {
        for (const char* const variable : {"HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"})
            qputenv(variable, m_folder.path().toLocal8Bit());
        const auto started = m_servers.start();
        QVERIFY2(started, started ? "" : describe(started.error()).c_str());
    }
    void init()
    {
        test::failOnAnyWarning();
        m_whole = std::make_unique<test::WholeWindow>(test::everyBackend(), m_folder.path());
    }
    void cleanup()
    {
        QVERIFY(m_whole->end());
        m_whole.reset();
        QFile::remove(m_folder.filePath(u"test.ini"_s));
    }

    void thePasswordIsAskedUntilItIsRight()
    {
        connectTo(m_servers.target());
        QTRY_COMPARE(trouble(), u"The servers require a password."_s);
        QVERIFY(!dialog()->isModal());
        QVERIFY2(dialog()->windowTitle().contains(m_servers.target()), qPrintable(dialog()->windowTitle()));
        QVERIFY(!asks<QPushButton>(u"secretsAccept"_s)->isEnabled());
        answer({}, u"a wrong one"_s);
        QTRY_VERIFY2(trouble().startsWith(u"The servers refused the user or the password."_s), qPrintable(trouble()));
        QVERIFY2(trouble().contains(u"WRONGPASS"_s), qPrintable(trouble()));
        answer({}, serverPassword);
        QTRY_COMPARE(source(), ui::SourceState::Live);
        QVERIFY(!dialog());
        QCOMPARE(m_whole->connection.text(), m_servers.target());
        QCOMPARE(m_whole->connection.target().profile.name, std::string());
        // Nothing stores it, and its connection can be given another one.
        QCOMPARE(filesWith(serverPassword), QStringList());
        QTRY_VERIFY(m_whole->child<QAction>(u"secretsAction"_s)->isEnabled());
        m_whole->child<QAction>(u"secretsAction"_s)->trigger();
        QTRY_VERIFY(dialog());
        QCOMPARE(trouble(), QString());
        dialog()->reject();
        QCOMPARE(source(), ui::SourceState::Live);
    }

    void anotherUserCanBeEntered()
    {
        connectTo(m_servers.target());
        QTRY_VERIFY(dialog());
        asks<QLineEdit>(u"secretsUser"_s)->setText(u"no such user"_s);
        asks<QLineEdit>(u"secretsPassword"_s)->setText(userPassword);
        QVERIFY(!asks<QPushButton>(u"secretsAccept"_s)->isEnabled()); // no target can have it
        answer(u"nobody"_s, userPassword);
        QTRY_VERIFY2(trouble().contains(u"WRONGPASS"_s), qPrintable(trouble()));
        QCOMPARE(asks<QLineEdit>(u"secretsUser"_s)->text(), u"nobody"_s);
        answer(u"watcher"_s, userPassword);
        QTRY_COMPARE(source(), ui::SourceState::Live);
        QCOMPARE(m_whole->connection.target().profile.user, std::string("watcher"));
        QVERIFY2(m_servers.command({"CLIENT", "LIST"}).toByteArray().contains("name=lockscope"), "no client");
        QVERIFY2(m_servers.command({"CLIENT", "LIST"}).toByteArray().contains("user=watcher"), "another user");
    }

    void cancelLeadsBackAndKeepsTheAddress()
    {
        const auto address = u"redis://127.0.0.1:%1/3"_s.arg(m_servers.port());
        connectTo(address);
        QTRY_VERIFY(dialog());
        dialog()->reject();
        QTRY_COMPARE(source(), ui::SourceState::NotConnected);
        QTRY_VERIFY(m_whole->child<QPushButton>(u"welcomeConnect"_s)->isVisible());
        QTRY_VERIFY(!m_whole->child<QLabel>(u"noticeText"_s)->isVisible());
        QCOMPARE(m_whole->child<QToolButton>(u"welcomeRecent0"_s)->accessibleName(), address);
        m_whole->press(u"welcomeConnect"_s);
        QCOMPARE(m_whole->child<QLineEdit>(u"connectString"_s)->text(), u"127.0.0.1:%1"_s.arg(m_servers.port()));
        m_whole->press(u"connectAccept"_s);
        QTRY_VERIFY(dialog());
        QCOMPARE(m_whole->connection.text(), address);
    }

    /// The dialog belongs to the connection.
    void disconnectClosesTheQuestion()
    {
        connectTo(m_servers.target());
        QTRY_VERIFY(dialog());
        m_whole->child<QAction>(u"disconnectAction"_s)->trigger();
        QTRY_VERIFY(!dialog());
        QCOMPARE(source(), ui::SourceState::NotConnected);
    }

    /// It was saved before the server had a password.
    void aSavedConnectionIsAskedAsWell()
    {
        connect::Profile profile;
        profile.name = "cart";
        profile.roots.clear();
        profile.redis = redis::parseTarget(m_servers.target().toStdString()).value();
        m_whole->saved.keep(profile);
        QTRY_COMPARE(m_whole->saved.list().size(), 1U);
        Q_EMIT m_whole->window.connections().savedWanted("cart");
        QTRY_COMPARE(trouble(), u"The servers require a password."_s);
        QVERIFY(!asks<QLineEdit>(u"secretsUser"_s)->isVisible());
        asks<QLineEdit>(u"secretsPassword"_s)->setText(u"a wrong one"_s);
        QTest::mouseClick(asks<QPushButton>(u"secretsAccept"_s), Qt::LeftButton);
        QTRY_VERIFY2(trouble().contains(u"WRONGPASS"_s), qPrintable(trouble()));
        asks<QLineEdit>(u"secretsPassword"_s)->setText(serverPassword);
        QTest::mouseClick(asks<QPushButton>(u"secretsAccept"_s), Qt::LeftButton);
        QTRY_COMPARE(source(), ui::SourceState::Live);
        QFile::remove(m_folder.filePath(u"profiles.json"_s));
    }
};

} // namespace lockscope::redisLoginTest

LOCKSCOPE_TEST(lockscope::redisLoginTest::RedisLoginTest)
#include "RedisLoginTest.moc"
