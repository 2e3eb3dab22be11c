// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/Commands.h"
#include "app/lockscopectl/RedisLink.h"
#include "app/lockscopectl/RunReport.h"
#include "app/lockscopectl/ScenarioObserver.h"
#include "app/lockscopectl/Table.h"
#include "core/connect/Interrupt.h"
#include "core/simulate/scenarios/CheckWords.h"
#include "core/simulate/scenarios/ScenarioFiles.h"
#include "core/simulate/scenarios/ScenarioRun.h"
#include "core/zk/ZooKeeperClient.h"

#include <QCoreApplication>
#include <QFile>
#include <QJsonArray>

#include <memory>

namespace lockscope::ctl {

using namespace Qt::StringLiterals;

namespace {

constexpr int mostRepeats = 10'000;
constexpr int mostTalkative = 20; // clients, up to which every event is printed

Exit listScenarios(const Context& context)
{
    const auto list = console::loadScenarios(console::userScenarioFolder());
    for (const Error& problem : list.problems)
        complain(QString::fromStdString(describe(problem)));
    if (context.json) {
        QJsonArray scenarios;
        for (const auto& scenario : list.scenarios)
            scenarios.append(scenarioJson(scenario));
        printDocument({{QStringLiteral("scenarios"), scenarios}});
        return Done;
    }
    QList<QStringList> rows;
    for (const auto& scenario : list.scenarios)
        rows.append({safe(scenario.id), QString::fromUtf8(toString(scenario.backend)), safe(scenario.title)});
    print(table({QStringLiteral("NAME"), QStringLiteral("SERVERS"), QStringLiteral("TITLE")}, rows));
    return Done;
}

Exit listMeasures(const Context& context)
{
    QList<QStringList> rows;
    QJsonObject json;
    for (const auto& measure : console::measureNames()) {
        const auto name = QString::fromUtf8(measure.word);
        const auto meaning = QString::fromUtf8(measure.meaning.data(), static_cast<qsizetype>(measure.meaning.size()));
        rows.append({name, meaning});
        json.insert(name, meaning);
    }
    if (context.json)
        printDocument(json);
    else
        print(table({QStringLiteral("MEASURE"), QStringLiteral("DESCRIPTION")}, rows));
    return Done;
}

/// The runs of one scenario, one after another.
class Runs final : public QObject {
public:
    /// On the servers of --connect, if they are given: `redis`, or below this node of ZooKeeper.
    Runs(const Context& context, console::Scenario scenario, redis::ClientSettings redis, std::string below, int repeat,
         QFile* csv)
        : m_context(context)
        , m_scenario(std::move(scenario))
        , m_redis(std::move(redis))
        , m_below(std::move(below))
        , m_repeat(repeat)
        , m_csv(csv)
    {
        int clients = 0;
        for (const auto& group : m_scenario.groups)
            clients += group.options.clients;
        m_withClients = clients <= mostTalkative;
    }

    void next()
    {
        console::ScenarioDependencies dependencies;
        dependencies.program = QCoreApplication::applicationFilePath();
        dependencies.makeClient = [this](EventLoop& loop, const zk::ConnectString& servers) {
            zk::ClientSettings settings;
            settings.servers = servers;
            return std::make_unique<zk::ZooKeeperClient>(std::move(settings), loop, m_context.log);
        };
        dependencies.makeRedis = [this](EventLoop& loop, const std::string& target) { return makeRedis(loop, target); };
        dependencies.observe =
            [this](const console::ObservedEnsemble& where,
                   std::function<void(const console::EnsembleView&)> report) -> std::unique_ptr<QObject> {
            return std::make_unique<ScenarioObserver>(m_context, where, std::move(report));
        };
        if (m_context.connectGiven) {
            if (m_context.target.isRedis())
                dependencies.redis = redis::toString(m_context.target.redis);
            else
                dependencies.servers = m_context.target.zooKeeper;
            dependencies.below = m_below;
            dependencies.connectLimit = m_context.timeout;
        }
        m_run = std::make_unique<console::ScenarioRun>(m_scenario, std::move(dependencies));
        connect(m_run.get(), &console::ScenarioRun::happened, this, [this](const QJsonObject& line) { report(line); });
        connect(m_run.get(), &console::ScenarioRun::finished, this, &Runs::conclude, Qt::QueuedConnection);
        m_run->start();
    }

