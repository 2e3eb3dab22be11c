// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/connection/Connection.h"
#include "core/release/ActionLogReader.h"
#include "core/release/zookeeper/ZooKeeperReleaseActor.h"
#include "core/zk/ClientSettings.h"
#include "tests/support/FakeEnsemble.h"
#include "tests/support/Test.h"
#include "tests/ui/Warnings.h"
#include "ui/shell/connection/ZooKeeperBackend.h"

#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <atomic>

namespace lockscope::connectionTest {

using namespace Qt::StringLiterals;
using ui::Connection;

namespace {

const std::string first = "/locks/orders/_c_11111111-2222-4333-8444-555555555501-lock-";
const std::string second = "/locks/orders/_c_11111111-2222-4333-8444-555555555502-lock-";

} // namespace

/// The window's connection to an in-memory ensemble. The executor thread is real, so each step waits for its effect.
class ConnectionTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_dataHome;
    std::unique_ptr<EventLoop> m_executor; ///< of the ensemble
    std::unique_ptr<test::FakeEnsemble> m_ensemble;
    std::atomic<test::FakeClient*> m_client = nullptr;
    std::unique_ptr<Connection> m_connection;
    QStringList m_figures; ///< as they were logged

    const inspect::Lock* orders() const
    {
        return m_connection->snapshot() ? m_connection->snapshot()->find("/locks/orders") : nullptr;
    }
    int queueLength() const { return orders() ? static_cast<int>(orders()->queue.size()) : 0; }
    bool isDetailed() const { return orders() && m_connection->snapshot()->complete; }
    std::string join(const std::string& prefix)
    {
        return m_ensemble->create(prefix, "host-a", 0, zk::CreateMode::PersistentSequential).value().path;
    }
    void open() { m_connection->open(ui::parseTarget(u"fake:2181"_s, {}).value()); }

