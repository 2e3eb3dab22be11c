// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/EventLoop.h"
#include "core/release/ActionLogReader.h"
#include "tests/support/DeadPort.h"
#include "tests/support/ManualSource.h"
#include "tests/support/Test.h"
#include "tests/ui/ReleasePlans.h"
#include "tests/ui/Snapshots.h"
#include "tests/ui/Warnings.h"
#include "tests/ui/WholeWindow.h"
#include "ui/shell/ConnectionDialogs.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QDialog>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QTableView>
#include <QTemporaryDir>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <fcntl.h>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace lockscope::sourceWindowTest {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using inspect::LockSource;

namespace {

/// An actor that may release every contender, and reports success.
class WillingActor final : public release::ReleaseActor {
public:
    [[nodiscard]] Executor& executor() const override { return m_executor; }
    [[nodiscard]] std::string session() const override { return "0x100"; }
    [[nodiscard]] std::optional<Error> whyNotWritable(const char*, const std::string&) const override { return {}; }
    [[nodiscard]] std::optional<Error> whyNotAsked(const release::ReleasePlan&) const override { return {}; }
    void plan(inspect::ContenderKey contender, release::Background background,
              Reply<release::ReleasePlan> reply) override
    {
        auto plan = test::somePlan();
        const auto& lock = *background.snapshot->find(contender.lock);
        plan.lockPath = lock.path;
        plan.node = contender.node;
        plan.nodePath = lock.nodePath(contender.ref());
        plan.creationId = lock.find(contender)->details->creationId;
        reply(plan);
    }
    void apply(release::ReleasePlan, Reply<release::ReleaseResult> reply) override
    {
        const auto give = [reply = std::move(reply)] {
            release::ReleaseResult result;
            result.isGone = result.holderKnown = true;
            reply(result);
        };
        const std::lock_guard lock(m_mutex);
        if (m_holds)
            m_held = give;
        else
            give();
    }
    /// Does not answer a release until answer(). Any thread.
    void hold()
    {
        const std::lock_guard lock(m_mutex);
        m_holds = true;
    }
    [[nodiscard]] bool isAsked()
    {
        const std::lock_guard lock(m_mutex);
        return m_held != nullptr;
    }
    void answer()
    {
        const std::lock_guard lock(m_mutex);
        m_executor.post(std::exchange(m_held, nullptr));
    }
    void ask(release::ReleasePlan, std::chrono::milliseconds, Reply<release::Asked> reply) override
    {
        reply(release::Asked());
    }

private:
    std::mutex m_mutex;
    bool m_holds = false;
    Task m_held; ///< the answer
    mutable EventLoop m_executor{Log()};
};

/// A file on a disk that does not respond: opening it blocks until something is written.
class SilentFile final {
public:
    explicit SilentFile(const QString& path)
        : m_path(path.toLocal8Bit())
        , m_isMade(::mkfifo(m_path.constData(), 0600) == 0)
    {
    }
    ~SilentFile()
    {
        const auto end = ::open(m_path.constData(), O_RDWR | O_NONBLOCK | O_CLOEXEC); // a reader waits no longer
        ::unlink(m_path.constData());
        ::close(end);
    }
    SilentFile(const SilentFile&) = delete;
    SilentFile& operator=(const SilentFile&) = delete;

    [[nodiscard]] bool isMade() const { return m_isMade; }
    /// False: nothing has opened the file.
    [[nodiscard]] bool answer(const QByteArray& bytes) const
    {
        const auto end = ::open(m_path.constData(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
        if (end < 0)
            return false;
        const bool isWritten = ::write(end, bytes.constData(), static_cast<std::size_t>(bytes.size())) == bytes.size();
        ::close(end);
        return isWritten;
    }

private:
    QByteArray m_path;
    bool m_isMade;
};

} // namespace

/// The whole window over a lock source that the test controls: the only backend interface it needs is LockSource.
class SourceWindowTest final : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    std::optional<ui::ConnectionRequest> m_order; ///< the window's last order
    test::ManualSource* m_source = nullptr;       ///< the connection's
    std::atomic<std::uint64_t> m_requests = 0;    ///< one more at each look
    std::shared_ptr<WillingActor> m_actor;        ///< the connection's
    std::shared_ptr<void> m_lastOfBackend; ///< destroyed at the end of the next backend, on the thread that closes it
    std::unique_ptr<test::WholeWindow> m_whole;

