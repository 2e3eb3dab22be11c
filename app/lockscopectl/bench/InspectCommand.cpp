// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/bench/BenchCommands.h"
#include "app/lockscopectl/bench/BenchFigures.h"
#include "app/lockscopectl/bench/InspectBench.h"
#include "app/lockscopectl/bench/MeasureThread.h"
#include "app/lockscopectl/bench/RedisInspectBench.h"
#include "core/simulate/measure/MeasurementsText.h"

#include <QJsonArray>

#include <array>

namespace lockscope::ctl {

using namespace Qt::StringLiterals;

namespace {

constexpr std::array inspectWidths{16, 12, 12, 8, 14};
constexpr int mostContenders = 1'000'000;
constexpr int mostKeys = 100'000'000;

QJsonValue roundedOrNull(const std::optional<double>& value)
{
    return value ? QJsonValue(console::rounded(*value)) : QJsonValue();
}

QJsonObject inspectRowJson(const InspectBenchRow& row)
{
    return {{QStringLiteral("measure"), row.measure},
            {QStringLiteral("value"), console::rounded(row.value)},
            {QStringLiteral("unit"), row.unit},
            {QStringLiteral("raw"), roundedOrNull(row.raw)},
            {QStringLiteral("ratio"), roundedOrNull(row.ratio())},
            {QStringLiteral("aim"), row.most > 0 ? QJsonValue(row.most) : QJsonValue()}};
}

QString inspectRowText(const InspectBenchRow& row)
{
    const auto number = [&](const std::optional<double>& value, int decimals) {
        return value ? QString::number(*value, 'f', decimals) : QStringLiteral("-");
    };
    const auto withUnit = [&](const std::optional<double>& value) {
        const auto text = number(value, value && *value < 10 ? 2 : 0);
        return value && !row.unit.isEmpty() ? text + u' ' + row.unit : text;
    };
    const auto aim = row.most <= 0 ? QStringLiteral("-")
                     : row.raw     ? QStringLiteral("%1 x raw").arg(row.most)
                                   : QStringLiteral("%1 %2").arg(row.most).arg(row.unit);
    return benchLine({row.measure, withUnit(row.value), withUnit(row.raw), number(row.ratio(), 2), aim}, inspectWidths);
}

Result<int> count(const QCommandLineParser& parser, const char* option, int least, int most)
{
    const auto text = parser.value(QLatin1String(option));
    bool isNumber = false;
    const auto number = text.toInt(&isNumber);
    if (!isNumber || number < least || number > most)
        return failure(invalidOption(QLatin1String(option), text,
                                     QStringLiteral("use a number from %1 to %2").arg(least).arg(most)));
    return number;
}

Result<InspectBenchOptions> readInspectOptions(const QCommandLineParser& parser, bool isRedis)
{
    InspectBenchOptions options;
    const std::array<std::tuple<const char*, int, int, int*>, 7> numbers{
        {{"locks", 1, mostContenders, &options.locks},
         {"contenders", 1, mostContenders, &options.contenders},
         {"sessions", 1, mostCrowdSessions, &options.sessions},
         {"keys", 0, mostKeys, &options.keys},
         {"runs", 1, mostContenders, &options.runs},
         {"long-queue", 0, mostContenders, &options.longQueue},
         {"changes", 1, mostContenders, &options.changesPerSecond}}};
    for (const auto& [option, least, most, value] : numbers) {
        const auto number = count(parser, option, least, most);
        if (!number)
            return failure(number.error());
        *value = *number;
    }
    if (!isRedis && options.contenders < options.locks)
        return failure(ErrorCode::BadArguments, "run bench inspect", {},
                       "each lock needs a contender: increase --contenders");
    const auto churn = durationOf(parser, QStringLiteral("for"));
    if (!churn)
        return failure(churn.error());
    options.churn = *churn;
    return options;
}

} // namespace

namespace {

/// The measures as they come, for people or in a document.
class InspectReport final {
public:
    explicit InspectReport(const Context& context)
        : m_context(context)
    {
        if (!m_context.json)
            print(benchLine({QStringLiteral("MEASURE"), QStringLiteral("VALUE"), QStringLiteral("RAW"),
                             QStringLiteral("RATIO"), QStringLiteral("AT MOST")},
                            inspectWidths));
    }
    void add(const InspectBenchRow& row)
    {
        m_rows.append(inspectRowJson(row));
        if (!m_context.json)
            print(inspectRowText(row));
    }
    [[nodiscard]] Exit end(const Result<void>& measured) const
    {
        if (m_context.json)
            printDocument({{QStringLiteral("connect"), m_context.connect}, {QStringLiteral("measures"), m_rows}});
        return measured ? Done : complain(measured.error());
    }

private:
    const Context& m_context;
    QJsonArray m_rows;
};

/// Measures by `bench` on a link of this kind.
template <typename AnyLink, typename Bench>
int reportBench(const Context& context, InspectBenchOptions& options, const Bench& bench)
{
    AnyLink link(context);
    std::stop_source enough;
    options.stop = enough.get_token();
    return measureBesideTheLoop(link, enough, [&] {
        InspectReport report(context);
        return report.end(bench(link, context, options, [&report](const InspectBenchRow& row) { report.add(row); }));
    });
}

int benchOnRedis(const Context& context, InspectBenchOptions& options)
{
    const auto topology = context.target.redis.topology;
    if (topology == redis::Topology::Cluster || topology == redis::Topology::Independent)
        return complainUsage(QStringLiteral("bench inspect measures one Redis server. Use a target such as "
                                            "redis://cache1:6379 or redis+sentinel://s1:26379/mymaster"));
    return reportBench<RedisLink>(context, options, benchRedisInspect);
}

int runBenchInspect(Context context, const QCommandLineParser& parser)
{
    if (!context.profile.name.empty())
        return complainUsage(QStringLiteral(
            "bench inspect does not support --profile and --user: use --connect with servers that need neither"));
    auto options = readInspectOptions(parser, context.target.isRedis());
    if (!options)
        return complain(options.error());
    if (!context.given.contains(u"rate"_s))
        context.requestsPerSecond = 0; // measures the reading, not the limit
    if (context.target.isRedis())
        return benchOnRedis(context, *options);
    return reportBench<Link>(context, *options, benchInspect);
}

std::vector<JsonRecord> recordsOfBenchInspectCommand()
{
    return {{u"inspect bench"_s,
             u"The measures of reading and showing locks."_s,
             {{u"connect"_s, u"string"_s, u"The connect string."_s},
              {u"measures"_s, u"[@inspect measure]"_s, u"The measures."_s}}},
            {u"inspect measure"_s,
             u"A measure of reading and showing locks."_s,
             {{u"measure"_s, u"string"_s, u"Its name."_s},
              {u"value"_s, u"number"_s, u"The measured value."_s},
              {u"unit"_s, u"string"_s, u"The unit of the value."_s},
              {u"raw"_s, u"number|null"_s,
               u"The same by a bare client, or without an observer; for \"reconnect\" the first read."_s},
              {u"ratio"_s, u"number|null"_s, u"The ratio of value to raw."_s},
              {u"aim"_s, u"number|null"_s,
               u"The target: the maximum of the ratio, or of the value where raw is null."_s}}}};
}

} // namespace

Command benchInspectCommand()
{
    const InspectBenchOptions defaults;
    return {
        .name = u"bench inspect"_s,
        .summary = u"measure how Lockscope reads and shows locks"_s,
        .description =
            {u"Creates thousands of locks of eight lock types below a new path and removes them at the end."_s,
             u"Measures how fast and with what load Lockscope reads the locks, compared with a client that only reads "
             "the same nodes."_s,
             u"On Redis, creates locks and other keys whose names begin with lockscope-bench-. Measures how long ls "
             "and the first view take, compared with a SCAN of all keys. Then measures by how much an observer adds to "
             "the server's processor time for each lock operation: at --changes per second, and at full load."_s,
             u"Do not use on production servers. Without --rate, requests are not limited."_s},
        .options =
            {{{u"locks"_s}, u"Number of locks."_s, u"n"_s, QString::number(defaults.locks)},
             {{u"contenders"_s},
              u"Total number of holders and waiters."_s,
              u"n"_s,
              QString::number(defaults.contenders)},
             {{u"sessions"_s},
              u"Number of sessions of the holders and waiters."_s,
              u"n"_s,
              QString::number(defaults.sessions)},
             {{u"keys"_s}, u"Redis: number of keys that are no locks."_s, u"n"_s, QString::number(defaults.keys)},
             {{u"runs"_s},
              u"Number of times that everything is read. The medians are reported."_s,
              u"n"_s,
              QString::number(defaults.runs)},
             {{u"changes"_s},
              u"Number of holders and waiters that are created or deleted per second. Redis: number of acquisitions "
              "and releases."_s,
              u"n"_s,
              QString::number(defaults.changesPerSecond)},
             {{u"for"_s},
              u"Duration of the changes (see --changes), such as 30s. Use 0s for no changes."_s,
              u"duration"_s,
              u"60s"_s},
             {{u"long-queue"_s},
              u"Length of one long queue. Use 0 for no long queue."_s,
              u"n"_s,
              QString::number(defaults.longQueue)}},
        .shared = AddressOptions | RedisTargets | PaceOptions | ServerOptions | JsonOption,
        .examples = {{u"Measure with fewer locks, without changes."_s,
                      u"bench inspect --locks 1000 --contenders 9000 --for 0s"_s},
                     {u"Measure on a Redis server, with fewer keys."_s,
                      u"--connect redis://c1 bench inspect --locks 1000 --keys 100000"_s}},
        .exits = {{Done}, {Failed}, {Usage}, {NoConnection}},
        .documents = {u"inspect bench"_s},
        .records = recordsOfBenchInspectCommand(),
        .run = &runBenchInspect,
    };
}

} // namespace lockscope::ctl
