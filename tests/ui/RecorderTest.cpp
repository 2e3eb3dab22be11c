// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The recording of the window, and what a disk that is full leaves of it.

#include "ui/shell/Recorder.h"
#include "tests/support/Test.h"
#include "tests/ui/RedisLocks.h"

#include <QDir>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <csignal>
#include <sys/resource.h>

namespace lockscope::recorderTest {

namespace {

/// Files of this process may not become longer, as on a full disk.
class LimitOfFiles final {
public:
    explicit LimitOfFiles(rlim_t bytes)
        : m_handler(std::signal(SIGXFSZ, SIG_IGN))
    {
        getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit limit{bytes, m_before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~LimitOfFiles()
    {
        setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_handler);
    }
    LimitOfFiles(const LimitOfFiles&) = delete;
    LimitOfFiles& operator=(const LimitOfFiles&) = delete;

private:
    void (*m_handler)(int);
    rlimit m_before{};
};

inspect::SnapshotPtr someSnapshot()
{
    auto snapshot = std::make_shared<inspect::Snapshot>();
    snapshot->backend = inspect::Backend::Redis;
    snapshot->takenAt = test::snapshotTime;
    for (auto number = 0; number < 1'000; ++number)
        snapshot->locks.push_back(test::plainRedisLock("lock-" + std::to_string(10'000 + number), 0));
    return snapshot;
}

} // namespace

class RecorderTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    SystemClock m_clock;

private Q_SLOTS:
    void initTestCase() { qputenv("XDG_DATA_HOME", m_folder.path().toLocal8Bit()); }

    void aFullDiskLeavesNoFileWithoutASnapshot_data()
    {
        QTest::addColumn<int>("bytes");
        QTest::newRow("not even the header fits") << 8;
        QTest::newRow("the first snapshot does not fit") << 4'096;
    }
    void aFullDiskLeavesNoFileWithoutASnapshot()
    {
        QFETCH(const int, bytes);
        {
            ui::Recorder recorder(m_clock);
            QSignalSpy ended(&recorder, &ui::Recorder::ended);
            const LimitOfFiles limit(static_cast<rlim_t>(bytes));
            recorder.start({});
            recorder.write(someSnapshot());
            QTRY_COMPARE(ended.size(), 1);
            QVERIFY(ended.front().at(0).toString().isEmpty());
            QVERIFY(ended.front().at(3).value<std::optional<Error>>());
            QVERIFY(!recorder.isRecording());
        }
        QCOMPARE(QDir(ui::Recorder::folder()).entryList(QDir::Files), QStringList());
    }

    void whatWasWrittenIsKept()
    {
        QString file;
        {
            ui::Recorder recorder(m_clock);
            QSignalSpy ended(&recorder, &ui::Recorder::ended);
            recorder.start({});
            recorder.write(someSnapshot());
            recorder.stop("stopped");
            QTRY_COMPARE(ended.size(), 1);
            QVERIFY(!ended.front().at(3).value<std::optional<Error>>());
            file = ended.front().at(0).toString();
        }
        QVERIFY(QFileInfo(file).size() > 4'096);
        QCOMPARE(QFile::permissions(file) & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
    }
};

} // namespace lockscope::recorderTest

LOCKSCOPE_TEST(lockscope::recorderTest::RecorderTest)
#include "RecorderTest.moc"