    void connectWindow(bool isReadOnly = false)
    {
        auto target = ui::parseTarget(u"locks.example:2181"_s, {u"/locks"_s});
        QVERIFY(target);
        target->profile.readOnly = isReadOnly;
        m_whole->controller.connectTo(*target);
        QVERIFY(m_source && m_order);
    }
    void setState(SessionState state)
    {
        SessionStatus session;
        session.state = state;
        session.id = 0x100;
        m_source->setSession(session);
    }
    [[nodiscard]] std::size_t queueLength() const
    {
        return m_whole->window.shownLock() ? m_whole->window.shownLock()->queue.size() : 0;
    }
    /// Asks for the release of the first of a lock's two contenders.
    void releaseOne()
    {
        m_source->allowConfirming();
        setState(SessionState::Connected);
        m_source->give(test::snapshot({test::mutexLock("/locks/orders", 2), test::mutexLock("/locks/other", 2)}));
        QTRY_COMPARE(m_whole->connection.source(), ui::SourceState::Live);
        m_whole->window.selectLock("/locks/orders");
        QTRY_COMPARE(queueLength(), 2U);
        auto* release = m_whole->child<QAction>(u"releaseAction"_s);
        QTRY_VERIFY(release->isEnabled());
        release->trigger();
        auto* name = m_whole->child<QLineEdit>(u"releaseName"_s);
        QTRY_VERIFY(name->placeholderText().startsWith(u"Enter "_s));
        name->setText(name->placeholderText().mid(7).chopped(1));
        m_whole->child<QLineEdit>(u"releaseReason"_s)->setText(u"stuck"_s);
        m_whole->press(u"releaseDelete"_s);
    }
    /// Asks for the release of all of a lock's three contenders; the servers do not answer the first one yet.
    void releaseThree()
    {
        m_actor->hold();
        setState(SessionState::Connected);
        m_source->give(test::snapshot({test::mutexLock("/locks/orders", 3)}));
        QTRY_COMPARE(m_whole->connection.source(), ui::SourceState::Live);
        m_whole->connection.unlock();
        m_whole->window.selectLock("/locks/orders");
        QTRY_COMPARE(queueLength(), 3U);
        QTRY_VERIFY(m_whole->child<QAction>(u"releaseAction"_s)->isEnabled());
        auto* table = m_whole->child<QTableView>(u"queueTable"_s);
        table->selectAll();
        QTest::keyClick(table, Qt::Key_F10, Qt::ShiftModifier);
        m_whole->child<QAction>(u"queueReleaseSelected"_s)->trigger();
        m_whole->child<QMenu>(u"contenderMenu"_s)->close();
        const auto* release = m_whole->child<QPushButton>(u"releaseSeveralRelease"_s);
        QVERIFY(release);
        QTRY_COMPARE(release->text(), u"Release 3"_s);
        m_whole->child<QLineEdit>(u"releaseReason"_s)->setText(u"stuck"_s);
        m_whole->press(u"releaseSeveralRelease"_s);
        QTRY_VERIFY(m_actor->isAsked());
    }

private Q_SLOTS:
    void init()
    {
        test::failOnAnyWarning();
        qputenv("XDG_CONFIG_HOME", m_folder.path().toLocal8Bit());
        const auto makeBackend = [this](ui::ConnectionRequest order, const Log&) {
            m_order = std::move(order);
            auto source = std::make_unique<test::ManualSource>();
            m_source = source.get();
            m_actor = std::make_shared<WillingActor>();
            const auto withActor = [actor = m_actor](const ui::Backend::Use& use) {
                actor->executor().post([actor, use] { use(actor); });
            };
            const auto requests = [this] { return m_requests.fetch_add(1); };
            return ui::Backend{std::move(source), withActor,
                               [last = std::exchange(m_lastOfBackend, nullptr)] { return std::string("nothing"); },
                               requests, 200};
        };
        m_whole = std::make_unique<test::WholeWindow>(makeBackend, m_folder.path());
    }
    void cleanup()
    {
        if (m_whole)
            QVERIFY(m_whole->end());
        m_whole.reset();
        m_source = nullptr;
        m_actor.reset();
        m_order.reset();
    }

