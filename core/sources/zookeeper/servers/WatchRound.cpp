// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/zookeeper/servers/WatchRound.h"

#include "core/sources/zookeeper/servers/WatchList.h"

#include <QPointer>

#include <utility>

namespace lockscope::ensemble {

WatchRound::WatchRound(StatusEndpoints& statusEndpoints, const CollectorSettings& settings, const Clock& clock,
                       std::vector<AskedServer> servers, std::set<SessionId> own, bool knowsEveryServer, Done done,
                       QObject* parent)
    : QObject(parent)
    , m_statusEndpoints(statusEndpoints)
    , m_settings(settings)
    , m_clock(clock)
    , m_servers(std::move(servers))
    , m_own(std::move(own))
    , m_done(std::move(done))
{
    m_facts.isComplete = knowsEveryServer;
}

void WatchRound::start()
{
    m_facts.takenAt = m_clock.wallNow();
    m_unfinished = m_servers.size() + 1;
    for (std::size_t index = 0; index < m_servers.size(); ++index) {
        const auto& server = m_servers[index];
        if (server.adminPort == 0 || server.admin.state != Endpoint::State::NotAsked)
            askWord(index);
        else
            askAdmin(index);
    }
    answered(m_facts.source);
}

void WatchRound::askAdmin(std::size_t index)
{
    const auto& server = m_servers[index];
    m_statusEndpoints.askAdmin(
        m_settings.adminEndpointOf(index, server.address, server.adminPort), "watches_by_path", limits(),
        [self = QPointer<WatchRound>(this), index](const EndpointAnswer& answer) {
            if (!self)
                return;
            if (answer.reported() &&
                addWatchesFromJson(answer.bytes, self->m_settings.connect.chroot, self->m_own, self->m_facts.watchers))
                self->answered(Source::AdminServer);
            else if (answer.outcome == EndpointAnswer::Outcome::TooBig ||
                     answer.outcome == EndpointAnswer::Outcome::Silent)
                self->miss(); // the same list by another command would cost the server as much again
            else
                self->askWord(index);
        });
}

void WatchRound::askWord(std::size_t index)
{
    if (!m_settings.words) {
        miss();
        return;
    }
    m_statusEndpoints.askWord(
        m_settings.wordEndpointOf(index, m_servers[index].address), "wchp", limits(),
        [self = QPointer<WatchRound>(this)](const EndpointAnswer& answer) {
            if (!self)
                return;
            const bool reported = answer.reported() && addWatchesFromWord(answer.bytes, self->m_settings.connect.chroot,
                                                                          self->m_own, self->m_facts.watchers);
            if (!reported)
                self->m_facts.isComplete = false;
            self->answered(reported ? Source::FourLetter : self->m_facts.source);
        });
}

void WatchRound::miss()
{
    m_facts.isComplete = false;
    answered(m_facts.source);
}

void WatchRound::answered(Source source)
{
    m_facts.source = source;
    if (--m_unfinished > 0)
        return;
    auto done = std::exchange(m_done, nullptr);
    done(std::make_shared<const WatchFacts>(std::move(m_facts)));
}

} // namespace lockscope::ensemble
