// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Every model and proxy of the window, each watched by a tester, while its rows are added, removed, moved, sorted and
/// filtered at random.

#include "tests/support/Test.h"
#include "tests/ui/ModelCheck.h"
#include "tests/ui/WindowTest.h"
#include "ui/models/RecordedEventsModel.h"
#include "ui/models/SimulationModel.h"
#include "ui/models/VotesModel.h"
#include "ui/models/WaysModel.h"
#include "ui/panels/ActionLogPanel.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QSortFilterProxyModel>
#include <QToolButton>

#include <algorithm>
#include <map>
#include <memory>
#include <random>

namespace lockscope::modelsTest {

using namespace Qt::StringLiterals;

namespace {

using Random = std::mt19937;

std::vector<test::LockPtr> randomLocks(Random& random)
{
    std::vector<test::LockPtr> locks;
    for (auto i = 0; i < 12; ++i) {
        if (random() % 3 == 0)
            continue;
        std::vector<inspect::Contender> queue;
        for (auto number = 1; number <= 8; ++number)
            if (random() % 2 == 0)
                queue.push_back(test::contender(100 * i + number, random() % 60'000));
        locks.push_back(std::make_shared<inspect::Lock>(
            test::mutexQueue("/l" + std::to_string(i % 3) + "/lock-" + std::to_string(i), std::move(queue))));
    }
    return locks;
}

std::shared_ptr<const ensemble::EnsembleFacts> randomServers(Random& random)
{
    auto facts = std::make_shared<ensemble::EnsembleFacts>();
    for (auto i = 0; i < 5; ++i) {
        if (random() % 3 == 0)
            continue;
        ensemble::ServerFacts server;
        server.address = {"zk-" + std::to_string(i), 2181};
        server.state = random() % 3 == 0 ? ensemble::ServerState::Down : ensemble::ServerState::Serving;
        server.mode = "follower";
        facts->servers.push_back(server);
    }
    return facts;
}

inspect::SnapshotPtr randomSnapshot(Random& random)
{
    auto made = *test::snapshot(randomLocks(random));
    made.ensemble = randomServers(random);
    for (const auto& lock : made.locks) {
        if (random() % 2 == 0)
            continue;
        inspect::Finding finding;
        finding.kind = static_cast<inspect::FindingKind>(random() % 4);
        finding.severity = static_cast<inspect::Severity>(random() % 3);
        finding.path = lock->path;
        finding.text = "Number " + std::to_string(random() % 3);
        made.findings.push_back(finding);
    }
    std::stable_sort(made.findings.begin(), made.findings.end(),
                     [](const auto& a, const auto& b) { return a.severity > b.severity; });
    return std::make_shared<inspect::Snapshot>(std::move(made));
}

console::ScenarioFacts randomFacts(Random& random)
{
    console::ScenarioFacts facts;
    facts.view.emplace();
    std::vector<int> names;
    for (auto i = 0; i < 9; ++i)
        if (random() % 3 != 0)
            names.push_back(i);
    if (random() % 4 == 0)
        std::shuffle(names.begin(), names.end(), random);
    for (const auto i : names) {
        console::ClientFacts client;
        client.name = "sim-" + std::to_string(i);
        client.clientView = random() % 2 == 0 ? console::ClientView::Waiting : console::ClientView::Holding;
        client.paused = random() % 5 == 0;
        client.path = "/orders";
        client.node = "lock-" + std::to_string(i);
        client.token = static_cast<std::int64_t>(random() % 50);
        client.processId = random() % 6 == 0 ? 0 : 4'000 + i;
        client.saw["granted"] = static_cast<int>(random() % 4);
        if (random() % 2 == 0)
            facts.view->slots.push_back({client.path, client.node, facts.view->slots.empty(), client.token});
        facts.clients.push_back(std::move(client));
    }
    return facts;
}

release::ActionEntry randomAct(Random& random, int number)
{
    release::ActionRecord record;
    record.id = std::to_string(number);
    record.at = test::snapshotTime + std::chrono::seconds(number);
    record.reason = random() % 2 == 0 ? "stuck" : "asked for";
    record.plan = {{u"path"_s, u"/l/lock-%1"_s.arg(random() % 4)}};
    if (random() % 2 == 0)
        record.outcome =
            release::ActionOutcome{random() % 2 == 0 ? release::ActionStatus::Released : release::ActionStatus::Refused,
                                   "as it went",
                                   std::chrono::milliseconds(40),
                                   true,
                                   {},
                                   {}};
    return {record, record.at};
}

std::vector<ui::ActivityEntry> randomEntries(Random& random)
{
    std::vector<ui::ActivityEntry> entries;
    for (auto count = random() % 6; count > 0; --count)
        entries.push_back({test::snapshotTime,
                           random() % 2 == 0 ? u"joined"_s : u"left"_s,
                           ui::Tone::Wait,
                           u"/l/lock-%1"_s.arg(random() % 9),
                           u"worker-%1"_s.arg(random() % 20),
                           {}});
    return entries;
}

QStringList cells(const QAbstractItemModel& model)
{
    QStringList texts;
    for (auto row = 0; row < model.rowCount(); ++row)
        for (auto column = 0; column < model.columnCount(); ++column)
            texts << model.index(row, column).data().toString();
    return texts;
}

bool isOurs(const QAbstractItemModel& model)
{
    const QByteArrayView name(model.metaObject()->className());
    return name.startsWith("lockscope::") || name == QByteArrayView("QSortFilterProxyModel");
}

/// A model that only grows until it is full: see SmallModelsTest.
bool isLog(const QAbstractItemModel& model)
{
    return qobject_cast<const ui::ActivityModel*>(&model) != nullptr;
}

/// A model of Redlocks, which these snapshots do not have: see VotesTest.
bool isOfVotes(const QAbstractItemModel& model)
{
    return qobject_cast<const ui::VotesModel*>(&model) != nullptr;
}

/// A model of deadlocks, which these snapshots do not have: see WaitGraphInputTest.
bool isOfDeadlocks(const QAbstractItemModel& model)
{
    return qobject_cast<const ui::WaysModel*>(&model) != nullptr;
}

/// A model without live data.
bool isOfRecording(const QAbstractItemModel& model)
{
    const auto* proxy = qobject_cast<const QSortFilterProxyModel*>(&model);
    return qobject_cast<const ui::RecordedEventsModel*>(proxy ? proxy->sourceModel() : &model);
}

} // namespace

class ModelsTest final : public test::WindowTest {
    Q_OBJECT
    std::map<QAbstractItemModel*, std::unique_ptr<test::ModelCheck>> m_checks;

    void type(const QString& filter, Random& random)
    {
        child<QLineEdit>(filter)->setText(random() % 2 == 0 ? QString() : u"lock-%1"_s.arg(random() % 5));
    }
    void chooseSomeAction(const QString& menu, Random& random)
    {
        const auto actions = child<QMenu>(menu)->actions();
        actions.at(static_cast<qsizetype>(random() % static_cast<unsigned>(actions.size())))->trigger();
    }
    void chooseSome(const QString& box, Random& random)
    {
        auto* choice = child<QComboBox>(box);
        choice->setCurrentIndex(static_cast<int>(random() % static_cast<unsigned>(choice->count())));
    }

private Q_SLOTS:
    void init()
    {
        openWindow();
        for (auto* model : m_window->findChildren<QAbstractItemModel*>())
            if (isOurs(*model))
                m_checks[model] = std::make_unique<test::ModelCheck>(*model);
    }
    void cleanup()
    {
        m_checks.clear();
        closeWindow();
    }

    void everyOneAnnouncesWhatItDoes()
    {
        QCOMPARE(m_checks.size(), 16U);
        Random random(20'261'123);
        auto* simulation = m_window->findChild<ui::SimulationModel*>();
        std::vector<release::ActionEntry> acts;
        for (auto round = 0; round < 100; ++round) {
            for (const auto& panel : {u"sessions"_s, u"activity"_s, u"audit"_s, u"simulation"_s})
                if (random() % 4 == 0)
                    child<QAction>(panel + u"PanelGoAction"_s)->trigger();
            m_window->setViewState(test::liveViewState(randomSnapshot(random)), test::snapshotTime, false);
            m_window->log(randomEntries(random));
            simulation->setFacts(randomFacts(random));
            if (random() % 30 == 0)
                acts.clear(); // another file
            acts.insert(acts.begin(), randomAct(random, round));
            child<ui::ActionLogPanel>(u"auditPanel"_s)->setReading(release::ActionLogReading{acts, 0});
            for (const auto& filter : {u"locksFilter"_s, u"sessionsFilter"_s, u"activityFilter"_s, u"auditFilter"_s})
                if (random() % 5 == 0)
                    type(filter, random);
            if (random() % 5 == 0)
                chooseSome(u"auditVerdict"_s, random);
            if (random() % 5 == 0)
                chooseSomeAction(u"locksSortMenu"_s, random);
            if (random() % 9 == 0)
                child<QToolButton>(random() % 2 == 0 ? u"locksAsTree"_s : u"locksAsList"_s)->click();
            if (random() % 9 == 0)
                child<QCheckBox>(u"locksOnlyProblems"_s)->toggle();
            for (const auto& button : {u"findingsCritical"_s, u"findingsWarnings"_s, u"findingsNotes"_s})
                if (random() % 5 == 0)
                    child<QToolButton>(button)->toggle();
            QCoreApplication::processEvents();
        }
        for (const auto& [model, check] : m_checks)
            if (!isOfRecording(*model) && !isOfVotes(*model) && !isOfDeadlocks(*model))
                QVERIFY2(check->inserted() > 10 && (check->removed() > 0 || isLog(*model)),
                         qPrintable(check->reported()));
    }

    void thoseOfARecordingToo()
    {
        Random random(3);
        for (auto round = 0; round < 30; ++round) {
            auto history = std::make_shared<inspect::History>();
            for (auto second = 0; second < 10; ++second) {
                auto snapshot = *test::snapshot(randomLocks(random));
                snapshot.takenAt = test::snapshotTime + std::chrono::seconds(second);
                history->see(std::make_shared<inspect::Snapshot>(std::move(snapshot)));
            }
            auto viewState = test::liveViewState(test::snapshot(randomLocks(random)));
            viewState.source = ui::SourceState::Replay;
            viewState.history = history;
            viewState.recordedUntil = test::snapshotTime + std::chrono::seconds(10);
            for (auto step = 0; step < 10; ++step) {
                viewState.now = test::snapshotTime + std::chrono::seconds(random() % 10);
                m_window->setViewState(viewState, viewState.now, false);
                type(u"activityFilter"_s, random);
                QCoreApplication::processEvents();
            }
        }
        for (const auto& [model, check] : m_checks)
            if (isOfRecording(*model))
                QVERIFY2(check->resets() >= 30 && check->changed() + check->removed() > 0,
                         qPrintable(check->reported()));
    }

    void simulatedClientsEndLikeAFreshModel()
    {
        Random random(7);
        ui::SimulationModel model;
        const test::ModelCheck check(model);
        for (auto round = 0; round < 300; ++round) {
            const auto facts = randomFacts(random);
            model.setFacts(facts);
            ui::SimulationModel fresh;
            fresh.setFacts(facts);
            QCOMPARE(cells(model), cells(fresh));
        }
        QVERIFY2(check.inserted() > 0 && check.removed() > 0 && check.moved() > 0 && check.changed() > 0,
                 qPrintable(check.reported()));
        QCOMPARE(check.resets(), 0);
    }
};

} // namespace lockscope::modelsTest

LOCKSCOPE_TEST(lockscope::modelsTest::ModelsTest)
#include "ModelsTest.moc"
