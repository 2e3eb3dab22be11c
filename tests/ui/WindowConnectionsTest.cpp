// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connect/Route.h"
#include "core/release/zookeeper/ZooKeeperReleaseActor.h"
#include "tests/connect/Certificates.h"
#include "tests/connect/SecureServer.h"
#include "tests/support/BlockingClient.h"
#include "tests/support/Test.h"
#include "tests/ui/Warnings.h"
#include "tests/ui/WholeWindow.h"
#include "ui/dialogs/SecretsDialog.h"
#include "ui/dialogs/UnlockDialog.h"
#include "ui/shell/ConnectionDialogs.h"
#include "ui/views/ElidedLabel.h"

#include <QAbstractItemView>
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDirIterator>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QToolButton>

#include <optional>

namespace lockscope::windowConnectionsTest {

using namespace Qt::StringLiterals;

namespace {

const std::string digestPassword = "quite-a-secret-7319";

} // namespace

/// Saved connections in the whole window, at a real server with TLS.
class WindowConnectionsTest : public QObject {
    Q_OBJECT
    test::Certificates m_files;
    test::SecureServer m_server;
    QTemporaryDir m_folder;
    std::shared_ptr<zk::Traffic> m_traffic;
    std::unique_ptr<test::WholeWindow> m_whole;

