// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connect/Route.h"
#include "tests/connect/Certificates.h"
#include "tests/support/BlockingClient.h"
#include "tests/support/ServerFixture.h"
#include "tests/support/Test.h"
#include "tests/ui/KeychainWorld.h"
#include "tests/ui/Warnings.h"
#include "tests/ui/WholeWindow.h"
#include "ui/dialogs/SecretsDialog.h"
#include "ui/shell/ConnectionDialogs.h"

#include <QAction>
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>

namespace lockscope::keychainTest {

using namespace Qt::StringLiterals;

namespace {

using Kind = ui::KeychainAnswer::Kind;

const std::string keychainPassword = "quite-a-secret-7319";
const std::string newPassword = "another-secret-2046";
constexpr int waitLimitMs = 30'000;

} // namespace

/// The passwords of saved connections in a real keychain.
class KeychainTest : public QObject {
    Q_OBJECT
    test::KeychainWorld m_world;
    test::ServerFixture m_server;
    test::Certificates m_files;
    std::unique_ptr<test::WholeWindow> m_whole;
    ui::Keychain m_keychain;

    template <typename T> T* child(const QString& name) { return m_whole->child<T>(name); }
    void press(const QString& name) { m_whole->press(name); }
    void type(const QString& name, const std::string& text)
    {
        auto* field = asks<QLineEdit>(name);
        QVERIFY2(field, qPrintable(name));
        field->setText(QString::fromStdString(text));
    }
    QString notice() { return child<QLabel>(u"noticeText"_s)->text(); }
    /// The visible dialog: another one may be closing.
    ui::SecretsDialog* dialog()
    {
        for (auto* each : m_whole->window.findChildren<ui::SecretsDialog*>())
            if (each->isVisible())
                return each;
        return nullptr;
    }
    template <typename T> T* asks(const QString& name) { return dialog() ? dialog()->findChild<T*>(name) : nullptr; }
    QString reported(const QString& name)
    {
        auto* label = asks<QLabel>(name);
        return label && label->isVisible() ? label->text() : QString();
    }
    QString note() { return reported(u"secretsNote"_s); }
    QString trouble() { return reported(u"secretsTrouble"_s); }
    QCheckBox* keepBox() { return asks<QCheckBox>(u"secretsKeep"_s); }
    bool canKeep() { return keepBox() && keepBox()->isEnabled(); }
    bool isToBeKept() { return keepBox() && keepBox()->isChecked(); }
    ui::SourceState source() const { return m_whole->connection.source(); }
    /// The password of the open connection.
    std::string passwordInUse() const { return m_whole->connection.target().secrets.password; }

    connect::Profile profileNamed(const std::string& name)
    {
        connect::Profile profile;
        profile.name = name;
        profile.servers = zk::parseConnectString(m_server.connectString().toStdString()).value();
        profile.user = "ops";
        return profile;
    }
    void save(const connect::Profile& profile)
    {
        const auto before = m_whole->saved.list().size();
        m_whole->saved.keep(profile);
        QTRY_COMPARE_WITH_TIMEOUT(m_whole->saved.list().size(), before + 1, waitLimitMs);
    }
    void openSaved(const std::string& name) { Q_EMIT m_whole->window.connections().savedWanted(name); }
    void waitForKeychain() { QTRY_VERIFY2_WITH_TIMEOUT(canKeep(), qPrintable(note()), waitLimitMs); }
    void accept()
    {
        auto* button = asks<QPushButton>(u"secretsAccept"_s);
        QVERIFY(button && button->isEnabled());
        QTest::mouseClick(button, Qt::LeftButton);
    }
    /// Answers the open dialog.
    void answer(const std::string& typed, bool keeps)
    {
        type(u"secretsPassword"_s, typed);
        keepBox()->setChecked(keeps);
        accept();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog(), waitLimitMs);
        QTRY_COMPARE_WITH_TIMEOUT(source(), ui::SourceState::Live, waitLimitMs);
        QCOMPARE(passwordInUse(), typed);
    }