    void stop()
    {
        m_repeat = m_done; // no further run
        if (m_run)         // else the last run is already reported, and the event loop is about to end
            m_run->stop();
    }

private:
    /// With the password of the user's servers; a sandbox has none.
    [[nodiscard]] std::unique_ptr<console::RedisClients> makeRedis(EventLoop& loop, const std::string& target) const
    {
        auto settings = m_redis;
        if (auto parsed = redis::parseTarget(target))
            settings.target = *std::move(parsed);
        settings.clientName = "lockscope-run";
        return console::makeRedisClients(settings, loop, m_context.log);
    }

    void report(const QJsonObject& line) const
    {
        if (m_context.json)
            printLine(line);
        else if (const QString text = lineText(line, m_withClients); !text.isEmpty())
            print(text);
    }

    void conclude()
    {
        const console::ScenarioOutcome outcome = m_run->outcome();
        m_run.reset();
        ++m_done;
        m_passed += outcome.passed ? 1 : 0;
        if (m_context.json)
            printLine({{QStringLiteral("result"), outcomeJson(m_scenario, outcome, m_done)}});
        else
            print(u'\n' + outcomeText(outcome));
        if (m_csv && (m_csv->write(csvLines(m_scenario, outcome, m_done)) < 0 || !m_csv->flush())) {
            complain(QStringLiteral("%1: %2").arg(m_csv->fileName(), m_csv->errorString()));
            m_isCsvLost = true;
        }
        const bool hasPlayed = outcome.duration.count() > 0;
        if (outcome.trouble && !outcome.stopped && !hasPlayed) {
            // A retry does not fix a wrong path or address.
            QCoreApplication::exit(complain(*outcome.trouble));
            return;
        }
        if (m_done < m_repeat) {
            next();
            return;
        }
        if (m_done > 1 && !m_context.json)
            print(QStringLiteral("%1 of %2 runs passed").arg(m_passed).arg(m_done));
        QCoreApplication::exit(m_passed == m_done && !m_isCsvLost ? Done : Failed);
    }

