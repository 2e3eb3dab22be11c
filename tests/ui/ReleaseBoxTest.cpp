// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/ReleaseBox.h"
#include "tests/support/Test.h"
#include "tests/ui/Snapshots.h"
#include "tests/ui/Warnings.h"

#include <QLabel>
#include <QPushButton>
#include <QSpinBox>

namespace lockscope::releaseBoxTest {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// The release options beside the queue.
class ReleaseBoxTest : public QObject {
    Q_OBJECT
    test::LockPtr m_lock = test::mutexLock("/locks/orders", 3);

    static QString text(QWidget& box, const QString& name)
    {
        const auto* label = box.findChild<QLabel*>(name);
        return label ? label->text() : u"there is no such label"_s;
    }

    /// The servers' report of the holder's session, with the last heartbeat `silence` ago.
    ui::ViewState viewState(std::chrono::milliseconds silence) const
    {
        auto snapshot = std::make_shared<inspect::Snapshot>(*test::snapshot({m_lock}));
        auto facts = std::make_shared<ensemble::EnsembleFacts>();
        facts->takenAt = test::snapshotTime - 1s;
        facts->hasEverySession = true;
        facts->hasEveryConnection = true;
        ensemble::SessionFacts session;
        session.id = m_lock->queue[0].details->session;
        session.host = "10.20.4.101:40000";
        session.timeout = 30s;
        session.reportedAt = test::snapshotTime;
        session.lastHeard = test::snapshotTime - silence;
        session.expiresAt = test::snapshotTime + 30s - silence;
        facts->sessions[session.id] = session;
        snapshot->ensemble = facts;
        return test::liveViewState(snapshot);
    }

private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void aSilentHolderIsWaitedFor()
    {
        ui::ReleaseBox box;
        auto now = viewState(25s);
        box.show(now, {m_lock.get(), &m_lock->queue[0], false});
        QVERIFY2(text(box, u"releaseWait"_s).contains(u"ends within 5 s"_s), qPrintable(text(box, u"releaseWait"_s)));
        now.now += 3s; // the snapshot stays the same while time passes
        box.show(now, {m_lock.get(), &m_lock->queue[0], false});
        QVERIFY(text(box, u"releaseWait"_s).contains(u"ends within 2 s"_s));
        now.now += 10s;
        box.show(now, {m_lock.get(), &m_lock->queue[0], false});
        QVERIFY(text(box, u"releaseWait"_s).contains(u"ends at any moment"_s));
    }

    void everyReleaseOptionSaysWhatItDoes()
    {
        ui::ReleaseBox box;
        box.show(viewState(2s), {m_lock.get(), &m_lock->queue[0], false});
        QVERIFY(text(box, u"releaseAsk"_s).contains(u"__REVOKE__"_s));
        QVERIFY(text(box, u"releaseWait"_s).contains(u"The session is alive"_s));
        QVERIFY(text(box, u"releaseDelete"_s).contains(u"Next holder: worker-102."_s));
        QVERIFY(text(box, u"releaseRisk"_s).contains(u"two clients may then both believe they hold the lock"_s));
        box.show(viewState(2s), {m_lock.get(), &m_lock->queue[1], false});
        QVERIFY(text(box, u"releaseAsk"_s).contains(u"this client is waiting"_s));
        QVERIFY(text(box, u"releaseRisk"_s).contains(u"loses its position"_s));
    }

    /// A semaphore without leases has no contender to select.
    void addsPermitsToASemaphore()
    {
        inspect::Lock semaphore;
        semaphore.path = "slots";
        semaphore.kind = inspect::LockKind::Semaphore;
        semaphore.leasesKnown = inspect::Confidence::Unknown;
        semaphore.redis = std::make_shared<const inspect::RedisLock>();
        ui::ReleaseBox box;
        box.show(viewState(2s), {&semaphore, nullptr, false});
        QVERIFY2(text(box, u"releaseNone"_s).contains(u"not its holders"_s), qPrintable(text(box, u"releaseNone"_s)));
        QVERIFY(box.canRelease());
        QCOMPARE(box.findChild<QPushButton*>(u"releaseButton"_s)->text(), u"Add Permits…"_s);
        QCOMPARE(box.permits(), 1);
        box.findChild<QSpinBox*>(u"releasePermits"_s)->setValue(3);
        box.show(viewState(2s), {&semaphore, nullptr, false}); // live data leave what was typed
        QCOMPARE(box.permits(), 3);
        auto locked = viewState(2s);
        locked.access = ui::WriteAccess::Locked;
        box.show(locked, {&semaphore, nullptr, false});
        QVERIFY(!box.canRelease() && !box.findChild<QSpinBox*>(u"releasePermits"_s)->isEnabled());
        box.show(viewState(2s), {m_lock.get(), nullptr, false});
        QCOMPARE(text(box, u"releaseNone"_s), u"Select the contender to release."_s);
        QVERIFY(!box.canRelease());
        QCOMPARE(box.permits(), 0);
    }

    void withoutAQuorumNothingIsReleased()
    {
        ui::ReleaseBox box;
        auto now = viewState(2s);
        box.show(now, {m_lock.get(), &m_lock->queue[0], false});
        QVERIFY(box.canRelease());
        now.session.state = SessionState::ReadOnly;
        box.show(now, {m_lock.get(), &m_lock->queue[0], false});
        QVERIFY(!box.canRelease());
        QVERIFY(box.findChild<QPushButton*>(u"releaseButton"_s)->toolTip().contains(u"no quorum"_s));
        box.show(viewState(2s), {m_lock.get(), &m_lock->queue[0], true});
        QVERIFY(!box.canRelease()); // it has left
    }
};

} // namespace lockscope::releaseBoxTest

LOCKSCOPE_TEST(lockscope::releaseBoxTest::ReleaseBoxTest)
#include "ReleaseBoxTest.moc"
