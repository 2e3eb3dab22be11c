// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/redis/topology/ServerReader.h"

#include "core/base/Phrase.h"
#include "core/sources/redis/topology/RedisServerClock.h"
#include "core/sources/redis/topology/ServerInfo.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace lockscope::inspect {

namespace {

using std::chrono::milliseconds;

} // namespace

struct ServerReader::Round {
    struct Refusals {
        std::vector<std::string> commands;
        std::string reason; ///< of the first

        void add(const std::string& command, std::string why)
        {
            if (commands.empty())
                reason = std::move(why);
            commands.push_back(command);
        }
    };

    std::vector<redis::Address> masters;
    std::vector<RedisServerFacts> facts; ///< of each of them
    std::vector<Refusals> refusals;      ///< likewise
    std::size_t open = 0;                ///< commands without a reply
};

ServerReader::ServerReader(redis::Client& client, Settings settings, Publish publish)
    : m_client(client)
    , m_settings(settings)
    , m_publish(std::move(publish))
{
}

void ServerReader::start()
{
    m_status = m_client.onStatus([this](const redis::Status& status) { onStatus(status); });
    onStatus(m_client.status());
}

void ServerReader::onStatus(const redis::Status& status)
{
    const bool isConnected = status.state == SessionState::Connected;
    const bool isLost = status.state == SessionState::Suspended || status.state == SessionState::Lost;
    if (!isLost && !(isConnected && status.generation != m_generation))
        return;
    m_generation = isConnected ? status.generation : m_generation;
    read();
}

void ServerReader::read()
{
    auto round = std::make_shared<Round>();
    m_round = round;
    if (m_settings.every > milliseconds::zero())
        m_timer = m_client.executor().after(m_settings.every, [this] { read(); });
    round->masters = m_client.masters();
    std::sort(round->masters.begin(), round->masters.end());
    for (const auto& master : round->masters) {
        auto& facts = round->facts.emplace_back();
        facts.address = toString(master);
        facts.answers = false;
    }
    round->refusals.resize(round->masters.size());
    for (std::size_t i = 0; i < round->masters.size(); ++i) {
        askTime(round, i);
        ask(round, i, {"INFO"},
            [](RedisServerFacts& facts, const redis::Value& reply) { addInfo(facts, reply.text()); });
        for (const char* const setting : {"notify-keyspace-events", "maxmemory-policy", "appendfsync"})
            ask(round, i, {"CONFIG", "GET", setting}, addSetting);
    }
}

void ServerReader::ask(const std::shared_ptr<Round>& round, std::size_t server, redis::Command command,
                       std::function<void(RedisServerFacts&, const redis::Value&)> take)
{
    ++round->open;
    auto words = command.size() > 2 ? command[0] + ' ' + command[1] + ' ' + command[2] : command[0];
    m_client.sendTo(round->masters[server], std::move(command), redis::Access::Read,
                    [this, weak = std::weak_ptr(round), server, words = std::move(words),
                     take = std::move(take)](const Result<redis::Value>& reply) {
                        const auto alive = weak.lock();
                        if (!alive)
                            return; // given up, or the reader is gone
                        auto& facts = alive->facts[server];
                        facts.answers = facts.answers || reply || reply.error().code == ErrorCode::NoAuth;
                        if (!reply)
                            facts.noAnswerReason =
                                reply.error().detail.empty() ? describe(reply.error()) : reply.error().detail;
                        if (reply && !reply->isError())
                            take(facts, *reply);
                        else
                            alive->refusals[server].add(words, reply ? reply->text() : describe(reply.error()));
                        onAnswered(alive);
                    });
}

void ServerReader::askTime(const std::shared_ptr<Round>& round, std::size_t server)
{
    const auto sentAt = m_client.executor().clock().now();
    ask(round, server, {"TIME"}, [this, sentAt](RedisServerFacts& facts, const redis::Value& reply) {
        const auto& clock = m_client.executor().clock();
        const auto roundTrip = std::chrono::duration_cast<milliseconds>(clock.now() - sentAt);
        const auto theirs = serverTimeOf(reply);
        if (!theirs)
            return;
        facts.roundTrip = roundTrip;
        facts.clockOffset = *theirs - (clock.wallNow() - roundTrip / 2);
    });
}

void ServerReader::onAnswered(const std::shared_ptr<Round>& round)
{
    if (--round->open > 0)
        return;
    auto servers = std::make_shared<RedisServers>();
    const auto now = m_client.executor().clock().wallNow();
    for (std::size_t i = 0; i < round->facts.size(); ++i) {
        auto& facts = servers->servers.emplace_back(std::move(round->facts[i]));
        facts.readAt = now;
        if (facts.answers) {
            facts.noAnswerReason.clear();
            m_downSince.erase(facts.address);
        } else {
            facts.downSince = m_downSince.try_emplace(facts.address, now).first->second;
        }
        if (const auto& refusals = round->refusals[i]; !refusals.commands.empty())
            facts.refused = phrase("%1: %2", listed(refusals.commands), refusals.reason);
    }
    m_publish(std::move(servers));
}

} // namespace lockscope::inspect
