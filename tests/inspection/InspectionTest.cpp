// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/inspection/Inspection.h"

#include "tests/model/SmallSnapshots.h"
#include "tests/support/ManualSource.h"
#include "tests/support/Test.h"

#include <QThread>

#include <atomic>

namespace lockscope::inspectionTest {

using inspect::FindingKind;
using inspect::LockSource;
using inspect::SnapshotPtr;

namespace {

SnapshotPtr shared(inspect::Snapshot snapshot)
{
    return std::make_shared<const inspect::Snapshot>(std::move(snapshot));
}

/// Held by a node without a session.
test::LockText stuck()
{
    return {"/l/stuck", "curator-mutex", {{0, test::curator(1), 0}}};
}

bool has(const inspect::Snapshot& snapshot, FindingKind kind)
{
    return std::any_of(snapshot.findings.begin(), snapshot.findings.end(),
                       [kind](const inspect::Finding& each) { return each.kind == kind; });
}

} // namespace

class InspectionTest : public QObject {
    Q_OBJECT
    test::ManualSource* m_source = nullptr;
    std::unique_ptr<inspect::Inspection> m_inspection;

    void look(std::optional<inspect::FindingSettings> findings, std::function<void(const SnapshotPtr&)> see)
    {
        auto source = std::make_unique<test::ManualSource>();
        m_source = source.get();
        LockSource::Handlers handlers;
        handlers.snapshot = std::move(see);
        m_inspection = std::make_unique<inspect::Inspection>(std::move(source), std::move(findings), handlers);
    }

private Q_SLOTS:
    void cleanup() { m_inspection.reset(); }

    void findingsAreAddedOnAThreadOfTheirOwn()
    {
        std::atomic<QThread*> thread = nullptr;
        std::atomic_bool isFound = false;
        look(inspect::FindingSettings(), [&](const SnapshotPtr& snapshot) {
            isFound = has(*snapshot, FindingKind::PersistentContender);
            thread = QThread::currentThread();
        });
        const auto given = shared(test::snapshotOf({stuck()}));
        m_source->give(given);
        QTRY_VERIFY(thread);
        QVERIFY(isFound && thread != QThread::currentThread());
        QVERIFY(given->findings.empty()); // it is never changed
        QVERIFY(m_inspection->findingsTook().has_value());
    }

    void theLastOfManySnapshotsIsLookedAt()
    {
        std::atomic_bool isFound = false;
        look(inspect::FindingSettings(),
             [&](const SnapshotPtr& snapshot) { isFound = has(*snapshot, FindingKind::PersistentContender); });
        auto many = test::ninesOf(200);
        for (auto i = 0; i < 5; ++i)
            m_source->give(shared(many));
        many.locks.push_back(test::snapshotOf({stuck()}).locks.front());
        m_source->give(shared(many));
        QTRY_VERIFY(isFound);
    }

    void whatIsShownIsLookedAtAgain()
    {
        std::atomic_bool isHeldTooLong = false;
        std::atomic_int seen = 0;
        look(inspect::FindingSettings(), [&](const SnapshotPtr& snapshot) {
            isHeldTooLong = has(*snapshot, FindingKind::LongHold);
            ++seen;
        });
        m_source->give(shared(test::snapshotOf({{"/l/a", "curator-mutex", {{7, test::curator(1), 0}}}})));
        QTRY_VERIFY(seen > 0);
        QVERIFY(!isHeldTooLong);
        inspect::FindingSettings settings;
        settings.holdLimit = std::chrono::milliseconds(0);
        m_inspection->setFindings(settings);
        QTRY_VERIFY(isHeldTooLong);
    }

    /// A server that lags behind shows a node that is gone: the next read does not confirm it.
    void nothingIsCriticalBeforeASecondLook()
    {
        std::atomic_int critical = 0;
        std::atomic_int seen = 0;
        look(inspect::FindingSettings(), [&](const SnapshotPtr& snapshot) {
            critical = has(*snapshot, FindingKind::PersistentContender) ? 1 : 0;
            ++seen;
        });
        m_source->allowConfirming();
        auto snapshot = test::snapshotOf({stuck()});
        m_source->give(shared(snapshot));
        QTRY_COMPARE(seen.load(), 1);
        QCOMPARE(critical.load(), 0);
        QTRY_COMPARE(m_source->wasToConfirm().size(), std::size_t(1));
        QCOMPARE(m_source->wasToConfirm().front(), std::vector<std::string>{"/l/stuck"});
        auto lock = *snapshot.locks.front();
        lock.confirmedAt = snapshot.takenAt; // by a sync that was sent before
        snapshot.locks.front() = std::make_shared<const inspect::Lock>(lock);
        m_source->give(shared(snapshot));
        QTRY_COMPARE(seen.load(), 2);
        QCOMPARE(critical.load(), 0);
        lock.confirmedAt = snapshot.takenAt + std::chrono::milliseconds(1);
        snapshot.locks.front() = std::make_shared<const inspect::Lock>(lock);
        m_source->give(shared(snapshot));
        QTRY_COMPARE(critical.load(), 1);
    }

    void withoutFindingsSnapshotsPassAsTheyAre()
    {
        SnapshotPtr last;
        std::atomic_int seen = 0;
        look(std::nullopt, [&](const SnapshotPtr& snapshot) {
            last = snapshot;
            ++seen;
        });
        const auto given = shared(test::snapshotOf({stuck()}));
        m_source->give(given);
        QTRY_COMPARE(seen.load(), 1);
        m_inspection->stop();
        QCOMPARE(last, given);
        QVERIFY(!m_inspection->findingsTook());
    }

    void nothingComesOnceItIsStopped()
    {
        std::atomic_int seen = 0;
        look(inspect::FindingSettings(), [&](const SnapshotPtr&) { ++seen; });
        for (auto i = 0; i < 100; ++i)
            m_source->give(shared(test::ninesOf(20)));
        m_inspection.reset();
        const int before = seen;
        QCOMPARE(seen.load(), before);
    }
};

} // namespace lockscope::inspectionTest

LOCKSCOPE_TEST(lockscope::inspectionTest::InspectionTest)
#include "InspectionTest.moc"