    void offersAServerWithoutQuorum()
    {
        connectWindow();
        QVERIFY(!m_order->target.acceptReadOnly);
        m_source->setTrouble(Error{ErrorCode::NoConnection, "connect to", "locks.example:2181", "refused"});
        setState(SessionState::Connecting);
        auto* offer = m_whole->child<QPushButton>(u"noticeOffer"_s);
        QTRY_VERIFY(m_whole->child<QLabel>(u"noticeText"_s)->text().contains(u"refused"_s));
        QVERIFY(!offer->isVisible());

        m_source->setTrouble(Error{ErrorCode::ReadOnlyServer, "connect to", "locks.example:2181", "it answers reads"});
        setState(SessionState::Connecting);
        QTRY_VERIFY(offer->isVisible());
        offer->click();
        QTRY_VERIFY(m_order->target.acceptReadOnly);
        QCOMPARE(m_order->target.text, u"locks.example:2181"_s);
    }

    void onlyATargetThatHasAnsweredIsRecent()
    {
        const auto target = ui::parseTarget(u"far.example:2181"_s, {});
        QVERIFY(target);
        const auto isRecent = [this] {
            const auto& recent = m_whole->window.connections().recent();
            return std::any_of(recent.begin(), recent.end(),
                               [](const auto& one) { return one.connect == u"far.example:2181"_s; });
        };
        m_whole->controller.connectTo(*target);
        m_source->setTrouble(Error{ErrorCode::NoConnection, "connect to", "far.example:2181", "refused"});
        setState(SessionState::Connecting);
        QTRY_VERIFY(m_whole->child<QLabel>(u"noticeText"_s)->text().contains(u"refused"_s));
        QVERIFY(!isRecent());
        m_source->setTrouble(std::nullopt);
        setState(SessionState::Connected);
        QTRY_VERIFY(isRecent());
    }

    void connectingCanBeCancelledRepeatedAndChanged()
    {
        connectWindow();
        const auto* retry = m_whole->child<QPushButton>(u"connectingRetry"_s);
        QTRY_VERIFY(retry->isVisible());
        m_order.reset();
        m_whole->press(u"connectingRetry"_s);
        QVERIFY(m_order);
        QCOMPARE(m_order->target.text, u"locks.example:2181"_s);
        QCOMPARE(m_order->target.profile.roots, (std::vector<std::string>{"/locks"}));
        QTRY_VERIFY(retry->isVisible());
        m_whole->press(u"connectingEdit"_s);
        QCOMPARE(m_whole->child<QLineEdit>(u"connectString"_s)->text(), u"locks.example:2181"_s);
        m_whole->child<QDialog>(u"connectDialog"_s)->reject();
        m_whole->press(u"connectingCancel"_s);
        QCOMPARE(m_whole->connection.source(), ui::SourceState::NotConnected);
        QVERIFY(!retry->isVisible());
        connectWindow();
        setState(SessionState::Connected);
        m_source->give(test::snapshot({}));
        QTRY_COMPARE(m_whole->connection.source(), ui::SourceState::Live);
        QVERIFY(!retry->isVisible());
    }

    void showsWhatTheSourceShows()
    {
        connectWindow();
        QCOMPARE(m_order->target.text, u"locks.example:2181"_s);
        QCOMPARE(m_order->target.profile.roots, (std::vector<std::string>{"/locks"}));
        QCOMPARE(m_whole->connection.source(), ui::SourceState::Connecting);
        setState(SessionState::Connected);
        QTRY_COMPARE(m_whole->connection.source(), ui::SourceState::Live);
        m_source->give(test::snapshot({test::mutexLock("/locks/orders", 3)}));
        QTRY_COMPARE(queueLength(), 3U);
        QVERIFY(m_whole->connection.snapshot()->findings.empty());
        m_source->give(test::snapshot({test::mutexLock("/locks/orders", 2)}));
        QTRY_COMPARE(queueLength(), 2U);
    }

