// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/simulation/redis/Checker.h"

#include "tests/simulation/redis/Records.h"

#include <algorithm>

namespace lockscope::redisSimulation {

using locks::Phase;
using namespace std::chrono_literals;

namespace {

std::string msText(Duration time)
{
    return std::to_string(std::chrono::duration<double, std::milli>(time).count()) + " ms";
}

} // namespace

/// What a fault explains that no lock on Redis withstands is only counted.
void Checker::report(const std::string& invariant, const std::string& detail, SteadyTime oldestGrant)
{
    if (!m_world.isExcused(oldestGrant)) {
        m_world.violated(invariant, detail);
        return;
    }
    ++m_world.tolerated;
    m_world.trace.say("tolerated: ", invariant, ": ", detail);
}

// --- answers -------------------------------------------------------------------------------------------------------

void Checker::answered(Ask& ask)
{
    if (++ask.answers > 1)
        m_world.violated("each request is answered once", ask.user->name + " got a second answer");
}

void Checker::granted(const Ask& ask, const Holding& holding)
{
    // An answer that was on its way may still come.
    if (ask.isDropped && holding.hold->state().phase == Phase::Held)
        m_world.violated("nothing after destruction", ask.user->name + " holds by a destroyed lock");
    if (!holding.isRepeated)
        m_grants.emplace_back(holding.grant, ask.user);
    const auto token = holding.hold->token();
    if (!m_world.recipe.hasTokens || holding.isRepeated)
        return;
    if (token <= m_world.lastToken)
        report("fencing tokens grow",
               ask.user->name + " got " + std::to_string(token) + " after " + std::to_string(m_world.lastToken),
               m_world.clock.now());
    m_world.lastToken = m_world.isExcused(m_world.clock.now()) ? 0 : token;
}

void Checker::refused(const Ask& ask, const Error& error)
{
    const auto fail = [&](const char* why) {
        m_world.violated("errors have a reason", ask.user->name + ": " + describe(error) + ": " + why);
    };
    switch (error.code) {
    case ErrorCode::TimedOut:
        if (!ask.timeout)
            fail("there was no time limit");
        break;
    case ErrorCode::Cancelled:
        if (!ask.stop.stop_requested() && !ask.isDropped)
            fail("it was not cancelled");
        break;
    case ErrorCode::NoConnection:
    case ErrorCode::NotHeld:
        break;
    case ErrorCode::ConnectionLoss:
    case ErrorCode::OperationTimeout:
        if (m_world.recipe.record != Record::Nothing && !ask.user->holdings.empty())
            break; // it holds, and the hold is uncertain
        if (m_world.recipe.record != Record::Nothing)
            fail("the server records owners");
        break;
    default:
        fail("there is none");
    }
}

void Checker::released(Holding& holding, const Result<void>& result)
{
    if (++holding.answers > 1)
        m_world.violated("each request is answered once", holding.user->name + " got a second answer to its release");
    if (result && holding.mayBeGone)
        report("a release confirms the hold", holding.user->name + " released after another user was granted",
               holding.grantedAt);
    const auto code = result ? ErrorCode::NotHeld : result.error().code;
    if (code != ErrorCode::NotHeld)
        m_world.violated("errors have a reason", holding.user->name + ": " + describe(result.error()));
}

void Checker::verified(const Holding& holding, const Result<void>& result)
{
    if (result && holding.hold && isOvertaken(holding))
        report("a verification confirms the hold", holding.user->name + " was confirmed after another grant",
               holding.grantedAt);
}

bool Checker::isOvertaken(const Holding& holding) const
{
    if (m_world.recipe.sharing != Sharing::Exclusive)
        return false;
    return std::any_of(m_grants.begin(), m_grants.end(),
                       [&](const auto& one) { return one.first > holding.grant && one.second != holding.user; });
}

// --- each step -----------------------------------------------------------------------------------------------------

void Checker::afterStep()
{
    findCertain();
    excludeEachOther();
    std::uint64_t writes = 0;
    for (std::size_t i = 0; i < m_world.addresses.size(); ++i)
        writes += m_world.server(i).writes();
    const bool hasChanged = std::exchange(m_writes, writes) != writes;
    const bool isNew = std::any_of(m_certain.begin(), m_certain.end(), [](const auto& holding) {
        return std::exchange(holding->validUntil, holding->hold->state().validUntil) != holding->validUntil;
    });
    if (hasChanged || isNew)
        areRecorded();
    if (hasChanged && m_world.recipe.isFair)
        followTheQueue();
    m_requests = m_world.server().requests().size();
}

void Checker::findCertain()
{
    m_certain.clear();
    forEachUser(m_world, [this](const Process& process, const LockObject&, const User& user) {
        for (const auto& holding : user.holdings) {
            if (!holding->hold)
                continue;
            const auto state = holding->hold->state();
            if (state.phase != Phase::Held)
                continue;
            if (process.clock.now() >= state.validUntil)
                m_world.violated("nothing is held past its lease", user.name + " holds after validUntil");
            m_certain.push_back(holding);
        }
    });
}

bool Checker::mayHoldTogether(const Holding& a, const Holding& b) const
{
    if (a.user == b.user)
        return true; // re-entrant, or a downgrade
    return m_world.recipe.sharing == Sharing::ReadersOrWriter && a.reads && b.reads;
}

void Checker::excludeEachOther()
{
    if (m_world.recipe.sharing == Sharing::Permits) {
        permitsSuffice();
        return;
    }
    for (auto one = m_certain.begin(); one != m_certain.end(); ++one) {
        for (auto other = m_certain.begin(); other != one; ++other) {
            if (mayHoldTogether(**one, **other))
                continue;
            report("certain holders exclude each other",
                   (*other)->user->name + " (grant " + std::to_string((*other)->grant) + ") and " + (*one)->user->name +
                       " (grant " + std::to_string((*one)->grant) + ") both hold",
                   std::min((*one)->grantedAt, (*other)->grantedAt));
            return;
        }
    }
}

void Checker::permitsSuffice()
{
    int held = 0;
    auto oldest = m_world.clock.now();
    for (const auto& holding : m_certain) {
        held += holding->permits;
        oldest = std::min(oldest, holding->grantedAt);
    }
    if (held > permitCount)
        report("certain holders exclude each other", std::to_string(held) + " permits are held", oldest);
}

/// A hold is certain only as long as the server keeps its record.
void Checker::areRecorded()
{
    if (m_world.recipe.record == Record::Nothing)
        return;
    for (const auto& holding : m_certain) {
        if (m_world.isExcused(holding->grantedAt))
            continue;
        const auto& process = *holding->user->process;
        const auto remaining = process.toServer(holding->validUntil - process.clock.now());
        const auto left = timeLeft(m_world, *holding);
        if (!left)
            m_world.violated("a certain hold is recorded",
                             holding->user->name + ": no server has " + holding->hold->grant().node);
        else if (*left + 1ms < remaining)
            m_world.violated("a hold is certain for no longer than its lease",
                             holding->user->name + ": valid for " + msText(remaining) + ", the lease ends in " +
                                 msText(*left));
    }
}

/// The next owner was the first one in the queue, or no client waited.
void Checker::followTheQueue()
{
    auto owner = ownerOf(m_world);
    auto queue = queueOf(m_world);
    // Of several requests in one step the order is unknown.
    if (!owner.empty() && owner != m_owner && m_world.server().requests().size() == m_requests + 1) {
        const auto place = std::find(m_queue.begin(), m_queue.end(), owner);
        const bool isPassedOver = std::any_of(m_queue.begin(), place, [&](const std::string& ahead) {
            return std::find(queue.begin(), queue.end(), ahead) != queue.end();
        });
        if (isPassedOver)
            report("first come, first served", owner + " was granted before " + m_queue.front(), m_world.clock.now());
    }
    m_owner = std::move(owner);
    m_queue = std::move(queue);
}

// --- idle, and the end ---------------------------------------------------------------------------------------------

void Checker::whenIdle()
{
    forEachUser(m_world, [this](const Process& process, const LockObject& object, const User& user) {
        if (process.isSuspended || object.isDying)
            return;
        if (user.ask && user.ask->isStarted && user.ask->timeout) {
            const auto limit = std::max<Duration>(*user.ask->timeout, *user.ask->timeout > 0ms ? 0ms : 1s);
            if (process.clock.now() > user.ask->at + limit)
                m_world.violated("time limits are kept", user.name + " was not answered in time");
        }
        for (const bool reads : {false, true}) {
            bool isHeld = false;
            bool isOver = false;
            for (const auto& holding : user.holdings) {
                const bool isThis = holding->reads == reads && holding->hold;
                isHeld = isHeld || (isThis && holding->hold->state().phase == Phase::Held);
                isOver = isOver || (isThis && holding->hold->state().phase != Phase::Held);
            }
            if (isOver && !isHeld && user.reported[reads ? 1 : 0] == Phase::Held)
                m_world.violated("the end of a hold is reported", user.name + " was not told of its end");
        }
    });
}

void Checker::atTheEnd()
{
    if (const auto left = leftOvers(m_world); !left.empty())
        m_world.violated("nothing is left behind", "the servers still have" + left);
    for (const auto& ask : m_world.asks) {
        if (ask->answers == 0 && !ask->isDropped && !ask->user->process->isDead)
            m_world.violated("each request is answered once", ask->user->name + " got no answer");
    }
    for (const auto& holding : m_world.releases) {
        if (holding->answers == 0 && !holding->user->process->isDead)
            m_world.violated("each request is answered once", holding->user->name + " got no answer to its release");
    }
}

void Checker::whenClosed()
{
    for (const auto& process : m_world.processes) {
        if (!process->isDead && process->executor.pendingTimers() > 0)
            m_world.violated("nothing is left behind",
                             process->name + " has " + std::to_string(process->executor.pendingTimers()) + " timers");
    }
    for (std::size_t i = 0; i < m_world.addresses.size(); ++i) {
        if (const auto open = m_world.server(i).connections(); open > 0)
            m_world.violated("nothing is left behind", std::to_string(open) + " connections are open");
    }
}

} // namespace lockscope::redisSimulation
