// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/soak/HoldLedger.h"

#include <QString>

#include <algorithm>
#include <utility>

namespace lockscope::soak {

HoldLedger::Counts& HoldLedger::Counts::operator+=(const Counts& other)
{
    for (const auto count : {&Counts::grants, &Counts::overlapsAllowed, &Counts::overlaps, &Counts::overlapsTooLong,
                             &Counts::lossesReported, &Counts::lossesMissed, &Counts::unfinished, &Counts::tokensBack})
        this->*count += other.*count;
    return *this;
}

void HoldLedger::take(const QJsonObject& line)
{
    const auto steady = line.value(QLatin1String("steadyUs"));
    Moment moment;
    moment.what = line.value(QLatin1String("event")).toString().toStdString();
    moment.client = line.value(QLatin1String("client")).toString().toStdString();
    if (moment.what.empty() || !steady.isDouble())
        return;
    moment.owner = line.value(QLatin1String("owner")).toString().toStdString();
    moment.writes = line.value(QLatin1String("mode")).toString() != u"read";
    moment.token = line.value(QLatin1String("token")).toString().toLongLong(nullptr, 16);
    const auto detour = line.value(QLatin1String("releaseUs")).toInteger(0);
    m_waiting.emplace(SteadyTime(std::chrono::microseconds(steady.toInteger() - detour)), std::move(moment));
}

void HoldLedger::suspended(const std::string& client, SteadyTime at)
{
    m_waiting.emplace(at, Moment{"stopped", client, {}, true, 0});
}

void HoldLedger::killed(const std::string& client, SteadyTime at)
{
    m_waiting.emplace(at, Moment{"killed", client, {}, true, 0});
}

void HoldLedger::settle(SteadyTime before)
{
    while (!m_waiting.empty() && m_waiting.begin()->first < before) {
        const auto& [at, moment] = *m_waiting.begin();
        checkWindowEnd(at);
        apply(at, moment);
        m_waiting.erase(m_waiting.begin());
    }
    checkWindowEnd(before);
}

void HoldLedger::apply(SteadyTime at, const Moment& moment)
{
    const auto& what = moment.what;
    if (what == "granted") {
        grant(at, moment);
    } else if (what == "released") {
        endHold(at, moment, true);
    } else if (what == "lost" || what == "error") {
        endHold(at, moment, false);
    } else if (what == "killed") {
        std::erase_if(m_holds, [&](const Hold& hold) { return hold.client == moment.client; });
    } else if (what == "suspended" || what == "stopped" || what == "connected") {
        const bool isOfHold = !moment.owner.empty(); // its lease was not renewed in time, or is renewed again
        for (auto& hold : m_holds) {
            if (hold.client != moment.client)
                continue;
            if (what != "connected")
                doubt(hold, at, isOfHold || what == "stopped");
            else if (isOfHold)
                regain(hold, at);
            else if (hold.uncertainSince && !hold.isPastDeadline &&
                     (m_lease == Duration::zero() || at < *hold.uncertainSince + m_lease / 2))
                regain(hold, at); // the lease was renewed within the last third of it, so it is still valid
        }
    }
}

void HoldLedger::grant(SteadyTime at, const Moment& moment)
{
    ++m_counts.grants;
    const auto earlier = std::erase_if(m_holds, [&](const Hold& hold) { return hold.client == moment.client; });
    if (earlier > 0) {
        ++m_counts.unfinished;
        report(at, "granted to " + moment.client + ", which has not reported the end of its hold");
    }
    const Hold mine{moment.client, moment.writes, at, std::nullopt, false, false};
    m_holds.push_back(mine);
    for (auto& other : m_holds) {
        // Without a lease the server records no owner, and nothing tells the client of a loss.
        if (m_lease > Duration::zero() && other.uncertainSince && isCrowded(&other))
            other.isTakenOver = true;
    }
    checkToken(at, moment);
    checkOverlap(at);
}

void HoldLedger::endHold(SteadyTime at, const Moment& moment, bool isReleased)
{
    const auto found = std::find_if(m_holds.begin(), m_holds.end(), [&](const Hold& hold) {
        return hold.client == moment.client && hold.writes == moment.writes;
    });
    if (found == m_holds.end())
        return;
    const auto hold = *found;
    m_holds.erase(found);
    if (!hold.isTakenOver)
        return;
    ++(isReleased ? m_counts.lossesMissed : m_counts.lossesReported);
    if (isReleased)
        report(at, "released by " + hold.client + ", after " + holders() + " had acquired it");
}

void HoldLedger::doubt(Hold& hold, SteadyTime at, bool isPastDeadline) const
{
    if (!hold.uncertainSince)
        hold.uncertainSince = at;
    hold.isPastDeadline = hold.isPastDeadline || isPastDeadline;
}

void HoldLedger::regain(Hold& hold, SteadyTime at)
{
    hold.uncertainSince.reset();
    hold.isPastDeadline = false;
    checkOverlap(at);
}

/// A failover may lose the counter too, so it is not compared across one.
void HoldLedger::checkToken(SteadyTime at, const Moment& moment)
{
    if (moment.token == 0)
        return;
    const bool isAcrossWindow = std::any_of(m_windows.begin(), m_windows.end(), [&](const Window& window) {
        return window.from <= at && m_lastTokenAt <= window.until;
    });
    if (moment.token <= m_lastToken && !isAcrossWindow) {
        ++m_counts.tokensBack;
        report(at, "granted to " + moment.client + " with the token " + std::to_string(moment.token) + " after " +
                       std::to_string(m_lastToken));
    }
    m_lastToken = moment.token;
    m_lastTokenAt = at;
}

void HoldLedger::checkOverlap(SteadyTime at)
{
    if (!isCrowded())
        return;
    const auto* const window = windowAt(at);
    ++(window ? m_counts.overlapsAllowed : m_counts.overlaps);
    if (window)
        m_overlapEnd = window->until;
    else
        report(at, "held by " + holders());
}

void HoldLedger::checkWindowEnd(SteadyTime at)
{
    if (!m_overlapEnd || at <= *m_overlapEnd)
        return;
    const auto* const open = windowAt(at); // another window, or the same that was extended
    if (isCrowded() && !open) {
        ++m_counts.overlapsTooLong;
        report(*m_overlapEnd, "still held by " + holders());
    }
    m_overlapEnd.reset();
}

/// Whether the holders, and this uncertain hold, are more than the recipe allows.
bool HoldLedger::isCrowded(const Hold* more) const
{
    console::Occupancy inside(m_admission);
    for (const auto& hold : m_holds) {
        if (!hold.uncertainSince || &hold == more)
            (void)inside.enter(hold.client, hold.writes);
    }
    return inside.isCrowded();
}

const HoldLedger::Window* HoldLedger::windowAt(SteadyTime at) const
{
    const auto found = std::find_if(m_windows.begin(), m_windows.end(),
                                    [at](const Window& window) { return window.from <= at && at <= window.until; });
    return found == m_windows.end() ? nullptr : &*found;
}

std::string HoldLedger::holders() const
{
    std::string names;
    for (const auto& hold : m_holds) {
        if (!hold.uncertainSince)
            names += (names.empty() ? "" : ", ") + hold.client + (hold.writes ? "" : " (reads)");
    }
    return names;
}

void HoldLedger::report(SteadyTime at, const std::string& text)
{
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(at.time_since_epoch()).count();
    m_problems.push_back("at " + std::to_string(ms) + " ms: " + text);
}

} // namespace lockscope::soak
