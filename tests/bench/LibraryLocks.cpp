// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
///
/// The lock library, measured: LibraryLocks CONNECT. Its commands: Commands.h. Measures: those of
/// core/simulate/measure/LockMeasures.h, with one event loop for all clients; and of each of CLIENTS sessions:
///   memory      by how much the process has grown: connected, without requests so far
///   idle        processor time in the SECONDS, in percent of one processor
///   gone        the same, when no server of CONNECT runs any more: says "connected" and waits for one line
///   unresolved  the same, for a host name that does not exist

#include "core/base/EventLoop.h"
#include "core/simulate/measure/LockMeasures.h"
#include "core/zk/ZooKeeperClient.h"
#include "tests/bench/Commands.h"

#include <thread>

namespace {

using namespace lockscope;
using console::LockMeasure;

constexpr auto connectLimit = std::chrono::seconds(60);
/// For a session to notice what has happened, and to slow down its tries.
constexpr auto settlingTime = std::chrono::seconds(3);
const zk::ConnectString nowhere{{{"name.invalid", 2181}}, {}};

/// The clients of one command, and what they share.
struct Clients {
    zk::ConnectString servers;
    std::shared_ptr<zk::Traffic> traffic = std::make_shared<zk::Traffic>();
    EventLoop loop{};

    [[nodiscard]] std::unique_ptr<zk::Client> make()
    {
        zk::ClientSettings settings;
        settings.servers = servers;
        settings.traffic = traffic;
        settings.callbacks = &loop; // the handlers here do not block
        return std::make_unique<zk::ZooKeeperClient>(std::move(settings), loop, Log{});
    }
    [[nodiscard]] Result<console::BenchClients> connect(int count)
    {
        return console::connectAll([this] { return make(); }, count, connectLimit);
    }
};

/// What each of the sessions costs while the program does nothing.
QJsonObject idleCost(int count, Duration time)
{
    std::this_thread::sleep_for(settlingTime);
    const auto before = bench::processUse();
    std::this_thread::sleep_for(time);
    const double used = bench::processUse().processorSeconds - before.processorSeconds;
    const double seconds = std::chrono::duration<double>(time).count();
    return {{QStringLiteral("sessions"), count},
            {QStringLiteral("cpuPercentPerSession"), 100 * used / seconds / count},
            {QStringLiteral("threads"), static_cast<qint64>(bench::processStatus("Threads"))}};
}

Result<QJsonObject> measureSessions(Clients& clients, const std::string& word, int count, Duration time)
{
    const auto before = bench::processStatus("VmRSS");
    const auto connected = clients.connect(count);
    if (!connected)
        return failure(connected.error());
    if (word == "memory") {
        const auto grown = static_cast<double>(bench::processStatus("VmRSS") - before);
        return QJsonObject{{QStringLiteral("sessions"), count},
                           {QStringLiteral("kbPerSession"), grown / count},
                           {QStringLiteral("threads"), static_cast<qint64>(bench::processStatus("Threads"))}};
    }
    if (word == "gone") {
        bench::say("connected");
        std::string line;
        std::getline(std::cin, line);
    }
    return idleCost(count, time);
}

Result<QJsonObject> measureUnresolved(Clients& clients, int count, Duration time)
{
    clients.servers = nowhere;
    std::vector<std::unique_ptr<zk::Client>> sessions;
    for (int i = 0; i < count; ++i)
        sessions.push_back(clients.make());
    return idleCost(count, time);
}

Result<QJsonObject> obey(const zk::ConnectString& servers, const std::string& word, int count, console::BenchPlan plan)
{
    Clients clients{servers};
    if (word == "memory" || word == "idle" || word == "gone")
        return measureSessions(clients, word, count, plan.runFor);
    if (word == "unresolved")
        return measureUnresolved(clients, count, plan.runFor);
    for (const auto measure : {LockMeasure::Uncontended, LockMeasure::UncontendedBlocking, LockMeasure::Handover,
                               LockMeasure::HandoverBlocking}) {
        if (word != toString(measure))
            continue;
        const auto connected = clients.connect(count);
        if (!connected)
            return failure(connected.error());
        bench::Cost cost;
        cost.attachTo(plan, clients.traffic);
        const auto figures = measureLock(measure, *connected, plan);
        if (!figures)
            return failure(figures.error());
        auto json = console::toJson(*figures);
        cost.addTo(json);
        return json;
    }
    return failure(ErrorCode::BadArguments, "measure", word);
}

} // namespace

int main(int argc, char** argv)
{
    const auto servers = argc == 2 ? zk::parseConnectString(argv[1]) : failure(ErrorCode::BadArguments, "usage");
    if (!servers) {
        std::cerr << "usage: " << argv[0] << " CONNECT\n";
        return 2;
    }
    bench::obeyAll("library", [&](const std::string& word, int clients, const console::BenchPlan& plan) {
        return obey(*servers, word, clients, plan);
    });
    return 0;
}