    release::ReleasePlan planOf(const std::string& node)
    {
        std::optional<Result<release::ReleasePlan>> plan;
        m_connection->planRelease(release::keyOfNode(node), this,
                                  [&](const Result<release::ReleasePlan>& result) { plan = result; });
        if (!QTest::qWaitFor([&] { return plan.has_value(); }, test::longestWaitMs) || !*plan)
            qFatal("there is no plan for %s", node.c_str());
        return **plan;
    }

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_dataHome.isValid());
        qputenv("XDG_DATA_HOME", m_dataHome.path().toLocal8Bit()); // the action log's
    }
    void init()
    {
        test::failOnAnyWarning();
        m_figures.clear();
        m_executor = std::make_unique<EventLoop>();
        m_ensemble = std::make_unique<test::FakeEnsemble>(*m_executor);
        QVERIFY(m_ensemble->create("/locks"));
        QVERIFY(m_ensemble->create("/locks/orders"));
        m_connection = std::make_unique<Connection>(
            ui::zooKeeperBackend(
                [this](const zk::ClientSettings& wanted, Executor& executor) -> std::unique_ptr<zk::Client> {
                    m_ensemble->onTraffic([traffic = wanted.traffic](SessionId, const std::string& line) {
                        traffic->requests += line.find(" executes ") != std::string::npos ? 1 : 0;
                        traffic->watchEvents += line.starts_with("receives ") ? 1 : 0;
                    });
                    auto client = test::FakeClient::connect(*m_ensemble, executor, std::chrono::seconds(10));
                    m_client = client.get();
                    return client;
                }),
            Log(
                [this](LogLevel, std::string_view component, std::string_view line) {
                    if (component == "connection") // otherwise it may be another thread
                        m_figures << QString::fromUtf8(line.data(), static_cast<qsizetype>(line.size()));
                },
                LogLevel::Debug));
    }
    void cleanup()
    {
        m_connection.reset();
        m_executor->stop();
        m_ensemble.reset();
        m_executor.reset();
    }

    void snapshotsFollowTheQueue()
    {
        QCOMPARE(m_connection->source(), ui::SourceState::NotConnected);
        const auto holder = join(first);
        join(second);
        open();
        QCOMPARE(m_connection->source(), ui::SourceState::Connecting);
        QTRY_COMPARE(queueLength(), 2);
        QCOMPARE(m_connection->source(), ui::SourceState::Live);
        QVERIFY(orders()->queue[0].holds);
        QVERIFY(m_ensemble->remove(holder));
        QTRY_COMPARE(queueLength(), 1);
        QCOMPARE(orders()->holders(), 1);
    }

    /// The view stays when the servers are about to be removed; while paused, the one that is shown.
    void itEndsWithItsLastView()
    {
        const auto holder = join(first);
        join(second);
        open();
        QTRY_COMPARE(queueLength(), 2);
        m_connection->end();
        QCOMPARE(m_connection->source(), ui::SourceState::Ended);
        QVERIFY(!m_connection->isOpen() && m_connection->hasEnded());
        QCOMPARE(queueLength(), 2);
        QVERIFY(m_ensemble->remove(holder));
        QTRY_VERIFY(!m_connection->isClosing());
        QCOMPARE(queueLength(), 2);

        open();
        QTRY_COMPARE(queueLength(), 1);
        const auto paused = m_connection->snapshot();
        m_connection->setPaused(true);
        join(first);
        QTRY_COMPARE(queueLength(), 2);
        m_connection->end();
        QCOMPARE(m_connection->snapshot(), paused);
        m_connection->close();
        QCOMPARE(m_connection->source(), ui::SourceState::NotConnected);
        QVERIFY(!m_connection->snapshot() && m_connection->text().isEmpty());
    }

    void otherLimitsFindOtherThings()
    {
        join(first);
        open();
        QTRY_VERIFY(isDetailed());
        const auto isHeldTooLong = [&] {
            const auto& findings = m_connection->snapshot()->findings;
            return std::any_of(findings.begin(), findings.end(), [](const inspect::Finding& finding) {
                return finding.kind == inspect::FindingKind::LongHold;
            });
        };
        QVERIFY(!isHeldTooLong());
        inspect::FindingSettings settings;
        settings.holdLimit = std::chrono::milliseconds(0);
        m_connection->setFindings(settings);
        QTRY_VERIFY(isHeldTooLong());
    }

    void aLostContactKeepsTheSnapshot()
    {
        join(first);
        open();
        QTRY_VERIFY(isDetailed());
        m_ensemble->disconnect(*m_client);
        QTRY_COMPARE(m_connection->source(), ui::SourceState::Disconnected);
        QCOMPARE(queueLength(), 1);
        m_ensemble->reconnect(*m_client);
        QTRY_COMPARE(m_connection->source(), ui::SourceState::Live);
        join(second);
        QTRY_COMPARE(queueLength(), 2);
    }

    /// Snapshots go on, for the history; what is shown stands.
    void aPauseStopsOnlyWhatIsShown()
    {
        join(first);
        open();
        QTRY_VERIFY(isDetailed());
        const auto before = m_connection->snapshot();
        m_connection->setPaused(true);
        join(second);
        QTRY_COMPARE(queueLength(), 2);
        QVERIFY(m_connection->shownSnapshot() == before);
        QSignalSpy states(m_connection.get(), &Connection::stateChanged);
        m_connection->setPaused(false);
        QCOMPARE(states.count(), 1);
        QVERIFY(m_connection->shownSnapshot() == m_connection->snapshot());
    }

    void aPauseBeforeTheFirstSnapshotShowsThatOne()
    {
        join(first);
        open();
        m_connection->setPaused(true);
        QTRY_VERIFY(m_connection->shownSnapshot());
        const auto shown = m_connection->shownSnapshot();
        join(second);
        QTRY_COMPARE(queueLength(), 2);
        QVERIFY(m_connection->shownSnapshot() == shown);
    }

    void closingDoesNotBlockAndForgets()
    {
        join(first);
        open();
        QTRY_VERIFY(isDetailed());
        QSignalSpy allClosed(m_connection.get(), &Connection::allClosed);
        m_connection->close();
        QCOMPARE(m_connection->source(), ui::SourceState::NotConnected);
        QVERIFY(!m_connection->snapshot());
        QTRY_COMPARE(allClosed.count(), 1);
        QCOMPARE(m_ensemble->sessionCount(), std::size_t(0));
        open();
        QTRY_COMPARE(queueLength(), 1);
    }

    void openingElsewhereDropsWhatIsOld()
    {
        join(first);
        open();
        QTRY_VERIFY(isDetailed());
        open();
        QVERIFY(!m_connection->snapshot());
        QTRY_VERIFY(isDetailed());
        QTRY_COMPARE(m_ensemble->sessionCount(), std::size_t(1));
    }

    void whatItCostsIsLogged()
    {
        const QSignalSpy shown(m_connection.get(), &Connection::snapshotChanged);
        open();
        join(first);
        QTRY_COMPARE(queueLength(), 1);
        join(second);
        QTRY_COMPARE(queueLength(), 2);
        QVERIFY(m_figures.size() < shown.size()); // rarely
        static const QRegularExpression form(
            u"^[0-9]+ requests, 0 writes, [0-9]+ watch events, [1-9][0-9]* snapshots, 1 shown, "
            "last findings took [0-9.e-]+ ms$"_s);
        QVERIFY(!m_figures.isEmpty());
        QVERIFY2(form.match(m_figures.front()).hasMatch(), qPrintable(m_figures.front()));
    }

    /// The lock is read again after a sync, and no other node is.
    void aReleaseReadsOnlyItsLock()
    {
        const auto queueUp = [&](const std::string& prefix) {
            return m_ensemble->create(prefix, "host-a", 7, zk::CreateMode::EphemeralSequential).value().path;
        };
        for (int i = 0; i < 20; ++i) {
            const auto path = "/locks/other-" + std::to_string(i);
            QVERIFY(m_ensemble->create(path));
            queueUp(path + first.substr(first.rfind('/')));
        }
        const auto holder = queueUp(first);
        queueUp(second);
        open();
        QTRY_VERIFY(isDetailed());
        const auto plan = planOf(holder);
        QVERIFY(!orders()->confirmedAt);
        m_ensemble->clearRequests();
        std::optional<Result<release::ReleaseOutcome>> outcome;
        m_connection->applyRelease(plan, {"stuck", {}}, this,
                                   [&](const Result<release::ReleaseOutcome>& result) { outcome = result; });
        QTRY_VERIFY(outcome.has_value());
        QVERIFY_RESULT(*outcome);
        QTRY_VERIFY(orders()->confirmedAt);
        QCOMPARE(queueLength(), 1);
        for (const auto& request : m_ensemble->requests()) {
            // The inspector reads the holders again now and then; reading a lock again lists its nodes.
            const bool isReview = request.op == test::FakeOp::Get && request.path.starts_with("/locks/other-");
            QVERIFY2(isReview || request.path == "/" || request.path.starts_with("/locks/orders"),
                     request.path.c_str());
        }
    }

    void theActionLogNamesTheUserOfARelease()
    {
        const auto holder = join(first);
        auto target = ui::parseTarget(u"fake:2181"_s, {}).value();
        target.profile.name = "prod";
        target.profile.user = "ops";
        target.profile.production = true;
        target.secrets.password = "correct-horse";
        m_connection->open(target);
        QTRY_VERIFY(isDetailed());
        m_connection->unlock();
        std::optional<Result<release::ReleaseOutcome>> outcome;
        m_connection->applyRelease(planOf(holder), {"stuck", {}}, this,
                                   [&](const Result<release::ReleaseOutcome>& result) { outcome = result; });
        QTRY_VERIFY(outcome.has_value());
        QVERIFY(!m_ensemble->exists(holder));
        const auto trail = release::readAudit(release::ActionLog::userFile());
        QVERIFY(trail && !trail->entries.empty());
        const auto& access = trail->entries.front().record.access;
        QCOMPARE(access.profile, std::string("prod"));
        QCOMPARE(access.accounts, std::vector<std::string>{"digest:ops"});
        QVERIFY(access.unlocked);
    }

    /// A profile for Redis may have a second user for releases. The ensemble stands for its servers.
    void theActionLogNamesTheUserForReleases_data()
    {
        QTest::addColumn<QString>("user");
        QTest::addColumn<QString>("writeUser");
        QTest::addColumn<QString>("account");
        QTest::newRow("none") << QString() << QString() << u"default"_s;
        QTest::newRow("one") << u"reader"_s << QString() << u"reader"_s;
        QTest::newRow("second") << u"reader"_s << u"ops"_s << u"ops"_s;
    }
    void theActionLogNamesTheUserForReleases()
    {
        QFETCH(QString, user);
        QFETCH(QString, writeUser);
        QFETCH(QString, account);
        const auto holder = join(first);
        auto target = ui::parseTarget(u"fake:2181"_s, {}).value();
        target.profile.redis = redis::parseTarget("redis://cache1").value();
        target.profile.user = user.toStdString();
        target.profile.writeUser = writeUser.toStdString();
        m_connection->open(target);
        QTRY_VERIFY(isDetailed());
        std::optional<Result<release::ReleaseOutcome>> outcome;
        m_connection->applyRelease(planOf(holder), {"stuck", {}}, this,
                                   [&](const Result<release::ReleaseOutcome>& result) { outcome = result; });
        QTRY_VERIFY(outcome.has_value());
        const auto trail = release::readAudit(release::ActionLog::userFile());
        QVERIFY(trail && !trail->entries.empty());
        QCOMPARE(trail->entries.front().record.access.accounts, std::vector<std::string>{account.toStdString()});
    }

    void aContactLostInTheMiddleOfAReleaseIsReported()
    {
        const auto holder = join(first);
        join(second);
        open();
        QTRY_VERIFY(isDetailed());
        const auto plan = planOf(holder);

        // The node is deleted, and the reply does not arrive.
        const auto held =
            m_ensemble->hold({.op = test::FakeOp::Multi, .when = test::When::AfterExecution, .path = holder});
        std::optional<Result<release::ReleaseOutcome>> outcome;
        m_connection->applyRelease(plan, {"stuck", {}}, this,
                                   [&](const Result<release::ReleaseOutcome>& result) { outcome = result; });
        QTRY_VERIFY(!m_ensemble->exists(holder));
        m_ensemble->disconnect(*m_client, test::When::AfterExecution);
        QTRY_COMPARE(m_connection->source(), ui::SourceState::Disconnected);
        // As in the last snapshot: the watch may have reported the deletion before the connection was lost.
        const auto seen = queueLength();
        QVERIFY2(seen == 2 || seen == 1, qPrintable(QString::number(seen)));
        QVERIFY(!outcome.has_value());
        m_ensemble->reconnect(*m_client);
        m_ensemble->release(held);
        QTRY_VERIFY(outcome.has_value());
        QVERIFY(!outcome->has_value() && outcome->error().code == ErrorCode::ConnectionLoss);
        QTRY_COMPARE(queueLength(), 1);
        QCOMPARE(m_connection->source(), ui::SourceState::Live);
        const auto trail = release::readAudit(release::ActionLog::userFile());
        QVERIFY(trail && !trail->entries.empty());
        const auto& act = trail->entries.front();
        QVERIFY(act.record.nodePath() == holder && act.verdict() == release::ActionStatus::Unknown);
    }

    /// Closing a connection discards its pending operations.
    void whatAClosedConnectionLeavesUndoneIsReported()
    {
        open();
        QTRY_COMPARE(m_connection->source(), ui::SourceState::Live);
        // Only a holder with a session can be sent a revocation request.
        const auto made =
            m_ensemble->create(first, "host-a", m_connection->session().id, zk::CreateMode::EphemeralSequential);
        QVERIFY(made);
        const auto& holder = made->path;
        QTRY_VERIFY(isDetailed());
        const auto plan = planOf(holder);
        std::optional<Result<release::AskOutcome>> asked;
        m_connection->askRelease(plan, {"please", {}}, this,
                                 [&](const Result<release::AskOutcome>& result) { asked = result; });
        QTRY_COMPARE(m_ensemble->data(holder), std::string("__REVOKE__")); // and waits for the node to be deleted
        bool isAnswered = false;
        m_connection->planRelease(release::keyOfNode(holder), this, [&](const auto&) { isAnswered = true; });
        open();
        QTRY_VERIFY(asked.has_value());
        QVERIFY(!asked->has_value() && isOutcomeUnknown(asked->error()));
        QTRY_VERIFY(isAnswered);
    }

    void withoutAConnectionReleasesFail()
    {
        std::optional<Result<release::ReleasePlan>> plan;
        m_connection->planRelease(release::keyOfNode("/l/n"), this,
                                  [&](const Result<release::ReleasePlan>& result) { plan = result; });
        QVERIFY(!plan.has_value()); // never from inside the call
        QTRY_VERIFY(plan.has_value());
        QVERIFY(plan->error().code == ErrorCode::NoConnection);
        QCOMPARE(plan->error().path, std::string("/l/n"));
    }

    void noAnswerComesToSomebodyGone()
    {
        auto context = std::make_unique<QObject>();
        bool called = false;
        m_connection->planRelease(release::keyOfNode("/l/n"), context.get(), [&](const auto&) { called = true; });
        context.reset();
        bool later = false;
        m_connection->planRelease(release::keyOfNode("/l/n"), this, [&](const auto&) { later = true; });
        QTRY_VERIFY(later);
        QVERIFY(!called);
    }
};

} // namespace lockscope::connectionTest

LOCKSCOPE_TEST(lockscope::connectionTest::ConnectionTest)
#include "ConnectionTest.moc"
