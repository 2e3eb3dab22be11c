// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/topology/SentinelGroup.h"

#include "core/base/Phrase.h"
#include "core/redis/Client.h"
#include "core/redis/topology/LinkProblem.h"
#include "core/redis/topology/SendAll.h"
#include "core/redis/topology/SentinelReplies.h"

#include <algorithm>
#include <set>
#include <utility>

namespace lockscope::redis {

namespace {

/// How long the answers of slower Sentinels are waited for.
constexpr Duration settleTime = std::chrono::milliseconds(300);

ClientSettings settingsForSentinels(const ClientSettings& client)
{
    ClientSettings settings = client;
    settings.target.user.clear();
    settings.target.database = 0;
    settings.password = client.sentinelPassword;
    return settings;
}

std::vector<Command> sentinelCommands(const std::string& master)
{
    // The epoch is read before the address: if a failover comes between, the address counts as an older one.
    return {{"SENTINEL", "MYID"},
            {"SENTINEL", "MASTER", master},
            {"SENTINEL", "GET-MASTER-ADDR-BY-NAME", master},
            {"SENTINEL", "SENTINELS", master}};
}

std::string problemIn(const Value& reply, const Error& error)
{
    if (reply.text().find("unknown command") != std::string::npos)
        return phrase("the server is not a Sentinel. The default port of Sentinels is 26379");
    return reply.isError() ? reply.text() : describe(error);
}

} // namespace

struct SentinelGroup::Sentinel {
    std::unique_ptr<ServerLink> link;
    bool isGiven = false; ///< by the target
    std::string id;       ///< its SENTINEL MYID; empty: unknown
    std::uint64_t asked = 0;
    std::uint64_t answered = 0; ///< the round of the last answer; failures are answers with a problem
    std::optional<MasterAnswer> answer;
    std::string problem;
    std::vector<NamedSentinel> named;