    /// The view stands and counts what it does not show; the history misses nothing.
    void aPauseMakesNoGap()
    {
        const auto snapshotOf = [](int contenders, std::chrono::seconds later) {
            auto made = *test::snapshot({test::mutexLock("/locks/orders", contenders)});
            made.takenAt += later;
            return std::make_shared<const inspect::Snapshot>(std::move(made));
        };
        connectWindow();
        setState(SessionState::Connected);
        m_source->give(snapshotOf(3, 0s));
        QTRY_COMPARE(queueLength(), 3U);
        const auto* log = m_whole->child<QTableView>(u"activityTable"_s)->model();
        const auto logged = log->rowCount();
        auto* pause = m_whole->child<QAction>(u"pauseAction"_s);
        pause->trigger();
        const auto age = [this] { return m_whole->child<QLabel>(u"statusAge"_s)->text(); };
        QTRY_VERIFY2(age().startsWith(u"Paused · 0 changes behind"_s), qPrintable(age()));
        m_source->give(snapshotOf(1, 5s));
        QTRY_VERIFY2(age().startsWith(u"Paused · 2 changes behind"_s), qPrintable(age()));
        QCOMPARE(queueLength(), 3U);
        QCOMPARE(log->rowCount(), logged);
        const auto* history = m_whole->controller.history();
        QCOMPARE(history->last()->locks.front()->queue.size(), 1U);
        pause->trigger();
        QTRY_COMPARE(queueLength(), 1U);
        QTRY_VERIFY2(age().startsWith(u"view "_s), qPrintable(age()));
        QCOMPARE(history->find("/locks/orders")->left, 2U);
        for (const auto& event : history->events())
            QVERIFY(event.type != inspect::Change::Type::Gap);
        QTRY_COMPARE(log->rowCount(), logged + 2);
    }

    void theRateOfRequestsIsShown()
    {
        connectWindow();
        setState(SessionState::Connected);
        const auto* label = m_whole->child<QLabel>(u"statusRequests"_s);
        QTRY_VERIFY2(label->isVisible() && label->text().endsWith(u" of 200 requests/s"_s), qPrintable(label->text()));
        QVERIFY(label->text().section(u' ', 0, 0).toInt() > 0);
    }

    void readsEverythingWhenItIsRefreshed()
    {
        connectWindow();
        setState(SessionState::Connected);
        m_source->give(test::snapshot({test::mutexLock("/locks/orders", 1)}));
        QTRY_COMPARE(queueLength(), 1U);
        m_whole->child<QAction>(u"refreshAction"_s)->trigger();
        QCOMPARE(m_source->wasRead().size(), 1U);
        QVERIFY(m_source->wasRead().front() == LockSource::Part::Everything);
    }

    /// A release changes one lock: the tree may have a million nodes.
    void readsOneLockAfterARelease()
    {
        qputenv("XDG_DATA_HOME", m_folder.path().toLocal8Bit()); // the action log's
        connectWindow();
        releaseOne();
        QTRY_COMPARE(m_source->wasToConfirm(), std::vector<std::vector<std::string>>{{"/locks/orders"}});
        QVERIFY(m_source->wasRead().empty());
        m_whole->press(u"releaseCancel"_s);
    }

