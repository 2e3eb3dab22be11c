// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/bench/InspectBench.h"

#include "app/lockscopectl/Inspection.h"
#include "app/lockscopectl/bench/BenchFigures.h"
#include "app/lockscopectl/bench/CrowdProcess.h"
#include "app/lockscopectl/bench/LagLedger.h"
#include "app/lockscopectl/bench/Watcher.h"
#include "core/base/Path.h"
#include "core/base/Phrase.h"
#include "core/model/Owners.h"
#include "core/simulate/faults/LinkProxy.h"
#include "core/simulate/measure/BenchCrowd.h"
#include "core/simulate/measure/BenchNodes.h"
#include "core/simulate/measure/BenchPipeline.h"
#include "core/simulate/measure/Measurements.h"

#include <algorithm>

#include <sys/resource.h>

namespace lockscope::ctl {

namespace {

constexpr auto longestReading = std::chrono::minutes(2);
constexpr auto longestLag = std::chrono::seconds(10);
constexpr auto cutTime = std::chrono::seconds(2);

double processorSeconds()
{
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
    };
    return seconds(used.ru_utime) + seconds(used.ru_stime);
}

struct Reading {
    double listingMs = 0; ///< every contender is listed
    double ownersMs = 0;  ///< each contender's session and its host are known
    double detailsMs = 0; ///< every contender's node was read
};

std::int64_t contendersIn(const inspect::Snapshot& snapshot)
{
    std::int64_t count = 0;
    for (const auto& lock : snapshot.locks)
        count += static_cast<std::int64_t>(lock->queue.size());
    return count;
}

bool knowsOwners(const inspect::Snapshot& snapshot)
{
    for (const auto& lock : snapshot.locks) {
        const bool known = std::all_of(lock->queue.begin(), lock->queue.end(), [&](const auto& contender) {
            const auto owner = inspect::ownerOf(snapshot, contender);
            return owner.isKnown && !owner.host.empty();
        });
        if (!known)
            return false;
    }
    return true;
}

class Bench final {
public:
    Bench(Link& janitor, const Context& context, const InspectBenchOptions& options,
          const std::function<void(const InspectBenchRow&)>& report)
        : m_janitor(janitor)
        , m_context(context)
        , m_options(options)
        , m_report(report)
        , m_asksServers(asksServers(context))
    {
    }

    [[nodiscard]] Result<void> measure(const std::string& root)
    {
        CrowdProcess crowd(m_context, root, m_options.sessions);
        auto done = crowd.start();
        const auto goesOn = [&] { return done && !m_options.stop.stop_requested(); };
        if (goesOn())
            done = build(crowd, m_options.locks, m_options.contenders);
        if (goesOn())
            done = measureReadings(crowd, root);
        if (goesOn() && m_options.churn.count() > 0)
            done = measureChanges(crowd, root);
        if (goesOn() && m_options.churn.count() > 0)
            done = measureReconnect(crowd, root);
        if (goesOn() && m_options.longQueue > 0)
            done = measureLongQueue(crowd, root);
        return done;
    }

private:
    [[nodiscard]] Result<void> build(CrowdProcess& crowd, int locks, int contenders)
    {
        const auto built = crowd.order(QStringLiteral("build %1 %2").arg(locks).arg(contenders));
        return built ? Result<void>() : failure(built.error());
    }

    /// A new inspector, from its start to the last detail.
    [[nodiscard]] Result<Reading> read(const std::string& root, std::int64_t locks, std::int64_t contenders)
    {
        Reading reading;
        Watcher watcher(m_context, root);
        const auto whole = watcher.waitFor(
            [&](const inspect::Snapshot& snapshot, Duration since) {
                if (reading.listingMs == 0 && static_cast<std::int64_t>(snapshot.locks.size()) >= locks &&
                    contendersIn(snapshot) == contenders)
                    reading.listingMs = inMilliseconds(since);
                if (reading.ownersMs == 0 && reading.listingMs > 0 && snapshot.ensemble && knowsOwners(snapshot))
                    reading.ownersMs = inMilliseconds(since);
                if (reading.listingMs > 0 && snapshot.complete && (reading.ownersMs > 0 || !m_asksServers))
                    reading.detailsMs = inMilliseconds(since);
                return reading.detailsMs > 0;
            },
            longestReading);
        if (!whole)
            return failure(whole.error());
        return reading;
    }

