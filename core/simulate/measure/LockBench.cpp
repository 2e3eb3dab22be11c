// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/measure/LockBench.h"

#include "core/base/Path.h"
#include "core/simulate/measure/BenchNodes.h"
#include "core/simulate/measure/LimitMeasures.h"

namespace lockscope::console {

namespace {

/// The measures below one path.
class Bench final {
public:
    Bench(zk::Client& janitor, const MakeBenchClient& makeClient, const LockBenchOptions& options, std::string parent)
        : m_janitor(janitor)
        , m_makeClient(makeClient)
        , m_options(options)
        , m_parent(std::move(parent))
    {
    }

    [[nodiscard]] Result<LockBenchRow> measure(LockMeasure measure, int count)
    {
        const auto clients = connectAll(m_makeClient, count, m_options.connectLimit);
        if (!clients)
            return failure(clients.error());
        const bool handover = measure == LockMeasure::Handover;

        // First the limit, then the library, within a minute: noise of the machine affects both.
        LockBenchRow row{measure, count, {}, {}};
        auto plan = nextPlan();
        if (const auto made = makeNode(m_janitor, plan.path); !made)
            return failure(made.error());
        const auto limit = handover ? measureLimitHandovers(*clients, plan) : measureLimitCycles((*clients)[0], plan);
        if (!limit)
            return failure(limit.error());
        row.limit = *limit;

        plan = nextPlan();
        const auto library = measureLock(measure, *clients, plan);
        if (!library)
            return failure(library.error());
        row.library = *library;
        return row;
    }

private:
    [[nodiscard]] BenchPlan nextPlan()
    {
        BenchPlan plan;
        plan.path = joinPath(m_parent, "measure-" + std::to_string(++m_plans));
        plan.runFor = m_options.runFor;
        plan.stop = m_options.stop;
        return plan;
    }

    zk::Client& m_janitor;
    const MakeBenchClient& m_makeClient;
    const LockBenchOptions& m_options;
    std::string m_parent;
    int m_plans = 0;
};

Result<void> runRows(Bench& bench, const LockBenchOptions& options,
                     const std::function<void(const LockBenchRow&)>& report)
{
    std::vector<std::pair<LockMeasure, int>> rows{{LockMeasure::Uncontended, 1}, {LockMeasure::UncontendedBlocking, 1}};
    for (const auto clients : options.clients)
        rows.emplace_back(LockMeasure::Handover, clients);
    for (const auto& [measure, clients] : rows) {
        if (options.stop.stop_requested())
            break;
        const auto row = bench.measure(measure, clients);
        if (!row)
            return failure(row.error());
        // One that was stopped before anything counted is no result. One that counted nothing in its time is.
        if (row->library.count > 0 || !options.stop.stop_requested())
            report(*row);
    }
    return {};
}

} // namespace

double LockBenchRow::ratio() const
{
    return limit.perSecond() > 0 ? library.perSecond() / limit.perSecond() : 0;
}

Result<void> benchLocks(zk::Client& janitor, const MakeBenchClient& makeClient, const LockBenchOptions& options,
                        const std::function<void(const LockBenchRow&)>& row)
{
    const auto parent = freshBenchPath();
    if (auto made = makeNode(janitor, parent); !made)
        return made;
    Bench bench(janitor, makeClient, options, parent);
    auto measured = runRows(bench, options, row);
    auto removed = removeTree(janitor, parent);
    if (measured)
        return removed;
    if (removed)
        return measured;
    auto error = measured.error();
    error.detail += (error.detail.empty() ? "" : "; ") + removed.error().detail;
    return failure(std::move(error));
}

} // namespace lockscope::console