    /// The button would release the next contender.
    void afterAReleaseTheFocusIsInTheQueue()
    {
        qputenv("XDG_DATA_HOME", m_folder.path().toLocal8Bit()); // the action log's
        connectWindow();
        setState(SessionState::Connected);
        m_source->allowConfirming();
        m_source->give(test::snapshot({test::mutexLock("/locks/orders", 2)}));
        m_whole->window.selectLock("/locks/orders");
        QTRY_COMPARE(queueLength(), 2U);
        QTRY_VERIFY(m_whole->child<QAction>(u"releaseAction"_s)->isEnabled());
        auto* table = m_whole->child<QTableView>(u"queueTable"_s);
        auto* button = m_whole->child<QPushButton>(u"releaseButton"_s);
        const auto hasFocus = [&](const QWidget* widget) { return m_whole->window.focusWidget() == widget; };
        const auto isOpen = [&](const QString& name) { return m_whole->child<QDialog>(name) != nullptr; };
        button->setFocus();
        QVERIFY(hasFocus(button));
        // Cancelled,
        m_whole->press(u"releaseButton"_s);
        QTRY_VERIFY(isOpen(u"releaseDialog"_s));
        m_whole->press(u"releaseCancel"_s);
        QTRY_VERIFY(!isOpen(u"releaseDialog"_s));
        QVERIFY(hasFocus(table));
        // released,
        button->setFocus();
        m_whole->press(u"releaseButton"_s);
        QTRY_VERIFY(isOpen(u"releaseDialog"_s));
        m_whole->child<QLineEdit>(u"releaseReason"_s)->setText(u"stuck"_s);
        m_whole->press(u"releaseDelete"_s);
        QTRY_COMPARE(m_whole->child<QPushButton>(u"releaseCancel"_s)->text(), u"Close"_s);
        m_whole->press(u"releaseCancel"_s);
        QTRY_VERIFY(!isOpen(u"releaseDialog"_s));
        QVERIFY(hasFocus(table));
        // and several together.
        table->selectAll();
        QTest::keyClick(table, Qt::Key_F10, Qt::ShiftModifier);
        button->setFocus();
        m_whole->child<QAction>(u"queueReleaseSelected"_s)->trigger();
        m_whole->child<QMenu>(u"contenderMenu"_s)->close();
        QTRY_VERIFY(isOpen(u"releaseSeveralDialog"_s));
        m_whole->press(u"releaseSeveralCancel"_s);
        QTRY_VERIFY(!isOpen(u"releaseSeveralDialog"_s));
        QVERIFY(hasFocus(table));
    }

    /// Each with a line of its own in the action log.
    void selectedRowsAreReleasedTogether()
    {
        QVERIFY(QDir().mkpath(m_folder.filePath(u"several"_s)));
        qputenv("XDG_DATA_HOME", m_folder.filePath(u"several"_s).toLocal8Bit()); // the action log's
        connectWindow();
        setState(SessionState::Connected);
        m_source->give(test::snapshot({test::mutexLock("/locks/orders", 4)}));
        m_whole->window.selectLock("/locks/orders");
        QTRY_COMPARE(queueLength(), 4U);
        QTRY_VERIFY(m_whole->child<QAction>(u"releaseAction"_s)->isEnabled());
        auto* table = m_whole->child<QTableView>(u"queueTable"_s);
        const auto at = [table](int row) { return table->visualRect(table->model()->index(row, 1)).center(); };
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, at(1));
        QTest::mouseClick(table->viewport(), Qt::LeftButton, Qt::ShiftModifier, at(2));
        m_source->give(test::snapshot({test::mutexLock("/locks/orders", 4)})); // the selection stays
        QContextMenuEvent asked(QContextMenuEvent::Mouse, at(2), table->viewport()->mapToGlobal(at(2)));
        QCoreApplication::sendEvent(table->viewport(), &asked);
        auto* several = m_whole->child<QAction>(u"queueReleaseSelected"_s);
        QVERIFY2(several->isEnabled(), qPrintable(several->toolTip()));
        several->trigger();
        m_whole->child<QMenu>(u"contenderMenu"_s)->close();
        const auto* release = m_whole->child<QPushButton>(u"releaseSeveralRelease"_s);
        QVERIFY(release);
        QTRY_COMPARE(release->text(), u"Release 2"_s);
        const auto* rows = m_whole->child<QTableView>(u"releaseSeveralTable"_s)->model();
        QCOMPARE(rows->index(0, 0).data().toString(), u"/locks/orders/lock-0000000103"_s);
        QCOMPARE(rows->index(1, 0).data().toString(), u"/locks/orders/lock-0000000102"_s);
        m_whole->child<QLineEdit>(u"releaseReason"_s)->setText(u"stuck"_s);
        m_whole->press(u"releaseSeveralRelease"_s);
        const auto* result = m_whole->child<QLabel>(u"releaseSeveralResult"_s);
        QTRY_VERIFY2(result->text().startsWith(u"Released: 2."_s), qPrintable(result->text()));
        const auto log = release::readAudit(release::ActionLog::userFile());
        QVERIFY(log);
        QCOMPARE(log->entries.size(), 2U);
        QCOMPARE(log->entries[0].record.nodePath(), std::string("/locks/orders/lock-0000000102")); // newest first
        QCOMPARE(log->entries[1].record.nodePath(), std::string("/locks/orders/lock-0000000103"));
        QCOMPARE(log->entries[0].record.reason, std::string("stuck"));
        m_whole->press(u"releaseSeveralCancel"_s);
    }

