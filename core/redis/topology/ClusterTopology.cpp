// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/topology/ClusterTopology.h"

#include "core/base/Phrase.h"
#include "core/redis/topology/LinkProblem.h"

#include <algorithm>
#include <set>
#include <utility>

namespace lockscope::redis {

namespace {

/// Between two looks because of replies. A MOVED corrects its slot without a look.
constexpr Duration gapAfterReplies = std::chrono::seconds(1);
/// A link for ASK is kept this long after the last redirection: further keys of the slot follow.
constexpr Duration askedLinkTime = std::chrono::seconds(30);

Error notUsedAnyMore()
{
    return {ErrorCode::ConnectionLoss, {}, {}, phrase("the server is not a master of the cluster any more")};
}

} // namespace

std::unique_ptr<ServerTopology> clusterTopology(ServerTopology::Context context)
{
    return std::make_unique<ClusterTopology>(std::move(context));
}

ClusterTopology::ClusterTopology(Context context)
    : m_context(std::move(context))
    , m_schedule(m_context.link.executor, [this] { look(); })
    , m_random(std::random_device()())
{
}

ClusterTopology::~ClusterTopology()
{
    stop({ErrorCode::Closed, {}, {}, {}});
}

void ClusterTopology::start()
{
    m_schedule.request();
}

void ClusterTopology::stop(const Error& reason)
{
    m_alive.reset();
    m_schedule.stop();
    m_spareTimer.reset();
    m_survey.reset();
    for (const auto& [address, link] : std::exchange(m_masters, {}))
        link->close(reason);
    for (const auto& [address, spare] : std::exchange(m_spares, {}))
        spare.link->close(reason);
    m_slots = {};
}

std::shared_ptr<ServerLink> ClusterTopology::linkFor(std::string_view key)
{
    if (key.empty()) {
        const auto connected = std::find_if(m_masters.begin(), m_masters.end(),
                                            [](const auto& item) { return item.second->isConnected(); });
        const auto any = connected != m_masters.end() ? connected : m_masters.begin();
        return any != m_masters.end() ? any->second : nullptr;
    }
    const auto* const master = m_slots.masterOf(slotOf(key));
    const auto found = master ? m_masters.find(*master) : m_masters.end();
    return found != m_masters.end() ? found->second : nullptr;
}

std::vector<std::shared_ptr<ServerLink>> ClusterTopology::masters() const
{
    std::vector<std::shared_ptr<ServerLink>> links;
    for (const auto& [address, link] : m_masters)
        links.push_back(link);
    return links;
}

ServerTopology::Summary ClusterTopology::summary() const
{
    using State = Summary::State;
    if (m_masters.empty()) {
        const bool isRefused = m_problem && m_problem->code == ErrorCode::AuthFailed;
        return {isRefused ? State::AuthFailed : State::Connecting, {}, m_problem ? m_problem->detail : ""};
    }
    const auto& server = m_masters.begin()->first;
    for (const auto& [address, link] : m_masters) {
        if (link->state() == ServerLink::State::AuthFailed)
            return {State::AuthFailed, toString(address), linkProblem(address, link->error())};
    }
    for (const auto& [address, link] : m_masters) {
        if (!link->isConnected())
            return {State::Connecting, toString(address), problemOf(*link)};
    }
    if (const int uncovered = m_slots.uncovered(); uncovered > 0)
        return {State::Connecting, toString(server),
                counted(static_cast<std::size_t>(uncovered), phraseLater("%1 hash slot of the cluster has no master"),
                        phraseLater("%1 hash slots of the cluster have no master"))};
    if (m_isDown)
        return {State::Connecting, toString(server), phrase("the cluster is down: it reports cluster_state:fail")};
    return {State::Connected, toString(server), {}};
}

/// Why a master is not connected. The cluster may give addresses of another network.
std::string ClusterTopology::problemOf(const ServerLink& link) const
{
    const auto& given = m_context.link.settings.target.servers;
    auto problem = linkProblem(link.address(), link.error());
    const bool isGiven = std::find(given.begin(), given.end(), link.address()) != given.end();
    if (problem.empty() || isGiven || link.connections() > 0)
        return problem;
    return phrase("%1. The cluster announces this address", problem);
}

std::shared_ptr<ServerLink> ClusterTopology::onRedirect(const Redirect& redirect)
{
    const bool isMoved = redirect.kind == Redirect::Kind::Moved;
    if (isMoved) {
        m_moved = redirect.address;
        m_schedule.request(gapAfterReplies);
    }
    if (!redirect.address)
        return nullptr;
    const auto& address = *redirect.address;
    if (!isMoved) {
        auto link = linkTo(address);
        if (!m_masters.contains(address))
            keepSpare(address, link, askedLinkTime);
        return link;
    }
    const auto* const known = m_slots.masterOf(redirect.slot);
    if (!known || *known != address) {
        m_slots.assign(redirect.slot, redirect.slot, address);
        useAsMaster(address);
        notify(&Handlers::layoutChanged);
        notify(&Handlers::connectionsChanged);
    }
    return linkTo(address);
}

void ClusterTopology::onNotServed(ServerLink&)
{
    m_schedule.request(gapAfterReplies);
}

void ClusterTopology::look()
{
    m_survey = std::make_unique<ClusterSurvey>(
        m_context.link, nodesToAsk(), whileAlive([this](Result<ClusterView> view) { onView(std::move(view)); }));
    m_survey->start();
}

/// First the target of the last MOVED, whose view is the newest; then the connected masters, then the others.
std::vector<ClusterSurvey::Node> ClusterTopology::nodesToAsk()
{
    std::vector<Address> first;
    std::vector<Address> last;
    std::set<Address> all(m_nodes.begin(), m_nodes.end());
    all.insert(m_context.link.settings.target.servers.begin(), m_context.link.settings.target.servers.end());
    for (const auto& [address, link] : m_masters)
        all.insert(address);
    for (const auto& address : all) {
        const auto found = m_masters.find(address);
        const bool isConnected = found != m_masters.end() && found->second->isConnected();
        (isConnected ? first : last).push_back(address);
    }
    std::shuffle(first.begin(), first.end(), m_random);
    std::shuffle(last.begin(), last.end(), m_random);
    first.insert(first.end(), last.begin(), last.end());
    if (const auto moved = std::exchange(m_moved, std::nullopt)) {
        std::erase(first, *moved);
        first.insert(first.begin(), *moved);
    }
    std::vector<ClusterSurvey::Node> nodes;
    for (const auto& address : first) {
        const auto found = m_masters.find(address);
        const bool isConnected = found != m_masters.end() && found->second->isConnected();
        nodes.push_back({address, isConnected ? found->second : nullptr});
    }
    return nodes;
}

void ClusterTopology::onView(Result<ClusterView> view)
{
    m_survey.reset();
    m_problem.reset();
    if (view)
        apply(std::move(*view));
    else
        m_problem = view.error();
    m_schedule.end(lookOutcome());
    notify(&Handlers::connectionsChanged);
}

void ClusterTopology::apply(ClusterView view)
{
    bool isChanged = view.slots != m_slots || view.hasShardedChannels != m_hasShardedChannels;
    m_slots = std::move(view.slots);
    m_nodes = std::move(view.nodes);
    m_isDown = view.isDown;
    m_hasShardedChannels = view.hasShardedChannels;
    const auto masters = m_slots.masters();
    for (const auto& address : masters)
        useAsMaster(address);
    for (auto master = m_masters.begin(); master != m_masters.end();) {
        if (std::binary_search(masters.begin(), masters.end(), master->first)) {
            ++master;
            continue;
        }
        isChanged = true;
        keepSpare(master->first, std::move(master->second), m_context.link.settings.requestTimeout);
        master = m_masters.erase(master);
    }
    if (isChanged)
        notify(&Handlers::layoutChanged);
}

LookSchedule::Outcome ClusterTopology::lookOutcome() const
{
    using Outcome = LookSchedule::Outcome;
    if (m_problem || m_isDown || m_slots.uncovered() > 0)
        return Outcome::Unsettled;
    auto outcome = Outcome::Settled;
    for (const auto& [address, link] : m_masters) {
        if (link->isConnected())
            continue;
        if (link->error() != Error())
            return Outcome::Unsettled;
        outcome = Outcome::Pending;
    }
    return outcome;
}

void ClusterTopology::onLinkChanged(const Address& address)
{
    const auto found = m_masters.find(address);
    if (found == m_masters.end())
        return;
    if (!found->second->isConnected())
        m_schedule.request();
    notify(&Handlers::connectionsChanged);
}

/// The link to a server, whatever it is used for.
std::shared_ptr<ServerLink> ClusterTopology::linkTo(const Address& address)
{
    if (const auto master = m_masters.find(address); master != m_masters.end())
        return master->second;
    if (const auto spare = m_spares.find(address); spare != m_spares.end())
        return spare->second.link;
    auto link =
        m_context.makeLink(address, ServerLink::Probe(), whileAlive([this, address] { onLinkChanged(address); }));
    link->start();
    return link;
}

void ClusterTopology::useAsMaster(const Address& address)
{
    m_masters[address] = linkTo(address);
    m_spares.erase(address);
}

void ClusterTopology::keepSpare(const Address& address, std::shared_ptr<ServerLink> link, Duration time)
{
    auto& spare = m_spares[address];
    spare.link = std::move(link);
    spare.until = std::max(spare.until, m_context.link.executor.clock().now() + time);
    closeSpares();
}

/// Closes those that are not needed any more, and comes back for the others.
void ClusterTopology::closeSpares()
{
    m_spareTimer.reset();
    const auto now = m_context.link.executor.clock().now();
    auto next = SteadyTime::max();
    for (auto spare = m_spares.begin(); spare != m_spares.end();) {
        if (spare->second.until <= now) {
            spare->second.link->close(notUsedAnyMore());
            spare = m_spares.erase(spare);
        } else {
            next = std::min(next, spare->second.until);
            ++spare;
        }
    }
    if (!m_spares.empty())
        m_spareTimer = m_context.link.executor.after(next - now, whileAlive([this] { closeSpares(); }));
}

/// A handler may call this object's functions, so it is called in a task of its own.
void ClusterTopology::notify(Task Handlers::*handler)
{
    m_context.link.executor.post(whileAlive([this, handler] { (m_context.handlers.*handler)(); }));
}

} // namespace lockscope::redis