    [[nodiscard]] bool isUnreachable() const { return !link->isConnected() && link->error() != Error(); }
};

SentinelGroup::SentinelGroup(LinkContext context, Handlers handlers)
    : m_settings(settingsForSentinels(context.settings))
    , m_context{context.executor, context.transports, m_settings, context.log}
    , m_master(context.settings.target.master)
    , m_handlers(std::move(handlers))
{
}

SentinelGroup::~SentinelGroup() = default;

void SentinelGroup::start()
{
    for (const auto& address : m_settings.target.servers)
        add(address, true);
}

void SentinelGroup::ask(std::int64_t lastEpoch, std::function<void(const Outcome&)> done)
{
    ++m_round;
    m_lastEpoch = lastEpoch;
    m_done = std::move(done);
    m_context.executor.post(whileAlive([this] { check(); }));
}

void SentinelGroup::add(const Address& address, bool isGiven)
{
    auto& sentinel = m_sentinels[address];
    if (sentinel)
        return;
    ServerLink::Handlers handlers;
    handlers.changed = whileAlive([this, address] { onChanged(address); });
    handlers.confirmed = whileAlive([this](ChannelKind, const std::string&) { m_handlers.news(); });
    handlers.message =
        whileAlive([this](ChannelKind, const std::string&, const Message& message) { onMessage(message.payload); });
    handlers.ended = [log = m_context.log, address](ChannelKind, const std::string& name, const Value& reason) {
        log.write(LogLevel::Warning, "redis",
                  toString(address) + " refused the subscription to " + name + ": " + reason.text());
    };
    sentinel = std::make_unique<Sentinel>();
    sentinel->isGiven = isGiven;
    sentinel->link = std::make_unique<ServerLink>(m_context, address, ServerLink::Probe(), std::move(handlers));
    sentinel->link->start();
    sentinel->link->subscribe(ChannelKind::Plain, std::string(switchMasterChannel));
}

void SentinelGroup::onChanged(const Address& address)
{
    const auto found = m_sentinels.find(address);
    if (m_done)
        check();
    else if (found != m_sentinels.end() && found->second->link->isConnected())
        m_handlers.news();
}

void SentinelGroup::onMessage(std::string_view payload)
{
    const auto message = parseSwitchMaster(payload);
    if (message && message->master == m_master)
        m_handlers.news(); // the message has no epoch, the answers have one
}

void SentinelGroup::askOne(Sentinel& sentinel)
{
    sentinel.asked = m_round;
    sendAll(*sentinel.link, sentinelCommands(m_master),
            whileAlive([this, address = sentinel.link->address(), round = m_round](
                           const Result<std::vector<Value>>& replies) { onAnswer(address, round, replies); }));
}

void SentinelGroup::onAnswer(const Address& address, std::uint64_t round, const Result<std::vector<Value>>& replies)
{
    const auto found = m_sentinels.find(address);
    if (found == m_sentinels.end() || !m_done || round != m_round || found->second->asked != round)
        return;
    auto& sentinel = *found->second;
    sentinel.answered = round;
    sentinel.answer.reset();
    sentinel.problem.clear();
    if (!replies) {
        sentinel.problem = linkProblem(address, replies.error());
        return check();
    }
    if ((*replies)[0].kind() == Value::Kind::String)
        sentinel.id = (*replies)[0].text();
    const auto master = parseMasterAddress((*replies)[2]);
    if (!master)
        sentinel.problem = phrase("%1: %2", toString(address), problemIn((*replies)[2], master.error()));
    else if (*master)
        sentinel.answer = MasterAnswer{**master, parseConfigEpoch((*replies)[1]).value_or(0)};
    sentinel.named = parseSentinels((*replies)[3]);
    addNamed(sentinel);
    check();
}

void SentinelGroup::addNamed(const Sentinel& by)
{
    // The same Sentinel may be given by a host name, and be named by its IP address.
    if (by.isGiven && !by.id.empty())
        std::erase_if(m_sentinels, [&](const auto& item) { return !item.second->isGiven && item.second->id == by.id; });
    for (const auto& named : by.named) {
        if (m_sentinels.contains(named.address) || isKnown(named.id))
            continue;
        add(named.address, false);
        m_sentinels[named.address]->id = named.id;
    }
}

bool SentinelGroup::isKnown(const std::string& id) const
{
    return !id.empty() &&
           std::any_of(m_sentinels.begin(), m_sentinels.end(), [&](const auto& item) { return item.second->id == id; });
}

/// Asks the Sentinels that have connected meanwhile. Ends the round if nothing is open.
void SentinelGroup::check()
{
    if (!m_done)
        return;
    bool isOpen = false;
    bool isAnswered = false;
    for (const auto& [address, sentinel] : m_sentinels) {
        if (sentinel->link->isConnected() && sentinel->asked != m_round)
            askOne(*sentinel);
        const bool isAsked = sentinel->asked == m_round;
        isOpen |= isAsked ? sentinel->answered != m_round : !sentinel->isUnreachable();
        isAnswered |= sentinel->answered == m_round && sentinel->problem.empty();
    }
    if (!isOpen)
        finish();
    else if (isAnswered && !m_limit)
        m_limit = m_context.executor.after(settleTime, whileAlive([this] { finish(); }));
}

void SentinelGroup::finish()
{
    m_limit.reset();
    const auto done = std::exchange(m_done, nullptr);
    const auto result = outcome();
    removeUnnamed();
    done(result);
}

/// A Sentinel that has moved is named by its new address only.
void SentinelGroup::removeUnnamed()
{
    std::set<Address> named;
    bool isAnswered = false;
    for (const auto& [address, sentinel] : m_sentinels) {
        if (sentinel->answered != m_round || !sentinel->answer)
            continue;
        isAnswered = true;
        for (const auto& other : sentinel->named)
            named.insert(other.address);
    }
    std::erase_if(m_sentinels, [&](const auto& item) {
        const auto& sentinel = *item.second;
        return isAnswered && !sentinel.isGiven && sentinel.isUnreachable() && !named.contains(item.first);
    });
}

SentinelGroup::Outcome SentinelGroup::outcome() const
{
    std::vector<MasterAnswer> answers;
    std::set<std::string> ids;
    std::size_t doubles = 0;
    bool isRefused = false;
    bool isAnyConnected = false;
    for (const auto& [address, sentinel] : m_sentinels) {
        isRefused |= sentinel->link->state() == ServerLink::State::AuthFailed;
        isAnyConnected |= sentinel->link->isConnected();
        if (!sentinel->id.empty() && !ids.insert(sentinel->id).second)
            ++doubles;
        else if (sentinel->answered == m_round && sentinel->answer)
            answers.push_back(*sentinel->answer);
    }
    Outcome result;
    result.isAuthFailed = isRefused && !isAnyConnected;
    result.master = chooseMaster(answers, m_sentinels.size() - doubles, m_lastEpoch);
    if (!result.master && !answers.empty())
        result.problem = phrase("the reachable Sentinels name an old master, %1", toString(answers.front().master));
    else if (!result.master)
        result.problem = problem();
    return result;
}

/// Why no Sentinel has named a master.
std::string SentinelGroup::problem() const
{
    std::vector<std::string> given;
    std::string reason;
    for (const auto& [address, sentinel] : m_sentinels) {
        if (sentinel->answered == m_round && sentinel->problem.empty())
            return phrase("no Sentinel knows a master \"%1\"", m_master);
        if (sentinel->isGiven)
            given.push_back(toString(address));
        const auto own = sentinel->answered == m_round ? sentinel->problem
                         : sentinel->isUnreachable()   ? linkProblem(address, sentinel->link->error())
                                                       : std::string();
        if (reason.empty() || sentinel->answered == m_round) // a reply says more than a lost connection
            reason = own.empty() ? reason : own;
    }
    return reason.empty() ? phrase("no Sentinel of %1 answered", listed(given))
                          : phrase("no Sentinel of %1 answered: %2", listed(given), reason);
}

} // namespace lockscope::redis
