// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The whole window during faults: the network is cut, the session expires, the ensemble is stopped and started again.
/// Meanwhile the theme, language and size change, or a recording is opened. The window never fails or blocks, and marks
/// old data as old.

#include "core/simulate/faults/LinkProxy.h"
#include "tests/support/LineProcess.h"
#include "tests/support/LoopTicks.h"
#include "tests/support/ServerFixture.h"
#include "tests/support/Test.h"
#include "tests/ui/Warnings.h"
#include "tests/ui/WholeWindow.h"
#include "ui/models/QueueModel.h"
#include "ui/replay/ReplayController.h"

#include <QAction>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QPointer>
#include <QTableView>
#include <QTemporaryDir>

#include <future>

namespace lockscope::hardTimesTest {

using namespace Qt::StringLiterals;

namespace {

/// A wait on the window's thread for a stopped server lasts longer, up to the session timeout; a busy machine does not.
constexpr qint64 longestPauseMs = 15'000;

const QStringList both{u"worker-a"_s, u"worker-b"_s};

ensemble::SandboxOptions threeServers()
{
    ensemble::SandboxOptions options;
    options.servers = 3;
    return options;
}

} // namespace

class ServerFailuresTest : public QObject {
    Q_OBJECT
    using Client = std::unique_ptr<test::LineProcess>;

    test::ServerFixture m_servers{threeServers()};
    QTemporaryDir m_folder;
    QString m_lock;
    Client m_holder;
    Client m_waiter;
    std::unique_ptr<console::LinkProxy> m_network;
    std::unique_ptr<test::WholeWindow> m_whole;
    std::unique_ptr<test::LoopTicks> m_loopTicks;

    template <typename T> T* child(const QString& name) const { return m_whole->child<T>(name); }
    QString said(const QString& name) const { return child<QLabel>(name)->text(); }
    ui::SourceState source() const { return m_whole->connection.source(); }

    /// While the window runs: on the test's own thread it would block the window.
    void meanwhile(const std::function<Result<void>()>& act)
    {
        auto done = std::async(std::launch::async, act);
        QTRY_VERIFY(done.wait_for(std::chrono::seconds(0)) == std::future_status::ready);
        const auto result = done.get();
        QVERIFY2(result, result ? "" : describe(result.error()).c_str());
    }
    Client queueUp(const QString& name)
    {
        auto client = std::make_unique<test::LineProcess>(
            QStringLiteral(LOCKSCOPECTL),
            QStringList{u"contend"_s, u"--connect"_s, m_servers.connectString(), u"--json"_s, u"--name"_s, name,
                        u"--hold"_s, u"forever"_s, u"--session-timeout"_s, u"90s"_s, m_lock});
        if (!client->waitForEvent(u"queued"_s))
            qFatal("%s does not queue: %s", qPrintable(name), client->reported().constData());
        return client;
    }
    /// The clients in the table, in order.
    QStringList shown() const
    {
        QStringList clients;
        const auto* model = child<QTableView>(u"queueTable"_s)->model();
        for (auto row = 0; row < model->rowCount(); ++row)
            clients << model->index(row, ui::QueueModel::Client).data().toString();
        return clients;
    }
    void prefer(ui::ThemeChoice theme, ui::Language language)
    {
        child<QAction>(u"preferencesAction"_s)->trigger();
        child<QComboBox>(u"preferencesTheme"_s)->setCurrentIndex(static_cast<int>(theme));
        const QPointer<QComboBox> choice = child<QComboBox>(u"preferencesLanguage"_s);
        choice->setCurrentIndex(static_cast<int>(language));
        QTRY_VERIFY2(!choice, "the window is created again, and the dialog with it");
        const auto dialog = [this] { return child<QDialog>(u"preferencesDialog"_s); };
        QTRY_VERIFY(dialog() && dialog()->isVisible());
        dialog()->reject();
        QTRY_VERIFY(!dialog());
        QCOMPARE(m_whole->window.theme().dark, theme == ui::ThemeChoice::Dark);
    }
    /// Changes theme, language and size, and restores them; the shown data stay the same.
    void changeEverything(const QStringList& clients)
    {
        const auto size = m_whole->window.size();
        prefer(ui::ThemeChoice::Light, ui::Language::SimplifiedChinese);
        QTRY_COMPARE(child<QAction>(u"refreshAction"_s)->text(), u"刷新"_s);
        QTRY_COMPARE(shown(), clients);
        m_whole->window.resize(1024, 640);
        QTRY_COMPARE(m_whole->window.size(), QSize(1024, 640));
        prefer(ui::ThemeChoice::Dark, ui::Language::English);
        m_whole->window.resize(size);
        QTRY_COMPARE(shown(), clients);
    }
    /// The last snapshot is shown, and every view marks it as old.
    void verifyOld(const QStringList& clients)
    {
        QTRY_COMPARE(source(), ui::SourceState::Disconnected);
        QTRY_COMPARE(shown(), clients);
        QTRY_VERIFY2(!said(u"statusConnection"_s).startsWith(u"Connected"_s), qPrintable(said(u"statusConnection"_s)));
        QTRY_VERIFY(!child<QAction>(u"releaseAction"_s)->isEnabled());
        const auto age = said(u"statusAge"_s);
        QTRY_VERIFY2(said(u"statusAge"_s) != age, "the age goes on");
    }
    void verifyLive(const QStringList& clients)
    {
        QTRY_COMPARE(source(), ui::SourceState::Live);
        QTRY_COMPARE(shown(), clients);
        QTRY_VERIFY2(said(u"statusConnection"_s).startsWith(u"Connected to "_s),
                     qPrintable(said(u"statusConnection"_s)));
        QTRY_VERIFY(child<QAction>(u"releaseAction"_s)->isEnabled());
    }

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("XDG_DATA_HOME", m_folder.path().toLocal8Bit()); // the action log's
        const auto started = m_servers.start();
        QVERIFY2(started, started ? "" : describe(started.error()).c_str());
    }
    void init()
    {
        test::failOnAnyWarning();
        m_lock = m_servers.uniquePath();
        m_holder = queueUp(u"worker-a"_s);
        QVERIFY2(m_holder->waitForEvent(u"granted"_s), m_holder->reported().constData());
        m_waiter = queueUp(u"worker-b"_s);
        m_network = std::make_unique<console::LinkProxy>(std::make_shared<console::LinkThread>());
        QVERIFY(m_network->open(zk::parseConnectString(m_servers.connectString().toStdString()).value()));
        // Silence is noticed after two thirds of the session timeout.
        const auto isSilent = QByteArrayView(QTest::currentTestFunction()) == "silenceIsNoContactEither";
        m_whole = std::make_unique<test::WholeWindow>(m_folder.path(), QStringLiteral(LOCKSCOPECTL), nullptr,
                                                      std::chrono::seconds(isSilent ? 5 : 20));
        auto target =
            ui::parseTarget(QString::fromStdString(zk::toString(m_network->connectString())), QStringList{m_lock});
        QVERIFY(target);
        m_whole->controller.connectTo(*target);
        m_whole->window.selectLock(m_lock.toStdString());
        verifyLive(both);
        m_loopTicks = std::make_unique<test::LoopTicks>();
    }
    void cleanup()
    {
        QVERIFY2(!m_loopTicks || m_loopTicks->longestMs() < longestPauseMs,
                 qPrintable(QString::number(m_loopTicks->longestMs())));
        m_loopTicks.reset();
        m_holder.reset();
        m_waiter.reset();
        QVERIFY(!m_whole || m_whole->end());
        m_whole.reset();
        m_network.reset();
    }