    void oneRowIsNotSeveral()
    {
        connectWindow();
        setState(SessionState::Connected);
        m_source->give(test::snapshot({test::mutexLock("/locks/orders", 2)}));
        m_whole->window.selectLock("/locks/orders");
        QTRY_COMPARE(queueLength(), 2U);
        QTRY_VERIFY(m_whole->child<QAction>(u"releaseAction"_s)->isEnabled());
        auto* table = m_whole->child<QTableView>(u"queueTable"_s);
        QTest::keyClick(table, Qt::Key_F10, Qt::ShiftModifier);
        const auto* several = m_whole->child<QAction>(u"queueReleaseSelected"_s);
        QVERIFY(!several->isEnabled());
        QVERIFY(several->toolTip().contains(u"Select several rows"_s));
        m_whole->child<QMenu>(u"contenderMenu"_s)->close();
    }

    /// The outcome of a release that is sent would be unknown if its connection were closed.
    void closingWaitsForARelease()
    {
        qputenv("XDG_DATA_HOME", m_folder.path().toLocal8Bit()); // the action log's
        connectWindow();
        m_actor->hold();
        releaseOne();
        QTRY_VERIFY(m_actor->isAsked());
        QCOMPARE(m_whole->connection.releasing().size(), 1U);
        m_whole->window.close();
        QVERIFY(!m_whole->window.isVisible());
        QCoreApplication::processEvents();
        QVERIFY(m_whole->connection.isOpen());
        m_actor->answer(); // cleanup() waits for the end
    }

    /// The user can neither see nor stop the others any more.
    void closingEndsSeveralReleases()
    {
        QVERIFY(QDir().mkpath(m_folder.filePath(u"closing"_s)));
        qputenv("XDG_DATA_HOME", m_folder.filePath(u"closing"_s).toLocal8Bit()); // the action log's
        connectWindow();
        releaseThree();
        const QSignalSpy finished(&m_whole->controller, &ui::WindowController::finished);
        m_whole->window.close();
        m_actor->answer();
        QTRY_COMPARE(finished.count(), 1);
        QVERIFY(!m_whole->controller.isOverdue());
        const auto log = release::readAudit(release::ActionLog::userFile());
        QVERIFY(log);
        QCOMPARE(log->entries.size(), 1U);
        m_whole.reset();
    }

    /// The time for which it was unlocked has ended.
    void aReadOnlyConnectionEndsSeveralReleases()
    {
        QVERIFY(QDir().mkpath(m_folder.filePath(u"locked"_s)));
        qputenv("XDG_DATA_HOME", m_folder.filePath(u"locked"_s).toLocal8Bit()); // the action log's
        connectWindow(true);
        releaseThree();
        m_whole->connection.lock();
        m_actor->answer();
        const auto* result = m_whole->child<QLabel>(u"releaseSeveralResult"_s);
        QTRY_COMPARE(result->text(), u"Released: 1. Not released: 2. This connection is read-only. Unlock it first "
                                     "(Ctrl+L)."_s);
        m_whole->press(u"releaseSeveralCancel"_s);
    }

    /// The sandbox may become ready meanwhile.
    void nothingIsOpenedAfterTheWindowIsClosed()
    {
        const QSignalSpy closing(&m_whole->controller, &ui::WindowController::closing);
        m_whole->window.close();
        QCOMPARE(closing.count(), 1);
        Q_EMIT m_whole->sandbox.ready(u"locks.example:2181"_s);
        QVERIFY(!m_whole->connection.isOpen());
    }

