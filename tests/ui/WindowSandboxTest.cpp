// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/LoopTicks.h"
#include "tests/support/Test.h"
#include "tests/ui/EveryBackend.h"
#include "tests/ui/Warnings.h"
#include "tests/ui/WholeWindow.h"

#include <QAction>
#include <QDir>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>

#include <memory>

namespace lockscope::windowSandboxTest {

using namespace Qt::StringLiterals;

namespace {

constexpr int startLimitMs = 90'000;
/// On a machine that runs other tests as well.
constexpr qint64 longestFreezeMs = 5'000;
/// On any machine: waits for processes, threads and the disk take place elsewhere.
constexpr qint64 longestBlockMs = 500;

} // namespace

/// The sandboxes that the window starts: real servers of each kind.
class WindowSandboxTest final : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    std::unique_ptr<test::WholeWindow> m_whole;

    [[nodiscard]] QString notice() const { return m_whole->child<QLabel>(u"noticeText"_s)->text(); }
    [[nodiscard]] QAction* action(const QString& name) const { return m_whole->child<QAction>(name); }
    [[nodiscard]] QString connected() const
    {
        return m_whole->connection.source() == ui::SourceState::Live ? m_whole->connection.text() : QString();
    }

private Q_SLOTS:
    void init()
    {
        test::failOnAnyWarning();
        qputenv("XDG_CONFIG_HOME", m_folder.path().toLocal8Bit());
        m_whole = std::make_unique<test::WholeWindow>(test::everyBackend(), m_folder.path());
    }
    void cleanup()
    {
        QVERIFY(m_whole->end());
        m_whole.reset();
    }

    void theWindowOffersAllKinds()
    {
        const auto* menu = m_whole->child<QMenu>(u"sandboxMenu"_s);
        QVERIFY(menu);
        QStringList offered;
        for (const auto* each : menu->actions())
            offered << each->text();
        QCOMPARE(offered, (QStringList{u"ZooKeeper (1 Server)"_s, u"Redis (1 Server)"_s, u"Redlock (5 Redis Masters)"_s,
                                       u"Redis with Sentinel (3 Servers, 3 Sentinels)"_s,
                                       u"Redis Cluster (3 Masters, 3 Replicas)"_s}));
        QCOMPARE(m_whole->child<QPushButton>(u"welcomeSandbox"_s)->menu(), menu);
        QVERIFY(m_whole->child<QMenu>(u"connectionMenu"_s)->actions().contains(menu->menuAction()));
        action(u"connectAction"_s)->trigger();
        const auto* inDialog = m_whole->child<QPushButton>(u"connectSandbox"_s);
        QVERIFY(inDialog && inDialog->isVisible());
        QCOMPARE(inDialog->menu(), menu);
    }

