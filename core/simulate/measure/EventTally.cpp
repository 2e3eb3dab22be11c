// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/measure/EventTally.h"

#include <QJsonArray>

#include <algorithm>
#include <utility>

namespace lockscope::console {

namespace {

constexpr auto longestDetour = std::chrono::seconds(1);

std::set<Claim> claimsOf(const QJsonObject& line, const std::string& client)
{
    const bool writes = line.value(QLatin1String("mode")).toString() != u"read";
    std::set<Claim> claims;
    const auto paths = line.value(QLatin1String("paths")).toArray();
    for (const auto& path : paths)
        claims.insert({client, path.toString().toStdString(), writes});
    if (claims.empty())
        claims.insert({client, line.value(QLatin1String("path")).toString().toStdString(), writes});
    return claims;
}

} // namespace

void EventTally::take(const QJsonObject& line)
{
    const auto steady = line.value(QLatin1String("steadyUs"));
    Moment moment;
    moment.what = line.value(QLatin1String("event")).toString().toStdString();
    moment.client = line.value(QLatin1String("client")).toString().toStdString();
    if (moment.what.empty() || moment.client.empty() || !steady.isDouble())
        return;
    if (moment.what == "error" && line.contains(QLatin1String("cause")))
        return; // an error of the resource, not of the lock
    moment.claims = claimsOf(line, moment.client);
    moment.careless = line.value(QLatin1String("careless")).toBool();
    // A holder stops holding when it requests the release, but reports it after the reply.
    const auto detour = line.value(QLatin1String("releaseUs")).toInteger(0);
    add(SteadyTime(std::chrono::microseconds(steady.toInteger() - detour)), std::move(moment));
}

void EventTally::ended(const std::string& client, SteadyTime at)
{
    add(at, {"ended", client, {}, false});
}

void EventTally::add(SteadyTime at, Moment moment)
{
    m_waiting.emplace(at, std::move(moment));
    const auto settled = m_waiting.rbegin()->first - longestDetour;
    while (m_waiting.begin()->first < settled) {
        m_reported.apply(m_waiting.begin()->first, m_waiting.begin()->second);
        m_waiting.erase(m_waiting.begin());
    }
}

void EventTally::Reported::apply(SteadyTime at, const Moment& moment)
{
    auto& mine = held[moment.client];
    auto& wanted = asked[moment.client];
    const auto isOver = [&](const Claim& claim, bool goesOn) {
        if (!goesOn && mine.erase(claim) > 0)
            tally.lost(claim, at, false);
        if (wanted.erase(claim) > 0)
            tally.gaveUp(claim);
    };
    for (const auto& claim : moment.claims) {
        if (moment.what == "queued" && wanted.insert(claim).second) {
            tally.asked(claim, at);
        } else if (moment.what == "granted") {
            wanted.erase(claim);
            mine.insert(claim);
            tally.granted(claim, at);
        } else if (moment.what == "released" && mine.erase(claim) > 0) {
            tally.releasing(claim, at);
        } else if (moment.what == "lost" || moment.what == "timedOut" || moment.what == "error") {
            isOver(claim, moment.careless);
        }
    }
    if (moment.what == "suspended" || moment.what == "connected") {
        for (const auto& claim : mine)
            moment.what == "suspended" ? tally.uncertain(claim) : tally.regained(claim);
    } else if (moment.what == "ended") {
        for (const auto& claims : {mine, wanted}) {
            for (const auto& claim : claims)
                isOver(claim, false);
        }
    }
}

Measurements EventTally::complete(Measurements merged) const
{
    auto reported = m_reported;
    for (const auto& [at, moment] : m_waiting)
        reported.apply(at, moment);
    const auto between = reported.tally.measured(merged.elapsed);
    merged.handovers = between.handovers;
    merged.overlaps = between.overlaps;
    return merged;
}

} // namespace lockscope::console
