// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/redis/hosts/HostFinder.h"

#include "core/base/Phrase.h"
#include "core/sources/LockSource.h"
#include "core/sources/redis/hosts/MonitorLine.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace lockscope::inspect {

namespace {

constexpr std::chrono::milliseconds listEvery{10'000};
constexpr std::size_t mostHosts = 10'000;

/// Which command a server refused, and what to do instead.
Error noSample(const std::string& server, const Error& reason)
{
    Error error{reason.code, phraseLater("sample the commands of"), server, reason.detail};
    if (reason.code == ErrorCode::NoAuth)
        error.detail = phrase("%1. Allow +monitor for this user, or search the logs of the applications for the "
                              "instance",
                              reason.detail);
    else if (reason.code == ErrorCode::Unimplemented)
        error.detail = phrase("%1. Some managed servers do not have MONITOR. Search the logs of the applications for "
                              "the instance",
                              reason.detail);
    return error;
}

/// The oldest ones go first: each token is another one.
void forgetOldest(std::map<std::string, RedisHost, std::less<>>& hosts)
{
    if (hosts.size() <= mostHosts)
        return;
    std::vector<WallTime> times;
    times.reserve(hosts.size());
    for (const auto& [instance, host] : hosts)
        times.push_back(host.seenAt);
    const auto last = times.begin() + static_cast<std::ptrdiff_t>(hosts.size() - mostHosts);
    std::nth_element(times.begin(), last, times.end());
    const auto oldest = *last;
    std::erase_if(hosts, [oldest](const auto& one) { return one.second.seenAt < oldest; });
}

std::set<std::string, std::less<>> instancesIn(const Snapshot& snapshot)
{
    std::set<std::string, std::less<>> instances;
    for (const auto& lock : snapshot.locks) {
        for (const auto& contender : lock->queue) {
            if (contender.redis)
                instances.emplace(instanceOf(contender.redis->owner));
        }
    }
    return instances;
}

/// It has not ended.
bool isUsable(const redis::Client& client)
{
    return client.status().state != SessionState::AuthFailed && client.status().state != SessionState::Closed;
}

} // namespace

HostFinder::HostFinder(std::vector<redis::Client*> clients, Settings settings, Publish publish)
    : m_clients(std::move(clients))
    , m_settings(std::move(settings))
    , m_publish(std::move(publish))
    , m_names(m_clients.front()->executor(), m_settings.hostNames, m_settings.lookups)
{
}

SteadyTime HostFinder::now() const
{
    return m_clients.front()->executor().clock().now();
}

WallTime HostFinder::wallNow() const
{
    return m_clients.front()->executor().clock().wallNow();
}

void HostFinder::see(const SnapshotPtr& snapshot)
{
    m_last = snapshot;
    if (m_sample)
        m_sample->evidence.see(*snapshot);
    publish();
}

void HostFinder::publish()
{
    if (!m_last)
        return;
    m_revision = std::max(m_revision + 1, m_last->revision);
    if (!m_hosts && m_revision == m_last->revision)
        return m_publish(m_last);
    auto snapshot = std::make_shared<Snapshot>(*m_last);
    snapshot->revision = m_revision;
    snapshot->redisHosts = m_hosts;
    m_publish(std::move(snapshot));
}

void HostFinder::setHosts(RedisHosts hosts)
{
    forgetOldest(hosts.byInstance);
    hosts.hostNames = m_names.names();
    m_hosts = std::make_shared<const RedisHosts>(std::move(hosts));
    publish();
}

// --- the lists of clients --------------------------------------------------------------------------------------------

void HostFinder::readClients()
{
    if (m_isListing || (m_hosts && now() - m_listedAt < listEvery))
        return;
    listClients([this] {
        RedisHosts named;
        addNamed(named);
        findNames(named, [this] {
            auto hosts = m_hosts ? *m_hosts : RedisHosts();
            addNamed(hosts);
            hosts.listedAt = wallNow();
            std::erase_if(hosts.refusals, [](const RedisRefusal& refusal) { return refusal.command == "CLIENT LIST"; });
            hosts.refusals.insert(hosts.refusals.end(), m_listRefusals.begin(), m_listRefusals.end());
            setHosts(std::move(hosts));
        });
    });
}

/// Looks up the names of the addresses that have none.
void HostFinder::findNames(const RedisHosts& hosts, Task done)
{
    std::set<std::string> addresses;
    for (const auto& [instance, host] : hosts.byInstance)
        addresses.emplace(hostIn(host.address));
    m_names.find(addresses, std::move(done));
}

void HostFinder::listClients(Task done)
{
    m_isListing = true;
    m_listedAt = now();
    m_named.clear();
    m_listRefusals.clear();
    const auto open = std::make_shared<std::size_t>(1);
    const auto answered = [this, open, done = std::move(done)] {
        if (--*open > 0)
            return;
        m_isListing = false;
        done();
    };
    for (auto* client : m_clients) {
        for (const auto& master : client->masters()) {
            ++*open;
            client->sendTo(master, {"CLIENT", "LIST"}, redis::Access::Read,
                           whileAlive([this, server = toString(master), answered](const Result<redis::Value>& reply) {
                               onList(server, reply);
                               answered();
                           }));
        }
    }
    m_clients.front()->executor().post(whileAlive(answered));
}

void HostFinder::onList(const std::string& server, const Result<redis::Value>& reply)
{
    if (reply && !reply->isError())
        m_named[server] = parseClientList(reply->text());
    else
        m_listRefusals.push_back({server, "CLIENT LIST", reply ? reply->text() : describe(reply.error())});
}

/// A sample is the better source. Two connections of one name on two hosts prove neither.
void HostFinder::addNamed(RedisHosts& hosts) const
{
    if (!m_last)
        return;
    const auto instances = instancesIn(*m_last);
    std::map<std::string, std::optional<RedisHost>> found;
    for (const auto& [server, clients] : m_named) {
        for (const auto& client : clients) {
            const auto instance = isOwnName(client.name) ? std::string() : instanceNamedBy(client.name, instances);
            if (instance.empty())
                continue;
            RedisHost host{client.address, client.name, server, HostSource::ClientList, wallNow()};
            const auto [place, isNew] = found.try_emplace(instance, host);
            if (!isNew && place->second && hostIn(place->second->address) != hostIn(client.address))
                place->second.reset();
        }
    }
    for (auto& [instance, host] : found) {
        const auto known = hosts.byInstance.find(instance);
        if (host && (known == hosts.byInstance.end() || known->second.source == HostSource::ClientList))
            hosts.byInstance.insert_or_assign(instance, *std::move(host));
    }
}

// --- the sample ------------------------------------------------------------------------------------------------------

void HostFinder::sample(std::chrono::milliseconds duration, Ended ended)
{
    if (m_sample) {
        m_clients.front()->executor().post(whileAlive([ended = std::move(ended)] {
            ended(failure(ErrorCode::Refused, phrase("a sample of the servers' commands is being taken")));
        }));
        return;
    }
    m_sample = std::make_unique<Sample>(m_settings.database);
    m_sample->ended = std::move(ended);
    if (m_last)
        m_sample->evidence.see(*m_last);
    listClients([this, duration] {
        for (const auto& [server, clients] : m_named)
            m_sample->evidence.take(clients);
        startSample(std::min(duration, LockSource::longestSample));
    });
}

void HostFinder::startSample(std::chrono::milliseconds duration)
{
    for (const auto* client : m_clients)
        m_sample->running += isUsable(*client) ? client->masters().size() : 0;
    if (m_sample->running == 0)
        return finishSample();
    for (auto* client : m_clients) {
        redis::MonitorHandlers handlers;
        handlers.begun = whileAlive([this, duration](const redis::Address&) {
            if (!std::exchange(m_sample->hasBegun, true))
                m_sample->limit = m_clients.front()->executor().after(duration, [this] { stopMonitors(); });
        });
        handlers.line = whileAlive([this](const redis::Address& server, std::string_view line) {
            m_sample->evidence.take(toString(server), line, wallNow());
        });
        handlers.ended = whileAlive(
            [this](const redis::Address& server, const Error& reason) { onEnded(toString(server), reason); });
        m_sample->monitors.push_back(client->monitor(std::move(handlers)));
    }
}

void HostFinder::onEnded(const std::string& server, const Error& reason)
{
    m_sample->refusals.push_back({server, "MONITOR", reason.detail});
    if (!m_sample->refused)
        m_sample->refused = noSample(server, reason);
    if (--m_sample->running == 0)
        stopMonitors();
}

/// The lists of clients at the end name the connections that were made meanwhile.
void HostFinder::stopMonitors()
{
    m_sample->limit.reset();
    m_sample->monitors.clear();
    listClients([this] {
        for (const auto& [server, clients] : m_named)
            m_sample->evidence.take(clients);
        finishSample();
    });
}

void HostFinder::finishSample()
{
    const std::shared_ptr<const Sample> sample = std::exchange(m_sample, nullptr);
    RedisHosts found;
    addNamed(found);
    for (const auto& [instance, host] : sample->evidence.hosts())
        found.byInstance.insert_or_assign(instance, host);
    findNames(found, [this, sample] { finishSample(*sample); });
}

void HostFinder::finishSample(const Sample& sample)
{
    auto hosts = m_hosts ? *m_hosts : RedisHosts();
    addNamed(hosts);
    for (const auto& [instance, host] : sample.evidence.hosts())
        hosts.byInstance.insert_or_assign(instance, host);
    hosts.refusals = m_listRefusals;
    hosts.refusals.insert(hosts.refusals.end(), sample.refusals.begin(), sample.refusals.end());
    hosts.listedAt = wallNow();
    if (sample.hasBegun)
        hosts.sampledAt = wallNow();
    setHosts(std::move(hosts));
    const Error none{ErrorCode::NoConnection, phraseLater("sample the commands of"), {}, phrase("no master is known")};
    sample.ended(sample.hasBegun ? Result<void>() : failure(sample.refused.value_or(none)));
}

} // namespace lockscope::inspect
