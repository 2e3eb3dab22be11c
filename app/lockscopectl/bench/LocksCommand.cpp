// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/Link.h"
#include "app/lockscopectl/bench/BenchCommands.h"
#include "app/lockscopectl/bench/BenchFigures.h"
#include "app/lockscopectl/bench/MeasureThread.h"
#include "core/simulate/measure/LockBench.h"
#include "core/simulate/measure/MeasurementsText.h"

#include <QJsonArray>
#include <QJsonObject>

#include <array>

namespace lockscope::ctl {

using namespace Qt::StringLiterals;

namespace {

constexpr std::array locksWidths{20, 7, 7, 8, 8, 11, 8, 5};
constexpr int mostClients = 1'000;

QString nameOf(console::LockMeasure measure)
{
    return QString::fromUtf8(toString(measure).data());
}

QJsonObject locksRowJson(const console::LockBenchRow& row)
{
    auto limit = toJson(row.limit);
    limit.remove(QStringLiteral("overlaps")); // the limit is measured without a lock
    return {{QStringLiteral("measure"), nameOf(row.measure)},
            {QStringLiteral("clients"), row.clients},
            {QStringLiteral("library"), toJson(row.library)},
            {QStringLiteral("limit"), limit},
            {QStringLiteral("ratio"), console::rounded(row.ratio())}};
}

QString headText()
{
    return benchLine({QStringLiteral("MEASURE"), QStringLiteral("CLIENTS"), QStringLiteral("PER S"),
                      QStringLiteral("P50 US"), QStringLiteral("P99 US"), QStringLiteral("LIMIT PER S"),
                      QStringLiteral("P50 US"), QStringLiteral("RATIO")},
                     locksWidths);
}

QString locksRowText(const console::LockBenchRow& row)
{
    const auto number = [](double value, int decimals = 0) { return QString::number(value, 'f', decimals); };
    const auto time = [&](const console::BenchFigures& figures, double us) {
        return figures.count > 0 ? number(us) : QStringLiteral("-");
    };
    return benchLine({nameOf(row.measure), number(row.clients), number(row.library.perSecond()),
                      time(row.library, row.library.us.p50), time(row.library, row.library.us.p99),
                      number(row.limit.perSecond()), time(row.limit, row.limit.us.p50), number(row.ratio(), 2)},
                     locksWidths);
}

QString footText()
{
    return QStringLiteral("\nuncontended: lock and unlock. Limit: pipelined create and list, then delete.\nhandover: "
                          "from a release to the next acquisition. Each client queues again at once.\nLimit: from a "
                          "delete to the watch event, with all other work done in advance.");
}

QJsonObject document(const Context& context, const std::vector<console::LockBenchRow>& rows)
{
    QJsonArray measures;
    for (const auto& row : rows)
        measures.append(locksRowJson(row));
    return {{QStringLiteral("connect"), context.connect}, {QStringLiteral("measures"), measures}};
}

Result<console::LockBenchOptions> readLocksOptions(const QCommandLineParser& parser)
{
    const auto bad = [](const QString& sentence) {
        return failure(ErrorCode::BadArguments, "run bench locks", {}, sentence.toStdString());
    };
    if (!parser.positionalArguments().isEmpty())
        return bad(QStringLiteral("unexpected argument \"%1\"").arg(parser.positionalArguments().first()));
    console::LockBenchOptions options;
    options.clients.clear();
    const auto clients = parser.value(QStringLiteral("clients"));
    for (const auto& word : clients.split(u',')) {
        bool isNumber = false;
        const auto count = word.toInt(&isNumber);
        if (!isNumber || count < 2 || count > mostClients)
            return bad(QStringLiteral("invalid --clients \"%1\": use numbers from 2 to %2, such as 2,8,32")
                           .arg(clients)
                           .arg(mostClients));
        options.clients.push_back(count);
    }
    const auto runFor = durationOf(parser, QStringLiteral("for"));
    if (!runFor)
        return failure(runFor.error());
    if (runFor->count() == 0)
        return bad(QStringLiteral("invalid --for \"%1\": use a duration above zero, such as 5s")
                       .arg(parser.value(QStringLiteral("for"))));
    options.runFor = *runFor;
    return options;
}

} // namespace

namespace {

int runBenchLocks(Context context, const QCommandLineParser& parser)
{
    auto options = readLocksOptions(parser);
    if (!options)
        return complain(options.error());
    options->connectLimit = context.timeout;

    if (const auto refused = refuseReadOnly(context))
        return *refused;
    Link link(context);
    std::stop_source enough;
    options->stop = enough.get_token();
    const auto makeClient = [&link] { return link.anotherClient(); };
    const auto measure = [&] {
        std::vector<console::LockBenchRow> rows;
        if (!context.json)
            print(headText());
        const auto measured = benchLocks(link.client(), makeClient, *options, [&](const console::LockBenchRow& row) {
            rows.push_back(row);
            if (!context.json)
                print(locksRowText(row));
        });
        if (context.json)
            printDocument(document(context, rows));
        else
            print(footText());
        bool broken = false;
        for (const auto& row : rows)
            broken = broken || row.library.overlaps > 0;
        if (broken)
            complain(QStringLiteral("two clients held the lock at the same time"));
        return !measured ? complain(measured.error()) : broken ? Failed : Done;
    };
    return measureBesideTheLoop(link, enough, measure);
}

std::vector<JsonRecord> recordsOfBenchLocksCommand()
{
    return {{u"lock bench"_s,
             u"The measures of the lock library."_s,
             {{u"connect"_s, u"string"_s, u"The connect string."_s},
              {u"measures"_s, u"[@lock measure]"_s, u"The measures."_s}}},
            {u"lock measure"_s,
             u"A measure of the lock library."_s,
             {{u"measure"_s, u"string"_s, u"Its name."_s},
              {u"clients"_s, u"integer"_s, u"The number of clients."_s},
              {u"library"_s, u"@throughput"_s, u"The lock library."_s},
              {u"limit"_s, u"@throughput"_s, u"The limit of the ensemble itself."_s},
              {u"ratio"_s, u"number"_s, u"The ratio of the two."_s}}},
            {u"throughput"_s,
             u"Operations and their latency."_s,
             {{u"count"_s, u"integer"_s, u"The number of operations."_s},
              {u"seconds"_s, u"number"_s, u"The time that they took."_s},
              {u"perS"_s, u"number"_s, u"Operations per second."_s},
              {u"us"_s, u"@latency"_s, u"The latency, in microseconds."_s},
              {u"overlaps"_s, u"integer"_s, u"Of the library: moments with more holders than one."_s, true}}},
            {u"latency"_s,
             u"Percentiles of a latency."_s,
             {{u"p50"_s, u"number|null"_s, u"The median; null: none."_s},
              {u"p99"_s, u"number|null"_s, u"The 99th percentile."_s}}}};
}

} // namespace

Command benchLocksCommand()
{
    return {
        .name = u"bench locks"_s,
        .summary = u"measure the lock library"_s,
        .description =
            {u"Measures the lock library on this ensemble, compared with the limits of the ensemble itself."_s,
             u"Generates maximum load on the servers, below a new path that is removed at the end. Do not use on a "
             "production ensemble."_s},
        .options = {{{u"clients"_s},
                     u"Numbers of clients to measure with, one after another. Each client has its own session."_s,
                     u"numbers"_s,
                     u"2,8,32"_s},
                    {{u"for"_s},
                     u"Duration of each measurement, such as 5s. Each row of the table has two: the lock library and "
                     "the limit of the ensemble."_s,
                     u"duration"_s,
                     u"5s"_s}},
        .shared = ConnectionOptions | WriteOptions | JsonOption,
        .examples = {{u"Measure with four clients, two seconds each."_s, u"bench locks --clients 4 --for 2s"_s}},
        .exits = {{Done},
                  {Failed, u"failed, or two clients held the lock at the same time"_s},
                  {Usage},
                  {NoConnection},
                  {Refused}},
        .documents = {u"lock bench"_s},
        .records = recordsOfBenchLocksCommand(),
        .run = &runBenchLocks,
    };
}

} // namespace lockscope::ctl
