// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
///
/// The lock library, measured: LibraryLocks CONNECT. Its commands: Commands.h. Measures: those of
/// core/simulate/measure/LockMeasures.h, with one event loop for all clients.

#include "core/base/EventLoop.h"
#include "core/simulate/measure/LockMeasures.h"
#include "core/zk/ZooKeeperClient.h"
#include "tests/bench/Commands.h"

namespace {

using namespace lockscope;
using console::LockMeasure;

constexpr auto connectLimit = std::chrono::seconds(60);

Result<console::BenchFigures> obey(const zk::ConnectString& servers, const std::string& word, int count,
                                   const console::BenchPlan& plan)
{
    EventLoop loop;
    const auto makeClient = [&]() -> std::unique_ptr<zk::Client> {
        zk::ClientSettings settings;
        settings.servers = servers;
        return std::make_unique<zk::ZooKeeperClient>(std::move(settings), loop, Log{});
    };
    const auto clients = console::connectAll(makeClient, count, connectLimit);
    if (!clients)
        return failure(clients.error());
    for (const auto measure : {LockMeasure::Uncontended, LockMeasure::UncontendedBlocking, LockMeasure::Handover,
                               LockMeasure::HandoverBlocking}) {
        if (word == toString(measure))
            return measureLock(measure, *clients, plan);
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