    const Context& m_context;
    console::Scenario m_scenario;
    const redis::ClientSettings m_redis; ///< with the password; of a sandbox the defaults
    std::string m_below;
    int m_repeat;
    QFile* m_csv;
    bool m_withClients = true;
    bool m_isCsvLost = false;
    int m_done = 0;
    int m_passed = 0;
    std::unique_ptr<console::ScenarioRun> m_run;
};

} // namespace

namespace {

int runScenario(Context context, const QCommandLineParser& parser)
{
    if (parser.isSet(QStringLiteral("list")))
        return listScenarios(context);
    if (parser.isSet(QStringLiteral("measures")))
        return listMeasures(context);
    const auto words = parser.positionalArguments();
    if (words.size() != 1)
        return complainUsage(
            QStringLiteral("run needs one scenario. To list the scenarios, use: lockscopectl run --list"));
    const auto below = parser.value(QStringLiteral("below"));
    if (!context.profile.name.empty())
        return complainUsage(QStringLiteral("run does not support --profile and --user: use --connect with an ensemble "
                                            "that needs neither, or none of the three options to use a sandbox"));
    const bool needsNode = context.connectGiven && !context.target.isRedis();
    if (needsNode && below.isEmpty())
        return complainUsage(
            QStringLiteral("run with --connect works only below one existing node: add --below /some/path"));
    if (!needsNode && !below.isEmpty())
        return complainUsage(context.connectGiven ? QStringLiteral("--below is for ZooKeeper: on Redis, a scenario "
                                                                   "uses only names of its own. Remove the option")
                                                  : QStringLiteral("run: --below needs --connect"));
    bool isNumber = false;
    const int repeat = parser.value(QStringLiteral("repeat")).toInt(&isNumber);
    if (!isNumber || repeat < 1 || repeat > mostRepeats)
        return complainUsage(QStringLiteral("invalid --repeat \"%1\": use a number from 1 to %2")
                                 .arg(parser.value(QStringLiteral("repeat")))
                                 .arg(mostRepeats));
    auto scenario = console::findScenario(words.first(), console::userScenarioFolder());
    if (!scenario)
        return complain(scenario.error());
    const bool needsRedis = scenario->backend == inspect::Backend::Redis && context.connectGiven;
    auto connection = needsRedis && context.target.isRedis() ? redisSettings(context) : redis::ClientSettings();
    if (!connection)
        return complain(connection.error());

    QFile csv(parser.value(QStringLiteral("csv")));
    if (parser.isSet(QStringLiteral("csv")) && (!csv.open(QIODevice::WriteOnly) || csv.write(csvHeader()) < 0)) {
        complain(QStringLiteral("Cannot write \"%1\": %2").arg(csv.fileName(), csv.errorString()));
        return Failed;
    }
    if (context.json)
        printLine({{QStringLiteral("scenario"), scenarioJson(*scenario)}});
    else
        print(QStringLiteral("%1\n%2\n").arg(safe(scenario->title), safe(scenario->story)));
    Runs runs(context, *std::move(scenario), *std::move(connection), below.toStdString(), repeat,
              csv.isOpen() ? &csv : nullptr);
    const connect::Interrupt interrupt([&] { runs.stop(); });
    runs.next();
    return QCoreApplication::exec();
}

std::vector<JsonRecord> recordsOfScenarioCommand()
{
    return {
        {u"begun"_s, u"The first line."_s, {{u"scenario"_s, u"@scenario"_s, u"The scenario."_s}}},
        {u"scenario"_s,
         u"A scenario."_s,
         {{u"id"_s, u"string"_s, u"Its name."_s},
          {u"title"_s, u"string"_s, u"Its title."_s},
          {u"story"_s, u"string"_s, u"What happens in it."_s},
          {u"backend"_s, u"zookeeper|redis"_s, u"The kind of its servers."_s},
          {u"servers"_s, u"integer"_s, u"The number of servers in a sandbox, with replicas and Sentinels."_s},
          {u"clients"_s, u"integer"_s, u"The number of clients."_s},
          {u"steps"_s, u"integer"_s, u"The number of steps."_s},
          {u"expect"_s, u"[string]"_s, u"The expectations, in words."_s}}},
        {u"scenario event"_s,
         u"One line for each event that is not one of a client that runs."_s,
         {{u"at"_s, u"time"_s, u"When it happened."_s},
          {u"event"_s, u"phase|step|fault|refused|server|finding|error"_s, u"The event."_s},
          {u"phase"_s, u"preparing|playing|ending"_s, u"The phase that begins."_s, true},
          {u"step"_s, u"integer"_s, u"The number of the step, from 1."_s, true},
          {u"text"_s, u"string"_s, u"The step or the fault, in words."_s, true},
          {u"hit"_s, u"[string]"_s, u"The clients or servers that the step or the fault affected."_s, true},
          {u"error"_s, u"string"_s, u"Why a fault failed."_s, true},
          {u"client"_s, u"string"_s, u"The client that refused a command, or whose process failed."_s, true},
          {u"detail"_s, u"string"_s, u"More, in words."_s, true},
          {u"server"_s, u"integer"_s, u"The number of the server, from 1."_s, true},
          {u"finding"_s, u"string"_s, u"The kind of the finding."_s, true},
          {u"state"_s, u"serves|down|shown|gone"_s, u"The new state of the server or the finding."_s, true}}},
        {u"process summary"_s,
         u"The summary of one process of clients, when it ends."_s,
         {{u"at"_s, u"time"_s, u"When it ended."_s}, {u"summary"_s, u"@summary"_s, u"The summary of its clients."_s}}},
        {u"finished"_s, u"The last line of each run."_s, {{u"result"_s, u"@result"_s, u"The result."_s}}},
        {u"result"_s,
         u"The result of a run."_s,
         {{u"scenario"_s, u"string"_s, u"The name of the scenario."_s},
          {u"run"_s, u"integer"_s, u"The number of the run, from 1."_s},
          {u"passed"_s, u"boolean"_s, u"Whether all expectations were met."_s},
          {u"stopped"_s, u"boolean"_s, u"Whether Ctrl-C ended it early."_s},
          {u"trouble"_s, u"string|null"_s, u"Why the run could not finish."_s},
          {u"durationMs"_s, u"integer"_s, u"How long it took."_s},
          {u"expectations"_s, u"[@expectation]"_s, u"The expectations."_s},
          {u"measures"_s, u"{number}"_s,
           u"The measures by their names; \"NAME of GROUP\" is that of one group of clients."_s}}},
        {u"expectation"_s,
         u"An expectation of a scenario."_s,
         {{u"wanted"_s, u"string"_s, u"What was expected."_s},
          {u"found"_s, u"string"_s, u"What was found."_s},
          {u"passed"_s, u"boolean"_s, u"Whether it was met."_s}}},
        {u"scenarios"_s,
         u"The available scenarios, printed with --list."_s,
         {{u"scenarios"_s, u"[@scenario]"_s, u"The scenarios."_s}}},
        {u"measure names"_s,
         u"The measures that expectations can use, printed with --measures."_s,
         {{u"*"_s, u"string"_s, u"The name of each measure, with its description."_s}}}};
}

} // namespace

Command scenarioCommand()
{
    return {
        .name = u"run"_s,
        .summary = u"run a scenario: simulated clients, faults, expectations"_s,
        .description =
            {u"Runs a scenario: simulated clients in their own processes, faults, and expectations."_s,
             u"Starts its own sandbox; $LOCKSCOPE_CONNECT is not used. To run on an existing ensemble, give both "
             "--connect and --below: one without the other is an error. On existing Redis servers, --connect is "
             "enough: the names of the locks begin with lockscope-, the scenario and a random id."_s,
             u"The format of scenario files is described in /usr/share/lockscope/scenarios/README.md."_s},
        .arguments = {{.name = u"scenario"_s,
                       .syntax = u"SCENARIO"_s,
                       .text = u"Name of a scenario (see --list), or a scenario file."_s,
                       .completion = Completion::Scenario}},
        .options = {{{u"list"_s}, u"List the available scenarios."_s},
                    {{u"measures"_s}, u"List the measurements that expectations can use."_s},
                    {{u"repeat"_s}, u"Run the scenario this number of times, one after another."_s, u"n"_s, u"1"_s},
                    {.names = {u"csv"_s},
                     .text = u"Write the measurements of each run to this file."_s,
                     .value = u"file"_s,
                     .completion = Completion::File},
                    {{u"below"_s},
                     u"Existing node of the ensemble of --connect, such as /test. The scenario works only below this "
                     "node, in a node of its own."_s,
                     u"path"_s}},
        .shared = AddressOptions | PaceOptions | ServerOptions | JsonOption | RedisTargets,
        .examples = {{u"Run a scenario in a sandbox ten times."_s, u"run herd --repeat 10"_s}},
        .exits = {{Done}, {Failed, u"failed, or an expectation was not met"_s}, {Usage}, {NoConnection}},
        .documents = {u"begun"_s, u"client event"_s, u"scenario event"_s, u"process summary"_s, u"finished"_s,
                      u"scenarios"_s, u"measure names"_s},
        .records = recordsOfScenarioCommand(),
        .run = &runScenario,
    };
}

} // namespace lockscope::ctl