    [[nodiscard]] Result<void> measureReadings(CrowdProcess& crowd, const std::string& root)
    {
        std::vector<double> rawListing;
        std::vector<double> rawWalk;
        std::vector<double> listing;
        std::vector<double> owners;
        std::vector<double> details;
        double megabytes = 0;
        for (int i = 0; i <= m_options.runs && !m_options.stop.stop_requested(); ++i) {
            const auto raw = crowd.order(QStringLiteral("read"));
            if (!raw)
                return failure(raw.error());
            const auto reading = read(root, m_options.locks, m_options.contenders);
            if (!reading)
                return failure(reading.error());
            if (i == 0) {
                megabytes = peakMegabytes(); // of one inspector, before the next one uses memory
                continue;                    // the first run only warms up the servers
            }
            rawListing.push_back(raw->value(QStringLiteral("listingMs")).toDouble());
            rawWalk.push_back(raw->value(QStringLiteral("walkMs")).toDouble());
            listing.push_back(reading->listingMs);
            owners.push_back(reading->ownersMs);
            details.push_back(reading->detailsMs);
        }
        if (listing.empty())
            return {};
        m_report({QStringLiteral("listing"), medianOf(listing), QStringLiteral("ms"), medianOf(rawListing),
                  m_asksServers ? 1.0 : 1.5});
        if (m_asksServers)
            m_report({QStringLiteral("owners"), medianOf(owners), QStringLiteral("ms"), medianOf(rawListing), 2.0});
        m_report({QStringLiteral("details"), medianOf(details), QStringLiteral("ms"), medianOf(rawWalk), 1.2});
        m_report({QStringLiteral("memory"), megabytes, QStringLiteral("MB"), std::nullopt, 150});
        return {};
    }

    [[nodiscard]] Result<void> measureChanges(CrowdProcess& crowd, const std::string& root)
    {
        LagLedger ledger;
        Watcher watcher(m_context, root);
        if (const auto whole = watcher.waitFor(
                [](const inspect::Snapshot& snapshot, Duration) { return snapshot.complete; }, longestReading);
            !whole)
            return failure(whole.error());
        watcher.onSnapshot([&](const inspect::Snapshot& snapshot) { ledger.take(snapshot, m_clock.now()); });
        const auto processor = processorSeconds();
        const auto from = m_clock.now();
        const auto churned = churn(crowd, m_options.churn, ledger);
        const auto seconds = std::chrono::duration<double>(m_clock.now() - from).count();
        const auto cores = (processorSeconds() - processor) / seconds;
        if (!churned)
            return failure(churned.error());
        const auto last = watcher.waitFor(
            [&](const inspect::Snapshot& snapshot, Duration) { return ledger.open() == 0 && snapshot.complete; },
            longestLag);
        watcher.onSnapshot({});
        const auto lags = ledger.lags();
        const auto percentiles = console::percentilesOf(lags);
        m_report({QStringLiteral("changes-per-s"), static_cast<double>(lags.size()) / seconds, {}, std::nullopt, 0});
        m_report({QStringLiteral("lag-p50"), percentiles.p50, QStringLiteral("ms"), std::nullopt, 0});
        m_report({QStringLiteral("lag-p99"), percentiles.p99, QStringLiteral("ms"), std::nullopt, 250});
        m_report({QStringLiteral("processor"), cores, QStringLiteral("cores"), std::nullopt, 0.5});
        if (!last)
            return failure(ErrorCode::System, "run bench inspect below", root,
                           counted(ledger.open(), "%1 change was never shown", "%1 changes were never shown"));
        return compare(watcher.snapshot());
    }

    [[nodiscard]] Result<QJsonObject> churn(CrowdProcess& crowd, std::chrono::milliseconds time, LagLedger& ledger)
    {
        return crowd.order(QStringLiteral("churn %1 %2").arg(m_options.changesPerSecond).arg(time.count()),
                           [&](const QJsonObject& line) {
                               ledger.expect(line.value(QStringLiteral("directory")).toString().toStdString(),
                                             line.value(QStringLiteral("node")).toString().toStdString(),
                                             line.value(QStringLiteral("created")).toBool(),
                                             SteadyTime(Duration(line.value(QStringLiteral("at")).toInteger())));
                           });
    }