    /// The process then ends without waiting.
    void closingHasALimit()
    {
        std::promise<void> answer;
        m_lastOfBackend.reset(static_cast<void*>(nullptr),
                              [answered = answer.get_future().share()](void*) { answered.wait(); });
        connectWindow();
        const QSignalSpy finished(&m_whole->controller, &ui::WindowController::finished);
        QStringList left;
        connect(&m_whole->controller, &ui::WindowController::leftUnfinished, this,
                [&](const QString& sentence) { left << sentence; });
        m_whole->window.close();
        QVERIFY(!m_whole->window.isVisible());
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 30'000);
        QVERIFY(m_whole->controller.isOverdue());
        QVERIFY2(left.size() == 1 && left.first().contains(u"did not close within 3 s"_s), qPrintable(left.join(u'|')));
        answer.set_value();
        m_whole.reset();
    }

    /// The home folder may be on a network: until its server responds, the window does not wait for the limits file.
    void readsTheLimitsBesideItself()
    {
        const auto file = m_folder.filePath(u"lockscope/limits.json"_s);
        QVERIFY(QDir().mkpath(m_folder.filePath(u"lockscope"_s)));
        const auto limits = u"{\"limits\": [{\"pattern\": \"/locks/**\", \"hold\": \"%1\"}]}"_s;
        auto* text = m_whole->child<QLabel>(u"noticeText"_s);
        const auto readAgain = [this] { Q_EMIT m_whole->window.preferencesChosen(m_whole->window.preferences()); };
        {
            const SilentFile silent(file);
            QVERIFY(silent.isMade());
            readAgain();
            QTRY_VERIFY(silent.answer(limits.arg(u"5parsec"_s).toUtf8()));
            QTRY_VERIFY2(text->text().contains(u"5parsec"_s), qPrintable(text->text()));
            QVERIFY(text->isVisible());
        }
        {
            const SilentFile silent(file);
            readAgain();
            QTRY_VERIFY(silent.answer(limits.arg(u"2h"_s).toUtf8()));
            QTRY_VERIFY(!text->isVisible());
        }
        connectWindow();
        QCOMPARE(m_order->findings.limits.size(), 1U);
        QCOMPARE(m_order->findings.limits.front().pattern.text(), std::string("/locks/**"));
    }

    void saysWhyThereIsNoWay()
    {
        connectWindow();
        m_source->fail({ErrorCode::NoConnection, "connect to", "locks.example:2181", "the tunnel has ended"});
        QTRY_COMPARE(m_whole->connection.source(), ui::SourceState::NotConnected);
        QTRY_VERIFY(m_whole->child<QLabel>(u"noticeText"_s)->text().contains(u"the tunnel has ended"_s));
    }

    /// A real client, and a port that refuses: the library logs "zk retcode=-4, errno=111(Connection refused)".
    void theWordsOfTheLibraryAreNotShown()
    {
        QVERIFY(m_whole->end());
        m_whole.reset();
        m_whole = std::make_unique<test::WholeWindow>(m_folder.path());
        const test::DeadPort dead;
        const auto target = ui::parseTarget(u"127.0.0.1:%1"_s.arg(dead.number()), {});
        QVERIFY(target);
        m_whole->controller.connectTo(*target);
        const auto* notice = m_whole->child<QLabel>(u"noticeText"_s);
        QStringList said; // also what is replaced soon
        const auto says = [&](const QString& words) {
            said << notice->text();
            return notice->text().contains(words);
        };
        QTRY_VERIFY2(says(u"connection refused"_s), qPrintable(notice->text()));
        const QRegularExpression ofLibrary(u"retcode|errno|\\bzk\\b|_zerrno|ZOO_"_s,
                                           QRegularExpression::CaseInsensitiveOption);
        QCOMPARE(said.filter(ofLibrary), QStringList());
        for (const auto* widget : m_whole->window.findChildren<QWidget*>()) {
            for (const auto* property : {"text", "fullText", "toolTip", "accessibleName", "accessibleDescription"}) {
                const auto text = widget->property(property).toString();
                QVERIFY2(!text.contains(ofLibrary), qPrintable(widget->objectName() + u": "_s + text));
            }
        }
    }
};

} // namespace lockscope::sourceWindowTest

LOCKSCOPE_TEST(lockscope::sourceWindowTest::SourceWindowTest)
#include "SourceWindowTest.moc"
