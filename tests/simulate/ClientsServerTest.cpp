// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Simulated clients as processes of the built program, on a real server, writing to a real guarded resource: each
/// recipe keeps its guarantees, commands are carried out, and faults have their real effects.

#include "core/simulate/clients/ContenderProcess.h"
#include "core/simulate/measure/MeasurementsText.h"
#include "core/simulate/resource/GuardedResource.h"
#include "tests/support/ServerTest.h"
#include "tests/support/Test.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QSignalSpy>

#include <algorithm>
#include <memory>

namespace lockscope::clientsServerTest {

using namespace lockscope::test;
using namespace lockscope::console;
using namespace std::chrono_literals;

namespace {

constexpr int waitLimit = 60'000;

/// A process and its complete output.
struct Process {
    std::unique_ptr<ContenderProcess> contender;
    QList<QJsonObject> lines;
    QList<ClientReply> answers;

    explicit Process(const QString& connect, const ContendOptions& options)
        : contender(std::make_unique<ContenderProcess>(QStringLiteral(LOCKSCOPECTL), connect, options))
    {
        QObject::connect(contender.get(), &ContenderProcess::happened, contender.get(),
                         [this](const QJsonObject& line) { lines << line; });
        QObject::connect(contender.get(), &ContenderProcess::answered, contender.get(),
                         [this](const ClientReply& answer) { answers << answer; });
        contender->start();
    }
    Process(const Process&) = delete; // the handlers keep its address
    Process& operator=(const Process&) = delete;
    ContenderProcess* operator->() const { return contender.get(); }

    [[nodiscard]] qsizetype count(QLatin1StringView field, const QString& value) const
    {
        return std::count_if(lines.begin(), lines.end(),
                             [&](const QJsonObject& line) { return line.value(field).toString() == value; });
    }
    [[nodiscard]] qsizetype events(const QString& event) const { return count(QLatin1StringView("event"), event); }
    [[nodiscard]] bool hasEnded() const { return contender->hasEnded(); }
    /// Sends a command and waits for its answer.
    ClientReply give(ClientCommand order)
    {
        const auto before = answers.size();
        order.id = before + 1;
        if (const auto sent = contender->send(order); !sent)
            return answerTo(order, sent);
        if (!QTest::qWaitFor([&] { return answers.size() > before; }, waitLimit))
            return answerTo(order, failure(ErrorCode::TimedOut, "order"));
        return answers.back();
    }
    ClientReply give(ClientCommand::Type type, std::string client = {})
    {
        ClientCommand order;
        order.type = type;
        order.client = std::move(client);
        return give(order);
    }
    [[nodiscard]] QByteArray reported() const
    {
        QByteArray text = contender->ending().toUtf8() + '\n';
        for (const auto& line : lines)
            text += QJsonDocument(line).toJson(QJsonDocument::Compact) + '\n';
        return text;
    }
};

} // namespace

class ClientsServerTest final : public ServerTest {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void everyRecipeKeepsItsPromise_data();
    void everyRecipeKeepsItsPromise();
    void countsWakeUpsOfAHerd();
    void crowdTakesOrders();
    void answersGarbage();
    void endOfInputStops();
    void leavesWithoutRelease_data();
    void leavesWithoutRelease();
    void pausedHolderWritesTooLate_data();
    void pausedHolderWritesTooLate();

private:
    [[nodiscard]] ContendOptions optionsOn(const char* name) const
    {
        ContendOptions options;
        options.paths = {m_path};
        options.name = name;
        options.control = true;
        options.sessionTimeout = 20s; // tests that need an expiry set a shorter one
        return options;
    }
    [[nodiscard]] Process start(const ContendOptions& options) const
    {
        return Process(m_servers.connectString(), options);
    }
    [[nodiscard]] qsizetype nodesLeft()
    {
        const auto names = m_client->children(m_path);
        return names ? static_cast<qsizetype>(names->size()) : -1;
    }

