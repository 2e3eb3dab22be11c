// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/ChangeWords.h"
#include "tests/support/EqualNames.h"
#include "tests/support/Growth.h"
#include "tests/support/SnapshotChanges.h"
#include "tests/support/Test.h"
#include "tests/ui/Snapshots.h"
#include "tests/ui/Warnings.h"
#include "ui/models/ActivityModel.h"
#include "ui/models/Finder.h"
#include "ui/models/SimulationModel.h"
#include "ui/models/text/Formatting.h"
#include "ui/models/text/QueueWords.h"
#include "ui/panels/ContenderFacts.h"
#include "ui/panels/ReleaseBox.h"
#include "ui/shell/Language.h"

#include <QAbstractItemModelTester>
#include <QScopeGuard>

namespace lockscope::smallModelsTest {

using namespace Qt::StringLiterals;

namespace {

std::vector<ui::ActivityEntry> entries(int from, int count)
{
    std::vector<ui::ActivityEntry> made;
    for (auto i = from; i < from + count; ++i)
        made.push_back({test::snapshotTime, u"joined"_s, ui::Tone::Wait, u"/l"_s, QString::number(i), {}});
    return made;
}

QString valueOf(const std::vector<ui::KeyValue>& rows, const QString& key)
{
    for (const auto& row : rows)
        if (row.key == key)
            return row.value;
    return u"no such row"_s;
}

QString sourceOf(const std::vector<ui::KeyValue>& rows, const QString& key)
{
    for (const auto& row : rows)
        if (row.key == key)
            return row.source;
    return u"no such row"_s;
}

ui::KeyValue rowOf(const std::vector<ui::KeyValue>& rows, const QString& key)
{
    for (const auto& row : rows)
        if (row.key == key)
            return row;
    return {};
}

} // namespace

class SmallModelsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void activityIsBounded()
    {
        ui::ActivityModel model(100);
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        for (auto i = 0; i < 30; ++i)
            model.append(entries(i * 10, 10));
        QVERIFY(model.rowCount() <= 100);
        QVERIFY(model.rowCount() >= 80);
        QCOMPARE(model.index(model.rowCount() - 1, ui::ActivityModel::Client).data().toString(), u"299"_s);
        model.append(entries(0, 1'000));
        QCOMPARE(model.rowCount(), 100);
        QCOMPARE(model.index(99, ui::ActivityModel::Client).data().toString(), u"999"_s);
    }

    void activityReportsChanges()
    {
        const auto before = test::snapshot({test::mutexLock("/l", 2)});
        auto queue = test::mutexLock("/l", 2)->queue;
        queue.erase(queue.begin());
        const auto after = test::snapshot({std::make_shared<inspect::Lock>(test::mutexQueue("/l", queue))});
        QStringList words;
        for (const auto& change : test::changesBetween(*before, *after)) {
            const auto entry = ui::entryOf(change, test::snapshotTime, nullptr);
            words << entry.client + u' ' + entry.what;
        }
        QCOMPARE(words, (QStringList{u"worker-101 left"_s, u"worker-102 acquired"_s}));
    }

    /// That a node is gone does not show why. The help of the command line has the same words.
    void anEventExplainsItself()
    {
        inspect::Change change;
        change.type = inspect::Change::Type::Left;
        change.contender = test::contender(101, 0);
        ui::ActivityModel log;
        log.append({ui::entryOf(change, test::snapshotTime, nullptr), {{}, u"problem began"_s, {}, {}, {}, {}}});
        const auto tipOf = [&](int row) {
            return log.index(row, ui::ActivityModel::What).data(Qt::ToolTipRole).toString();
        };
        QVERIFY(tipOf(0).contains(QString::fromStdString(inspect::meaningOf(change.type))));
        QVERIFY2(tipOf(0).contains(u"its session ended, or another client deleted the node"_s), qPrintable(tipOf(0)));
        QVERIFY(tipOf(1).contains(u"problem began"_s));
    }

    /// Its title comes first. Sentences are cut at their end, nodes in the middle.
    void aProblemHasItsTitle()
    {
        inspect::FindingRecord record;
        record.finding.kind = inspect::FindingKind::LongHold;
        record.finding.path = "/l";
        record.finding.text = "worker-1 holds the lock for 4 m 12 s.";
        record.began = test::snapshotTime;
        inspect::Change change;
        change.contender = test::contender(101, 0);
        ui::ActivityModel log;
        log.append({ui::entryOf(record), ui::entryOf(change, test::snapshotTime, nullptr)});
        const auto detail = log.index(0, ui::ActivityModel::Detail);
        QCOMPARE(detail.data().toString(), u"%1: worker-1 holds the lock for 4 m 12 s."_s.arg(
                                               QString::fromStdString(inspect::titleOf(record.finding.kind))));
        QVERIFY(!detail.data(ui::MonoRole).toBool());
        QVERIFY(log.index(1, ui::ActivityModel::Detail).data(ui::MonoRole).toBool());
    }

    /// Files are for programs: they are in English, whatever the language of the window.
    void filesHaveEnglishWords()
    {
        const auto english = qScopeGuard([] { ui::speak(ui::Language::English); });
        ui::speak(ui::Language::SimplifiedChinese);
        inspect::Change change;
        change.type = inspect::Change::Type::Granted;
        change.lockPath = "/l";
        change.contender = test::contender(101, 0);
        ui::ActivityModel log;
        log.append({ui::entryOf(change, test::snapshotTime, nullptr)});
        const auto event = log.index(0, ui::ActivityModel::What);
        QCOMPARE(event.data(ui::ExportRole).toString(), u"granted"_s);
        QVERIFY(event.data().toString() != u"acquired"_s);

        console::ScenarioFacts facts;
        facts.clients.resize(2);
        facts.clients[0].name = "sim-1";
        facts.clients[0].clientView = console::ClientView::Holding;
        facts.clients[0].paused = true;
        facts.clients[1].name = "sim-2";
        facts.clients[1].clientView = console::ClientView::Waiting;
        facts.clients[1].path = "/l";
        facts.clients[1].node = "lock-2";
        facts.view = console::EnsembleView{{{"/l", "lock-2", false, 0}}, {}};
        ui::SimulationModel run;
        run.setFacts(facts);
        const auto cell = [&](int row, int column) { return run.index(row, column).data(ui::ExportRole).toString(); };
        QCOMPARE(cell(0, ui::SimulationModel::Believes), u"paused (holding)"_s);
        QCOMPARE(cell(0, ui::SimulationModel::Ensemble), u"not in queue"_s);
        QCOMPARE(cell(1, ui::SimulationModel::Believes), u"waiting"_s);
        QCOMPARE(cell(1, ui::SimulationModel::Ensemble), u"waiting #1"_s);
        QVERIFY(run.index(1, ui::SimulationModel::Ensemble).data().toString() != u"Waiting #1"_s);
    }

    void finderFindsEverything_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("lock");
        QTest::addColumn<QString>("node");
        QTest::newRow("lock") << u"order"_s << u"/locks/orders"_s << QString();
        QTest::newRow("client") << u"Worker-103"_s << u"/locks/orders"_s << u"lock-0000000103"_s;
        QTest::newRow("host") << u"10.20.4.102"_s << u"/locks/orders"_s << u"lock-0000000102"_s;
        QTest::newRow("session") << u"0x167"_s << u"/locks/orders"_s << u"lock-0000000103"_s;
        QTest::newRow("node") << u"0000000102"_s << u"/locks/orders"_s << u"lock-0000000102"_s;
    }
    void finderFindsEverything()
    {
        QFETCH(QString, typed);
        QFETCH(QString, lock);
        QFETCH(QString, node);
        const auto hits =
            ui::findInSnapshot(*test::snapshot({test::mutexLock("/locks/orders", 3), test::mutexLock("/x", 0)}), typed);
        QVERIFY(!hits.empty());
        QCOMPARE(QString::fromStdString(hits.front().key.lock), lock);
        QCOMPARE(QString::fromStdString(hits.front().key.node), node);
    }

