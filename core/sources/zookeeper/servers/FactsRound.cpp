// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/zookeeper/servers/FactsRound.h"

#include "core/base/Phrase.h"

#include <QPointer>

#include <algorithm>
#include <utility>

namespace lockscope::ensemble {

namespace {

void found(Endpoint& endpoint, const EndpointAnswer& answer)
{
    endpoint.state = answer.reported()                                   ? Endpoint::State::Open
                     : answer.outcome == EndpointAnswer::Outcome::Silent ? Endpoint::State::Silent
                                                                         : Endpoint::State::Closed;
    endpoint.reason = answer.reason;
    endpoint.server = answer.outcome == EndpointAnswer::Outcome::Silent        ? ServerState::Silent
                      : answer.outcome == EndpointAnswer::Outcome::Unreachable ? ServerState::Down
                      : answer.outcome == EndpointAnswer::Outcome::NotServing  ? ServerState::NotServing
                                                                               : ServerState::Unknown;
}

void senseless(Endpoint& endpoint)
{
    endpoint.state = Endpoint::State::Closed;
    endpoint.reason = phrase("invalid answer");
}

bool leads(const AskedServer& server)
{
    return server.status && (server.status->mode == "leader" || server.status->mode == "standalone");
}

/// `date` has whole seconds, and was written between `asked` and `answered`.
std::chrono::milliseconds aheadBy(WallTime date, WallTime asked, WallTime answered)
{
    return date + std::chrono::milliseconds(500) - (asked + (answered - asked) / 2);
}

/// Updates the client port's state: a refused command shows a listening server, a failed connection does not.
void heardAtClientPort(AskedServer& server, const EndpointAnswer& answer)
{
    const bool refusedWord = answer.outcome == EndpointAnswer::Outcome::Unlisted;
    if (answer.reported() || refusedWord || server.client.state == Endpoint::State::NotAsked) {
        found(server.client, answer);
        if (refusedWord)
            server.client.state = Endpoint::State::Open;
    }
}

} // namespace

FactsRound::FactsRound(StatusEndpoints& statusEndpoints, const CollectorSettings& settings, const Clock& clock,
                       std::vector<AskedServer> servers, bool asksMembers, std::function<void(Outcome)> done,
                       QObject* parent)
    : QObject(parent)
    , m_statusEndpoints(statusEndpoints)
    , m_settings(settings)
    , m_clock(clock)
    , m_asksMembers(asksMembers)
    , m_done(std::move(done))
{
    m_outcome.servers = std::move(servers);
}

template <typename F> StatusEndpoints::Reply FactsRound::mine(F handler)
{
    return [self = QPointer<FactsRound>(this), handler](const EndpointAnswer& answer) {
        if (self)
            handler(answer);
    };
}

void FactsRound::start()
{
    const auto count = m_outcome.servers.size();
    m_outcome.takenAt = m_clock.wallNow();
    m_pending.assign(count, 2);
    m_unfinished = count;
    if (count == 0)
        end();
    for (std::size_t index = 0; index < count; ++index) {
        m_outcome.servers[index].askedAt = m_outcome.takenAt;
        askStatus(index);
        askConnections(index);
    }
}

void FactsRound::askWord(std::size_t index, const char* word, StatusEndpoints::Limits limits,
                         StatusEndpoints::Reply reply)
{
    if (m_settings.words)
        m_statusEndpoints.askWord(m_settings.wordEndpointOf(index, m_outcome.servers[index].address), word, limits,
                                  std::move(reply));
    else
        reply({EndpointAnswer::Outcome::NotAsked, {}, phrase("not queried")});
}

void FactsRound::askAdmin(std::size_t index, const char* command, StatusEndpoints::Limits limits,
                          StatusEndpoints::Reply reply)
{
    const auto& server = m_outcome.servers[index];
    m_statusEndpoints.askAdmin(m_settings.adminEndpointOf(index, server.address, server.adminPort), command, limits,
                               std::move(reply));
}

void FactsRound::askStatus(std::size_t index)
{
    askWord(index, "srvr", small(), mine([this, index](const EndpointAnswer& answer) {
                auto& server = m_outcome.servers[index];
                heardAtClientPort(server, answer);
                if (answer.reported())
                    server.status = statusFromWord(answer.bytes);
                if (server.status && server.status->mode == "leader")
                    askFollowers(index);
                answered(index);
            }));
}

/// The AdminServer's command needs no whitelist.
void FactsRound::askFollowers(std::size_t index)
{
    ++m_pending[index];
    const auto& server = m_outcome.servers[index];
    const auto byWord = [this, index] {
        askWord(index, "mntr", small(), mine([this, index](const EndpointAnswer& answer) {
                    if (answer.reported())
                        addFollowersFromWord(answer.bytes, m_outcome.servers[index].status->health);
                    answered(index);
                }));
    };
    if (server.adminPort == 0 || (server.admin.state != Endpoint::State::NotAsked && !server.admin.isOpen()))
        return byWord();
    askAdmin(index, "monitor", small(), mine([this, index, byWord](const EndpointAnswer& answer) {
                 auto& health = m_outcome.servers[index].status->health;
                 if (answer.reported() && addFollowersFromJson(answer.bytes, health))
                     answered(index);
                 else
                     byWord();
             }));
}

void FactsRound::askConnections(std::size_t index)
{
    auto& server = m_outcome.servers[index];
    if (server.adminPort == 0 || server.admin.state != Endpoint::State::NotAsked) {
        askCons(index);
        return;
    }
    server.connectionsAskedAt = m_clock.wallNow();
    askAdmin(index, "connections", small(), mine([this, index](const EndpointAnswer& answer) {
                 auto& asked = m_outcome.servers[index];
                 found(asked.admin, answer);
                 if (answer.date)
                     asked.clockAhead = aheadBy(*answer.date, asked.connectionsAskedAt, m_clock.wallNow());
                 auto trouble =
                     answer.reported() || !m_settings.adminTrouble ? std::string() : m_settings.adminTrouble(index);
                 if (!trouble.empty())
                     asked.admin.reason = std::move(trouble);
                 if (answer.reported()) {
                     asked.connections = connectionsFromJson(answer.bytes);
                     if (!asked.connections)
                         senseless(asked.admin);
                 }
                 if (asked.connections) {
                     asked.connectionsBy = Source::AdminServer;
                     asked.reportedAt = m_clock.wallNow();
                     answered(index);
                 } else if (asked.client.state == Endpoint::State::Silent) {
                     asked.cons = asked.client;
                     answered(index);
                 } else if (answer.outcome == EndpointAnswer::Outcome::TooBig) {
                     found(asked.cons, answer); // the same list by another command would be as large
                     answered(index);
                 } else {
                     askCons(index);
                 }
             }));
}

void FactsRound::askCons(std::size_t index)
{
    m_outcome.servers[index].connectionsAskedAt = m_clock.wallNow();
    askWord(index, "cons", small(), mine([this, index](const EndpointAnswer& answer) {
                auto& server = m_outcome.servers[index];
                heardAtClientPort(server, answer);
                found(server.cons, answer);
                if (answer.reported()) {
                    server.connections = connectionsFromCons(answer.bytes);
                    if (!server.connections)
                        senseless(server.cons);
                }
                if (server.connections) {
                    server.connectionsBy = Source::FourLetter;
                    server.reportedAt = m_clock.wallNow();
                }
                answered(index);
            }));
}

void FactsRound::askAdminStatus(std::size_t index)
{
    ++m_pending[index];
    askAdmin(index, "server_stats", small(), mine([this, index](const EndpointAnswer& answer) {
                 auto& status = m_outcome.servers[index].status;
                 status = answer.reported() ? statusFromJson(answer.bytes).value_or(ServerStatus()) : ServerStatus();
                 if (status->mode == "leader")
                     askFollowers(index);
                 answered(index);
             }));
}

void FactsRound::answered(std::size_t index)
{
    if (--m_pending[index] > 0)
        return;
    const auto& server = m_outcome.servers[index];
    if (!server.status && server.admin.isOpen()) {
        askAdminStatus(index);
        return;
    }
    if (--m_unfinished > 0)
        return;
    if (m_asksMembers)
        askMembers(0);
    else
        planDump();
}

/// `conf` reports all members. `voting_view` leaves out the observers, but no server's AdminServer reports these.
void FactsRound::askMembers(std::size_t index)
{
    if (index == m_outcome.servers.size() || m_outcome.hasAllMembers) {
        planDump();
        return;
    }
    const auto& server = m_outcome.servers[index];
    auto byAdmin = mine([this, index](const EndpointAnswer& answer) {
        if (m_outcome.members.empty() && answer.reported())
            m_outcome.members = membersInView(answer.bytes);
        askMembers(index + 1);
    });
    auto byWord = mine([this, index, byAdmin](const EndpointAnswer& answer) {
        const auto members = answer.reported() ? membersIn(answer.bytes) : std::vector<Member>();
        if (!members.empty()) {
            m_outcome.members = members;
            m_outcome.hasAllMembers = true;
        }
        if (members.empty() && m_outcome.members.empty() && m_outcome.servers[index].admin.isOpen())
            askAdmin(index, "voting_view", small(), byAdmin);
        else
            askMembers(index + 1);
    });
    if (server.client.isOpen())
        askWord(index, "conf", small(), std::move(byWord));
    else
        byWord({});
}

/// A leader's AdminServer reports sessions and nodes, so does any server's command dump; a follower's AdminServer
/// reports only the nodes.
void FactsRound::planDump()
{
    const auto add = [this](bool leaders, Source endpoint) {
        for (std::size_t index = 0; index < m_outcome.servers.size(); ++index) {
            const auto& server = m_outcome.servers[index];
            const bool open = endpoint == Source::AdminServer ? server.admin.isOpen() : server.client.isOpen();
            if (open && leads(server) == leaders)
                m_candidates.push_back({index, endpoint});
        }
    };
    add(true, Source::AdminServer);
    add(true, Source::FourLetter);
    add(false, Source::FourLetter);
    add(false, Source::AdminServer);
    std::reverse(m_candidates.begin(), m_candidates.end());
    for (const auto& server : m_outcome.servers) {
        if (leads(server))
            m_outcome.clockAhead = server.clockAhead;
    }
    m_dumpBegan = m_clock.now();
    askNextDump();
}

void FactsRound::askNextDump()
{
    const bool hasSessions = m_outcome.dump && m_outcome.dump->sessions;
    if (hasSessions || m_candidates.empty()) {
        end();
        return;
    }
    const auto candidate = m_candidates.back();
    m_candidates.pop_back();
    const bool byAdmin = candidate.endpoint == Source::AdminServer;
    if (byAdmin && m_outcome.dump) {
        askNextDump(); // it would not report more than the last one
        return;
    }
    auto reply = mine([this, candidate, byAdmin](const EndpointAnswer& answer) {
        auto& asked = m_outcome.servers[candidate.server];
        if (!byAdmin)
            found(asked.dump, answer);
        if (answer.reported()) {
            const auto now = m_clock.wallNow();
            const auto& chroot = m_settings.connect.chroot;
            auto dump = byAdmin ? dumpFromJson(answer.bytes, chroot) : dumpFromWord(answer.bytes, chroot, now);
            if (!dump && !byAdmin)
                senseless(asked.dump);
            if (dump) {
                m_outcome.dump = std::move(dump);
                m_outcome.dumpBy = candidate.endpoint;
                m_outcome.dumpedAt = now;
                m_outcome.leader = candidate.server;
                m_outcome.zxid = asked.status ? asked.status->health.zxid : std::nullopt;
                if (m_outcome.dump->sessions)
                    asked.sessionsBy = candidate.endpoint;
            }
        }
        askNextDump();
    });
    if (byAdmin)
        askAdmin(candidate.server, "dump", big(), std::move(reply));
    else
        askWord(candidate.server, "dump", big(), std::move(reply));
}

void FactsRound::end()
{
    // `done` may delete this object.
    if (m_dumpBegan != SteadyTime())
        m_outcome.dumpTook = m_clock.now() - m_dumpBegan;
    auto done = std::exchange(m_done, nullptr);
    done(std::move(m_outcome));
}

} // namespace lockscope::ensemble
