// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/bench/RedisInspectBench.h"

#include "app/lockscopectl/bench/BenchFigures.h"
#include "app/lockscopectl/bench/BenchKeys.h"
#include "app/lockscopectl/bench/ServerLoad.h"
#include "app/lockscopectl/bench/Watcher.h"
#include "core/sources/redis/discovery/KeyScan.h"

#include <algorithm>
#include <future>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

namespace lockscope::ctl {

namespace {

constexpr auto longestView = std::chrono::minutes(2);
constexpr double mostTimesOfScan = 2.5;
constexpr double mostTimesOfLoad = 1.2;
constexpr double mostScansPerSecond = 20;
constexpr int loadRuns = 5;
constexpr std::chrono::milliseconds shortestPause{1'000};
constexpr std::chrono::milliseconds longestPause{5'000};

/// The time of a SCAN of all keys, each call after the reply to the one before.
Result<double> scanMilliseconds(redis::Client& client)
{
    const auto promise = std::make_shared<std::promise<Result<void>>>();
    auto answer = promise->get_future();
    std::unique_ptr<inspect::KeyScan> scan;
    const SystemClock clock;
    const auto from = clock.now();
    client.executor().post([&] {
        scan = std::make_unique<inspect::KeyScan>(client, inspect::KeyScan::Settings(),
                                                  [](const redis::Address&, const std::vector<std::string>&) {});
        scan->start([promise](Result<void> result) { promise->set_value(std::move(result)); });
    });
    const bool isDone = answer.wait_for(longestView) == std::future_status::ready;
    const auto took = inMilliseconds(clock.now() - from);
    client.executor().runAndWait([&] { scan.reset(); });
    if (!isDone)
        return failure(ErrorCode::OperationTimeout, "run bench inspect", {}, "the server does not answer");
    if (const auto result = answer.get(); !result)
        return failure(result.error());
    return took;
}

/// Returns how long it was.
Duration pause(Duration limit, const std::stop_token& stop)
{
    const SystemClock clock;
    const auto from = clock.now();
    while (clock.now() - from < limit && !stop.stop_requested())
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    return clock.now() - from;
}

class RedisBench final {
public:
    RedisBench(redis::Client& client, const Context& context, const InspectBenchOptions& options,
               const std::function<void(const InspectBenchRow&)>& report)
        : m_client(client)
        , m_context(context)
        , m_options(options)
        , m_report(report)
        , m_keys(client)
        , m_load(client, m_keys.prefix())
    {
    }

    [[nodiscard]] Result<void> measure()
    {
        auto done = m_keys.makeLocks(m_options.locks);
        const auto next = [&](Result<void> (RedisBench::*step)()) {
            if (done && !m_options.stop.stop_requested())
                done = (this->*step)();
        };
        next(&RedisBench::makeOthers);
        next(&RedisBench::measureViews);
        next(&RedisBench::measureScansLater);
        if (m_options.churn.count() > 0) {
            next(&RedisBench::measureSteadyLoad);
            next(&RedisBench::measureFullLoad);
        }
        return done;
    }
    [[nodiscard]] Result<void> clean() { return m_keys.remove(); }

private:
    [[nodiscard]] Result<void> makeOthers() { return m_keys.makeOthers(m_options.keys); }

    /// A new inspector, until it has shown everything.
    [[nodiscard]] Result<double> viewMilliseconds(Attention attention)
    {
        Watcher watcher(m_context, "/", attention);
        return wait(watcher);
    }
    [[nodiscard]] Result<double> wait(Watcher& watcher)
    {
        Duration took{};
        const auto whole = watcher.waitFor(
            [&](const inspect::Snapshot& snapshot, Duration since) {
                took = since;
                return snapshot.complete && countOf(snapshot) >= m_options.locks;
            },
            longestView);
        if (!whole)
            return failure(whole.error());
        return inMilliseconds(took);
    }
    [[nodiscard]] std::int64_t countOf(const inspect::Snapshot& snapshot) const
    {
        return std::count_if(
            snapshot.locks.begin(), snapshot.locks.end(),
            [prefix = m_keys.lockPrefix()](const auto& lock) { return lock->path.starts_with(prefix); });
    }

    [[nodiscard]] Result<void> measureViews()
    {
        std::vector<double> scans;
        std::vector<double> lists;
        std::vector<double> views;
        const auto before = peakMegabytes();
        double megabytes = 0;
        for (int i = 0; i <= m_options.runs && !m_options.stop.stop_requested(); ++i) {
            const auto scan = scanMilliseconds(m_client);
            const auto view = scan ? viewMilliseconds(Attention::Live) : scan;
            if (i == 0)
                megabytes = peakMegabytes(); // of one inspector, before the next one uses memory
            const auto list = view ? viewMilliseconds(Attention::Once) : view;
            if (!list)
                return failure(list.error());
            if (i == 0)
                continue; // the first run only warms up the server
            scans.push_back(*scan);
            views.push_back(*view);
            lists.push_back(*list);
        }
        if (scans.empty())
            return {};
        const auto scan = medianOf(scans);
        m_report({QStringLiteral("ls"), medianOf(lists), QStringLiteral("ms"), scan, mostTimesOfScan});
        m_report({QStringLiteral("first-view"), medianOf(views), QStringLiteral("ms"), scan, mostTimesOfScan});
        m_report({QStringLiteral("memory"), megabytes, QStringLiteral("MB"), before, 0});
        return {};
    }

    /// By the server's own count, which includes those of other clients.
    [[nodiscard]] Result<void> measureScansLater()
    {
        Watcher watcher(m_context, "/");
        if (const auto whole = wait(watcher); !whole)
            return failure(whole.error());
        const auto before = m_load.scans();
        if (!before)
            return failure(before.error());
        const auto waited = pause(std::clamp(m_options.churn / 4, shortestPause, longestPause), m_options.stop);
        const auto after = m_load.scans();
        if (!after)
            return failure(after.error());
        m_report({QStringLiteral("scans-per-s"),
                  static_cast<double>(*after - *before) / std::chrono::duration<double>(waited).count(),
                  {},
                  std::nullopt,
                  mostScansPerSecond});
        return {};
    }

    [[nodiscard]] Result<void> measureSteadyLoad()
    {
        // A lock operation is an acquisition or a release: two of them change a key twice.
        return measureLoad(QStringLiteral("observer"), static_cast<double>(m_options.changesPerSecond) / 2);
    }
    [[nodiscard]] Result<void> measureFullLoad() { return measureLoad(QStringLiteral("observer-full"), 0); }

    /// The server's processor time for each lock operation, with an inspector and without one in turn.
    [[nodiscard]] Result<void> measureLoad(const QString& name, double pairsPerSecond)
    {
        const auto time = m_options.churn / (4 * loadRuns);
        std::vector<double> without;
        std::vector<double> with;
        for (int i = 0; i < loadRuns && !m_options.stop.stop_requested(); ++i) {
            const auto alone = m_load.microsecondsEach(pairsPerSecond, time);
            if (!alone)
                return failure(alone.error());
            Watcher watcher(m_context, "/");
            if (const auto whole = wait(watcher); !whole)
                return failure(whole.error());
            const auto observed = m_load.microsecondsEach(pairsPerSecond, time);
            if (!observed)
                return failure(observed.error());
            without.push_back(*alone);
            with.push_back(*observed);
        }
        if (!with.empty())
            m_report({name, medianOf(with), QStringLiteral("us"), medianOf(without), mostTimesOfLoad});
        return {};
    }

    redis::Client& m_client;
    const Context& m_context;
    const InspectBenchOptions& m_options;
    const std::function<void(const InspectBenchRow&)>& m_report;
    BenchKeys m_keys;
    ServerLoad m_load;
};

} // namespace

Result<void> benchRedisInspect(RedisLink& link, const Context& context, const InspectBenchOptions& options,
                               const std::function<void(const InspectBenchRow&)>& row)
{
    redis::Client* client = nullptr;
    link.executor().runAndWait([&] { client = &link.first().first(); });
    RedisBench bench(*client, context, options, row);
    auto done = bench.measure();
    if (auto removed = bench.clean(); !removed) {
        if (done)
            return removed;
        complain(removed.error());
    }
    return done;
}

} // namespace lockscope::ctl