    /// A lease has the same name.
    void whoStandsAtTheGateIsFoundThere()
    {
        const std::vector<std::string> names{"a-lock-0000000000", "b-lock-0000000001"};
        const auto lock = std::make_shared<const inspect::Lock>(
            test::semaphoreOfEqualNames("/pool", {names[0]}, names, test::snapshotTime));
        const auto snapshot = test::snapshot({lock});
        const auto hits = ui::findInSnapshot(*snapshot, u"client-102"_s);
        QCOMPARE(hits.size(), std::size_t(1));
        QVERIFY((hits[0].key == inspect::ContenderKey{"/pool", inspect::LockPart::Gate, names[1]}));
        const auto waitsOn = [&](std::size_t place) {
            const auto& contender = lock->queue[place];
            return valueOf(ui::contenderFacts(test::liveViewState(snapshot), {lock.get(), &contender, false}),
                           u"Waits for"_s);
        };
        QCOMPARE(waitsOn(1), u"client-1"_s);
        QCOMPARE(waitsOn(2), u"client-101"_s);
    }

    void finderKnowsTheHostsThatTheServersReport()
    {
        auto snapshot = std::make_shared<inspect::Snapshot>(*test::snapshot({test::mutexLock("/locks/orders", 3)}));
        snapshot->ensemble = test::hostsOf({{0x167, "10.9.9.1:5000"}});
        const auto hits = ui::findInSnapshot(*snapshot, u"9.9.1"_s);
        QCOMPARE(hits.size(), std::size_t(1));
        QCOMPARE(hits.front().detail, u"waits for /locks/orders · host 10.9.9.1:5000"_s);
    }

