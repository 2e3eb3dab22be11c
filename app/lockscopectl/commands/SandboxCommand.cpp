// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/Commands.h"
#include "app/lockscopectl/Interrupt.h"
#include "core/sandbox/Sandbox.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonObject>

namespace lockscope::ctl {

using namespace Qt::StringLiterals;

namespace {

void announce(const Context& context, const ensemble::Sandbox& sandbox)
{
    if (!context.json) {
        print(sandbox.connectString());
        return;
    }
    QJsonArray servers;
    for (const auto& server : sandbox.servers())
        servers.append(QJsonObject{{QStringLiteral("clientPort"), server.clientPort},
                                   {QStringLiteral("adminPort"), server.adminPort},
                                   {QStringLiteral("pid"), server.processId}});
    printLine({{QStringLiteral("connect"), sandbox.connectString()}, {QStringLiteral("servers"), servers}});
}

} // namespace

namespace {

int runSandbox(Context context, const QCommandLineParser& parser)
{
    if (!parser.positionalArguments().isEmpty())
        return complainUsage(QStringLiteral("sandbox takes no arguments, only the options --servers and --heap"));
    const auto servers = parser.value(QStringLiteral("servers"));
    if (servers != QStringLiteral("1") && servers != QStringLiteral("3"))
        return complainUsage(QStringLiteral("invalid --servers \"%1\": use 1 or 3").arg(servers));

    ensemble::SandboxOptions options;
    options.servers = servers.toInt();
    bool isNumber = false;
    options.heapMb = parser.value(QStringLiteral("heap")).toInt(&isNumber);
    constexpr int leastHeap = 64;
    constexpr int mostHeap = 65'536;
    if (!isNumber || options.heapMb < leastHeap || options.heapMb > mostHeap)
        return complainUsage(QStringLiteral("invalid --heap \"%1\": use a number of megabytes from %2 to %3")
                                 .arg(parser.value(QStringLiteral("heap")))
                                 .arg(leastHeap)
                                 .arg(mostHeap));
    ensemble::Sandbox sandbox(options);
    QObject::connect(&sandbox, &ensemble::Sandbox::ready, &sandbox, [&] { announce(context, sandbox); });
    QObject::connect(&sandbox, &ensemble::Sandbox::failed, &sandbox,
                     [](const Error& error) { QCoreApplication::exit(complain(error)); });
    QObject::connect(&sandbox, &ensemble::Sandbox::serverStopped, &sandbox, [](int index) {
        complain(QStringLiteral("server %1 of the sandbox has stopped").arg(index + 1));
        QCoreApplication::exit(Failed);
    });
    const Interrupt interrupt([] { QCoreApplication::exit(Done); });
    sandbox.start();
    return QCoreApplication::exec();
}

std::vector<JsonRecord> recordsOfSandboxCommand()
{
    return {{u"sandbox"_s,
             u"One line when the servers are ready."_s,
             {{u"connect"_s, u"string"_s, u"The connect string."_s},
              {u"servers"_s, u"[@sandbox server]"_s, u"The servers."_s}}},
            {u"sandbox server"_s,
             u"A server of a sandbox."_s,
             {{u"clientPort"_s, u"integer"_s, u"The port for clients."_s},
              {u"adminPort"_s, u"integer"_s, u"The port of its AdminServer."_s},
              {u"pid"_s, u"integer"_s, u"The id of its process."_s}}}};
}

} // namespace

Command sandboxCommand()
{
    return {
        .name = u"sandbox"_s,
        .summary = u"start a temporary ensemble, until Ctrl-C"_s,
        .description =
            {u"Starts a temporary ensemble of real servers on free loopback ports and prints its connect string."_s,
             u"The ensemble has no clients and no locks. To add simulated clients, run: lockscopectl --connect SERVERS "
             "contend PATH"_s,
             u"Ends with Ctrl-C and removes all that it created."_s},
        .options = {{.names = {u"servers"_s},
                     .text = u"Number of servers: %1."_s,
                     .value = u"n"_s,
                     .preset = u"1"_s,
                     .choices = {{u"1"_s}, {u"3"_s}}},
                    {{u"heap"_s},
                     u"Heap memory of each server in MB, at least 64. Use more than the default for 100,000 nodes."_s,
                     u"n"_s,
                     QString::number(ensemble::SandboxOptions().heapMb)}},
        .shared = JsonOption,
        .examples = {{u"Start three servers."_s, u"sandbox --servers 3"_s}},
        .exits = {{Done}, {Failed}, {Usage}},
        .documents = {u"sandbox"_s},
        .records = recordsOfSandboxCommand(),
        .run = &runSandbox,
    };
}

} // namespace lockscope::ctl
