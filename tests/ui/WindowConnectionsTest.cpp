// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Connections of the whole window to a real server with TLS: production, certificates and tunnels.

#include "core/connect/Route.h"
#include "core/release/zookeeper/ZooKeeperReleaseActor.h"
#include "tests/support/BlockingClient.h"
#include "tests/support/Test.h"
#include "tests/ui/SecureWindowTest.h"
#include "ui/dialogs/SecretsDialog.h"
#include "ui/dialogs/UnlockDialog.h"
#include "ui/shell/ConnectionDialogs.h"
#include "ui/views/ElidedLabel.h"

#include <QAction>
#include <QDirIterator>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QTcpServer>
#include <QToolButton>

#include <optional>

namespace lockscope::windowConnectionsTest {

using namespace Qt::StringLiterals;

namespace {

const std::string digestPassword = "quite-a-secret-7319";

} // namespace

class WindowConnectionsTest final : public test::SecureWindowTest {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { startServer(); }
    void cleanupTestCase() { endServer(); }
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

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
        const auto read = saved->item(0)->data(Qt::AccessibleTextRole).toString();
        QVERIFY2(read.contains(u"production"_s), qPrintable(read));
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

        QVERIFY(child<QLabel>(u"productionBadge"_s)->isVisible());
        QVERIFY(child<QToolButton>(u"connectionButton"_s)->accessibleName().startsWith(u"Production"_s));

        // Read-only: nothing can be released, nothing is written.
        auto* access = child<QToolButton>(u"accessButton"_s);
        QTRY_VERIFY(access->isVisible());
        QCOMPARE(access->text(), u"Read-only"_s);
        auto* release = child<QAction>(u"releaseAction"_s);
        QVERIFY(!release->isEnabled());
        QVERIFY(child<QPushButton>(u"releaseButton"_s)->toolTip().contains(u"Ctrl+L"_s));
        std::optional<release::ReleasePlan> planned;
        m_whole->connection.planRelease(release::keyOfNode(node->path), this,
                                        [&](const Result<release::ReleasePlan>& plan) {
                                            QVERIFY2(plan, plan ? "" : describe(plan.error()).c_str());
                                            planned = *plan;
                                        });
        QTRY_VERIFY(planned);
        QVERIFY(planned->permission.allowed == release::Allowed::Yes);
        const auto refusal = outcomeOfRelease(*planned, "a try");
        QVERIFY2(refusal.contains(u"this connection is read-only"_s), qPrintable(refusal));
        QCOMPARE(m_traffic->writes.load(), 0U);
        QVERIFY(m_traffic->requests.load() > 0);

        // Unlocked by typing its name, with a visible time limit.
        triggerAccess();
        auto* unlock = child<ui::UnlockDialog>(u"unlockDialog"_s);
        QVERIFY(unlock && unlock->isVisible() && !unlock->isModal());
        QVERIFY(child<QLabel>(u"unlockProduction"_s)->isVisible());
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
};

} // namespace lockscope::windowConnectionsTest

LOCKSCOPE_TEST(lockscope::windowConnectionsTest::WindowConnectionsTest)
#include "WindowConnectionsTest.moc"
