// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/zookeeper/servers/EnsembleCollector.h"

#include "core/base/Phrase.h"
#include "core/sources/zookeeper/servers/FactsMerge.h"

#include <algorithm>
#include <utility>

namespace lockscope::ensemble {

namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

constexpr auto leastPause = 500ms;
constexpr auto quietTime = 60s;
constexpr auto membersHold = 60s;
constexpr int share = 100; ///< 1/share of the time is used for the dump request

std::string adminName(const AskedServer& server)
{
    return server.address.host + ' ' + std::to_string(server.adminPort);
}

milliseconds inMilliseconds(Duration duration)
{
    return std::chrono::ceil<milliseconds>(std::max(duration, Duration::zero()));
}

} // namespace

int CollectorSettings::adminPortOf(std::size_t index) const
{
    if (adminPorts.empty())
        return 0;
    if (adminPorts.size() == 1)
        return adminPorts.front();
    return index < adminPorts.size() ? adminPorts[index] : defaultAdminPort;
}

zk::Server CollectorSettings::wordEndpointOf(std::size_t index, const zk::Server& address) const
{
    return index < wordDetours.size() ? wordDetours[index] : address;
}

AdminAddress CollectorSettings::adminEndpointOf(std::size_t index, const zk::Server& address, int port) const
{
    return index < adminDetours.size() ? adminDetours[index] : AdminAddress{address.host, port};
}

EnsembleCollector::EnsembleCollector(CollectorSettings settings, Handlers handlers, QObject* parent)
    : QObject(parent)
    , m_settings(std::move(settings))
    , m_handlers(std::move(handlers))
    , m_list{m_settings.connect.servers, false, 0}
    , m_hosts(m_settings.hostNames, m_settings.looksUpHosts)
{
    m_timer.setSingleShot(true);
    m_watchTimer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &EnsembleCollector::beginRound);
    connect(&m_watchTimer, &QTimer::timeout, this, &EnsembleCollector::beginWatches);
}

EnsembleCollector::~EnsembleCollector() = default;

void EnsembleCollector::start()
{
    // An earlier refresh() has started the first round.
    if (m_roundBegan == SteadyTime())
        m_timer.start(0ms);
}

void EnsembleCollector::setMembers(const std::vector<Member>& members)
{
    m_hasMembers = true;
    takeMembers(members, true);
}

void EnsembleCollector::takeMembers(const std::vector<Member>& members, bool areAll)
{
    auto list = serversToAsk(m_settings.connect.servers, members);
    if (m_settings.namedOnly && list.servers.size() > m_settings.connect.servers.size())
        list = {m_settings.connect.servers, false, members.size()};
    list.isWhole = list.isWhole && areAll;
    const bool more = list.servers != m_list.servers;
    const bool better = list.isWhole != m_list.isWhole;
    m_list = std::move(list);
    if (more) {
        m_memories.clear();
        m_outdated = m_round != nullptr;
    }
    if (more || better)
        refresh();
}

void EnsembleCollector::refresh()
{
    if (m_round) {
        m_again = true;
        return;
    }
    const auto wait = inMilliseconds(m_roundBegan + leastPause - m_clock.now());
    if (!m_timer.isActive() || m_timer.remainingTimeAsDuration() > wait)
        m_timer.start(m_roundBegan == SteadyTime() ? 0ms : wait);
}

std::vector<AskedServer> EnsembleCollector::serversNow() const
{
    std::vector<AskedServer> servers(m_list.servers.size());
    for (std::size_t index = 0; index < servers.size(); ++index) {
        auto& server = servers[index];
        server.address = m_list.servers[index];
        server.adminPort = m_settings.adminPortOf(index);
        const auto quiet = m_quiet.find(adminName(server));
        if (quiet != m_quiet.end() && m_clock.now() < quiet->second.until)
            server.admin = quiet->second.endpoint;
    }
    return servers;
}

bool EnsembleCollector::knowsEveryServer() const
{
    return m_list.isWhole || m_onlyStandalone;
}

void EnsembleCollector::beginRound()
{
    m_again = false;
    m_outdated = false;
    m_roundBegan = m_clock.now();
    const bool asksMembers =
        !m_hasMembers && (m_membersAskedAt == SteadyTime() || m_roundBegan - m_membersAskedAt > membersHold);
    if (asksMembers)
        m_membersAskedAt = m_roundBegan;
    m_round = new FactsRound(
        m_statusEndpoints, m_settings, m_clock, serversNow(), asksMembers,
        [this](FactsRound::Outcome outcome) { endRound(std::move(outcome)); }, this);
    m_round->start();
}