    void eachKindStartsAndIsConnectedTo_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("starting");
        QTest::addColumn<QString>("scheme");
        QTest::newRow("redis") << u"sandboxRedisAction"_s << u"with one Redis server"_s << u"redis://"_s;
        QTest::newRow("redlock") << u"sandboxRedlockAction"_s << u"five independent Redis masters"_s << u"redlock://"_s;
        QTest::newRow("sentinel") << u"sandboxSentinelAction"_s << u"three Sentinels"_s << u"redis+sentinel://"_s;
        QTest::newRow("cluster") << u"sandboxClusterAction"_s << u"Redis Cluster"_s << u"redis+cluster://"_s;
        QTest::newRow("zookeeper") << u"sandboxEnsembleAction"_s << u"ZooKeeper"_s << u"127.0.0.1:"_s;
    }

    void eachKindStartsAndIsConnectedTo()
    {
        QFETCH(QString, name);
        QFETCH(QString, starting);
        QFETCH(QString, scheme);
        const test::LoopTicks ticks;
        action(name)->trigger();
        QVERIFY2(notice().contains(starting), qPrintable(notice()));
        QTRY_VERIFY2_WITH_TIMEOUT(connected().startsWith(scheme), qPrintable(notice()), startLimitMs);
        QTRY_VERIFY2(m_whole->child<QToolButton>(u"connectionButton"_s)->text().contains(u"Sandbox"_s),
                     qPrintable(m_whole->child<QToolButton>(u"connectionButton"_s)->text()));
        QVERIFY2(!notice().contains(starting), qPrintable(notice()));
        QVERIFY2(ticks.longestMs() < longestFreezeMs, qPrintable(QString::number(ticks.longestMs())));
        QVERIFY2(ticks.longestBlockMs() < longestBlockMs, qPrintable(QString::number(ticks.longestBlockMs())));
        // Not among the recent connections: it ends with the window.
        QVERIFY(!m_whole->child<QMenu>(u"recentMenu"_s)->isEnabled());
        // Again: the same servers.
        const auto before = m_whole->sandbox.connectString();
        action(name)->trigger();
        QCOMPARE(m_whole->sandbox.connectString(), before);
    }

    /// The old servers serve until the new ones are ready.
    void anotherKindReplacesTheFirst()
    {
        action(u"sandboxRedisAction"_s)->trigger();
        QTRY_VERIFY2_WITH_TIMEOUT(connected().startsWith(u"redis://"_s), qPrintable(notice()), startLimitMs);
        const auto first = m_whole->sandbox.connectString();
        const test::LoopTicks ticks; // the servers that end do not stop the window
        action(u"sandboxSentinelAction"_s)->trigger();
        QCOMPARE(connected(), first);
        action(u"sandboxRedlockAction"_s)->trigger(); // the Sentinels end before they are ready
        QVERIFY2(notice().contains(u"five"_s), qPrintable(notice()));
        QTRY_VERIFY2_WITH_TIMEOUT(connected().startsWith(u"redlock://"_s), qPrintable(notice()), startLimitMs);
        QVERIFY(m_whole->sandbox.connectString() != first);
        QVERIFY2(ticks.longestMs() < longestFreezeMs, qPrintable(QString::number(ticks.longestMs())));
        QVERIFY2(ticks.longestBlockMs() < longestBlockMs, qPrintable(QString::number(ticks.longestBlockMs())));
    }

    /// A server is ended and started again by hand, and the sandbox goes on.
    void anOutageIsRehearsed()
    {
        action(u"sandboxRedlockAction"_s)->trigger();
        QTRY_VERIFY2_WITH_TIMEOUT(connected().startsWith(u"redlock://"_s), qPrintable(notice()), startLimitMs);
        const auto target = connected();
        auto* table = m_whole->child<QTableView>(u"serversTable"_s);
        QTRY_COMPARE(table->model()->rowCount(), 5);
        const auto state = [&] { return table->model()->index(2, 1).data().toString(); };
        table->selectRow(2);
        QTRY_VERIFY(action(u"stopServerAction"_s)->isEnabled());
        action(u"stopServerAction"_s)->trigger();
        QTRY_VERIFY2(notice().contains(u"The other servers run on."_s), qPrintable(notice()));
        QTRY_VERIFY2_WITH_TIMEOUT(state().startsWith(u"down"_s), qPrintable(state()), startLimitMs);
        QCOMPARE(connected(), target);
        QCOMPARE(m_whole->child<QLabel>(u"serversUp"_s)->text(), u"4 of 5 up"_s);
        QTRY_VERIFY(action(u"startServerAction"_s)->isEnabled());
        action(u"startServerAction"_s)->trigger();
        QTRY_VERIFY2_WITH_TIMEOUT(state() == u"master"_s, qPrintable(state()), startLimitMs);
        QTRY_COMPARE(m_whole->child<QLabel>(u"serversUp"_s)->text(), u"5 of 5 up"_s);
    }

    void withoutAServerItSaysWhatToInstall()
    {
        const auto path = qgetenv("PATH");
        const auto program = qgetenv("LOCKSCOPE_REDIS_SERVER");
        qunsetenv("LOCKSCOPE_REDIS_SERVER");
        QVERIFY(QDir(m_folder.path()).mkpath(u"empty"_s));
        qputenv("PATH", m_folder.filePath(u"empty"_s).toLocal8Bit());
        action(u"sandboxRedlockAction"_s)->trigger();
        QTRY_VERIFY2(notice().contains(u"apt install redis-tools"_s), qPrintable(notice()));
        QVERIFY2(notice().startsWith(u"Cannot find the Redis server: "_s), qPrintable(notice()));
        QCOMPARE(m_whole->sandbox.state(), ui::SandboxHost::State::None);
        qputenv("PATH", path);
        if (!program.isNull())
            qputenv("LOCKSCOPE_REDIS_SERVER", program);
        // Once it is installed, the same choice starts it.
        action(u"sandboxRedisAction"_s)->trigger();
        QTRY_VERIFY2_WITH_TIMEOUT(connected().startsWith(u"redis://"_s), qPrintable(notice()), startLimitMs);
    }
};

} // namespace lockscope::windowSandboxTest

LOCKSCOPE_TEST(lockscope::windowSandboxTest::WindowSandboxTest)
#include "WindowSandboxTest.moc"