    void finderIsBounded()
    {
        const auto snapshot = test::snapshot({test::mutexLock("/l", 5'000)});
        QCOMPARE(ui::findInSnapshot(*snapshot, u"worker"_s, 20).size(), std::size_t(20));
        QVERIFY(ui::findInSnapshot(*snapshot, u"  "_s).empty());
        QVERIFY(ui::findInSnapshot(*snapshot, u"nobody"_s).empty());
    }

    void factsOfAContender()
    {
        const auto lock = test::mutexLock("/locks/orders", 3);
        const auto viewState = test::liveViewState(test::snapshot({lock}));
        const auto holder = ui::contenderFacts(viewState, {lock.get(), &lock->queue[0], false});
        QCOMPARE(valueOf(holder, u"State"_s), u"Holding, ≤ 3.0 s (holders 1/1)"_s);
        QCOMPARE(valueOf(holder, u"Fencing"_s), u"czxid 0x5065"_s);
        QVERIFY(rowOf(holder, u"Fencing"_s).explanation.contains(u"the transaction that created its node"_s));
        QCOMPARE(sourceOf(holder, u"Host"_s), u"node data, 3.0 s"_s);
        // The requests that the values are from, and how old the view of the lock is.
        auto later = viewState;
        later.now = lock->readAt + std::chrono::seconds(2);
        const auto aged = ui::contenderFacts(later, {lock.get(), &lock->queue[0], false});
        QCOMPARE(sourceOf(aged, u"Node"_s), u"list, 2.0 s"_s);
        QCOMPARE(sourceOf(aged, u"Client"_s), u"node data, 2.0 s"_s);
        for (const auto& key : {u"Created"_s, u"Session"_s, u"Fencing"_s})
            QCOMPARE(sourceOf(aged, key), u"Stat, 2.0 s"_s);
        for (const auto& key : {u"Holders"_s, u"Waiting"_s})
            QCOMPARE(sourceOf(ui::lockFacts(later, *lock), key), u"list, 2.0 s"_s);
        later.now = lock->readAt + std::chrono::milliseconds(609);
        QCOMPARE(sourceOf(ui::contenderFacts(later, {lock.get(), &lock->queue[0], false}), u"Node"_s),
                 u"list, 0.6 s"_s);
        const auto waiter = ui::contenderFacts(viewState, {lock.get(), &lock->queue[2], false});
        QCOMPARE(valueOf(waiter, u"State"_s), u"Waiting, 1.0 s (#2)"_s);
        QCOMPARE(valueOf(waiter, u"Waits for"_s), u"worker-102"_s);
        const auto gone = ui::contenderFacts(viewState, {lock.get(), &lock->queue[2], true});
        QCOMPARE(valueOf(gone, u"State"_s), u"Left the queue; last known values below"_s);
    }

    /// The date of today is left out, but copied.
    void timesOfTodayHaveNoDate()
    {
        const auto lock = test::mutexLock("/locks/orders", 1);
        auto viewState = test::liveViewState(test::snapshot({lock}));
        const auto whole = ui::formatTime(lock->queue[0].details->createdAt);
        const auto created = [&] {
            return rowOf(ui::contenderFacts(viewState, {lock.get(), &lock->queue[0], false}), u"Created"_s);
        };
        viewState.now = lock->queue[0].details->createdAt;
        QCOMPARE(created().value, whole.section(u' ', 1));
        QCOMPARE(created().whole, whole);
        viewState.now += std::chrono::hours(48);
        QCOMPARE(created().value, whole);
        QVERIFY(created().whole.isEmpty());
        QCOMPARE(ui::formatAge(std::chrono::milliseconds(-3)), u"0.0 s"_s);
        QCOMPARE(ui::formatAge(std::chrono::milliseconds(999)), u"0.9 s"_s);
        QCOMPARE(ui::formatAge(std::chrono::milliseconds(1'000)), u"1.0 s"_s);
    }

    void aFindingStandsWithTheContenderThatItNames()
    {
        const auto lock = test::mutexLock("/locks/orders", 2);
        auto snapshot = std::make_shared<inspect::Snapshot>(*test::snapshot({lock}));
        auto& finding = snapshot->findings.emplace_back();
        finding.kind = inspect::FindingKind::LongWait;
        finding.path = "/locks/orders";
        finding.nodes = {"/locks/orders/lock-0000000102"};
        finding.text = "It waits.";
        const auto viewState = test::liveViewState(snapshot);
        const auto said = [&](std::size_t place) {
            return valueOf(ui::contenderFacts(viewState, {lock.get(), &lock->queue[place], false}), u"Finding"_s);
        };
        QCOMPARE(said(0), u"no such row"_s);
        QCOMPARE(said(1), u"Waited for too long: It waits."_s);
        QCOMPARE(valueOf(ui::lockFacts(viewState, *lock), u"Finding"_s), u"Waited for too long: It waits."_s);
    }

    /// A revocation request replaced the client's own description.
    void aLastKnownNameIsMarked()
    {
        auto made = *test::mutexLock("/locks/orders", 2);
        made.queue[0].details->isLastKnown = true;
        const auto lock = std::make_shared<const inspect::Lock>(std::move(made));
        const auto facts =
            ui::contenderFacts(test::liveViewState(test::snapshot({lock})), {lock.get(), &lock->queue[0], false});
        QCOMPARE(valueOf(facts, u"Client"_s), u"worker-101 (last known)"_s);
        QCOMPARE(ui::displayName(lock->queue[0], nullptr), u"worker-101 (last known)"_s);
        QCOMPARE(ui::displayName(lock->queue[1], nullptr), u"worker-102"_s);
    }

    void factsReportFromWhichServerTheHostIsKnown()
    {
        const auto lock = test::mutexLock("/locks/orders", 2);
        auto snapshot = std::make_shared<inspect::Snapshot>(*test::snapshot({lock}));
        snapshot->ensemble = test::hostsOf({{0x165, "10.20.4.17:51844"}});
        const auto viewState = test::liveViewState(snapshot);
        const auto facts = ui::contenderFacts(viewState, {lock.get(), &lock->queue[0], false});
        QCOMPARE(valueOf(facts, u"Host"_s), u"10.20.4.17:51844"_s);
        QCOMPARE(sourceOf(facts, u"Host"_s), u"AdminServer, 2.0 s"_s);
        QCOMPARE(sourceOf(ui::sessionFacts(viewState, {lock.get(), &lock->queue[0], false}), u"Host"_s),
                 u"AdminServer, 2.0 s"_s);
    }

    void commandsAreMadeFromTemplates()
    {
        const ui::CommandTemplates usual;
        for (const auto& [text, id, placeholders] : ui::commandTemplates())
            QVERIFY2(ui::templateFault(usual.*text, placeholders).isEmpty(), id);
        QVERIFY(ui::templateFault(u"ssh {hots}"_s, {u"{host}"_s}).contains(u"{hots}"_s));
        QVERIFY(!ui::templateFault(u"  "_s, {u"{host}"_s}).isEmpty());
        // A value is not searched for placeholders.
        QCOMPARE(ui::filledTemplate(u"a {key} {pid}"_s, {{u"{key}"_s, u"{pid}"_s}}), u"a {pid} {pid}"_s);
    }

    /// jstack needs a Java process: a client that is not known to be one has a template.
    void theProcessOfAClientIsFoundByCommands()
    {
        auto made = *test::mutexLock("/locks/orders", 2);
        made.queue[0].details->payload = "4711@worker-7";
        made.queue[1].details->payload = R"({"pid": 12, "host": "worker-8"})";
        const auto lock = std::make_shared<const inspect::Lock>(std::move(made));
        const auto viewState = test::liveViewState(test::snapshot({lock}));
        const auto facts = [&](std::size_t place, const ui::CommandTemplates& commands) {
            return ui::commandsToCopy(viewState, {lock.get(), &lock->queue[place], false}, commands);
        };
        const auto java = facts(0, {});
        const auto process = [&](std::size_t place) {
            return valueOf(ui::contenderFacts(viewState, {lock.get(), &lock->queue[place], false}), u"Process"_s);
        };
        QCOMPARE(process(0), u"java, pid 4711"_s);
        QCOMPARE(process(1), u"pid 12"_s);
        QCOMPARE(valueOf(java, u"Show its process"_s), u"ssh worker-7 ps -fp 4711"_s);
        QCOMPARE(valueOf(java, u"Show its threads"_s), u"ssh worker-7 jstack 4711"_s);
        const auto other = facts(1, {});
        QCOMPARE(valueOf(other, u"Show its process"_s), u"ssh worker-8 ps -fp 12"_s);
        QCOMPARE(valueOf(other, u"Show its threads"_s), u"no such row"_s);
        QCOMPARE(valueOf(other, u"If it is a Java process"_s), u"ssh worker-8 jstack {pid}"_s);
        ui::CommandTemplates own;
        own.java = u"kubectl exec {host} -- jcmd {pid} Thread.print"_s;
        QCOMPARE(valueOf(facts(0, own), u"Show its threads"_s), u"kubectl exec worker-7 -- jcmd 4711 Thread.print"_s);
    }

    /// The values date from the servers' last report.
    void factsOfASessionHaveTheAgeOfTheReport()
    {
        const auto lock = test::mutexLock("/locks/orders", 1);
        auto snapshot = std::make_shared<inspect::Snapshot>(*test::snapshot({lock}));
        const auto hosts = test::hostsOf({{0x165, "10.20.4.17:51844"}});
        auto& session = hosts->sessions[0x165];
        session.lastHeard = session.reportedAt - std::chrono::seconds(1);
        session.expiresAt = session.reportedAt + std::chrono::seconds(3);
        snapshot->ensemble = hosts;
        const auto facts = ui::sessionFacts(test::liveViewState(snapshot), {lock.get(), &lock->queue[0], false});
        QCOMPARE(valueOf(facts, u"Last heartbeat"_s), u"1.0 s before the report"_s);
        QCOMPARE(valueOf(facts, u"Expires in"_s), u"1.0 s"_s);
        for (const auto& key : {u"Last heartbeat"_s, u"Expires in"_s})
            QVERIFY2(sourceOf(facts, key).endsWith(u", 2.0 s"_s), qPrintable(sourceOf(facts, key)));
        QCOMPARE(valueOf(ui::contenderFacts(test::liveViewState(snapshot), {lock.get(), &lock->queue[0], false}),
                         u"Last heartbeat"_s)
                     .section(u',', 0, 0),
                 u"1.0 s before the report"_s);
    }

    void factsOfReadersAndWriters()
    {
        const auto lock = test::readWriteLock("/l", "RRWR");
        const auto viewState = test::liveViewState(test::snapshot({lock}));
        const auto facts = [&](std::size_t place) {
            return ui::contenderFacts(viewState, {lock.get(), &lock->queue[place], false});
        };
        QCOMPARE(valueOf(facts(0), u"State"_s), u"Holding, ≤ 4.0 s (readers: 2)"_s);
        QCOMPARE(valueOf(facts(0), u"Reason"_s), u"no such row"_s);
        QCOMPARE(valueOf(facts(2), u"State"_s), u"Waiting to write, 2.0 s (next)"_s);
        QCOMPARE(valueOf(facts(3), u"State"_s), u"Waiting to read, 1.0 s (#2)"_s);
        QCOMPARE(valueOf(facts(3), u"Reason"_s), u"A reader waits while a writer is ahead of it: worker-103."_s);
        const auto written = test::readWriteLock("/l", "W");
        QCOMPARE(valueOf(ui::contenderFacts(viewState, {written.get(), &written->queue[0], false}), u"State"_s),
                 u"Writing, ≤ 1.0 s"_s);
    }

    /// Only the payload says the mode, and it is not known.
    void whatIsNotKnownIsNotGuessed()
    {
        auto made = *test::readWriteLock("/l", "RR");
        made.queue[0].isModeKnown = false;
        made.queue[1].isModeKnown = made.queue[1].isStateKnown = made.queue[1].holds = false;
        made.queue[1].details->isPayloadKnown = false;
        const auto lock = std::make_shared<const inspect::Lock>(std::move(made));
        const auto viewState = test::liveViewState(test::snapshot({lock}));
        const auto facts = [&](std::size_t place) {
            return ui::contenderFacts(viewState, {lock.get(), &lock->queue[place], false});
        };
        QVERIFY(valueOf(facts(0), u"State"_s).startsWith(u"Holding"_s));
        QVERIFY(valueOf(facts(0), u"Mode"_s).startsWith(u"unknown"_s));
        QCOMPARE(valueOf(facts(1), u"State"_s), u"Unknown"_s);
        QCOMPARE(valueOf(facts(1), u"Payload"_s), u"unknown: no permission to read it"_s);
        QCOMPARE(valueOf(facts(1), u"Waits for"_s), u"no such row"_s);
        QCOMPARE(ui::doingOf(*lock, lock->queue[1]), u"unknown"_s);
        QCOMPARE(ui::placeOf(*lock, lock->queue[1]), u"unknown"_s);
        QCOMPARE(lock->waiters(), 0);
    }

    void theDetailsSayWhyItIsALock()
    {
        inspect::Recognition why{"/l", "/l is a lock of type \"Turns\".", {}};
        why.dialects.push_back({"turns", "Turns", true, "The dialect matches 2 of 2 children."});
        why.dialects.push_back({"form", "Form", false, "Place: the path must contain pools."});
        const auto rows = ui::recognitionFacts(why);
        QCOMPARE(valueOf(rows, u"Recognised"_s), u"/l is a lock of type \"Turns\"."_s);
        QCOMPARE(valueOf(rows, u"Matches"_s), u"Turns: The dialect matches 2 of 2 children."_s);
        QCOMPARE(valueOf(rows, u"Does not match"_s), u"Form: Place: the path must contain pools."_s);
        auto lock = *test::mutexLock("/l", 1);
        const auto viewState = test::liveViewState(test::snapshot({}));
        QCOMPARE(valueOf(ui::lockFacts(viewState, lock), u"Server's counter"_s), u"no such row"_s);
        lock.counterContradiction = "The tree was probably restored or copied.";
        QCOMPARE(valueOf(ui::lockFacts(viewState, lock), u"Server's counter"_s),
                 u"The tree was probably restored or copied."_s);
    }

    void sessionsAreFoundInOtherLocks()
    {
        const auto orders = test::mutexLock("/locks/orders", 1);
        const auto viewState = test::liveViewState(
            test::snapshot({orders, test::mutexLock("/locks/mail", 1),
                            std::make_shared<inspect::Lock>(
                                test::mutexQueue("/locks/ledger", {test::contender(7, 9), test::contender(101, 5)}))}));
        const auto facts = ui::sessionFacts(viewState, {orders.get(), &orders->queue[0], false});
        QCOMPARE(valueOf(facts, u"Also holds"_s), u"/locks/mail"_s);
        QCOMPARE(valueOf(facts, u"Also waits for"_s), u"/locks/ledger (next)"_s);
    }

    /// Not each time that the details are shown again.
    void aSnapshotIsSearchedOnceForAClient()
    {
        const auto orders = test::mutexLock("/locks/orders", 2);
        const auto mail = test::mutexLock("/locks/mail", 1);
        const auto snapshot = std::make_shared<inspect::Snapshot>(*test::snapshot({orders, mail}));
        const ui::ClientPlaces clientPlaces;
        const auto found = [&](const inspect::SnapshotPtr& in, std::size_t place) {
            return clientPlaces.of(in, orders.get(), orders->queue[place]).size();
        };
        QCOMPARE(found(snapshot, 0), std::size_t(1));
        snapshot->locks.clear(); // it would not be found again
        QCOMPARE(found(snapshot, 0), std::size_t(1));
        QCOMPARE(found(test::snapshot({orders, mail}), 0), std::size_t(1));
        QCOMPARE(found(test::snapshot({orders, mail}), 1), std::size_t(0));
        QCOMPARE(found(test::snapshot({orders, mail}), 0), std::size_t(1));
        QCOMPARE(found(nullptr, 0), std::size_t(0));
    }

    /// Of ten thousand locks, a hundred change between two snapshots.
    void onlyChangedLocksAreSearchedAgain()
    {
        const auto orders = test::mutexLock("/locks/orders", 1);
        const auto ledger = std::make_shared<inspect::Lock>(*test::mutexLock("/locks/ledger", 1));
        const auto mail = test::mutexLock("/locks/mail", 1);
        const ui::ClientPlaces clientPlaces;
        const auto found = [&](const std::vector<test::LockPtr>& locks) {
            QStringList paths;
            for (const auto& place : clientPlaces.of(test::snapshot(locks), orders.get(), orders->queue[0]))
                paths.push_back(QString::fromStdString(place.lock->path));
            return paths;
        };
        QCOMPARE(found({ledger, mail, orders}), QStringList({u"/locks/ledger"_s, u"/locks/mail"_s}));
        ledger->queue.clear(); // searched again, it would not be found
        const auto otherMail = test::mutexLock("/locks/mail", 1);
        QCOMPARE(found({ledger, otherMail, orders}), QStringList({u"/locks/ledger"_s, u"/locks/mail"_s}));
        const auto freeMail = std::make_shared<inspect::Lock>(*mail);
        freeMail->queue.clear();
        QCOMPARE(found({ledger, freeMail, orders}), QStringList({u"/locks/ledger"_s}));
        QCOMPARE(found({test::mutexLock("/a", 1), ledger, mail, orders, test::mutexLock("/z", 1)}),
                 QStringList({u"/a"_s, u"/locks/ledger"_s, u"/locks/mail"_s, u"/z"_s}));
        QCOMPARE(found({mail, orders}), QStringList({u"/locks/mail"_s}));
        QCOMPARE(found({orders}), QStringList());
    }

    /// Not each holder is looked for in the queue.
    void detailsOfThousandsOfHoldersAndWaitersTakeLinearTime()
    {
        const auto lockOf = [](int leases) { return test::semaphoreLock("/l", leases, leases); };
        const auto cost = test::growth({1'000, 16'000}, lockOf, [](const test::LockPtr& lock) {
            const auto viewState = test::liveViewState(test::snapshot({lock}));
            const ui::ClientPlaces clientPlaces;
            for (const auto place : {std::size_t(0), lock->queue.size() / 2, lock->queue.size() - 1}) {
                const ui::ContenderView view{lock.get(), &lock->queue[place], false};
                QVERIFY(!ui::contenderFacts(viewState, view, clientPlaces).empty());
                QVERIFY(!ui::sessionFacts(viewState, view, clientPlaces).empty());
            }
            QVERIFY(!ui::lockFacts(viewState, *lock).empty());
        });
        QVERIFY(cost.isModest());
    }

    void aSingleNodeDoesNotKnowItsWaiters()
    {
        auto lock = test::mutexQueue("/l", {test::contender(1, 0)});
        lock.kind = inspect::LockKind::Single;
        QCOMPARE(valueOf(ui::lockFacts(test::liveViewState(test::snapshot({})), lock), u"Waiting"_s),
                 u"unknown: waiters have no nodes here"_s);
    }

    void thePredictedPlanNamesTheNext()
    {
        const auto lock = test::mutexLock("/locks/orders", 3);
        const auto plan = release::predictedPlan(*lock, lock->queue[0], nullptr);
        QCOMPARE(plan.nodePath, std::string("/locks/orders/lock-0000000101"));
        QCOMPARE(plan.next, std::string("lock-0000000102"));
        QCOMPARE(plan.owner, std::int64_t(0x165));
        QVERIFY(release::predictedPlan(*lock, lock->queue[1], nullptr).next.empty());
    }
};

} // namespace lockscope::smallModelsTest

LOCKSCOPE_TEST(lockscope::smallModelsTest::SmallModelsTest)
#include "SmallModelsTest.moc"