    ui::KeychainAnswer asked(const std::function<void(const ui::Keychain::Handler&)>& ask)
    {
        std::optional<ui::KeychainAnswer> answer;
        ask([&](const ui::KeychainAnswer& reported) { answer = reported; });
        if (!QTest::qWaitFor([&] { return answer.has_value(); }, waitLimitMs))
            return {};
        return *answer;
    }
    ui::KeychainAnswer read(const connect::Profile& profile)
    {
        return asked([&](const auto& handler) { m_keychain.read(profile, this, handler); });
    }
    ui::KeychainAnswer keep(const connect::Profile& profile, const connect::Secrets& secrets)
    {
        return asked([&](const auto& handler) { m_keychain.keep(profile, secrets, this, handler); });
    }
    ui::KeychainAnswer forget(const std::string& name)
    {
        return asked([&](const auto& handler) { m_keychain.forget(name, this, handler); });
    }
    bool hasNothingOf(const connect::Profile& profile)
    {
        return QTest::qWaitFor([&] { return read(profile).kind == Kind::Nothing; }, waitLimitMs);
    }
    void removeOrders()
    {
        test::BlockingClient client(m_server.connectString());
        const auto removed = client.remove("/prod");
        QVERIFY(removed || removed.error().code == ErrorCode::NoNode);
    }
    /// A directory that only the user "ops" may read, with this password.
    void makeOrders(const std::string& theirs)
    {
        removeOrders();
        test::BlockingClient client(m_server.connectString());
        QVERIFY(client.create("/prod", {}, zk::CreateMode::Persistent,
                              connect::accountsOf(profileNamed("any"), {theirs, {}})));
    }

private Q_SLOTS:
    void initTestCase()
    {
        const auto complaint = m_world.start();
        QVERIFY2(complaint.isEmpty(), complaint.constData());
        const auto started = m_server.start();
        QVERIFY2(started, started ? "" : describe(started.error()).c_str());
        QVERIFY(m_files.authority(u"authority"_s));
        QVERIFY(m_files.certificate(u"me"_s, u"authority"_s, u"DNS:me"_s));
        QVERIFY(m_files.lock(u"me"_s, QString::fromStdString(keychainPassword)));
    }
    void init()
    {
        test::failOnAnyWarning();
        removeOrders();
        for (const char* const name : {"prod", "prod-eu", "other"})
            QCOMPARE(forget(name).kind, Kind::Done);
        m_whole = std::make_unique<test::WholeWindow>(m_world.folder());
    }
    void cleanup()
    {
        m_world.resume();
        QVERIFY(m_whole->end());
        m_whole.reset();
        QFile::remove(m_world.folder() + u"/profiles.json"_s);
    }

    void whatIsKeptIsReadUntilItIsForgotten()
    {
        auto profile = profileNamed("prod");
        profile.tls = connect::TlsSettings{{}, "me.pem", "me.key", {}};
        const connect::Secrets secrets{keychainPassword, newPassword};
        QCOMPARE(read(profile).kind, Kind::Nothing);
        const auto kept = keep(profile, secrets);
        QVERIFY2(kept.kind == Kind::Done, qPrintable(kept.reason));
        QVERIFY(read(profile).secrets == secrets);
        QCOMPARE(read(profileNamed("other")).kind, Kind::Nothing);

        QVERIFY(QFile::exists(m_world.keyring()));
        QCOMPARE(m_world.filesWith(keychainPassword), QStringList());
        QCOMPARE(m_world.filesWith(newPassword), QStringList());

        // Replaces the old ones.
        QCOMPARE(keep(profile, {newPassword, {}}).kind, Kind::Done);
        QVERIFY(read(profile).secrets == (connect::Secrets{newPassword, {}}));
        QCOMPARE(forget("prod").kind, Kind::Done);
        QCOMPARE(read(profile).kind, Kind::Nothing);
        QCOMPARE(forget("prod").kind, Kind::Done);
    }

    void secretsBelongToOneConnection()
    {
        const auto profile = profileNamed("prod");
        QCOMPARE(keep(profile, {keychainPassword, {}}).kind, Kind::Done);
        auto another = profile;
        another.user = "dev";
        QCOMPARE(read(another).kind, Kind::Nothing);
        another = profile;
        another.servers.servers.front().port = 1;
        QCOMPARE(read(another).kind, Kind::Nothing);
        QCOMPARE(read(profile).secrets.password, keychainPassword);
    }

    void whoAskedAndIsGoneIsNotReported()
    {
        int reported = 0;
        {
            QObject gone;
            m_keychain.read(profileNamed("prod"), &gone, [&](const ui::KeychainAnswer&) { ++reported; });
        }
        QCOMPARE(read(profileNamed("prod")).kind, Kind::Nothing); // processed after it
        QCOMPARE(reported, 0);
    }