    std::string m_path; ///< a new path for each test
};

void ClientsServerTest::init()
{
    m_path = m_servers.uniquePath().toStdString();
}

void ClientsServerTest::everyRecipeKeepsItsPromise_data()
{
    using Change = std::function<void(ContendOptions&)>;
    QTest::addColumn<Recipe>("recipe");
    QTest::addColumn<Change>("change");
    const auto row = [](
                         const char* name, Recipe recipe, Change change = [](ContendOptions&) {}) {
        QTest::newRow(name) << recipe << std::move(change);
    };
    row("mutex", Recipe::Mutex);
    row("semaphore-mutex", Recipe::SemaphoreMutex);
    row("single", Recipe::Single);
    row("semaphore", Recipe::Semaphore, [](auto& options) { options.leases = 2; });
    row("latch", Recipe::Latch);
    row("kazoo-lock", Recipe::KazooLock);
    row("kazoo-semaphore", Recipe::KazooSemaphore, [](auto& options) { options.leases = 2; });
    row("mix", Recipe::ReadWrite, [](auto& options) { options.mode = Mode::Mix; });
    row("downgrade", Recipe::ReadWrite, [](auto& options) { options.mode = Mode::Downgrade; });
    row("multi", Recipe::Multi, [](auto& options) { options.paths.push_back(options.paths[0] + "-second"); });
    row("nested", Recipe::Mutex, [](auto& options) {
        options.paths.push_back(options.paths[0] + "-second");
        options.nested = true;
    });
}

void ClientsServerTest::everyRecipeKeepsItsPromise()
{
    QFETCH(Recipe, recipe);
    QFETCH(std::function<void(ContendOptions&)>, change);
    GuardedResource resource;
    QVERIFY(resource.listen());
    auto options = optionsOn("one");
    options.recipe = recipe;
    options.control = false;
    options.clients = 3;
    options.cycles = 6;
    options.hold = {2ms, 10ms};
    options.think = {0ms, 2ms};
    options.writeEvery = 1ms;
    options.resource = resource.address().toStdString();
    change(options);
    const auto one = start(options);
    options.name = "two";
    const auto two = start(options);
    QTRY_VERIFY_WITH_TIMEOUT(one.hasEnded() && two.hasEnded(), waitLimit);
    for (const auto* process : {&one, &two}) {
        QVERIFY2(process->contender->ending() == u"ended", process->reported());
        const auto& summary = process->contender->summary();
        const auto number = [&](const char* field) { return summary.value(QLatin1String(field)).toDouble(-1); };
        QCOMPARE(summary.value(QLatin1String("recipe")).toString().toStdString(), std::string(toString(recipe)));
        QCOMPARE(number("cycles"), 18.0);
        QCOMPARE(number("overlaps"), 0.0);
        QCOMPARE(number("errors"), 0.0);
        QCOMPARE(number("writesRejected"), 0.0);
        QVERIFY2(number("requestsPerGrant") >= 2, process->reported());
        QVERIFY(number("grants") >= 18 && number("grantsPerS") > 0);
    }
    const auto& ledger = resource.ledger();
    QVERIFY2(ledger.overlaps().empty(), ledger.overlaps().empty() ? "" : ledger.overlaps()[0].path.c_str());
    QCOMPARE(ledger.counts().rejected, 0);
    QCOMPARE(ledger.counts().unfenced, 0);
    QVERIFY(ledger.counts().accepted > 0);
    QVERIFY(ledger.inside(m_path).empty());
}

void ClientsServerTest::countsWakeUpsOfAHerd()
{
    std::map<Recipe, double> wakeUps;
    for (const auto recipe : {Recipe::Single, Recipe::Mutex}) {
        auto options = optionsOn("sim");
        options.paths = {m_servers.uniquePath().toStdString()};
        options.control = false;
        options.recipe = recipe;
        options.clients = 12;
        options.cycles = 4;
        options.hold = {30ms, 30ms};
        options.think = {0ms, 0ms};
        const auto process = start(options);
        QTRY_VERIFY_WITH_TIMEOUT(process.hasEnded(), waitLimit);
        QVERIFY2(process->ending() == u"ended", process.reported());
        wakeUps[recipe] = process->summary().value(QLatin1String("wakeUpsPerRelease")).toDouble();
    }
    QVERIFY2(wakeUps[Recipe::Single] > 5,
             QByteArray::number(wakeUps[Recipe::Single])); // of eleven waiters, nearly all
    QVERIFY2(wakeUps[Recipe::Mutex] < 2.5, QByteArray::number(wakeUps[Recipe::Mutex]));
}

void ClientsServerTest::crowdTakesOrders()
{
    auto options = optionsOn("sim");
    options.clients = 3;
    options.hold = Spread::forever();
    auto crowd = start(options);
    QTRY_VERIFY_WITH_TIMEOUT(crowd.events(QStringLiteral("connected")) == 3, waitLimit);
    QVERIFY(crowd.give(ClientCommand::Type::Start, "sim-2").isOk());
    const auto again = crowd.give(ClientCommand::Type::Start, "sim-2");
    QVERIFY2(again.error.find("is already started") != std::string::npos, again.error.c_str());
    const auto& second = *crowd->client("sim-2");
    QTRY_VERIFY_WITH_TIMEOUT(second.clientView == ClientView::Holding, waitLimit);
    QCOMPARE(second.holdings.size(), std::size_t(1));
    QCOMPARE(second.holdings[0].path, m_path);
    QCOMPARE(second.holdings[0].token, second.token);
    QVERIFY(crowd.give(ClientCommand::Type::Start).isOk()); // the remaining clients
    QTRY_VERIFY_WITH_TIMEOUT(crowd->client("sim-3")->clientView == ClientView::Waiting, waitLimit);
    QVERIFY(crowd.give(ClientCommand::Type::Release, "sim-2").isOk());
    QTRY_VERIFY_WITH_TIMEOUT(second.clientView == ClientView::Waiting, waitLimit); // it has queued again
    const auto refused = crowd.give(ClientCommand::Type::Release, "sim-2");
    QVERIFY2(refused.error.find("does not hold a lock") != std::string::npos, refused.error.c_str());
    ClientCommand set;
    set.type = ClientCommand::Type::Set;
    set.hold = Spread(1ms, 2ms);
    set.think = Spread(1ms, 1ms);
    QVERIFY(crowd.give(set).isOk());
    QTRY_VERIFY_WITH_TIMEOUT(crowd->client("sim-1")->times("granted") > 3, waitLimit);
    QSignalSpy measured(crowd.contender.get(), &ContenderProcess::measured);
    QVERIFY(crowd.give(ClientCommand::Type::Measure).isOk());
    QTRY_VERIFY_WITH_TIMEOUT(!measured.isEmpty(), waitLimit);
    const auto live = measurementsFrom(crowd->measurements());
    QVERIFY(live && live->clients.size() == 3 && live->total().grants > 6 && live->total().requests > 0);
    QVERIFY(crowd.give(ClientCommand::Type::Stop, "sim-1").isOk());
    const auto& first = *crowd->client("sim-1");
    auto others = second.times("granted");
    QTRY_VERIFY_WITH_TIMEOUT(second.times("granted") > others + 3, waitLimit); // the first may hold once more meanwhile
    const auto had = first.times("granted");
    others = second.times("granted");
    QTRY_VERIFY_WITH_TIMEOUT(second.times("granted") > others + 3, waitLimit);
    QCOMPARE(first.times("granted"), had); // it has stopped, and the others continue
    QVERIFY(crowd.give(ClientCommand::Type::Stop).isOk());
    QTRY_VERIFY_WITH_TIMEOUT(crowd.hasEnded(), waitLimit);
    QCOMPARE(crowd->ending(), QStringLiteral("ended"));
    QCOMPARE(nodesLeft(), 0);
    const auto atEnd = measurementsFrom(crowd->measurements());
    QVERIFY(atEnd && atEnd->total().grants >= live->total().grants);
    QCOMPARE(atEnd->overlaps, 0);
    QVERIFY(crowd.give(ClientCommand::Type::Stop).error.find("has ended") != std::string::npos);
}

void ClientsServerTest::answersGarbage()
{
    QProcess process;
    process.start(QStringLiteral(LOCKSCOPECTL),
                  {QStringLiteral("--connect"), m_servers.connectString(), QStringLiteral("--json"),
                   QStringLiteral("contend"), QString::fromStdString(m_path), QStringLiteral("--control")});
    QVERIFY(process.waitForStarted(waitLimit));
    process.write("hello\n\n[1]\n{\"order\":\"set\",\"client\":\"sim\",\"id\":4,\"speed\":1}\n");
    process.write(QByteArray(100'000, 'x') + "\n{\"order\":\"start\",\"client\":\"nobody\"}\n");
    process.write("{\"order\":\"stop\"}");
    process.closeWriteChannel();
    QVERIFY(process.waitForFinished(waitLimit));
    QList<ClientReply> answers;
    for (const auto& line : process.readAllStandardOutput().split('\n')) {
        if (const auto answer = answerFrom(QJsonDocument::fromJson(line).object()))
            answers << *answer;
    }
    QCOMPARE(answers.size(), 6);
    const auto expect = [&](int index, const char* text) {
        return answers[index].error.find(text) != std::string::npos;
    };
    QVERIFY2(expect(0, "not valid JSON") && expect(0, "hello"), answers[0].error.c_str());
    QVERIFY2(expect(1, "not a JSON object"), answers[1].error.c_str());
    QVERIFY2(expect(2, "has no field \"speed\"") && answers[2].id == 4, answers[2].error.c_str());
    QVERIFY2(expect(3, "longer than 4096 bytes"), answers[3].error.c_str());
    QVERIFY2(expect(4, "this process has no client \"nobody\""), answers[4].error.c_str());
    QVERIFY2(answers[5].isOk() && answers[5].order == "stop", answers[5].error.c_str());
    QCOMPARE(process.exitCode(), 0);
}

void ClientsServerTest::endOfInputStops()
{
    QProcess process;
    process.start(QStringLiteral(LOCKSCOPECTL),
                  {QStringLiteral("--connect"), m_servers.connectString(), QStringLiteral("--json"),
                   QStringLiteral("contend"), QString::fromStdString(m_path), QStringLiteral("--control"),
                   QStringLiteral("--autostart"), QStringLiteral("--hold"), QStringLiteral("forever")});
    QTRY_COMPARE_WITH_TIMEOUT(nodesLeft(), 1, waitLimit);
    process.closeWriteChannel();
    QVERIFY(process.waitForFinished(waitLimit));
    QCOMPARE(process.exitCode(), 0);
    QCOMPARE(nodesLeft(), 0);
}

void ClientsServerTest::leavesWithoutRelease_data()
{
    QTest::addColumn<bool>("killed");
    QTest::newRow("by an order") << false;
    QTest::newRow("killed") << true;
}

void ClientsServerTest::leavesWithoutRelease()
{
    QFETCH(bool, killed);
    auto options = optionsOn("crashed");
    options.autostart = true;
    options.hold = Spread::forever();
    options.sessionTimeout = 6s; // longer than the checks right after its end take
    auto crashed = start(options);
    QTRY_VERIFY_WITH_TIMEOUT(crashed->clientView() == ClientView::Holding, waitLimit);
    options.name = "heir";
    options.sessionTimeout = 20s;
    auto heir = start(options);
    QTRY_VERIFY_WITH_TIMEOUT(heir->clientView() == ClientView::Waiting, waitLimit);
    if (killed)
        crashed->kill();
    else
        QVERIFY(crashed.give(ClientCommand::Type::Exit).isOk());
    QTRY_VERIFY_WITH_TIMEOUT(crashed.hasEnded(), waitLimit);
    QCOMPARE(crashed->ending(), killed ? QStringLiteral("killed") : QStringLiteral("exited without release"));
    QCOMPARE(crashed.events(QStringLiteral("released")), 0);
    QVERIFY(heir->clientView() == ClientView::Waiting); // the dead process's session still exists
    QTRY_VERIFY_WITH_TIMEOUT(heir->clientView() == ClientView::Holding, waitLimit);
    QCOMPARE(nodesLeft(), 1);
}

void ClientsServerTest::pausedHolderWritesTooLate_data()
{
    QTest::addColumn<bool>("guarded");
    QTest::addColumn<bool>("careless");
    QTest::newRow("guarded") << true << false;
    QTest::newRow("unguarded") << false << false;
    QTest::newRow("guarded, careless") << true << true;
}

void ClientsServerTest::pausedHolderWritesTooLate()
{
    QFETCH(bool, guarded);
    QFETCH(bool, careless);
    GuardedResource resource(guarded ? GuardedResource::Fencing::Guarded : GuardedResource::Fencing::Unguarded);
    QVERIFY(resource.listen());
    const auto& counts = resource.ledger().counts();
    auto options = optionsOn("paused");
    options.autostart = true;
    options.careless = careless;
    options.hold = Spread::forever();
    options.sessionTimeout = 2s;
    options.resource = resource.address().toStdString();
    auto paused = start(options);
    QTRY_VERIFY_WITH_TIMEOUT(counts.accepted >= 3, waitLimit);
    options.name = "heir";
    options.careless = false;
    options.sessionTimeout = 20s;
    auto heir = start(options);
    QTRY_VERIFY_WITH_TIMEOUT(heir->clientView() == ClientView::Waiting, waitLimit);
    paused->pause();
    QTRY_VERIFY_WITH_TIMEOUT(heir->clientView() == ClientView::Holding,
                             waitLimit); // the paused process's session has expired
    const auto accepted = counts.accepted;
    QTRY_VERIFY_WITH_TIMEOUT(counts.accepted > accepted + 2, waitLimit);
    QVERIFY(paused->clientView() == ClientView::Holding); // a stale hold
    QCOMPARE(counts.rejected, 0);
    QCOMPARE(counts.overlaps, 1); // two clients act as the holder
    paused->resume();
    QTRY_VERIFY_WITH_TIMEOUT(counts.unfenced >= (careless ? 3 : 1), waitLimit);
    QTRY_VERIFY_WITH_TIMEOUT(paused->times("lost") == 1, waitLimit);
    QCOMPARE(counts.rejected > 0, guarded);
    if (guarded) {
        QTRY_VERIFY_WITH_TIMEOUT(paused->times("rejected") >= 1, waitLimit);
        const auto reported = std::find_if(paused.lines.begin(), paused.lines.end(), [](const QJsonObject& line) {
            return line.value(QLatin1String("cause")).toString() == u"writeRejected";
        });
        QVERIFY2(reported->value(QLatin1String("detail")).toString().contains(u"the lock is lost"), paused.reported());
        QCOMPARE(reported->value(QLatin1String("event")).toString(), QStringLiteral("error"));
    }
    QCOMPARE(paused->times("error"), 0);
    const auto& overlap = resource.ledger().overlaps().front();
    QVERIFY((overlap.clients == std::vector<std::string>{"paused", "heir"}));
    if (careless) {
        QVERIFY(paused->clients()[0].holdings.size() == 1 && paused->clients()[0].holdings[0].isLost);
        QTRY_VERIFY_WITH_TIMEOUT(!paused->clients()[0].suspended && paused->clientView() == ClientView::Holding,
                                 waitLimit); // once it is connected again
        QVERIFY(paused.give(ClientCommand::Type::Release).isOk());
    }
    QTRY_VERIFY_WITH_TIMEOUT(resource.ledger().overlaps().front().end, waitLimit);
    QTRY_VERIFY_WITH_TIMEOUT(paused->clientView() == ClientView::Waiting, waitLimit); // behind the new holder
    QVERIFY(heir.give(ClientCommand::Type::Stop).isOk());
    QTRY_VERIFY_WITH_TIMEOUT(heir.hasEnded(), waitLimit);
    QCOMPARE(heir->summary().value(QLatin1String("writesRejected")).toInt(-1), 0);
    QTRY_VERIFY_WITH_TIMEOUT(paused->clientView() == ClientView::Holding, waitLimit);
}

} // namespace lockscope::clientsServerTest

LOCKSCOPE_TEST(lockscope::clientsServerTest::ClientsServerTest)
#include "ClientsServerTest.moc"