    void theNetworkIsDisconnected()
    {
        m_network->set({.cut = true});
        verifyOld(both);
        changeEverything(both);
        verifyOld(both);

        // After reconnecting, the window shows every change made meanwhile.
        m_holder->signal(SIGINT);
        QVERIFY2(m_waiter->waitForEvent(u"granted"_s), m_waiter->reported().constData());
        const auto third = queueUp(u"worker-c"_s);
        QCOMPARE(shown(), both);
        m_network->set({});
        verifyLive(QStringList{u"worker-b"_s, u"worker-c"_s});
        changeEverything(QStringList{u"worker-b"_s, u"worker-c"_s});
    }

    void silenceIsNoContactEither()
    {
        m_network->set({.requestsPass = false, .answersPass = false});
        verifyOld(both);
        m_network->set({});
        verifyLive(both);
    }

    void theSessionExpires()
    {
        for (auto times = 0; times < 3; ++times) {
            const auto session = m_whole->connection.session().id;
            std::optional<Result<void>> ended;
            m_network->endSessions(std::chrono::seconds(20), [&](const Result<void>& result) { ended = result; });
            QTRY_VERIFY(ended.has_value());
            QVERIFY2(*ended, *ended ? "" : describe(ended->error()).c_str());
            QTRY_VERIFY(m_whole->connection.session().id != session); // the expiry was noticed
            verifyLive(both);
        }
        m_waiter->signal(SIGINT);
        verifyLive(QStringList{u"worker-a"_s});
    }

    void theEnsembleDiesAndComesBack()
    {
        for (auto server = 0; server < 3; ++server)
            meanwhile([&] { return m_servers.killServer(server); });
        verifyOld(both);
        changeEverything(both);

        // A recording can still be opened.
        m_whole->controller.openRecording({m_folder.filePath(u"none.rec"_s)});
        QTRY_VERIFY(said(u"noticeText"_s).contains(u"Cannot open"_s));

        meanwhile([&] { return m_servers.startServers({0, 1, 2}); });
        verifyLive(both);
        m_holder->signal(SIGINT);
        verifyLive(QStringList{u"worker-b"_s});
    }

    void aRecordingIsOpenedAndLeftAgain()
    {
        const auto file = m_folder.filePath(u"hard.rec"_s);
        test::LineProcess recorder(QStringLiteral(LOCKSCOPECTL),
                                   {u"--connect"_s, m_servers.connectString(), u"--root"_s, m_lock, u"record"_s, file});
        const auto has = [&](const char* words) {
            QFile recording(file);
            return recording.open(QIODevice::ReadOnly) && recording.readAll().contains(words);
        };
        QTRY_VERIFY(has("worker-b"));
        m_waiter->signal(SIGINT);
        QTRY_VERIFY(has("\"gone\""));
        recorder.signal(SIGINT);
        QTRY_VERIFY(has("\"end\""));
        verifyLive(QStringList{u"worker-a"_s});

        m_whole->controller.openRecording({file});
        QTRY_VERIFY(m_whole->controller.replay().isShowing());
        QTRY_COMPARE(shown(), both);
        QTRY_VERIFY(!child<QAction>(u"releaseAction"_s)->isEnabled());
        m_network->set({.cut = true});
        QTRY_COMPARE(source(), ui::SourceState::Disconnected);
        QTRY_VERIFY(said(u"statusConnection"_s).startsWith(u"Replay of "_s));
        changeEverything(both);
        m_whole->controller.replay().close();
        verifyOld(QStringList{u"worker-a"_s});
        m_network->set({});
        verifyLive(QStringList{u"worker-a"_s});
    }
};

} // namespace lockscope::hardTimesTest

LOCKSCOPE_TEST(lockscope::hardTimesTest::ServerFailuresTest)
#include "ServerFailuresTest.moc"