void EnsembleCollector::endRound(FactsRound::Outcome outcome)
{
    std::exchange(m_round, nullptr)->deleteLater();
    if (const auto foreign = foreignIn(outcome)) {
        auto& server = outcome.servers[*foreign];
        server.admin = {
            Endpoint::State::Closed,
            phrase("this AdminServer serves another ensemble: it does not report the session of Lockscope")};
        // The session may end between two requests: one missing entry is not enough.
        if (m_suspect == adminName(server))
            leaveAlone(server);
        m_suspect = adminName(server);
        m_timer.start(0ms);
        return;
    }
    m_suspect.clear();
    for (const auto& server : outcome.servers) {
        // For an unreachable server both status endpoints are tried again: their timeouts run in parallel.
        const auto known = m_quiet.find(adminName(server));
        const bool isNew = known == m_quiet.end() || known->second.until <= m_roundBegan;
        if (server.admin.state == Endpoint::State::Silent && server.client.isOpen() && isNew)
            leaveAlone(server);
    }
    m_onlyStandalone = !outcome.servers.empty() &&
                       std::all_of(outcome.servers.begin(), outcome.servers.end(), [](const AskedServer& server) {
                           return server.status && server.status->mode == "standalone";
                       });
    m_timer.start(m_again ? milliseconds(leastPause)
                          : std::max(m_settings.interval, inMilliseconds(outcome.dumpTook) * share));
    m_hasFacts = true;
    if (std::exchange(m_wantsWatches, false))
        m_watchTimer.start(0ms);
    noteDown(outcome.servers, outcome.takenAt);
    const auto members = outcome.members;
    const bool hasAllMembers = outcome.hasAllMembers;
    const bool knowsAll = knowsEveryServer() && !m_outdated;
    auto facts = merged(std::move(outcome), m_memories, knowsAll ? std::max(m_list.members, std::size_t(1)) : 0);
    m_isShared = std::any_of(facts->servers.begin(), facts->servers.end(),
                             [](const ServerFacts& server) { return server.isShared; });
    keepKnown(*facts, m_known);
    m_known.sessions = facts->sessions; // the list of nodes may be large
    if (m_outdated)
        m_memories.clear(); // they are ordered like the requested servers
    if (!m_hasMembers && !members.empty())
        takeMembers(members, hasAllMembers);
    publish(facts); // must be last
}

/// With the names of the clients' hosts. The handler may destroy this.
void EnsembleCollector::publish(const std::shared_ptr<const EnsembleFacts>& facts)
{
    std::set<std::string> addresses;
    if (m_settings.looksUpHosts) {
        for (const auto& [id, session] : facts->sessions) {
            if (!session.host.empty())
                addresses.emplace(inspect::addressIn(session.host));
        }
    }
    m_hosts.find(addresses, [this, facts](const HostLookup::Names& names) {
        if (!names)
            return m_handlers.facts(facts);
        auto named = std::make_shared<EnsembleFacts>(*facts);
        named->hostNames = names;
        m_handlers.facts(std::move(named));
    });
}

void EnsembleCollector::noteDown(std::vector<AskedServer>& servers, WallTime now)
{
    std::map<std::string, WallTime> down;
    for (auto& server : servers) {
        const auto state = stateOf(server);
        if (state != ServerState::Down && state != ServerState::Silent)
            continue;
        const auto name = toString(server.address);
        const auto known = m_downSince.find(name);
        server.downSince = down[name] = known == m_downSince.end() ? now : known->second;
    }
    m_downSince = std::move(down);
}

std::optional<std::size_t> EnsembleCollector::foreignIn(const FactsRound::Outcome& outcome) const
{
    const bool isSure = m_ownSession != 0 && m_ownSince < m_roundBegan;
    if (!isSure || !outcome.dump || !outcome.dump->sessions)
        return std::nullopt;
    const auto& listed = *outcome.dump->sessions;
    const auto& servers = outcome.servers;
    const auto anyConnection = [](const AskedServer& server, const auto& isIt) {
        return server.connections && std::any_of(server.connections->begin(), server.connections->end(), isIt);
    };
    if (!listed.contains(m_ownSession)) {
        // A local session is only known to the server that it is connected to.
        const bool isLocal = std::any_of(servers.begin(), servers.end(), [&](const AskedServer& server) {
            return anyConnection(server, [&](const ClientConnection& one) { return one.session == m_ownSession; });
        });
        return isLocal || outcome.dumpBy != Source::AdminServer ? std::nullopt : std::optional(outcome.leader);
    }
    for (std::size_t index = 0; index < servers.size(); ++index) {
        const auto& server = servers[index];
        if (server.connectionsBy == Source::AdminServer && !server.connections->empty() &&
            !anyConnection(server, [&](const ClientConnection& one) { return listed.contains(one.session); }))
            return index;
    }
    return std::nullopt;
}

void EnsembleCollector::leaveAlone(const AskedServer& server)
{
    m_quiet[adminName(server)] = {server.admin, m_clock.now() + quietTime};
}

void EnsembleCollector::setOwnSession(SessionId session)
{
    if (session == m_ownSession)
        return;
    m_ownSession = session;
    m_ownSince = m_clock.now();
}

void EnsembleCollector::askWatches(std::set<SessionId> own)
{
    m_own = std::move(own);
    if (!m_hasFacts) {
        // The first round shows whether all servers are known.
        m_wantsWatches = true;
        refresh();
        return;
    }
    if (m_watchRound)
        m_watchesAgain = true; // its result would be older than this request
    else if (!m_watchTimer.isActive())
        waitForWatches();
}

void EnsembleCollector::waitForWatches()
{
    const bool first = m_lastWatches == SteadyTime();
    m_watchTimer.start(first ? 0ms : inMilliseconds(m_lastWatches + m_settings.watchInterval - m_clock.now()));
}

void EnsembleCollector::beginWatches()
{
    m_lastWatches = m_clock.now();
    m_watchRound = new WatchRound(
        m_statusEndpoints, m_settings, m_clock, serversNow(), m_own, knowsEveryServer() && !m_isShared,
        [this](WatchFactsPtr facts) {
            std::exchange(m_watchRound, nullptr)->deleteLater();
            if (std::exchange(m_watchesAgain, false))
                waitForWatches();
            m_handlers.watches(std::move(facts));
        },
        this);
    m_watchRound->start();
}

} // namespace lockscope::ensemble
