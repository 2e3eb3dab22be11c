// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/Link.h"
#include "app/lockscopectl/bench/BenchCommands.h"
#include "app/lockscopectl/bench/BenchFigures.h"
#include "app/lockscopectl/bench/MeasureThread.h"
#include "core/base/Path.h"
#include "core/simulate/measure/BenchCrowd.h"
#include "core/simulate/measure/BenchNodes.h"

#include <iostream>
#include <sstream>

namespace lockscope::ctl {

using namespace Qt::StringLiterals;

namespace {

QJsonObject changeLine(const console::BenchChange& change)
{
    return {{QStringLiteral("at"), static_cast<qint64>(change.at.time_since_epoch().count())},
            {QStringLiteral("directory"), QString::fromStdString(change.directory)},
            {QStringLiteral("node"), QString::fromStdString(change.node)},
            {QStringLiteral("created"), change.created}};
}

Result<QJsonObject> answerTo(console::BenchCrowd& crowd, const std::string& line)
{
    std::istringstream words(line);
    std::string verb;
    int first = 0;
    int second = 0;
    words >> verb >> first >> second;
    QJsonObject answer{{QStringLiteral("done"), QString::fromStdString(verb)}};
    if (verb == "build") {
        if (const auto built = crowd.build(first, second); !built)
            return failure(built.error());
    } else if (verb == "read") {
        const auto reads = crowd.readRaw();
        if (!reads)
            return failure(reads.error());
        answer.insert(QStringLiteral("listingMs"), inMilliseconds(reads->listing));
        answer.insert(QStringLiteral("walkMs"), inMilliseconds(reads->walk));
        answer.insert(QStringLiteral("contenders"), static_cast<qint64>(reads->contenders));
    } else if (verb == "churn") {
        const auto churned = crowd.churn(first, std::chrono::milliseconds(second),
                                         [](const console::BenchChange& change) { printLine(changeLine(change)); }, {});
        if (!churned)
            return failure(churned.error());
    } else {
        return failure(ErrorCode::BadArguments, "run bench crowd", {},
                       "unknown command \"" + verb + "\". Commands: build, read, churn");
    }
    return answer;
}

/// Runs until the input ends.
Exit serve(const console::MakeBenchClient& makeClient, const std::string& root, int sessions, Duration connectLimit)
{
    auto clients = console::connectAll(makeClient, sessions, connectLimit);
    if (!clients)
        return complain(clients.error());
    console::BenchCrowd crowd(*std::move(clients), root);
    printLine({{QStringLiteral("done"), QStringLiteral("connected")}});
    for (std::string line; std::getline(std::cin, line);) {
        const auto answer = answerTo(crowd, line);
        if (!answer)
            return complain(answer.error());
        printLine(*answer);
    }
    return Done;
}

/// Removes all nodes, also after an error. Blocks: not on the main thread.
Exit serveAndTidyUp(Link& link, const std::string& root, int sessions, Duration connectLimit)
{
    const auto status = serve([&link] { return link.anotherClient(); }, root, sessions, connectLimit);
    if (const auto removed = console::removeTree(link.client(), root); !removed) {
        const auto trouble = complain(removed.error());
        return status == Done ? trouble : status;
    }
    return status;
}

} // namespace

namespace {

int runBenchCrowd(Context context, const QCommandLineParser& parser)
{
    const auto below = checkedPath(parser.value(QStringLiteral("below")).toStdString());
    if (!below || *below == "/")
        return complainUsage(QStringLiteral("bench crowd: --below needs a path below the root node, such as /bench"));
    bool isNumber = false;
    const auto sessions = parser.value(QStringLiteral("sessions")).toInt(&isNumber);
    if (!isNumber || sessions < 1 || sessions > mostCrowdSessions)
        return complainUsage(
            QStringLiteral("bench crowd: --sessions needs a number from 1 to %1").arg(mostCrowdSessions));

    if (const auto refused = refuseReadOnly(context))
        return *refused;
    Link link(context);
    std::stop_source enough; // not used: the input ends by itself
    return measureBesideTheLoop(link, enough, [&] { return serveAndTidyUp(link, *below, sessions, context.timeout); });
}

} // namespace

Command benchCrowdCommand()
{
    return {
        .name = u"bench crowd"_s,
        .summary = {},
        .description =
            {u"Creates the test locks for \"bench inspect\" in a separate process. Reads one command per line:"_s,
             u"\"build LOCKS CONTENDERS\", \"read\", \"churn CHANGES-PER-SECOND MS\". Removes all nodes when the input "
             "ends."_s},
        .options = {{{u"below"_s},
                     u"Existing node for the test locks, such as /bench. The node is removed at the end."_s,
                     u"path"_s},
                    {{u"sessions"_s}, u"Number of sessions that own the contenders."_s, u"n"_s, u"50"_s}},
        .shared = ConnectionOptions | WriteOptions,
        .run = &runBenchCrowd,
        .isHidden = true,
    };
}

} // namespace lockscope::ctl