    template <typename T> T* child(const QString& name) { return m_whole->child<T>(name); }
    void press(const QString& name) { m_whole->press(name); }
    void type(const QString& name, const QString& text)
    {
        auto* field = child<QLineEdit>(name);
        QVERIFY2(field, qPrintable(name));
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text);
    }
    QString notice() { return child<QLabel>(u"noticeText"_s)->text(); }
    /// True if the activity panel contains the text.
    bool isReported(const QString& text)
    {
        const auto* events = child<QAbstractItemView>(u"activityTable"_s)->model();
        for (int row = 0; row < events->rowCount(); ++row)
            for (int column = 0; column < events->columnCount(); ++column)
                if (events->index(row, column).data().toString().contains(text))
                    return true;
        return false;
    }
    void triggerAccess()
    {
        auto* action = child<QAction>(u"accessAction"_s);
        QTRY_VERIFY(action->isEnabled());
        action->trigger();
    }
    ui::SourceState source() const { return m_whole->connection.source(); }
    connect::Profile profileNamed(const std::string& name, const char* authority = "authority.pem")
    {
        connect::Profile profile;
        profile.name = name;
        profile.servers = {{{"localhost", m_server.securePort()}}, {}};
        profile.tls = connect::TlsSettings{m_files.path(authority), {}, {}, {}};
        profile.adminPorts = {};
        return profile;
    }
    void save(const connect::Profile& profile)
    {
        const auto before = m_whole->saved.list().size();
        m_whole->saved.keep(profile);
        QTRY_COMPARE(m_whole->saved.list().size(), before + 1);
    }

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("XDG_DATA_HOME", m_folder.path().toLocal8Bit()); // the action log's
        const auto authority = u"authority"_s;
        QVERIFY(m_files.authority(authority));
        QVERIFY(m_files.authority(u"stranger"_s));
        QVERIFY(m_files.certificate(u"server"_s, authority, u"DNS:localhost,IP:127.0.0.1"_s));
        const auto started = m_server.start(m_files.file(u"server.store"_s), m_files.file(u"authority.pem"_s));
        QVERIFY2(started.has_value(), started ? "" : describe(started.error()).c_str());
    }
    void cleanupTestCase() { QVERIFY(m_server.kill()); }
    void init()
    {
        test::failOnAnyWarning();
        m_traffic = std::make_shared<zk::Traffic>();
        m_whole = std::make_unique<test::WholeWindow>(m_folder.path(), QStringLiteral(LOCKSCOPECTL), m_traffic);
    }
    void cleanup()
    {
        QVERIFY(m_whole->end());
        m_whole.reset();
        QFile::remove(m_folder.filePath(u"profiles.json"_s));
    }

    void productionIsReadOnlyUntilItIsUnlocked()
    {
        // An ensemble whose nodes only the user "ops" may delete.
        connect::Profile profile = profileNamed("prod-eu");
        profile.user = "ops";
        profile.production = true;
        profile.colour = "red";
        save(profile);
        const auto accounts = connect::accountsOf(profile, {digestPassword, {}});
        test::BlockingClient unrelated(m_server.plainConnect());
        QVERIFY(unrelated.create("/prod"));
        QVERIFY(unrelated.create("/prod/orders", {}, zk::CreateMode::Persistent, accounts));
        test::BlockingClient holder(m_server.plainConnect());
        QVERIFY(holder.addAuth("digest", "ops:" + digestPassword));
        const std::string stem = "/prod/orders/_c_11111111-2222-4333-8444-555555555501-lock-";
        const auto node = holder.create(stem, "worker-a", zk::CreateMode::EphemeralSequential, accounts);
        QVERIFY2(node, node ? "" : describe(node.error()).c_str());

        // From the dialog of saved connections; the window asks for the password.
        m_whole->window.connections().openConnect();
        auto* saved = child<QListWidget>(u"connectSaved"_s);
        QCOMPARE(saved->count(), 1);
        QVERIFY2(saved->item(0)->text().contains(u"production"_s), qPrintable(saved->item(0)->text()));
        saved->setCurrentRow(0);
        press(u"connectSavedOpen"_s);
        ui::SecretsDialog* asks = nullptr;
        QTRY_VERIFY(asks = child<ui::SecretsDialog>(u"secretsDialog"_s));
        QVERIFY(asks && asks->isVisible() && !asks->isModal());
        QCOMPARE(child<QLineEdit>(u"secretsPassword"_s)->echoMode(), QLineEdit::Password);
        QVERIFY(!child<QPushButton>(u"secretsAccept"_s)->isEnabled());
        type(u"secretsPassword"_s, QString::fromStdString(digestPassword));
        press(u"secretsAccept"_s);
        QTRY_COMPARE(source(), ui::SourceState::Live);
        m_whole->window.selectLock("/prod/orders");
        QTRY_VERIFY(m_whole->window.shownLock() && m_whole->window.shownLock()->queue.size() == 1);
        QTRY_VERIFY(m_whole->window.shownLock()->queue[0].details.has_value());
        QVERIFY(m_whole->window.windowTitle().startsWith(u"prod-eu"_s));
        QVERIFY2(child<QToolButton>(u"connectionButton"_s)->text().contains(u"prod-eu"_s),
                 qPrintable(child<QToolButton>(u"connectionButton"_s)->text()));

        // Read-only: nothing can be released, nothing is written.
        auto* access = child<QToolButton>(u"accessButton"_s);
        QTRY_VERIFY(access->isVisible());
        QCOMPARE(access->text(), u"Read-only"_s);
        auto* release = child<QAction>(u"releaseAction"_s);
        QVERIFY(!release->isEnabled());
        QVERIFY(child<QPushButton>(u"releaseButton"_s)->toolTip().contains(u"Ctrl+L"_s));
        bool isRefused = false;
        m_whole->connection.planRelease(
            release::keyOfNode(node->path), this, [&](const Result<release::ReleasePlan>& plan) {
                QVERIFY2(plan, plan ? "" : describe(plan.error()).c_str());
                QVERIFY(plan->permission.allowed == release::Allowed::Yes);
                m_whole->connection.applyRelease(*plan, {"a try", {}}, this,
                                                 [&](const Result<release::ReleaseOutcome>& outcome) {
                                                     isRefused = !outcome && outcome.error().code == ErrorCode::Refused;
                                                 });
            });
        QTRY_VERIFY(isRefused);
        QCOMPARE(m_traffic->writes.load(), 0U);
        QVERIFY(m_traffic->requests.load() > 0);

        // Unlocked by typing its name, with a visible time limit.
        triggerAccess();
        auto* unlock = child<ui::UnlockDialog>(u"unlockDialog"_s);
        QVERIFY(unlock && unlock->isVisible() && !unlock->isModal());
        type(u"unlockName"_s, u"prod-us"_s);
        QVERIFY(!child<QPushButton>(u"unlockAccept"_s)->isEnabled());
        type(u"unlockName"_s, u"prod-eu"_s);
        press(u"unlockAccept"_s);
        QTRY_VERIFY2(access->text().startsWith(u"Writable "_s), qPrintable(access->text()));
        QTRY_VERIFY(release->isEnabled());
        release->trigger();
        auto* confirm = child<QPushButton>(u"releaseDelete"_s);
        QTRY_VERIFY(child<QLineEdit>(u"releaseName"_s)->isVisible());
        type(u"releaseReason"_s, u"a test"_s);
        type(u"releaseName"_s, u"orders"_s);
        QTRY_VERIFY(confirm->isEnabled());
        QTest::mouseClick(confirm, Qt::LeftButton);
        QTRY_VERIFY(!holder.exists(node->path).value());
        QVERIFY(m_traffic->writes.load() > 0);
        QTRY_VERIFY(child<QLabel>(u"releaseResult"_s)->isVisible());
        child<QPushButton>(u"releaseCancel"_s)->click();

        // Locked again.
        triggerAccess();
        QTRY_COMPARE(access->text(), u"Read-only"_s);

        // The typed password is in no file of ours.
        QDirIterator files(m_folder.path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        int seen = 0;
        while (files.hasNext()) {
            const auto bytes = test::contentsOf(files.next());
            QVERIFY2(!bytes.contains(QByteArray::fromStdString(digestPassword)), qPrintable(files.filePath()));
            ++seen;
        }
        QVERIFY(seen >= 2); // the connections and the action log
    }

    void unlockedItLocksItselfInTime()
    {
        auto profile = profileNamed("for-a-moment");
        profile.readOnly = true;
        profile.unlockFor = std::chrono::seconds(3);
        test::BlockingClient holder(m_server.plainConnect());
        QVERIFY(holder.create("/moment"));
        QVERIFY(holder.create("/moment/_c_11111111-2222-4333-8444-555555555501-lock-", "worker-a",
                              zk::CreateMode::EphemeralSequential));
        m_whole->controller.connectTo(ui::targetOf(profile));
        QTRY_COMPARE(source(), ui::SourceState::Live);
        m_whole->window.selectLock("/moment");
        QTRY_VERIFY(m_whole->window.shownLock());
        triggerAccess();
        press(u"unlockAccept"_s); // not a production connection: a click is enough
        QTRY_VERIFY(isReported(u"for-a-moment, for"_s));
        // Without user input the lock returns. A write is refused again before it is sent.
        QTRY_COMPARE(m_whole->connection.unlockedFor().count(), 0);
        QTRY_COMPARE(child<QToolButton>(u"accessButton"_s)->text(), u"Read-only"_s);
        const auto before = m_traffic->writes.load();
        child<QAction>(u"releaseAction"_s)->trigger();
        const auto* confirm = child<QPushButton>(u"releaseDelete"_s);
        QVERIFY(!confirm || !confirm->isEnabled());
        QCOMPARE(m_traffic->writes.load(), before);
    }

    void anUntrustedServerIsNamedAndTheNextOneForgetsIt()
    {
        save(profileNamed("wrong", "stranger.pem"));
        m_whole->controller.connectTo(profileNamed("wrong", "stranger.pem"));
        QTRY_VERIFY2(notice().contains(u"certificate"_s), qPrintable(notice()));
        QCOMPARE(source(), ui::SourceState::Connecting);
        QTRY_VERIFY(child<ui::ElidedLabel>(u"statusConnection"_s)->fullText().contains(u"certificate"_s));
        m_whole->controller.connectTo(profileNamed("right"));
        QTRY_COMPARE(source(), ui::SourceState::Live);
        QVERIFY2(!notice().contains(u"certificate"_s), qPrintable(notice()));
        QVERIFY(!child<QToolButton>(u"accessButton"_s)->isVisible());
    }

    void aTunnelThatDoesNotOpenIsReportedAndOverWith()
    {
        auto profile = profileNamed("behind");
        QVERIFY(test::Certificates::write(m_folder.filePath(u"ssh_config"_s),
                                          "Host bastion\nHostName 127.0.0.1\nPort 1\nBatchMode yes\n"));
        profile.ssh = connect::SshSettings{"bastion", m_folder.filePath(u"ssh_config"_s).toStdString()};
        m_whole->controller.connectTo(profile);
        QCOMPARE(source(), ui::SourceState::Connecting);
        QTRY_COMPARE(source(), ui::SourceState::NotConnected);
        QTRY_VERIFY2(notice().contains(u"bastion"_s), qPrintable(notice()));
        QVERIFY(child<QAction>(u"connectAction"_s)->isEnabled());
    }

    void aTunnelThatHangsBlocksNothing()
    {
        QTcpServer mute; // accepts the connection and sends nothing
        QVERIFY(mute.listen(QHostAddress::LocalHost));
        QVERIFY(test::Certificates::write(m_folder.filePath(u"ssh_config"_s),
                                          "Host bastion\nHostName 127.0.0.1\nBatchMode yes\nPort " +
                                              QByteArray::number(mute.serverPort()) + '\n'));
        auto profile = profileNamed("behind");
        profile.ssh = connect::SshSettings{"bastion", m_folder.filePath(u"ssh_config"_s).toStdString()};
        m_whole->controller.connectTo(profile);
        QTRY_VERIFY(mute.hasPendingConnections());
        QSignalSpy closed(&m_whole->connection, &ui::Connection::allClosed);
        m_whole->connection.close();
        QTRY_COMPARE_WITH_TIMEOUT(closed.count(), 1, 15'000); // ssh itself has twice as long
    }

    void whatIsAskedAboutAConnectionGoesWithIt()
    {
        auto profile = profileNamed("looked-at");
        profile.readOnly = true;
        m_whole->controller.connectTo(profile);
        QTRY_COMPARE(source(), ui::SourceState::Live);
        triggerAccess();
        QVERIFY(child<ui::UnlockDialog>(u"unlockDialog"_s));
        profile.name = "another";
        m_whole->controller.connectTo(profile);
        QTRY_VERIFY(!child<ui::UnlockDialog>(u"unlockDialog"_s));
        QVERIFY(m_whole->connection.isGuarded());
        QCOMPARE(m_whole->connection.unlockedFor().count(), 0);
    }

    void aConnectionIsOpenedAsItIsKeptByNow()
    {
        auto profile = profileNamed("shared");
        save(profile);
        profile.production = true;
        QVERIFY(
            connect::ProfileFile(m_folder.filePath(u"profiles.json"_s)).keep(profile, "shared")); // by another program
        Q_EMIT m_whole->window.connections().savedWanted("shared");
        QTRY_COMPARE(source(), ui::SourceState::Live);
        QVERIFY(m_whole->connection.isGuarded());
    }

    void whatIsOpenIsMadeReadOnlyAtOnce()
    {
        auto profile = profileNamed("meanwhile");
        save(profile);
        test::BlockingClient holder(m_server.plainConnect());
        QVERIFY(holder.create("/meanwhile"));
        const auto node = holder.create("/meanwhile/_c_11111111-2222-4333-8444-555555555501-lock-", "worker-a",
                                        zk::CreateMode::EphemeralSequential);
        QVERIFY(node);
        auto& connection = m_whole->connection;
        m_whole->controller.connectTo(profile);
        QTRY_COMPARE(source(), ui::SourceState::Live);
        m_whole->window.selectLock("/meanwhile");
        auto* release = child<QAction>(u"releaseAction"_s);
        QTRY_VERIFY(release->isEnabled());
        QVERIFY(!connection.isGuarded());

        // Its user makes it read-only: from now on nothing is written, not even pending operations.
        std::optional<release::ReleasePlan> planned;
        connection.planRelease(release::keyOfNode(node->path), this, [&](const Result<release::ReleasePlan>& plan) {
            if (plan)
                planned = *plan;
        });
        QTRY_VERIFY(planned);
        auto kept = profile;
        kept.production = true;
        m_whole->saved.keep(kept, "meanwhile");
        QTRY_VERIFY(connection.isGuarded());
        QCOMPARE(connection.unlockedFor().count(), 0);
        QTRY_VERIFY2(notice().contains(u"read-only"_s), qPrintable(notice()));
        QTRY_COMPARE(child<QToolButton>(u"accessButton"_s)->text(), u"Read-only"_s);
        QTRY_VERIFY(!release->isEnabled());
        QString came;
        const auto report = [&came](const Result<release::ReleaseOutcome>& outcome) {
            came = outcome ? u"released"_s : QString::fromStdString(describe(outcome.error()));
        };
        connection.applyRelease(*planned, {"a try", {}}, this, report);
        QTRY_VERIFY(!came.isEmpty());
        QVERIFY2(came.contains(u"this connection is read-only"_s), qPrintable(came));
        QCOMPARE(m_traffic->writes.load(), 0U);
        QCOMPARE(source(), ui::SourceState::Live); // the same session, still reading

        // Unlocked for less time than before: the saved limit counts at the time of unlocking.
        connection.unlock();
        QVERIFY(connection.unlockedFor() > std::chrono::minutes(9));
        kept.unlockFor = std::chrono::minutes(1);
        m_whole->saved.keep(kept, "meanwhile");
        QTRY_COMPARE(connection.unlockedFor().count(), 0);
        connection.unlock();
        QVERIFY(connection.unlockedFor() <= std::chrono::minutes(1));

        // Writable again.
        m_whole->saved.keep(profile, "meanwhile");
        QTRY_VERIFY(!connection.isGuarded());
        QTRY_VERIFY(release->isEnabled());
        came.clear();
        connection.applyRelease(*planned, {"a test", {}}, this, report);
        QTRY_VERIFY(!came.isEmpty());
        QCOMPARE(came, u"released"_s);

        // A change by another program makes it read-only as well, but never writable.
        const connect::ProfileFile file(m_folder.filePath(u"profiles.json"_s));
        QVERIFY(file.keep(kept, "meanwhile"));
        m_whole->saved.load();
        QTRY_VERIFY(connection.isGuarded());
        QVERIFY(file.keep(profile, "meanwhile"));
        QSignalSpy changed(&m_whole->saved, &ui::SavedConnections::changed);
        m_whole->saved.load();
        QTRY_COMPARE(changed.count(), 1);
        QVERIFY(connection.isGuarded());
    }

    void whatIsOpenIsGuardedUnderItsNewNameToo()
    {
        auto profile = profileNamed("before");
        profile.readOnly = true;
        save(profile);
        auto& connection = m_whole->connection;
        m_whole->controller.connectTo(profile);
        QTRY_COMPARE(source(), ui::SourceState::Live);
        QVERIFY(connection.isGuarded());
        QSignalSpy kept(&m_whole->saved, &ui::SavedConnections::kept);
        const auto keep = [&](const connect::Profile& next, const char* replaced) {
            m_whole->saved.keep(next, replaced);
            QTRY_COMPARE(kept.count(), 1);
            kept.clear();
        };

        profile.name = "after";
        profile.readOnly = false;
        keep(profile, "before");
        QVERIFY(!connection.isGuarded());
        profile.readOnly = true;
        keep(profile, "after");
        QVERIFY(connection.isGuarded());

        // A profile that now names other servers does not affect the open connection, even when it is saved twice.
        auto other = profile;
        other.servers.servers.front().port = 1;
        keep(other, "after");
        other.readOnly = false;
        keep(other, "after");
        QVERIFY(connection.isGuarded());
    }

    void whatIsOpenHasItsNewNameAndColour()
    {
        auto profile = profileNamed("before");
        profile.colour = "green";
        save(profile);
        const auto title = [&] { return m_whole->window.windowTitle(); };
        m_whole->controller.connectTo(profile);
        QTRY_COMPARE(source(), ui::SourceState::Live);
        QVERIFY2(title().startsWith(u"before"_s), qPrintable(title()));

        profile.name = "after";
        profile.colour = "red";
        m_whole->saved.keep(profile, "before");
        QTRY_VERIFY2(title().startsWith(u"after"_s), qPrintable(title()));
        QVERIFY(child<QToolButton>(u"connectionButton"_s)->text().contains(u"after"_s));
        QCOMPARE(m_whole->connection.target().profile.colour, std::string("red"));
        QCOMPARE(source(), ui::SourceState::Live);

        // Not the connection of a profile that names other servers.
        auto other = profile;
        other.name = "elsewhere";
        other.servers.servers.front().port = 1;
        QSignalSpy kept(&m_whole->saved, &ui::SavedConnections::kept);
        m_whole->saved.keep(other, "after");
        QTRY_COMPARE(kept.count(), 1);
        QVERIFY2(title().startsWith(u"after"_s), qPrintable(title()));
    }

    void unlockedItStaysUnlockedUnderItsNewName()
    {
        auto profile = profileNamed("before");
        profile.readOnly = true;
        save(profile);
        m_whole->controller.connectTo(profile);
        QTRY_COMPARE(source(), ui::SourceState::Live);
        m_whole->connection.unlock();
        QTRY_VERIFY(isReported(u"before, for"_s));
        profile.name = "after";
        m_whole->saved.keep(profile, "before");
        QTRY_VERIFY(m_whole->window.windowTitle().startsWith(u"after"_s));
        QVERIFY(m_whole->connection.unlockedFor().count() > 0);
        m_whole->connection.lock();
        QTRY_VERIFY(isReported(u"after is read-only again"_s));
        QVERIFY(!isReported(u"before is read-only again"_s) && !isReported(u"after, for"_s));
    }

    void whatCouldNotBeReadAgainIsNotKept()
    {
        save(profileNamed("before"));
        auto profile = profileNamed("odd");
        profile.user = "a:b"; // invalid in the file, and no program accepts it
        QSignalSpy kept(&m_whole->saved, &ui::SavedConnections::kept);
        QSignalSpy keepFailed(&m_whole->saved, &ui::SavedConnections::keepFailed);
        m_whole->saved.keep(profile);
        QTRY_COMPARE(keepFailed.count(), 1);
        QCOMPARE(kept.count(), 0);
        QVERIFY2(notice().contains(u"profiles.json"_s) && notice().contains(u"Nothing was changed"_s),
                 qPrintable(notice()));
        QVERIFY(m_whole->saved.listed("before") && !m_whole->saved.listed("odd"));
    }

    void aPortWithTlsIsThoughtOfWhereNothingAnswersWithout()
    {
        const auto hint = [&] { return child<QLabel>(u"queueEmptySentence"_s)->text(); };
        auto profile = profileNamed("plain");
        profile.tls.reset();
        m_whole->controller.connectTo(profile);
        QTRY_COMPARE(source(), ui::SourceState::Connecting);
        QTRY_VERIFY2(hint().contains(u"For a port with TLS"_s), qPrintable(hint()));
        QVERIFY(child<QLabel>(u"queueEmptySentence"_s)->isVisible());
        m_whole->controller.connectTo(profileNamed("strange", "stranger.pem"));
        QTRY_VERIFY2(!hint().contains(u"TLS"_s), qPrintable(hint()));
        QCOMPARE(source(), ui::SourceState::Connecting);
    }

    void connectionsAreKeptChangedAndForgotten()
    {
        m_whole->window.connections().openConnect();
        press(u"connectSavedNew"_s);
        QVERIFY(!child<QPushButton>(u"profileAccept"_s)->isEnabled());
        type(u"profileName"_s, u"staging"_s);
        type(u"profileServers"_s, u"zk1:port"_s);
        QVERIFY(!child<QPushButton>(u"profileAccept"_s)->isEnabled());
        QVERIFY(!child<QLabel>(u"profileError"_s)->text().isEmpty());
        type(u"profileServers"_s, u"zk1:2181,zk2:2181/app"_s);
        QVERIFY2(child<QLabel>(u"profileError"_s)->text().isEmpty(),
                 qPrintable(child<QLabel>(u"profileError"_s)->text()));
        child<QCheckBox>(u"profileReadOnly"_s)->setChecked(true);
        child<QComboBox>(u"profileColour"_s)->setCurrentIndex(2);
        press(u"profileAccept"_s);
        auto* list = child<QListWidget>(u"connectSaved"_s);
        QTRY_COMPARE(list->count(), 1);
        QTRY_VERIFY(!child<QWidget>(u"profileDialog"_s));

        // As the command line reads it.
        const connect::ProfileFile file(m_folder.filePath(u"profiles.json"_s));
        const auto found = file.find("staging");
        QVERIFY2(found, found ? "" : describe(found.error()).c_str());
        QCOMPARE(found->servers.text(), std::string("zk1:2181,zk2:2181/app"));
        QVERIFY(found->readOnly && !found->production && found->colour == "orange");

        list->setCurrentRow(0);
        press(u"connectSavedChange"_s);
        QCOMPARE(child<QLineEdit>(u"profileServers"_s)->text(), u"zk1:2181,zk2:2181/app"_s);
        // An unchanged profile can be saved.
        press(u"profileAccept"_s);
        QTRY_VERIFY(!child<QWidget>(u"profileDialog"_s));
        QCOMPARE(list->count(), 1);
        list->setCurrentRow(0);
        press(u"connectSavedChange"_s);
        type(u"profileName"_s, u"staging-2"_s);
        press(u"profileAccept"_s);
        QTRY_VERIFY(list->item(0)->text().startsWith(u"staging-2"_s));
        QCOMPARE(list->count(), 1);
        QVERIFY(!file.find("staging"));

        // Another profile has the name: the error appears beside the input, and nothing is lost.
        QTRY_VERIFY(!child<QWidget>(u"profileDialog"_s));
        press(u"connectSavedNew"_s);
        type(u"profileName"_s, u"staging-2"_s);
        type(u"profileServers"_s, u"zk9"_s);
        press(u"profileAccept"_s);
        auto* fault = child<QLabel>(u"profileError"_s);
        QTRY_VERIFY2(fault->text().contains(u"another saved connection has this name"_s), qPrintable(fault->text()));
        QVERIFY(file.keep(profileNamed("other")));
        type(u"profileName"_s, u"staging-3"_s);
        press(u"profileAccept"_s);
        QTRY_COMPARE(list->count(), 3); // including the one that another window saved in the meantime
        QTRY_VERIFY(!child<QWidget>(u"profileDialog"_s));

        list->setCurrentRow(0);
        press(u"connectSavedForget"_s);
        QTRY_COMPARE(list->count(), 2);
        QCOMPARE(file.load().value().size(), 2U);
    }

    void whatCannotBeKeptStaysTyped()
    {
        // A folder has the name of the file to write.
        QVERIFY(QDir().mkpath(m_folder.filePath(u"profiles.json/in-the-way"_s)));
        m_whole->window.connections().openConnect();
        press(u"connectSavedNew"_s);
        type(u"profileName"_s, u"staging"_s);
        type(u"profileServers"_s, u"zk1"_s);
        press(u"profileAccept"_s);
        QTRY_VERIFY(!child<QLabel>(u"profileError"_s)->text().isEmpty());
        QCOMPARE(child<QLineEdit>(u"profileName"_s)->text(), u"staging"_s);
        QVERIFY(QDir(m_folder.filePath(u"profiles.json"_s)).removeRecursively());
        press(u"profileAccept"_s);
        QTRY_VERIFY(!child<QWidget>(u"profileDialog"_s));
        QTRY_COMPARE(m_whole->saved.list().size(), 1U);
    }
};

} // namespace lockscope::windowConnectionsTest

LOCKSCOPE_TEST(lockscope::windowConnectionsTest::WindowConnectionsTest)
#include "WindowConnectionsTest.moc"
