// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/Commands.h"
#include "app/lockscopectl/Interrupt.h"
#include "app/lockscopectl/Link.h"
#include "app/lockscopectl/Table.h"
#include "core/console/Contention.h"
#include "core/inspect/PictureJson.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QJsonObject>

#include <cmath>

namespace lockscope::ctl {

namespace {

QJsonObject eventJson(const console::ContendEvent& event)
{
    QJsonObject json{
        {QStringLiteral("at"), inspect::isoTime(event.at)},
        {QStringLiteral("client"), QString::fromStdString(event.client)},
        {QStringLiteral("event"), QString::fromUtf8(toString(event.type).data())},
        {QStringLiteral("node"), event.node.empty() ? QJsonValue() : QJsonValue(QString::fromStdString(event.node))},
        {QStringLiteral("token"),
         event.token == 0 ? QJsonValue() : QJsonValue(QString::fromStdString(zk::toHex(event.token)))},
        {QStringLiteral("waitMs"), event.wait ? QJsonValue(static_cast<qint64>(event.wait->count())) : QJsonValue()},
    };
    if (!event.detail.empty())
        json.insert(QStringLiteral("detail"), QString::fromStdString(event.detail));
    return json;
}

QString eventText(const console::ContendEvent& event)
{
    const auto time =
        QDateTime::fromMSecsSinceEpoch(event.at.time_since_epoch().count()).toString(QStringLiteral("HH:mm:ss.zzz"));
    auto line = QStringLiteral("%1  %2  %3")
                    .arg(time, safe(event.client).leftJustified(8),
                         QString::fromUtf8(toString(event.type).data()).leftJustified(9));
    if (event.type == console::ContendEvent::Type::Granted)
        line += QStringLiteral("  token %1  after %2")
                    .arg(QString::fromStdString(zk::toHex(event.token)), shortDuration(event.wait));
    else if (!event.detail.empty())
        line += QStringLiteral("  ") + safe(event.detail);
    else if (!event.node.empty())
        line += QStringLiteral("  ") + elided(safe(event.node), 32);
    return line;
}

double rounded(double value)
{
    return std::round(value * 1'000) / 1'000;
}

QJsonObject percentilesJson(const console::Percentiles& percentiles)
{
    return {{QStringLiteral("p50"), rounded(percentiles.p50)}, {QStringLiteral("p99"), rounded(percentiles.p99)}};
}

QJsonObject summaryJson(const console::ContendOptions& options, const console::ContentionSummary& summary)
{
    return {
        {QStringLiteral("summary"), QJsonObject{
                                        {QStringLiteral("recipe"), QString::fromUtf8(toString(options.recipe).data())},
                                        {QStringLiteral("clients"), options.clients},
                                        {QStringLiteral("cycles"), static_cast<qint64>(summary.cycles)},
                                        {QStringLiteral("seconds"), rounded(summary.seconds)},
                                        {QStringLiteral("handoversPerS"), rounded(summary.handoversPerSecond)},
                                        {QStringLiteral("handoverUs"), percentilesJson(summary.handoverUs)},
                                        {QStringLiteral("waitMs"), percentilesJson(summary.waitMs)},
                                        {QStringLiteral("fairness"), rounded(summary.fairness)},
                                        {QStringLiteral("overlaps"), static_cast<qint64>(summary.overlaps)},
                                        {QStringLiteral("errors"), static_cast<qint64>(summary.errors)},
                                    }}};
}

QString summaryText(const console::ContentionSummary& summary)
{
    return QStringLiteral(
               "%1 cycles in %2 s: %3 hand-overs/s, hand-over p50 %4 us, p99 %5 us; wait p50 %6 ms, p99 %7 ms;\n"
               "fairness %8; moments with two holders %9; errors %10")
        .arg(summary.cycles)
        .arg(summary.seconds, 0, 'f', 1)
        .arg(summary.handoversPerSecond, 0, 'f', 1)
        .arg(summary.handoverUs.p50, 0, 'f', 0)
        .arg(summary.handoverUs.p99, 0, 'f', 0)
        .arg(summary.waitMs.p50, 0, 'f', 1)
        .arg(summary.waitMs.p99, 0, 'f', 1)
        .arg(summary.fairness, 0, 'f', 3)
        .arg(summary.overlaps)
        .arg(summary.errors);
}

std::optional<int> positiveNumber(const QString& text)
{
    bool isNumber = false;
    const auto number = text.toInt(&isNumber);
    return isNumber && number > 0 ? std::optional(number) : std::nullopt;
}

void addContendOptions(QCommandLineParser& parser)
{
    parser.addPositionalArgument(QStringLiteral("path"), QStringLiteral("The lock."), QStringLiteral("PATH"));
    parser.addOptions({
        {QStringLiteral("recipe"), QStringLiteral("mutex or single."), QStringLiteral("recipe"),
         QStringLiteral("mutex")},
        {QStringLiteral("clients"), QStringLiteral("How many, each with its own session."), QStringLiteral("n"),
         QStringLiteral("1")},
        {QStringLiteral("name"), QStringLiteral("What they are called."), QStringLiteral("name"),
         QStringLiteral("sim")},
        {QStringLiteral("hold"), QStringLiteral("How long each holds, such as 50ms..200ms."), QStringLiteral("range"),
         QStringLiteral("50ms..200ms")},
        {QStringLiteral("think"), QStringLiteral("Pause before queueing again."), QStringLiteral("range"),
         QStringLiteral("0ms..10ms")},
        {QStringLiteral("cycles"), QStringLiteral("End after so many turns of each client."), QStringLiteral("n")},
        {QStringLiteral("for"), QStringLiteral("End after this time, such as 10s."), QStringLiteral("duration")},
        {QStringLiteral("acquire-timeout"), QStringLiteral("Give up waiting after this time."),
         QStringLiteral("duration")},
    });
}

Result<console::ContendOptions> readContendOptions(const QCommandLineParser& parser)
{
    const auto bad = [](const QString& sentence) {
        return failure(ErrorCode::BadArguments, "contend", {}, sentence.toStdString());
    };
    const auto value = [&](const char* option) { return parser.value(QLatin1String(option)).toStdString(); };
    const auto isSet = [&](const char* option) { return parser.isSet(QLatin1String(option)); };

    const auto paths = parser.positionalArguments();
    if (paths.size() != 1)
        return bad(QStringLiteral("give one path, such as /locks/orders"));
    const auto recipe = console::parseRecipe(value("recipe"));
    if (!recipe)
        return failure(recipe.error());
    const auto clients = positiveNumber(parser.value(QStringLiteral("clients")));
    if (!clients)
        return bad(QStringLiteral("--clients %1: give a number from 1").arg(parser.value(QStringLiteral("clients"))));
    const auto hold = console::parseSpread(value("hold"));
    if (!hold)
        return failure(hold.error());
    const auto think = console::parseSpread(value("think"));
    if (!think)
        return failure(think.error());

    console::ContendOptions options;
    options.paths = {paths.first().toStdString()};
    options.recipe = *recipe;
    options.clients = *clients;
    options.name = value("name");
    options.hold = *hold;
    options.think = *think;
    if (isSet("cycles")) {
        options.cycles = positiveNumber(parser.value(QStringLiteral("cycles")));
        if (!options.cycles)
            return bad(QStringLiteral("--cycles %1: give a number from 1").arg(parser.value(QStringLiteral("cycles"))));
    }
    for (const auto& [option, target] :
         {std::pair{"for", &options.runFor}, {"acquire-timeout", &options.acquireTimeout}}) {
        if (!isSet(option))
            continue;
        const auto duration = console::parseDuration(value(option));
        if (!duration)
            return failure(duration.error());
        *target = *duration;
    }
    if (options.recipe == console::Recipe::Latch || options.recipe == console::Recipe::ReadWrite)
        return bad(QStringLiteral("--recipe %1 can't be simulated yet").arg(parser.value(QStringLiteral("recipe"))));
    if (const auto checked = console::checked(options); !checked)
        return failure(checked.error());
    return options;
}

} // namespace

int runContend(Context context, const QStringList& arguments)
{
    CommandLine line(
        QStringLiteral("contend"),
        QStringLiteral("Runs simulated clients that queue for a lock, hold it and let go, each with its own session.\n"
                       "With --recipe single the lock is the node PATH/lock."));
    addContendOptions(line.parser());
    if (const auto status = line.parse(arguments, context))
        return *status;
    const auto options = readContendOptions(line.parser());
    if (!options)
        return complain(options.error());

    // One connection first: a wrong address shall end in a sentence, not in clients that try for ever.
    Link link(context);
    std::unique_ptr<console::Contention> contention;
    const Interrupt interrupt([&] {
        link.executor().post([&] {
            if (contention)
                contention->stop();
            else
                onMainThread([] { QCoreApplication::exit(Done); });
        });
    });
    link.whenConnected([&] {
        contention = std::make_unique<console::Contention>(
            link.executor(), *options,
            [&](Executor& executor) {
                zk::ClientSettings settings;
                settings.servers = context.servers;
                return std::make_unique<zk::ZooKeeperClient>(std::move(settings), executor, context.log);
            },
            [&](const console::ContendEvent& event) {
                if (context.json)
                    printLine(eventJson(event));
                else
                    print(eventText(event));
            },
            context.log);
        contention->start([&](const console::ContentionSummary& summary) {
            if (context.json)
                printLine(summaryJson(*options, summary));
            else
                print(summaryText(summary));
            const auto status = summary.errors > 0 || summary.overlaps > 0 ? Failed : Done;
            onMainThread([status] { QCoreApplication::exit(status); });
        });
    });
    const auto status = QCoreApplication::exec();
    link.executor().runAndWait([&] { contention.reset(); });
    return status;
}

} // namespace lockscope::ctl
