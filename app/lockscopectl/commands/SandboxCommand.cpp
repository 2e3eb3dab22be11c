// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/Commands.h"
#include "core/connect/Interrupt.h"
#include "core/sandbox/Sandbox.h"
#include "core/sandbox/redis/RedisSandbox.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonObject>

#include <algorithm>
#include <optional>

namespace lockscope::ctl {

using namespace Qt::StringLiterals;

namespace {

using ensemble::Sandbox;
using redis::RedisSandbox;
using redis::SandboxKind;

struct RedisKind {
    Choice choice;
    SandboxKind kind;
};

std::vector<RedisKind> redisKinds()
{
    return {{{u"1"_s}, SandboxKind::Single},
            {{u"5"_s, u" (independent masters)"_s}, SandboxKind::Independent},
            {{u"sentinel"_s, u" (a master, two replicas, three Sentinels)"_s}, SandboxKind::Sentinel},
            {{u"cluster"_s, u" (three masters, three replicas)"_s}, SandboxKind::Cluster}};
}

std::vector<Choice> redisChoices()
{
    std::vector<Choice> choices;
    for (const auto& kind : redisKinds())
        choices.push_back(kind.choice);
    return choices;
}

std::optional<SandboxKind> redisKind(const QString& word)
{
    for (const auto& kind : redisKinds()) {
        if (kind.choice.word == word)
            return kind.kind;
    }
    return std::nullopt;
}

QString targetOf(const Sandbox& sandbox)
{
    return sandbox.connectString();
}

QString targetOf(const RedisSandbox& sandbox)
{
    return sandbox.target();
}

QJsonObject serverJson(const Sandbox::Server& server)
{
    return {{u"clientPort"_s, server.clientPort}, {u"adminPort"_s, server.adminPort}, {u"pid"_s, server.processId}};
}

QJsonObject serverJson(const RedisSandbox::Server& server)
{
    return {{u"clientPort"_s, server.port}, {u"role"_s, toString(server.role)}, {u"pid"_s, server.processId}};
}

template <typename AnySandbox> void announce(const Context& context, const AnySandbox& sandbox)
{
    if (!context.json) {
        print(targetOf(sandbox));
        return;
    }
    QJsonArray servers;
    for (const auto& server : sandbox.servers())
        servers.append(serverJson(server));
    printLine({{u"connect"_s, targetOf(sandbox)}, {u"servers"_s, servers}});
}

int runningServers(const ensemble::ServerGroup& sandbox)
{
    auto running = 0;
    for (auto index = 0; index < sandbox.serverCount(); ++index)
        running += sandbox.isRunning(index) ? 1 : 0;
    return running;
}

/// Runs the servers until Ctrl-C, or until all of them have stopped: some may be ended to rehearse an outage.
template <typename AnySandbox> int serveSandbox(const Context& context, AnySandbox& sandbox)
{
    QObject::connect(&sandbox, &AnySandbox::ready, &sandbox, [&] { announce(context, sandbox); });
    QObject::connect(&sandbox, &AnySandbox::failed, &sandbox,
                     [](const Error& error) { QCoreApplication::exit(complain(error)); });
    QObject::connect(&sandbox, &AnySandbox::serverStopped, &sandbox, [&](int index) {
        const bool isOneLeft = runningServers(sandbox) > 0;
        complain(u"server %1 of the sandbox has stopped%2"_s.arg(index + 1).arg(
            isOneLeft ? u". The other servers run on, until Ctrl-C"_s : QString()));
        if (!isOneLeft)
            QCoreApplication::exit(Failed);
    });
    const connect::Interrupt interrupt([] { QCoreApplication::exit(Done); });
    sandbox.start();
    return QCoreApplication::exec();
}

int serveRedis(const Context& context, const QCommandLineParser& parser)
{
    for (const auto& option : {u"servers"_s, u"heap"_s}) {
        if (parser.isSet(option))
            return complainUsage(u"--%1 is for ZooKeeper: use it without --redis"_s.arg(option));
    }
    const auto word = parser.value(u"redis"_s);
    const auto kind = redisKind(word);
    if (!kind)
        return complainUsage(u"invalid --redis \"%1\": use 1, 5, sentinel or cluster"_s.arg(word));
    RedisSandbox sandbox({.kind = *kind});
    return serveSandbox(context, sandbox);
}

int serveZooKeeper(const Context& context, const QCommandLineParser& parser)
{
    const auto servers = parser.value(u"servers"_s);
    if (servers != u"1" && servers != u"3")
        return complainUsage(u"invalid --servers \"%1\": use 1 or 3"_s.arg(servers));
    ensemble::SandboxOptions options;
    options.servers = servers.toInt();
    bool isNumber = false;
    options.heapMb = parser.value(u"heap"_s).toInt(&isNumber);
    constexpr int leastHeap = 64;
    constexpr int mostHeap = 65'536;
    if (!isNumber || options.heapMb < leastHeap || options.heapMb > mostHeap)
        return complainUsage(
            u"invalid --heap \"%1\": use a number of megabytes from %2 to %3"_s.arg(parser.value(u"heap"_s))
                .arg(leastHeap)
                .arg(mostHeap));
    Sandbox sandbox(options);
    return serveSandbox(context, sandbox);
}

int runSandbox(Context context, const QCommandLineParser& parser)
{
    if (!parser.positionalArguments().isEmpty())
        return complainUsage(u"sandbox takes no arguments, only the options --servers, --heap and --redis"_s);
    return parser.isSet(u"redis"_s) ? serveRedis(context, parser) : serveZooKeeper(context, parser);
}

std::vector<JsonRecord> recordsOfSandboxCommand()
{
    return {{u"sandbox"_s,
             u"One line when the servers are ready."_s,
             {{u"connect"_s, u"string"_s, u"The target, for --connect."_s},
              {u"servers"_s, u"[@sandbox server]"_s, u"The servers."_s}}},
            {u"sandbox server"_s,
             u"A server of a sandbox."_s,
             {{u"clientPort"_s, u"integer"_s, u"The port for clients."_s},
              {u"adminPort"_s, u"integer"_s, u"ZooKeeper: the port of its AdminServer."_s, true},
              {u"role"_s, u"master|replica|sentinel"_s, u"Redis: its role at the start."_s, true},
              {u"pid"_s, u"integer"_s, u"The id of its process."_s}}}};
}

} // namespace

Command sandboxCommand()
{
    return {
        .name = u"sandbox"_s,
        .summary = u"start temporary servers, until Ctrl-C"_s,
        .description =
            {u"Starts temporary real servers on free loopback ports and prints their target: a ZooKeeper ensemble or, "
             "with --redis, Redis servers without persistence."_s,
             u"They have no clients and no locks. To add simulated clients, run: lockscopectl --connect TARGET contend "
             "LOCK"_s,
             u"Ends with Ctrl-C and removes all that it created."_s},
        .options =
            {{.names = {u"servers"_s},
              .text = u"Number of ZooKeeper servers: %1."_s,
              .value = u"n"_s,
              .preset = u"1"_s,
              .choices = {{u"1"_s}, {u"3"_s}}},
             {{u"heap"_s},
              u"Heap memory of each ZooKeeper server in MB, at least 64. Use more than the default for 100,000 nodes."_s,
              u"n"_s,
              QString::number(ensemble::SandboxOptions().heapMb)},
             {.names = {u"redis"_s},
              .text = u"Start Redis servers: %1."_s,
              .value = u"kind"_s,
              .choices = redisChoices()}},
        .shared = JsonOption,
        .examples = {{u"Start three ZooKeeper servers."_s, u"sandbox --servers 3"_s},
                     {u"Start a Redis Cluster."_s, u"sandbox --redis cluster"_s}},
        .exits = {{Done}, {Failed}, {Usage}},
        .documents = {u"sandbox"_s},
        .records = recordsOfSandboxCommand(),
        .run = &runSandbox,
    };
}

} // namespace lockscope::ctl