    void askedOnceAndNotAgainUntilItIsAnotherPassword()
    {
        makeOrders(keychainPassword);
        const auto profile = profileNamed("prod");
        save(profile);
        openSaved("prod");
        waitForKeychain();
        QVERIFY(!isToBeKept());
        QVERIFY2(note().contains(u"Kept only in memory"_s), qPrintable(note()));
        answer(keychainPassword, true);
        QTRY_VERIFY_WITH_TIMEOUT(m_whole->connection.snapshot() && m_whole->connection.snapshot()->complete,
                                 waitLimitMs);
        QVERIFY(m_whole->connection.snapshot()->problems.empty());
        QVERIFY(!dialog());

        // The next window connects without asking.
        QVERIFY(m_whole->end());
        m_whole = std::make_unique<test::WholeWindow>(m_world.folder());
        openSaved("prod");
        QTRY_COMPARE_WITH_TIMEOUT(source(), ui::SourceState::Live, waitLimitMs);
        QVERIFY(!dialog());
        QCOMPARE(passwordInUse(), keychainPassword);
        QTRY_VERIFY_WITH_TIMEOUT(m_whole->connection.snapshot() && m_whole->connection.snapshot()->complete,
                                 waitLimitMs);
        QVERIFY(m_whole->connection.snapshot()->problems.empty());
        QVERIFY(!dialog());

        // The password was changed: the window asks for it and shows the reason.
        m_whole->connection.close();
        makeOrders(newPassword);
        openSaved("prod");
        QTRY_VERIFY2_WITH_TIMEOUT(trouble().contains(u"/prod"_s), qPrintable(trouble()), waitLimitMs);
        QTRY_VERIFY_WITH_TIMEOUT(isToBeKept(), waitLimitMs); // as it is stored
        answer(newPassword, true);
        QTRY_VERIFY_WITH_TIMEOUT(m_whole->connection.snapshot() && m_whole->connection.snapshot()->complete,
                                 waitLimitMs);
        QVERIFY(m_whole->connection.snapshot()->problems.empty());
        QVERIFY(!dialog());
        QTRY_COMPARE_WITH_TIMEOUT(read(profile).secrets.password, newPassword, waitLimitMs);

        // In no file, neither ours nor the keychain's.
        QVERIFY(QFile::exists(m_world.keyring()));
        QVERIFY(m_world.filesWith("prod").size() >= 1); // the saved connections
        QCOMPARE(m_world.filesWith(keychainPassword), QStringList());
        QCOMPARE(m_world.filesWith(newPassword), QStringList());
    }

    void anotherUsersLocksAreNoReasonToAsk()
    {
        makeOrders(newPassword);
        test::BlockingClient holder(m_server.connectString());
        QVERIFY(holder.create("/open"));
        QVERIFY(holder.create("/open/_c_11111111-2222-4333-8444-555555555501-lock-", "worker-a",
                              zk::CreateMode::EphemeralSequential));
        save(profileNamed("prod"));
        QCOMPARE(keep(profileNamed("prod"), {keychainPassword, {}}).kind, Kind::Done);
        openSaved("prod");
        QTRY_VERIFY2_WITH_TIMEOUT(notice().contains(u"Passwords…"_s), qPrintable(notice()), waitLimitMs);
        QVERIFY(notice().contains(u"/prod"_s));
        QVERIFY(!dialog());

        // As the notice says; clearing the check box removes the stored password.
        auto* action = child<QAction>(u"secretsAction"_s);
        QTRY_VERIFY_WITH_TIMEOUT(action->isEnabled(), waitLimitMs);
        action->trigger();
        waitForKeychain();
        QVERIFY(isToBeKept());
        answer(newPassword, false);
        QVERIFY(hasNothingOf(profileNamed("prod")));
        QVERIFY(holder.remove("/open/" + holder.children("/open").value().front()));
        QVERIFY(holder.remove("/open"));
    }

