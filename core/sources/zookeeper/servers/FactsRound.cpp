// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/zookeeper/servers/FactsRound.h"

#include "core/base/Phrase.h"

#include <QPointer>

#include <algorithm>
#include <utility>

namespace lockscope::ensemble {

namespace {

void found(Door& door, const DoorAnswer& answer)
{
    door.state = answer.told()                                   ? Door::State::Open
                 : answer.outcome == DoorAnswer::Outcome::Silent ? Door::State::Silent
                                                                 : Door::State::Closed;
    door.reason = answer.reason;
}

void senseless(Door& door)
{
    door.state = Door::State::Closed;
    door.reason = phrase("its answer makes no sense");
}

bool leads(const AskedServer& server)
{
    return server.status && (server.status->mode == "leader" || server.status->mode == "standalone");
}

/// Something listens there: refused words count, a dead port does not.
void heardAtClientPort(AskedServer& server, const DoorAnswer& answer)
{
    const bool refusedWord = answer.outcome == DoorAnswer::Outcome::Unlisted;
    if (answer.told() || refusedWord || server.client.state == Door::State::NotAsked) {
        found(server.client, answer);
        if (refusedWord)
            server.client.state = Door::State::Open;
    }
}

} // namespace

FactsRound::FactsRound(Doors& doors, const CollectorSettings& settings, const Clock& clock,
                       std::vector<AskedServer> servers, std::function<void(Outcome)> done, QObject* parent)
    : QObject(parent)
    , m_doors(doors)
    , m_settings(settings)
    , m_clock(clock)
    , m_done(std::move(done))
{
    m_outcome.servers = std::move(servers);
}

template <typename F> Doors::Reply FactsRound::mine(F handler)
{
    return [self = QPointer<FactsRound>(this), handler](const DoorAnswer& answer) {
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

void FactsRound::askWord(std::size_t index, const char* word, Doors::Limits limits, Doors::Reply reply)
{
    if (m_settings.words)
        m_doors.askWord(m_settings.wordDoorOf(index, m_outcome.servers[index].address), word, limits, std::move(reply));
    else
        reply({DoorAnswer::Outcome::Closed, {}, phrase("not asked")});
}

void FactsRound::askAdmin(std::size_t index, const char* command, Doors::Limits limits, Doors::Reply reply)
{
    const auto& server = m_outcome.servers[index];
    m_doors.askAdmin(m_settings.adminDoorOf(index, server.address, server.adminPort), command, limits,
                     std::move(reply));
}

void FactsRound::askStatus(std::size_t index)
{
    askWord(index, "srvr", small(), mine([this, index](const DoorAnswer& answer) {
                auto& server = m_outcome.servers[index];
                heardAtClientPort(server, answer);
                if (answer.told())
                    server.status = statusFromWord(answer.bytes);
                answered(index);
            }));
}

void FactsRound::askConnections(std::size_t index)
{
    auto& server = m_outcome.servers[index];
    if (server.adminPort == 0 || server.admin.state != Door::State::NotAsked) {
        askCons(index);
        return;
    }
    askAdmin(index, "connections", small(), mine([this, index](const DoorAnswer& answer) {
                 auto& asked = m_outcome.servers[index];
                 found(asked.admin, answer);
                 auto trouble =
                     answer.told() || !m_settings.adminTrouble ? std::string() : m_settings.adminTrouble(index);
                 if (!trouble.empty())
                     asked.admin.reason = std::move(trouble);
                 if (answer.told()) {
                     asked.connections = connectionsFromJson(answer.bytes);
                     if (!asked.connections)
                         senseless(asked.admin);
                 }
                 if (asked.connections) {
                     asked.connectionsBy = Source::AdminServer;
                     asked.toldAt = m_clock.wallNow();
                     answered(index);
                 } else if (asked.client.state == Door::State::Silent) {
                     asked.cons = asked.client;
                     answered(index);
                 } else {
                     askCons(index);
                 }
             }));
}

void FactsRound::askCons(std::size_t index)
{
    askWord(index, "cons", small(), mine([this, index](const DoorAnswer& answer) {
                auto& server = m_outcome.servers[index];
                heardAtClientPort(server, answer);
                found(server.cons, answer);
                if (answer.told()) {
                    server.connections = connectionsFromCons(answer.bytes);
                    if (!server.connections)
                        senseless(server.cons);
                }
                if (server.connections) {
                    server.connectionsBy = Source::FourLetter;
                    server.toldAt = m_clock.wallNow();
                }
                answered(index);
            }));
}

void FactsRound::askAdminStatus(std::size_t index)
{
    ++m_pending[index];
    askAdmin(index, "server_stats", small(), mine([this, index](const DoorAnswer& answer) {
                 m_outcome.servers[index].status =
                     answer.told() ? statusFromJson(answer.bytes).value_or(ServerStatus()) : ServerStatus();
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
    if (--m_unfinished == 0)
        planDump();
}

/// A leader's AdminServer tells sessions and nodes, any server's four-letter word too, a follower's AdminServer the
/// nodes alone.
void FactsRound::planDump()
{
    const auto add = [this](bool leaders, Source door) {
        for (std::size_t index = 0; index < m_outcome.servers.size(); ++index) {
            const auto& server = m_outcome.servers[index];
            const bool open = door == Source::AdminServer ? server.admin.isOpen() : server.client.isOpen();
            if (open && leads(server) == leaders)
                m_candidates.push_back({index, door});
        }
    };
    add(true, Source::AdminServer);
    add(true, Source::FourLetter);
    add(false, Source::FourLetter);
    add(false, Source::AdminServer);
    std::reverse(m_candidates.begin(), m_candidates.end());
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
    const bool byAdmin = candidate.door == Source::AdminServer;
    if (byAdmin && m_outcome.dump) {
        askNextDump(); // it would say no more than the one before
        return;
    }
    auto reply = mine([this, candidate, byAdmin](const DoorAnswer& answer) {
        auto& asked = m_outcome.servers[candidate.server];
        if (!byAdmin)
            found(asked.dump, answer);
        if (answer.told()) {
            const auto now = m_clock.wallNow();
            const auto& chroot = m_settings.connect.chroot;
            auto dump = byAdmin ? dumpFromJson(answer.bytes, chroot) : dumpFromWord(answer.bytes, chroot, now);
            if (!dump && !byAdmin)
                senseless(asked.dump);
            if (dump) {
                m_outcome.dump = std::move(dump);
                m_outcome.dumpBy = candidate.door;
                m_outcome.dumpedAt = now;
                m_outcome.leader = candidate.server;
                if (m_outcome.dump->sessions)
                    asked.sessionsBy = candidate.door;
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
    // Its owner deletes it when it hears of the end.
    if (m_dumpBegan != SteadyTime())
        m_outcome.dumpTook = m_clock.now() - m_dumpBegan;
    auto done = std::exchange(m_done, nullptr);
    done(std::move(m_outcome));
}

} // namespace lockscope::ensemble
