// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// A recording that the window makes of a real server, and opens.

#include "tests/support/RedisServers.h"
#include "tests/support/Test.h"
#include "tests/ui/EveryBackend.h"
#include "tests/ui/Warnings.h"
#include "tests/ui/WholeWindow.h"
#include "ui/replay/ReplayController.h"
#include "ui/shell/Recorder.h"

#include <QAction>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QToolButton>

#include <memory>

namespace lockscope::windowRecordingTest {

using namespace Qt::StringLiterals;

class WindowRecordingTest final : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> m_folder;
    test::RedisServers m_servers;
    std::unique_ptr<test::WholeWindow> m_whole;

    [[nodiscard]] QAction* record() const { return m_whole->child<QAction>(u"recordAction"_s); }
    [[nodiscard]] QString button() const { return m_whole->child<QToolButton>(u"recordButton"_s)->text(); }
    [[nodiscard]] QString said() const { return m_whole->child<QLabel>(u"noticeText"_s)->text(); }
    [[nodiscard]] bool sees(const std::string& lock) const
    {
        const auto& snapshot = m_whole->connection.snapshot();
        return snapshot && snapshot->find(lock);
    }
    void lock(const QByteArray& name)
    {
        m_servers.command({"HSET", name, "11111111-2222-4333-8444-555555555555:7", "1"});
    }
    void openServer()
    {
        m_whole->child<QAction>(u"connectAction"_s)->trigger();
        m_whole->child<QLineEdit>(u"connectString"_s)->setText(m_servers.target());
        m_whole->press(u"connectAccept"_s);
        QTRY_VERIFY(sees("orders"));
    }
    [[nodiscard]] static QFileInfoList recordings()
    {
        return QDir(ui::Recorder::folder()).entryInfoList({u"*.rec"_s}, QDir::Files);
    }

private Q_SLOTS:
    void initTestCase() { QVERIFY_RESULT(m_servers.start()); }
    void init()
    {
        test::failOnAnyWarning();
        m_folder = std::make_unique<QTemporaryDir>();
        for (const char* const variable : {"HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"})
            qputenv(variable, m_folder->path().toLocal8Bit());
        m_servers.command({"FLUSHALL"});
        lock("orders");
        m_whole = std::make_unique<test::WholeWindow>(test::everyBackend(), m_folder->path());
    }
    void cleanup()
    {
        if (m_whole)
            QVERIFY(m_whole->end());
        m_whole.reset();
    }

    void whatIsRecordedCanBeOpened()
    {
        QVERIFY(!record()->isEnabled());
        openServer();
        QTRY_VERIFY(record()->isEnabled());
        record()->trigger();
        QTRY_VERIFY2(button().startsWith(u"Stop"_s), qPrintable(button()));
        lock("payments");
        QTRY_VERIFY(sees("payments"));
        m_servers.command({"DEL", "orders"});
        QTRY_VERIFY(!sees("orders"));
        record()->trigger();
        QTRY_VERIFY2(said().startsWith(u"Recorded"_s), qPrintable(said()));
        QCOMPARE(button(), u"Record"_s);
        QCOMPARE(recordings().size(), 1);
        const auto file = recordings().constFirst();
        QVERIFY2(said().contains(file.filePath()), qPrintable(said()));
        constexpr auto ofOthers = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
        QVERIFY(!(file.permissions() & ofOthers));
        QVERIFY(!(QFileInfo(ui::Recorder::folder()).permissions() & ofOthers));
        QCOMPARE(m_whole->child<QPushButton>(u"noticeOffer"_s)->text(), u"Open"_s);
        m_whole->press(u"noticeOffer"_s);
        auto& replay = m_whole->controller.replay();
        QTRY_VERIFY(replay.isShowing());
        QVERIFY(replay.viewState().snapshot->find("orders")); // it begins with what was shown
        const auto history = replay.viewState().history;
        QVERIFY(history);
        QTRY_VERIFY(history->find("payments"));
    }

    void theEndOfTheWindowCompletesTheFile()
    {
        openServer();
        record()->trigger();
        lock("payments");
        QTRY_VERIFY(sees("payments"));
        QVERIFY(m_whole->end());
        m_whole.reset();
        QCOMPARE(recordings().size(), 1);
        QFile file(recordings().constFirst().filePath());
        QVERIFY(file.open(QFile::ReadOnly));
        const auto lines = file.readAll().trimmed().split('\n');
        QVERIFY2(lines.constLast().contains("interrupted"), lines.constLast().constData());
    }

    void disconnectingEndsIt()
    {
        openServer();
        record()->trigger();
        QTRY_VERIFY(button().startsWith(u"Stop"_s));
        m_whole->child<QAction>(u"disconnectAction"_s)->trigger();
        QTRY_VERIFY2(said().startsWith(u"Recorded"_s), qPrintable(said()));
        QVERIFY(!record()->isEnabled());
        QCOMPARE(recordings().size(), 1);
    }

    /// The folder of the user's data is a file.
    void whatCannotBeWrittenIsReported()
    {
        QFile file(m_folder->filePath(u"file"_s));
        QVERIFY(file.open(QFile::WriteOnly));
        qputenv("XDG_DATA_HOME", file.fileName().toLocal8Bit());
        openServer();
        record()->trigger();
        QTRY_VERIFY2(said().startsWith(u"Nothing was recorded."_s), qPrintable(said()));
        QVERIFY2(said().contains(ui::Recorder::folder()), qPrintable(said()));
        QCOMPARE(button(), u"Record"_s);
    }
};

} // namespace lockscope::windowRecordingTest

LOCKSCOPE_TEST(lockscope::windowRecordingTest::WindowRecordingTest)
#include "WindowRecordingTest.moc"
