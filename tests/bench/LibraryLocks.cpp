// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
///
/// The lock library, measured: LibraryLocks CONNECT. See Commands.h for what it obeys. Measures: "async/…" and
/// "blocking" for one client; for several the hand-overs "VARIANT/…", and "blocking/…" for the blocking calls. After
/// the slash: "shared" with one executor for all clients, "own" with one each, "caller" with one that lets the C
/// client's threads run what they tell (ThreadExecutor::Dispatch::Caller).

#include "core/base/ThreadExecutor.h"
#include "core/simulate/measure/LockMeasures.h"
#include "core/zk/ZooKeeperClient.h"
#include "tests/bench/Commands.h"
#include "tests/bench/CountingClient.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace {

using namespace lockscope;

/// How a holder gives way: one row for each way that the library offers.
struct Variant {
    const char* name;
    console::GiveWay giveWay;
};
constexpr std::array variants{
    Variant{"release", &console::releaseAndQueue},
    Variant{"await", &console::releaseThenQueue},
};

constexpr auto connectLimit = std::chrono::seconds(60);

/// The clients of one measurement and the executors below them, taken down in order.
class Party final {
public:
    Party(const zk::ConnectString& servers, bool sharedExecutor, ThreadExecutor::Dispatch dispatch)
        : m_servers(servers)
        , m_sharedExecutor(sharedExecutor)
        , m_dispatch(dispatch)
    {
    }
    ~Party() { console::closeAll(std::move(clients)); }
    Party(const Party&) = delete;
    Party& operator=(const Party&) = delete;

    [[nodiscard]] Result<void> connect(int count)
    {
        auto connected = console::connectAll([this] { return make(); }, count, connectLimit);
        if (!connected)
            return failure(connected.error());
        clients = *std::move(connected);
        return {};
    }

    bench::Counts counts;

private:
    struct Ground {
        Ground(bench::Counts& counts, ThreadExecutor::Dispatch dispatch)
            : thread(dispatch)
            , counting(thread, counts)
        {
        }
        ThreadExecutor thread;
        bench::CountingExecutor counting;
    };

    std::unique_ptr<zk::Client> make()
    {
        if (m_grounds.empty() || !m_sharedExecutor)
            m_grounds.push_back(std::make_unique<Ground>(counts, m_dispatch));
        zk::ClientSettings settings;
        settings.servers = m_servers;
        return std::make_unique<bench::CountingClient>(
            std::make_unique<zk::ZooKeeperClient>(std::move(settings), m_grounds.back()->counting, Log{}), counts);
    }

    zk::ConnectString m_servers;
    bool m_sharedExecutor;
    ThreadExecutor::Dispatch m_dispatch;
    std::vector<std::unique_ptr<Ground>> m_grounds;

public:
    std::vector<std::unique_ptr<zk::Client>> clients; ///< before their executors go
};

/// What this process has in memory, in KiB.
double residentKb()
{
    std::ifstream statm("/proc/self/statm");
    double size = 0;
    double resident = 0;
    statm >> size >> resident;
    return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1024;
}

double threads()
{
    const std::filesystem::directory_iterator tasks("/proc/self/task");
    return static_cast<double>(std::distance(begin(tasks), end(tasks)));
}

/// The counts at the beginning and at the end of what counts: their difference.
class Window final {
public:
    explicit Window(const bench::Counts& counts)
        : m_counts(counts)
    {
    }
    void open() { m_before = now(); }
    void close()
    {
        m_after = now();
        m_after["rssKb"] = residentKb();
        m_after["threads"] = threads();
    }
    [[nodiscard]] bench::Figures figures() const
    {
        auto figures = m_after;
        for (const auto& [name, value] : m_before)
            figures[name] -= value;
        return figures;
    }

private:
    [[nodiscard]] bench::Figures now() const
    {
        const auto number = [](const std::atomic<std::int64_t>& count) { return static_cast<double>(count); };
        return {{"creates", number(m_counts.creates)},   {"removes", number(m_counts.removes)},
                {"exists", number(m_counts.exists)},     {"gets", number(m_counts.gets)},
                {"children", number(m_counts.children)}, {"multis", number(m_counts.multis)},
                {"others", number(m_counts.others)},     {"ownEvents", number(m_counts.ownEvents)},
                {"wakeUps", number(m_counts.wakeUps)},   {"posts", number(m_counts.posts)}};
    }

    const bench::Counts& m_counts;
    bench::Figures m_before;
    bench::Figures m_after;
};

Result<console::BenchFigures> measure(const std::string& what, const Party& party, const console::BenchPlan& plan)
{
    if (what.starts_with("async/"))
        return console::measureUncontended(*party.clients.front(), plan);
    if (what.starts_with("blocking/"))
        return console::measureHandoversBlocking(party.clients, plan);
    if (what == "blocking")
        return console::measureUncontendedBlocking(*party.clients.front(), plan);
    for (const auto& variant : variants) {
        if (what.substr(0, what.find('/')) == variant.name)
            return console::measureHandovers(party.clients, plan, variant.giveWay);
    }
    return failure(ErrorCode::BadArguments, "measure", what);
}

Result<bench::Figures> obey(const bench::Command& command, const zk::ConnectString& servers, int number)
{
    const auto dispatch =
        command.measure.ends_with("/caller") ? ThreadExecutor::Dispatch::Caller : ThreadExecutor::Dispatch::OwnThread;
    Party party(servers, !command.measure.ends_with("/own"), dispatch);
    if (const auto connected = party.connect(command.clients); !connected)
        return failure(connected.error());
    Window window(party.counts);
    console::BenchPlan plan;
    plan.path = "/bench-library-" + std::to_string(getpid()) + "-" + std::to_string(number);
    plan.runFor = std::chrono::duration_cast<Duration>(std::chrono::duration<double>(command.seconds));
    plan.began = [&] {
        window.open();
        bench::sayBegan();
    };
    plan.ended = [&] {
        window.close();
        bench::sayCounted();
    };
    const auto measured = measure(command.measure, party, plan);
    if (!measured)
        return failure(measured.error());
    auto figures = window.figures();
    figures["count"] = static_cast<double>(measured->count);
    figures["seconds"] = measured->seconds;
    figures["p50Us"] = measured->us.p50;
    figures["p99Us"] = measured->us.p99;
    figures["overlaps"] = static_cast<double>(measured->overlaps);
    return figures;
}

} // namespace

int main(int argc, char** argv)
{
    const auto servers = argc == 2 ? zk::parseConnectString(argv[1]) : failure(ErrorCode::BadArguments, "usage");
    if (!servers) {
        std::cerr << "usage: " << argv[0] << " CONNECT\n";
        return 2;
    }
    int number = 0;
    bench::obeyAll([&](const bench::Command& command) {
        const auto figures = obey(command, *servers, ++number);
        if (figures)
            bench::sayEnded(*figures);
        else
            bench::sayFailed(describe(figures.error()));
    });
    return 0;
}
