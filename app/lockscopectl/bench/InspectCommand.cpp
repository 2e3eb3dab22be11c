// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/bench/BenchCommands.h"
#include "app/lockscopectl/bench/BenchFigures.h"
#include "app/lockscopectl/bench/InspectBench.h"
#include "app/lockscopectl/bench/MeasureThread.h"
#include "core/simulate/measure/MeasurementsText.h"

#include <QJsonArray>

#include <array>

namespace lockscope::ctl {

using namespace Qt::StringLiterals;

namespace {

constexpr std::array inspectWidths{16, 12, 12, 8, 14};
constexpr int mostContenders = 1'000'000;

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

Result<InspectBenchOptions> readInspectOptions(const QCommandLineParser& parser)
{
    InspectBenchOptions options;
    const std::array<std::tuple<const char*, int, int, int*>, 6> numbers{
        {{"locks", 1, mostContenders, &options.locks},
         {"contenders", 1, mostContenders, &options.contenders},
         {"sessions", 1, mostCrowdSessions, &options.sessions},
         {"runs", 1, mostContenders, &options.runs},
         {"long-queue", 0, mostContenders, &options.longQueue},
         {"changes", 1, mostContenders, &options.changesPerSecond}}};
    for (const auto& [option, least, most, value] : numbers) {
        const auto number = count(parser, option, least, most);
        if (!number)
            return failure(number.error());
        *value = *number;
    }
    if (options.contenders < options.locks)
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

int runBenchInspect(Context context, const QCommandLineParser& parser)
{
    if (!context.profile.name.empty())
        return complainUsage(QStringLiteral(
            "bench inspect does not support --profile and --user: use --connect with an ensemble that needs neither"));
    auto options = readInspectOptions(parser);
    if (!options)
        return complain(options.error());
    if (!context.given.contains(u"rate"_s))
        context.requestsPerSecond = 0; // measures the reading, not the limit

    Link link(context);
    std::stop_source enough;
    options->stop = enough.get_token();
    const auto measure = [&] {
        QJsonArray rows;
        if (!context.json)
            print(benchLine({QStringLiteral("MEASURE"), QStringLiteral("VALUE"), QStringLiteral("RAW"),
                             QStringLiteral("RATIO"), QStringLiteral("AT MOST")},
                            inspectWidths));
        const auto measured = benchInspect(link, context, *options, [&](const InspectBenchRow& row) {
            rows.append(inspectRowJson(row));
            if (!context.json)
                print(inspectRowText(row));
        });
        if (context.json)
            printDocument({{QStringLiteral("connect"), context.connect}, {QStringLiteral("measures"), rows}});
        return measured ? Done : complain(measured.error());
    };
    return measureBesideTheLoop(link, enough, measure);
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
              {u"raw"_s, u"number|null"_s, u"The same reads by a bare client; for \"reconnect\" the first read."_s},
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
             u"Do not use on a production ensemble. Without --rate, requests are not limited."_s},
        .options = {{{u"locks"_s}, u"Number of locks."_s, u"n"_s, QString::number(defaults.locks)},
                    {{u"contenders"_s},
                     u"Total number of holders and waiters."_s,
                     u"n"_s,
                     QString::number(defaults.contenders)},
                    {{u"sessions"_s},
                     u"Number of sessions of the holders and waiters."_s,
                     u"n"_s,
                     QString::number(defaults.sessions)},
                    {{u"runs"_s},
                     u"Number of times that everything is read. The medians are reported."_s,
                     u"n"_s,
                     QString::number(defaults.runs)},
                    {{u"changes"_s},
                     u"Number of holders and waiters that are created or deleted per second."_s,
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
        .shared = AddressOptions | PaceOptions | ServerOptions | JsonOption,
        .examples = {{u"Measure with fewer locks, without changes."_s,
                      u"bench inspect --locks 1000 --contenders 9000 --for 0s"_s}},
        .exits = {{Done}, {Failed}, {Usage}, {NoConnection}},
        .documents = {u"inspect bench"_s},
        .records = recordsOfBenchInspectCommand(),
        .run = &runBenchInspect,
    };
}

} // namespace lockscope::ctl
