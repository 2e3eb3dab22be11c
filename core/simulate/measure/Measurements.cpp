// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/measure/Measurements.h"

#include <algorithm>
#include <cmath>

namespace lockscope::console {

namespace {

double ratio(std::int64_t of, std::int64_t to)
{
    return to > 0 ? static_cast<double>(of) / static_cast<double>(to) : 0;
}

} // namespace

Percentiles percentilesOf(std::vector<double> samples)
{
    if (samples.empty())
        return {};
    std::sort(samples.begin(), samples.end());
    const auto at = [&](double share) {
        const auto rank = std::ceil(share * static_cast<double>(samples.size()));
        return samples[static_cast<std::size_t>(std::max(rank, 1.0)) - 1];
    };
    return {at(0.50), at(0.99), samples.back()};
}

Percentiles percentilesOf(const DurationHistogram& histogram, Duration unit)
{
    const auto in = [&](Duration duration) {
        return static_cast<double>(duration.count()) / static_cast<double>(unit.count());
    };
    return {in(histogram.quantile(0.50)), in(histogram.quantile(0.99)), in(histogram.longest())};
}

double jainIndex(const std::vector<double>& shares)
{
    double sum = 0;
    double squares = 0;
    for (const auto share : shares) {
        sum += share;
        squares += share * share;
    }
    return squares > 0 ? sum * sum / (static_cast<double>(shares.size()) * squares) : 1;
}

void ClientMeasurements::merge(const ClientMeasurements& other)
{
    cycles += other.cycles;
    grants += other.grants;
    releases += other.releases;
    timeouts += other.timeouts;
    losses += other.losses;
    errors += other.errors;
    requests += other.requests;
    wakeUps += other.wakeUps;
    writes += other.writes;
    writesRejected += other.writesRejected;
    revocations += other.revocations;
    waits.merge(other.waits);
    holds.merge(other.holds);
}

void Measurements::merge(const Measurements& other)
{
    for (const auto& [name, client] : other.clients)
        clients[name].merge(client);
    handovers.merge(other.handovers);
    overlaps += other.overlaps;
    elapsed = std::max(elapsed, other.elapsed);
}

ClientMeasurements Measurements::total() const
{
    ClientMeasurements total;
    for (const auto& [name, client] : clients)
        total.merge(client);
    return total;
}

ContentionSummary summarise(const Measurements& measurements)
{
    const auto total = measurements.total();
    std::vector<double> shares;
    for (const auto& [name, client] : measurements.clients)
        shares.push_back(static_cast<double>(client.cycles));
    ContentionSummary summary;
    summary.cycles = total.cycles;
    summary.seconds = std::chrono::duration<double>(measurements.elapsed).count();
    if (summary.seconds > 0) {
        summary.handoversPerSecond = static_cast<double>(measurements.handovers.count()) / summary.seconds;
        summary.grantsPerSecond = static_cast<double>(total.grants) / summary.seconds;
    }
    summary.handoverUs = percentilesOf(measurements.handovers, std::chrono::microseconds(1));
    summary.waitMs = percentilesOf(total.waits, std::chrono::milliseconds(1));
    summary.holdMs = percentilesOf(total.holds, std::chrono::milliseconds(1));
    summary.fairness = jainIndex(shares);
    summary.wakeUpsPerRelease = ratio(total.wakeUps, total.releases);
    summary.requestsPerGrant = ratio(total.requests, total.grants);
    summary.overlaps = measurements.overlaps;
    summary.errors = total.errors;
    return summary;
}

} // namespace lockscope::console
