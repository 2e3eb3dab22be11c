// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// A recording behind the interface of live backends: it shows the requested time, with its findings.

#include "core/history/recordings/RecordingSource.h"
#include "core/findings/Findings.h"
#include "core/history/recordings/RecordingWriter.h"
#include "core/inspection/Inspection.h"
#include "tests/model/SmallSnapshots.h"
#include "tests/support/ManualClock.h"
#include "tests/support/Test.h"

#include <QFile>
#include <QTemporaryDir>

#include <atomic>
#include <map>
#include <mutex>

namespace lockscope::recordingSourceTest {

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using inspect::OpenedFile;
using inspect::RecordingSource;
using inspect::SnapshotPtr;

constexpr int seconds = 400;

class RecordingSourceTest : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<inspect::Inspection> m_inspection;
    RecordingSource* m_source = nullptr;
    std::mutex m_mutex;
    std::map<std::uint64_t, SnapshotPtr> m_seen;             ///< by revision
    std::vector<std::pair<WallTime, std::uint64_t>> m_shown; ///< the revision seen at each time
    std::atomic_int m_failures = 0;

    QString file() const { return m_folder->filePath(u"jumps.rec"_s); }
    static WallTime timeOf(int second) { return test::noon + std::chrono::seconds(second); }

    /// A snapshot a second, every second one with a further lock, held by a node without a session. With this many
    /// locks, a live inspection would pause after each.
    void record()
    {
        test::ManualClock clock;
        const auto writer = inspect::RecordingWriter::create(file().toStdString(), {}, clock);
        QVERIFY_RESULT(writer);
        auto many = test::ninesOf(1'000);
        many.session.state = SessionState::Connected;
        for (auto second = 0; second < seconds; ++second) {
            auto snapshot = many;
            snapshot.takenAt = timeOf(second);
            if (second % 2 == 1)
                snapshot.locks.push_back(
                    test::snapshotOf({{"/zz/stuck", "curator-mutex", {{0, test::curator(second), 0}}}}).locks.front());
            QVERIFY_RESULT((*writer)->write(std::make_shared<const inspect::Snapshot>(std::move(snapshot))));
        }
        QVERIFY_RESULT((*writer)->finish("test"));
    }

    void look()
    {
        auto opened = OpenedFile::open(file().toStdString(), {"/"}, inspect::builtinDialects());
        QVERIFY_RESULT(opened);
        auto source = std::make_unique<RecordingSource>(*std::move(opened), timeOf(0),
                                                        [this](WallTime time, std::uint64_t revision) {
                                                            const std::lock_guard lock(m_mutex);
                                                            m_shown.emplace_back(time, revision);
                                                        });
        m_source = source.get();
        inspect::LockSource::Handlers handlers;
        handlers.snapshot = [this](SnapshotPtr snapshot) {
            const std::lock_guard lock(m_mutex);
            const auto revision = snapshot->revision;
            m_seen[revision] = std::move(snapshot);
        };
        handlers.failed = [this](const Error&) { ++m_failures; };
        m_inspection =
            std::make_unique<inspect::Inspection>(std::move(source), inspect::FindingSettings(), std::move(handlers));
        QTRY_COMPARE(seenCount(), std::size_t(1));
    }
    std::size_t seenCount()
    {
        const std::lock_guard lock(m_mutex);
        return m_seen.size();
    }
    bool hasSeen(std::uint64_t revision)
    {
        const std::lock_guard lock(m_mutex);
        return m_seen.contains(revision);
    }
    std::size_t shownCount()
    {
        const std::lock_guard lock(m_mutex);
        return m_shown.size();
    }

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_seen.clear();
        m_shown.clear();
        m_failures = 0;
        record();
        look();
    }
    void cleanup() { m_inspection.reset(); }

    void eachSnapshotHasItsOwnFindings()
    {
        const auto stuckIn = [](const inspect::Snapshot& snapshot) {
            return std::count_if(snapshot.findings.begin(), snapshot.findings.end(), [](const auto& finding) {
                return finding.kind == inspect::FindingKind::PersistentContender;
            });
        };
        for (const auto second : {7, 8, 3, 0, 19, 18, 1, 12}) {
            const auto before = shownCount();
            m_source->show(timeOf(second));
            QTRY_COMPARE(shownCount(), before + 1);
            const auto [time, revision] = m_shown.back();
            QCOMPARE(time, timeOf(second));
            QTRY_VERIFY(hasSeen(revision));
            const auto snapshot = m_seen[revision];
            QCOMPARE(snapshot->takenAt, timeOf(second));
            QCOMPARE(stuckIn(*snapshot), second % 2);
            QCOMPARE(snapshot->findings, inspect::withFindings(snapshot, {})->findings);
        }
    }

    void whatIsShownAlreadyIsNotGivenAgain()
    {
        m_source->show(timeOf(0) + 400ms);
        m_source->show(timeOf(0) - 1h);
        QTRY_COMPARE(shownCount(), std::size_t(3));
        QCOMPARE(m_shown[1], std::pair(timeOf(0) + 400ms, m_shown[0].second));
        QCOMPARE(m_shown[2], std::pair(timeOf(0) - 1h, m_shown[0].second));
        m_inspection->stop();
        QCOMPARE(m_seen.size(), std::size_t(1));
    }

    void aReadBeginsAtOnce()
    {
        std::atomic_bool hasBegun = false;
        m_source->read(inspect::LockSource::Part::Everything, [&] { hasBegun = true; });
        QTRY_VERIFY(hasBegun);
        QVERIFY(!m_source->trouble());
    }

    void aFileThatIsChangedMeanwhileFails()
    {
        QFile target(file());
        QVERIFY(target.open(QIODevice::WriteOnly | QIODevice::Truncate));
        target.close();
        m_source->show(timeOf(seconds - 1)); // beyond the part that was read ahead
        QTRY_COMPARE(m_failures.load(), 1);
    }
};

} // namespace lockscope::recordingSourceTest

LOCKSCOPE_TEST(lockscope::recordingSourceTest::RecordingSourceTest)
#include "RecordingSourceTest.moc"
