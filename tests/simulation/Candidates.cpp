// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/simulation/Candidates.h"

#include <algorithm>

namespace lockscope::simulation {

void Candidates::addProcess()
{
    m_world.processes.push_back(std::make_unique<Process>(m_world.clock));
    auto& process = *m_world.processes.back();
    const auto index = m_world.processes.size() - 1;
    process.name = "p" + std::to_string(index);
    process.speed = m_world.random.between(1, 4);
    connect(m_world, process);
    const int candidates = m_world.random.between(1, 2);
    for (int i = 0; i < candidates; ++i) {
        auto candidate = std::make_unique<Candidate>();
        candidate->name = process.name + ".latch" + std::to_string(i);
        candidate->process = index;
        stand(*candidate);
        m_candidates.push_back(std::move(candidate));
    }
}

void Candidates::stand(Candidate& candidate)
{
    candidate.id = candidate.name + "#" + std::to_string(++m_stood);
    m_world.trace.say(candidate.id, " stands");
    locks::LatchOptions options;
    candidate.outlastsContact = m_world.random.chance(20);
    if (candidate.outlastsContact)
        options.endsWhen = locks::LatchOptions::EndsWhen::SessionIsLost;
    options.lock.retry = anyPolicy(m_world, candidate.limited);
    options.lock.firstContact.reset();
    options.lock.log = Log();
    candidate.leaving = false;
    candidate.leads = false;
    candidate.latch = std::make_unique<locks::Latch>(*processOf(candidate).client, std::string(m_world.recipe.path),
                                                     candidate.id, std::move(options));
    candidate.reported =
        candidate.latch->onLeadership([this, &candidate](bool leads) { onLeadership(candidate, leads); });
}

void Candidates::onLeadership(Candidate& candidate, bool leads)
{
    m_world.trace.say("  ", candidate.id, leads ? " leads" : " leads no more");
    if (std::exchange(candidate.leads, leads) == leads)
        m_world.violated("leaders are notified of changes", candidate.id + " was notified twice of the same change");
    if (!leads)
        return;
    ++m_terms;
    const auto state = candidate.latch->state();
    candidate.node = state.node;
    candidate.token = state.token;
    candidate.session = m_world.sessionOf(processOf(candidate));
    noteFirst();
    if (!m_first.contains({state.node, state.token}))
        m_world.violated("first come, first served", candidate.id + " leads with " + state.node + ", never the first");
    if (!isInForce(candidate) || state.phase != locks::Phase::Held)
        return; // the event is in flight
    if (state.token < m_lastToken)
        m_world.violated("fencing tokens grow", candidate.id + " leads with " + toHex(state.token));
    m_lastToken = std::max(m_lastToken, state.token);
}

void Candidates::leave(Candidate& candidate)
{
    m_world.trace.say(candidate.id, " closes");
    candidate.leaving = true;
    ++m_openCloses;
    candidate.latch->closeAsync([this, &candidate, id = candidate.id,
                                 at = m_world.clock.now()](const Result<void>& result) {
        m_world.trace.say("  ", id, ": ", result ? std::string("closed") : describe(result.error()));
        --m_openCloses;
        if (!result && !(result.error().code == ErrorCode::NoAuth && m_world.mayBeRefused(at)))
            m_world.violated("errors have a reason", id + ": " + describe(result.error()));
        if (candidate.id != id)
            return; // its process has restarted
        if (candidate.leads)
            m_world.violated("leaders are notified of changes", candidate.id + " closed, and was not notified");
        // If permissions are missing, nodes of earlier terms may remain.
        if (result && !m_world.hasRefused() && m_world.isConnected(processOf(candidate)) && !nodesOf(candidate).empty())
            m_world.violated("released means deleted", candidate.id + " closed, and its node is still there");
        destroy(candidate);
    });
}

void Candidates::destroy(Candidate& candidate)
{
    candidate.leaving = true;
    processOf(candidate).executor.post([&candidate, id = candidate.id] {
        if (candidate.id != id)
            return; // its process has restarted
        candidate.reported.reset();
        candidate.latch.reset();
        candidate.leads = false;
    });
}

void Candidates::restart(Process& process)
{
    m_world.trace.say(process.name, " restarts");
    process.restarting = true;
    process.executor.post([this, &process] {
        tearDown(process);
        process.client.reset();
        connect(m_world, process);
    });
}

void Candidates::act()
{
    auto& random = m_world.random;
    auto& candidate = *m_candidates[random.below(m_candidates.size())];
    auto& process = processOf(candidate);
    if (process.restarting || process.suspended || (candidate.latch && candidate.leaving))
        return;
    const auto dice = random.below(100);
    if (!candidate.latch)
        stand(candidate);
    else if (dice < 3)
        restart(process);
    else if (dice < 10)
        destroy(candidate);
    else if (dice < 35)
        leave(candidate);
}

bool Candidates::isInForce(const Candidate& candidate)
{
    const auto stat = m_world.ensemble.stat(pathOf(candidate.node));
    return stat && stat->czxid == candidate.token && stat->ephemeralOwner == candidate.session &&
           m_world.sessionOf(processOf(candidate)) == candidate.session;
}

std::optional<std::string> Candidates::first() const
{
    const auto& queue = m_world.recipe.queues.front();
    std::optional<Place> first;
    for (const auto& node : m_world.ensemble.children(std::string(queue.directory))) {
        const auto place = queue.placeOf(node);
        if (place && (!first || place->number < first->number))
            first = place;
    }
    return first ? std::optional(first->node) : std::nullopt;
}

void Candidates::noteFirst()
{
    if (std::exchange(m_seenZxid, m_world.ensemble.zxid()) == m_world.ensemble.zxid())
        return;
    if (const auto node = first())
        m_first.emplace(*node, m_world.ensemble.stat(pathOf(*node))->czxid);
}

std::vector<std::string> Candidates::nodesOf(const Candidate& candidate)
{
    std::vector<std::string> nodes;
    for (const auto& path : m_world.ensemble.ephemeralsOf(m_world.sessionOf(processOf(candidate)))) {
        if (m_world.ensemble.data(path) == candidate.id)
            nodes.push_back(baseName(path));
    }
    return nodes;
}

void Candidates::afterStep()
{
    noteFirst();
    std::string leaders;
    int count = 0;
    for (const auto& candidate : m_candidates) {
        if (!candidate->leads || !candidate->latch)
            continue;
        const auto& client = processOf(*candidate).client;
        if (!candidate->outlastsContact && client && client->session().state != SessionState::Connected &&
            candidate->session == client->session().id)
            m_world.violated("held without contact", candidate->id + " leads");
        if (isInForce(*candidate)) {
            ++count;
            leaders += " " + candidate->id + "=" + candidate->node;
        }
    }
    if (count > 1)
        m_world.violated("mutual exclusion", "these lead together:" + leaders);
}

void Candidates::whenCalm()
{
    const bool wasRefused = m_world.hasRefused(); // retried after a while
    const auto next = first();
    for (const auto& candidate : m_candidates) {
        if (!m_world.isConnected(processOf(*candidate)) || processOf(*candidate).restarting || candidate->leaving)
            continue;
        const auto nodes = nodesOf(*candidate);
        if (candidate->leads && !isInForce(*candidate))
            m_world.violated("a holder has its node", candidate->id + " leads without");
        if (wasRefused)
            continue;
        if (nodes.size() > (candidate->latch ? 1 : 0))
            m_world.violated("no node is left behind", candidate->id + " has " + std::to_string(nodes.size()));
        if (candidate->latch && nodes.size() == 1 && next == nodes.front() && !candidate->leads &&
            m_world.isCertain(processOf(*candidate)))
            m_world.violated("no wake-up is lost", candidate->id + " is the first, and does not lead");
    }
    if (m_openCloses > 0 && !wasRefused &&
        std::all_of(m_world.processes.begin(), m_world.processes.end(),
                    [this](const auto& process) { return m_world.isConnected(*process) && !process->restarting; }))
        m_world.violated("releases are answered", "a latch that closes");
}

bool Candidates::releaseOne()
{
    for (const auto& candidate : m_candidates) {
        if (candidate->latch && candidate->leads && !candidate->leaving) {
            leave(*candidate);
            return true;
        }
    }
    return false;
}

bool Candidates::anybodyWaits()
{
    return m_openCloses > 0 || std::any_of(m_candidates.begin(), m_candidates.end(),
                                           [](const auto& candidate) { return candidate->latch != nullptr; });
}

void Candidates::destroyAll()
{
    for (const auto& candidate : m_candidates) {
        if (candidate->latch && !candidate->leaving)
            destroy(*candidate);
    }
}

void Candidates::tearDown(Process& process)
{
    for (const auto& candidate : m_candidates) {
        if (&processOf(*candidate) != &process)
            continue;
        candidate->reported.reset();
        candidate->latch.reset();
        candidate->leads = false;
    }
}

} // namespace lockscope::simulation
