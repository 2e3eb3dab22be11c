// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Saved connections in the whole window: they are added, changed and removed, also while one is open.

#include "core/connect/ProfileFile.h"
#include "core/release/zookeeper/ZooKeeperReleaseActor.h"
#include "tests/support/BlockingClient.h"
#include "tests/support/Test.h"
#include "tests/ui/SecureWindowTest.h"
#include "ui/shell/ConnectionDialogs.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QToolButton>

#include <optional>

namespace lockscope::savedConnectionsTest {

using namespace Qt::StringLiterals;

class SavedConnectionsTest final : public test::SecureWindowTest {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { startServer(); }
    void cleanupTestCase() { endServer(); }
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    void connectionsAreKeptChangedAndForgotten()
    {
        m_whole->window.connections().openConnect();
        press(u"connectSavedNew"_s);
        QVERIFY(!child<QPushButton>(u"profileAccept"_s)->isEnabled());
        type(u"profileName"_s, u"staging"_s);
        type(u"profileServers"_s, u"zk1:port"_s);
        QVERIFY(!child<QPushButton>(u"profileAccept"_s)->isEnabled());
        QVERIFY(!child<QLabel>(u"profileServersFault"_s)->text().isEmpty());
        type(u"profileServers"_s, u"zk1:2181,zk2:2181/app"_s);
        for (const auto& fault : {u"profileServersFault"_s, u"profileError"_s})
            QVERIFY2(child<QLabel>(fault)->text().isEmpty(), qPrintable(child<QLabel>(fault)->text()));
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
        const auto refusal = outcomeOfRelease(*planned, "a try");
        QVERIFY2(refusal.contains(u"this connection is read-only"_s), qPrintable(refusal));
        QCOMPARE(m_traffic->writes.load(), 0U);
        QTRY_COMPARE(source(), ui::SourceState::Live); // still reading

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
        QCOMPARE(outcomeOfRelease(*planned, "a test"), u"released"_s);

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
};

} // namespace lockscope::savedConnectionsTest

LOCKSCOPE_TEST(lockscope::savedConnectionsTest::SavedConnectionsTest)
#include "SavedConnectionsTest.moc"