    void whoIsAskedAboutAnotherOneIsNotInterrupted()
    {
        makeOrders(keychainPassword);
        save(profileNamed("other"));
        save(profileNamed("prod"));
        QCOMPARE(keep(profileNamed("prod"), {keychainPassword, {}}).kind, Kind::Done);
        openSaved("prod");
        QTRY_VERIFY_WITH_TIMEOUT(m_whole->connection.snapshot() && m_whole->connection.snapshot()->complete,
                                 waitLimitMs);
        openSaved("other");
        waitForKeychain();
        const QPointer<ui::SecretsDialog> about = dialog();
        QVERIFY(about->windowTitle().contains(u"other"_s));
        makeOrders(newPassword);
        QTRY_VERIFY2_WITH_TIMEOUT(notice().contains(u"Passwords…"_s), qPrintable(notice()), waitLimitMs);
        QVERIFY(about && about->isVisible());
        QCOMPARE(passwordInUse(), keychainPassword);
        about->reject();
    }

    void theKeysPasswordIsAskedAgain()
    {
        auto profile = profileNamed("prod");
        profile.user.clear();
        profile.tls =
            connect::TlsSettings{m_files.path("authority.pem"), m_files.path("me.pem"), m_files.path("me.locked"), {}};
        save(profile);
        QCOMPARE(keep(profile, {{}, "not-the-key's"}).kind, Kind::Done);
        openSaved("prod");
        QTRY_VERIFY2_WITH_TIMEOUT(trouble().contains(u"the password of the key is wrong"_s), qPrintable(trouble()),
                                  waitLimitMs);
        QVERIFY(!asks<QLineEdit>(u"secretsPassword"_s)->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(isToBeKept(), waitLimitMs);
        type(u"secretsKeyPassword"_s, keychainPassword);
        accept();
        QCOMPARE(source(), ui::SourceState::Connecting); // this server has no TLS
        QTRY_COMPARE_WITH_TIMEOUT(read(profile).secrets.keyPassword, keychainPassword, waitLimitMs);
        QVERIFY(!dialog());
    }

    void whatIsRenamedChangedOrRemovedIsForgotten()
    {
        auto profile = profileNamed("prod");
        save(profile);
        QCOMPARE(keep(profile, {keychainPassword, {}}).kind, Kind::Done);
        const auto change = [&](const std::function<void(connect::Profile&)>& how) {
            const auto before = profile.name;
            how(profile);
            QSignalSpy kept(&m_whole->saved, &ui::SavedConnections::kept);
            m_whole->saved.keep(profile, before);
            QTRY_COMPARE_WITH_TIMEOUT(kept.count(), 1, waitLimitMs);
        };
        change([](connect::Profile& each) { each.colour = "red"; });
        QCOMPARE(read(profile).secrets.password, keychainPassword);
        const auto old = profile;
        change([](connect::Profile& each) { each.name = "prod-eu"; });
        QVERIFY(hasNothingOf(old));
        QCOMPARE(keep(profile, {keychainPassword, {}}).kind, Kind::Done);
        const auto before = profile;
        change([](connect::Profile& each) { each.user = "dev"; });
        QVERIFY(hasNothingOf(before));
        QCOMPARE(keep(profile, {keychainPassword, {}}).kind, Kind::Done);
        m_whole->saved.forget("prod-eu");
        QVERIFY(hasNothingOf(profile));
    }

    void passwordsAreForgottenByAButton()
    {
        const auto profile = profileNamed("prod");
        save(profile);
        auto open = profileNamed("other");
        open.user.clear();
        save(open);
        QCOMPARE(keep(profile, {keychainPassword, {}}).kind, Kind::Done);
        m_whole->window.connections().openConnect();
        auto* list = child<QListWidget>(u"connectSaved"_s);
        auto* button = child<QPushButton>(u"connectSavedForgetSecrets"_s);
        QVERIFY(!button->isEnabled());
        list->setCurrentRow(1);
        QVERIFY(!button->isEnabled()); // it needs no password
        list->setCurrentRow(0);
        press(u"connectSavedForgetSecrets"_s);
        QTRY_VERIFY2_WITH_TIMEOUT(notice().contains(u"no longer contains passwords for prod"_s), qPrintable(notice()),
                                  waitLimitMs);
        QCOMPARE(read(profile).kind, Kind::Nothing);
        QCOMPARE(m_whole->saved.list().size(), 2U);
    }

    void aKeychainThatHangsBlocksNothing()
    {
        save(profileNamed("prod"));
        m_world.pause();
        openSaved("prod");
        QTRY_VERIFY_WITH_TIMEOUT(dialog(), waitLimitMs);
        QVERIFY(!canKeep());
        QVERIFY2(note().contains(u"not responded"_s), qPrintable(note()));
        QVERIFY(keepBox()->toolTip().contains(u"not responded"_s));
        answer(keychainPassword, false);

        // The keychain may answer while the user types.
        openSaved("prod");
        QTRY_VERIFY_WITH_TIMEOUT(dialog(), waitLimitMs);
        QVERIFY(!canKeep());
        m_world.resume();
        QTRY_VERIFY_WITH_TIMEOUT(canKeep(), waitLimitMs);
        answer(newPassword, true);
        QTRY_COMPARE_WITH_TIMEOUT(read(profileNamed("prod")).secrets.password, newPassword, waitLimitMs);
    }

    void whoUnlocksItLateNeedNotType()
    {
        save(profileNamed("prod"));
        QCOMPARE(keep(profileNamed("prod"), {keychainPassword, {}}).kind, Kind::Done);
        m_world.pause();
        openSaved("prod");
        QTRY_VERIFY_WITH_TIMEOUT(dialog(), waitLimitMs);
        m_world.resume();
        QTRY_COMPARE_WITH_TIMEOUT(source(), ui::SourceState::Live, waitLimitMs);
        QCOMPARE(passwordInUse(), keychainPassword);
        QTRY_VERIFY_WITH_TIMEOUT(!dialog(), waitLimitMs);

        // After Cancel, a late answer does not connect.
        m_whole->connection.close();
        m_world.pause();
        openSaved("prod");
        QTRY_VERIFY_WITH_TIMEOUT(dialog(), waitLimitMs);
        dialog()->reject();
        m_world.resume();
        QCOMPARE(read(profileNamed("prod")).secrets.password, keychainPassword); // processed after it
        QCOMPARE(source(), ui::SourceState::NotConnected);
    }

    void whatIsUnderWayOutlivesTheWindow()
    {
        save(profileNamed("prod"));
        QCOMPARE(keep(profileNamed("prod"), {keychainPassword, {}}).kind, Kind::Done);
        m_world.pause();
        openSaved("prod");
        QTRY_VERIFY_WITH_TIMEOUT(dialog(), waitLimitMs);
        QVERIFY(m_whole->end());
        m_whole = std::make_unique<test::WholeWindow>(m_world.folder());
        m_world.resume();
        QCOMPARE(read(profileNamed("prod")).secrets.password, keychainPassword);
        QCOMPARE(source(), ui::SourceState::NotConnected);
        QVERIFY(!dialog());
    }

    // The last test: libsecret's cache makes this process unable to use a restarted keychain.
    void aLockedKeychainPreventsNoConnection()
    {
        const auto profile = profileNamed("prod");
        save(profile);
        QCOMPARE(keep(profile, {keychainPassword, {}}).kind, Kind::Done);
        QVERIFY(m_world.lock());
        openSaved("prod");
        QTRY_VERIFY_WITH_TIMEOUT(dialog(), waitLimitMs);
        QTRY_VERIFY_WITH_TIMEOUT(!note().contains(u"not responded"_s), waitLimitMs);
        answer(newPassword, true);
        QTRY_VERIFY2_WITH_TIMEOUT(notice().contains(u"Cannot save the passwords for prod"_s), qPrintable(notice()),
                                  waitLimitMs);

        // After unlocking, it has the same entries, for every program of the user.
        const auto complaint = m_world.restart();
        QVERIFY2(complaint.isEmpty(), complaint.constData());
        test::LineProcess reader(QStringLiteral(UI_KEYCHAINREADER), {u"prod"_s, m_server.connectString(), u"ops"_s});
        QVERIFY2(reader.waitForEnd(waitLimitMs), reader.reported().constData());
        QVERIFY2(reader.exitCode() == 0, reader.reported().constData());
        QCOMPARE(reader.lines(), QList<QByteArray>{QByteArray::fromStdString(keychainPassword)});
        QCOMPARE(m_world.filesWith(newPassword), QStringList());

        // When the keychain is unavailable, the user is asked.
        openSaved("prod");
        QTRY_VERIFY_WITH_TIMEOUT(dialog(), waitLimitMs);
        QTRY_VERIFY2_WITH_TIMEOUT(note().contains(u"No system keychain"_s), qPrintable(note()), waitLimitMs);
        answer(keychainPassword, false);
    }
};

} // namespace lockscope::keychainTest

LOCKSCOPE_TEST(lockscope::keychainTest::KeychainTest)
#include "KeychainTest.moc"