    /// Disconnects the inspector during many changes: time until it shows the actual state, next to its first read.
    [[nodiscard]] Result<void> measureReconnect(CrowdProcess& crowd, const std::string& root)
    {
        console::LinkProxy link(std::make_shared<console::LinkThread>());
        if (auto opened = link.open(m_context.target.zooKeeper); !opened)
            return opened;
        auto through = m_context;
        through.target.zooKeeper = link.connectString();
        LagLedger ledger;
        Watcher watcher(through, root);
        Duration cold{};
        const auto isWhole = [&](const inspect::Snapshot& snapshot, Duration since) {
            cold = since;
            return snapshot.complete;
        };
        if (auto whole = watcher.waitFor(isWhole, longestReading); !whole)
            return whole;
        watcher.onSnapshot([&](const inspect::Snapshot& snapshot) { ledger.take(snapshot, m_clock.now()); });
        link.set({.cut = true});
        const auto isCutOff = [](const inspect::Snapshot& snapshot, Duration) {
            return !canRead(snapshot.session.state);
        };
        if (auto cutOff = watcher.waitFor(isCutOff, longestLag); !cutOff)
            return cutOff;
        if (auto churned = churn(crowd, cutTime, ledger); !churned)
            return failure(churned.error());
        const auto healedAt = m_clock.now();
        link.set({});
        const auto isTrue = [&](const inspect::Snapshot& snapshot, Duration) {
            return ledger.open() == 0 && snapshot.complete;
        };
        if (auto shown = watcher.waitFor(isTrue, longestReading); !shown)
            return shown;
        m_report({QStringLiteral("reconnect"), inMilliseconds(m_clock.now() - healedAt), QStringLiteral("ms"),
                  inMilliseconds(cold), 2.0});
        watcher.onSnapshot({});
        return compare(watcher.snapshot());
    }

    /// Compares the snapshot with a listing of each directory.
    [[nodiscard]] Result<void> compare(const inspect::SnapshotPtr& snapshot)
    {
        std::vector<std::pair<std::string, const inspect::Lock*>> directories;
        for (const auto& lock : snapshot->locks)
            directories.emplace_back(lock->path + (lock->layout ? lock->layout->queue : std::string()), lock.get());
        auto& client = m_janitor.client();
        const auto same = console::runPipeline(
            m_janitor.executor(), directories.size(), console::benchWidth,
            [&client, &directories, &snapshot](std::size_t index, const console::BenchStepDone& done) {
                const auto& [directory, lock] = directories[index];
                client.children(
                    directory, [snapshot, lock = lock, done](const Result<std::vector<std::string>>& names) {
                        if (!names) {
                            done(failure(names.error()));
                            return;
                        }
                        const bool isSame = names->size() == lock->queue.size() &&
                                            std::all_of(names->begin(), names->end(), [&](const std::string& name) {
                                                return lock->find({inspect::LockPart::Queue, name});
                                            });
                        done(isSame ? Result<void>()
                                    : failure(ErrorCode::System, "run bench inspect for", lock->path,
                                              "the snapshot does not match the list of child nodes"));
                    });
            },
            longestReading);
        return same ? Result<void>() : failure(same.error());
    }

    [[nodiscard]] Result<void> measureLongQueue(CrowdProcess& crowd, const std::string& root)
    {
        if (auto built = build(crowd, 1, m_options.longQueue); !built)
            return built;
        const auto lock = console::BenchCrowd::lockPath(root, static_cast<std::size_t>(m_options.locks));
        const auto reading = read(lock, 1, m_options.longQueue);
        if (!reading)
            return failure(reading.error());
        m_report({QStringLiteral("long-queue"), reading->listingMs, QStringLiteral("ms"), std::nullopt, 1'000});
        return {};
    }

    Link& m_janitor;
    const Context& m_context;
    const InspectBenchOptions& m_options;
    const std::function<void(const InspectBenchRow&)>& m_report;
    bool m_asksServers; ///< false: the hosts of sessions are unknown
    SystemClock m_clock;
};

} // namespace

Result<void> benchInspect(Link& janitor, const Context& context, const InspectBenchOptions& options,
                          const std::function<void(const InspectBenchRow&)>& row)
{
    const auto root = console::freshBenchPath();
    if (auto made = console::makeNode(janitor.client(), root); !made)
        return made;
    auto done = Bench(janitor, context, options, row).measure(root);
    // The load process has removed all nodes, unless it failed.
    if (auto removed = console::removeTree(janitor.client(), root); !removed) {
        if (done)
            return removed;
        complain(removed.error());
    }
    return done;
}

} // namespace lockscope::ctl
