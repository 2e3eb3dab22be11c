// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/faults/FaultInjector.h"

#include "core/base/AfterAll.h"
#include "core/base/Phrase.h"
#include "core/sources/zookeeper/servers/ServerRoles.h"

#include <QPointer>

#include <algorithm>
#include <utility>

namespace lockscope::console {

namespace {

constexpr auto longestEnding = std::chrono::seconds(10);

tl::unexpected<Error> refused(const std::string& who, const std::string& why)
{
    return failure(ErrorCode::Refused, phraseLater("apply the fault"), {}, phrase("%1: %2", who, why));
}

LinkCondition conditionFor(const Fault& fault)
{
    switch (fault.kind) {
    case FaultKind::Cut:
        return {.cut = true};
    case FaultKind::Drop:
        return {.requestsPass = false, .answersPass = false};
    case FaultKind::Delay:
        return {.delay = fault.delay};
    case FaultKind::OneWay:
        return {.requestsPass = fault.requestsPass, .answersPass = !fault.requestsPass};
    case FaultKind::Slow:
        return {.bytesPerSecond = fault.bytesPerSecond};
    default:
        return {};
    }
}

Result<ClientCommand> orderFor(const Fault& fault)
{
    ClientCommand order;
    switch (fault.kind) {
    case FaultKind::Start:
        order.type = ClientCommand::Type::Start;
        return order;
    case FaultKind::Stop:
        order.type = ClientCommand::Type::Stop;
        return order;
    case FaultKind::HoldForever:
        order.type = ClientCommand::Type::HoldForever;
        return order;
    case FaultKind::Careless:
        order.type = ClientCommand::Type::Careless;
        return order;
    case FaultKind::Release:
        order.type = ClientCommand::Type::Release;
        return order;
    default:
        break;
    }
    order.type = ClientCommand::Type::Set;
    for (const auto& [text, spread] : {std::pair(&fault.hold, &order.hold), std::pair(&fault.think, &order.think)}) {
        if (text->empty())
            continue;
        auto parsed = parseSpread(*text);
        if (!parsed)
            return failure(parsed.error());
        *spread = *parsed;
    }
    return order;
}

} // namespace

FaultInjector::FaultInjector(ClientPool& pool, ScenarioServers* servers, ScenarioFacts& facts, QObject* parent)
    : QObject(parent)
    , m_pool(pool)
    , m_servers(servers)
    , m_facts(facts)
{
}

void FaultInjector::apply(const Fault& fault, const TargetSelector& target, Done done)
{
    if (fault.kind == FaultKind::Nothing) {
        done(QStringList());
    } else if (target.kind == TargetSelector::Kind::Server) {
        applyToServer(fault, target.number - 1, done);
    } else if (isRedisRole(target)) {
        applyToRedisRole(fault, target, std::move(done));
    } else if (isServer(target)) {
        applyToRole(fault, target, std::move(done));
    } else if (const auto names = choose(target, m_facts); !names) {
        done(failure(names.error()));
    } else {
        applyToClients(fault, *names, done);
    }
}

void FaultInjector::applyToRole(const Fault& fault, const TargetSelector& target, Done done)
{
    const auto ports = m_servers ? m_servers->rolePorts() : std::vector<quint16>();
    const std::string role = target.kind == TargetSelector::Kind::Leader ? "leader" : "follower";
    auto* const asked = new ensemble::ServerRoles(this); // one per query: a second query must not end the first
    asked->ask(ports,
               [this, asked, fault, target, role, done = std::move(done)](const std::vector<std::string>& roles) {
                   asked->deleteLater();
                   const bool standalone = role == "leader" && roles.size() == 1 && roles.front() == "standalone";
                   const auto found = std::find(roles.begin(), roles.end(), standalone ? "standalone" : role);
                   if (found == roles.end())
                       done(refused(describe(target), phrase("no server reports this role")));
                   else
                       applyToServer(fault, static_cast<int>(found - roles.begin()), done);
               });
}

void FaultInjector::applyToRedisRole(const Fault& fault, const TargetSelector& target, Done done)
{
    if (!m_servers) {
        done(refused(describe(target), phrase("no such server in a Lockscope sandbox")));
        return;
    }
    const bool isMaster = target.kind == TargetSelector::Kind::Master;
    const auto role = isMaster ? redis::RedisSandbox::Role::Master : redis::RedisSandbox::Role::Replica;
    const auto apply = [self = QPointer(this), fault, target, isMaster,
                        done = std::move(done)](const std::vector<int>& found) {
        if (!self)
            return; // the run has ended
        const auto place = static_cast<std::size_t>(isMaster ? 0 : target.number - 1);
        if (place >= found.size())
            done(refused(describe(target), phrase("no server reports this role")));
        else if (isMaster && found.size() > 1)
            done(refused(describe(target), phrase("several servers report this role")));
        else
            self->applyToServer(fault, found[place], done);
    };
    m_servers->findRole(role, std::max(target.group, 1) - 1, apply);
}

void FaultInjector::applyToServer(const Fault& fault, int index, const Done& done)
{
    const std::string name = phrase("server %1", index + 1);
    const auto place = static_cast<std::size_t>(index);
    if (!m_servers || place >= m_facts.servers.size()) {
        done(refused(name, phrase("no such server in a Lockscope sandbox")));
        return;
    }
    if (!descriptionOf(fault.kind).forServers || !isPossibleOn(fault.kind, m_facts.backend)) {
        done(refused(name, phrase("\"%1\" cannot be applied to a server", toString(fault.kind))));
        return;
    }
    const Result<void> changed = change(fault, index, m_facts.servers[place]);
    done(changed ? Result<QStringList>(QStringList{QString::fromStdString(name)}) : failure(changed.error()));
}

Result<void> FaultInjector::change(const Fault& fault, int index, ServerState& server)
{
    switch (fault.kind) {
    case FaultKind::Kill:
        m_servers->kill(index);
        server = {.serves = false, .paused = false, .cut = server.cut};
        return {};
    case FaultKind::Forget:
        m_servers->forget(index);
        server = {.serves = false, .paused = false, .cut = server.cut};
        return {};
    case FaultKind::Clock:
        return m_servers->moveClock(index, fault.jump);
    case FaultKind::Start:
        m_servers->restart(index);
        return {};
    case FaultKind::Pause:
        m_servers->pause(index);
        server.paused = true;
        return {};
    case FaultKind::Resume:
        m_servers->resume(index);
        server.paused = false;
        return {};
    default:
        if (!canCut())
            return refused(phrase("server %1", index + 1), phrase("no client of this run has a link"));
        server.cut = fault.kind == FaultKind::Cut;
        cut(index, server.cut);
        return {};
    }
}

/// Clients of Sentinels and of a cluster have no links.
bool FaultInjector::canCut() const
{
    const auto& processes = m_pool.clientProcesses();
    return m_facts.backend == inspect::Backend::ZooKeeper ||
           std::any_of(processes.begin(), processes.end(), [](const auto& one) { return one.link != nullptr; });
}

void FaultInjector::cut(int index, bool isCut)
{
    m_servers->cut(index, isCut);
    for (ClientPool::ClientProcess& clientProcess : m_pool.clientProcesses()) {
        if (clientProcess.link)
            clientProcess.link->cutServer(static_cast<std::size_t>(index), isCut);
    }
}

void FaultInjector::applyToClients(const Fault& fault, const std::vector<std::string>& names, const Done& done)
{
    const bool isPossible =
        descriptionOf(fault.kind).scope != FaultScope::Server && isPossibleOn(fault.kind, m_facts.backend);
    if (!isPossible) {
        done(refused(names.front(), phrase("\"%1\" cannot be applied to a client", toString(fault.kind))));
        return;
    }
    QStringList hit;
    std::vector<ClientPool::ClientProcess*> clientProcesses;
    Result<void> applied;
    for (const std::string& name : names) {
        ClientPool::ClientProcess* const clientProcess = m_pool.clientProcessOf(name);
        if (!clientProcess || clientProcess->process->hasEnded()) {
            applied = refused(name, phrase("the client has ended"));
            continue;
        }
        if (descriptionOf(fault.kind).scope == FaultScope::Client) {
            if (Result<void> one = applyToClient(fault, name, *clientProcess); one)
                hit << QString::fromStdString(name);
            else
                applied = one;
            continue;
        }
        if (std::find(clientProcesses.begin(), clientProcesses.end(), clientProcess) != clientProcesses.end())
            continue;
        if (Result<void> one = applyToClientProcess(fault, *clientProcess); !one) {
            applied = one;
            continue;
        }
        clientProcesses.push_back(clientProcess);
        for (const std::size_t place : clientProcess->clients)
            hit << QString::fromStdString(m_facts.clients[place].name);
    }
    if (hit.isEmpty())
        done(failure(applied.error()));
    else if (fault.kind == FaultKind::Expire)
        expire(clientProcesses, hit, done);
    else if (descriptionOf(fault.kind).scope == FaultScope::Link)
        settle(clientProcesses, hit, done);
    else
        done(hit);
}

/// A step after a network fault must not begin before the fault is in effect.
void FaultInjector::settle(const std::vector<ClientPool::ClientProcess*>& clientProcesses, const QStringList& hit,
                           const Done& done)
{
    const auto settled = afterAll(clientProcesses.size(), [hit, done] { done(hit); });
    for (ClientPool::ClientProcess* const clientProcess : clientProcesses)
        clientProcess->link->settle(settled);
}

Result<void> FaultInjector::applyToClientProcess(const Fault& fault, ClientPool::ClientProcess& clientProcess)
{
    if (descriptionOf(fault.kind).scope == FaultScope::Link) {
        if (!clientProcess.link)
            return refused(clientProcess.process->name().toStdString(),
                           phrase("the client has no link for network faults"));
        if (fault.kind == FaultKind::Expire)
            return {};
        std::vector<std::size_t> routes;
        for (const int server : fault.servers)
            routes.push_back(static_cast<std::size_t>(server - 1));
        clientProcess.link->set(conditionFor(fault), std::move(routes));
        for (const std::size_t place : clientProcess.clients)
            m_facts.clients[place].isCut = clientProcess.link->hasFault();
        return {};
    }
    switch (fault.kind) {
    case FaultKind::Kill:
        clientProcess.process->kill();
        return {};
    case FaultKind::Pause:
        clientProcess.process->pause();
        return {};
    case FaultKind::Resume:
        clientProcess.process->resume();
        return {};
    default:
        break;
    }
    ClientCommand exit;
    exit.type = ClientCommand::Type::Exit;
    return clientProcess.process->send(exit);
}

Result<void> FaultInjector::applyToClient(const Fault& fault, const std::string& name,
                                          ClientPool::ClientProcess& clientProcess)
{
    if (fault.kind == FaultKind::Revoke)
        return revoke(name);
    auto order = orderFor(fault);
    if (!order)
        return failure(order.error());
    order->client = name;
    return clientProcess.process->send(*order);
}

/// The request comes from another client, as in practice; a lone holder requests it from itself.
Result<void> FaultInjector::revoke(const std::string& name)
{
    const ClientFacts* const holder = m_facts.find(name);
    if (!holder || holder->clientView != ClientView::Holding || holder->nodePath.empty())
        return refused(name, phrase("the client holds no lock for which release can be requested"));
    if (!descriptionOf(m_pool.clientProcessOf(name)->group->options.recipe)
             .holders) // a latch node's data is its id, so there is no place for a request
        return refused(name, phrase("a latch does not support revocation requests"));
    const ClientFacts* asker = holder;
    for (const ClientFacts& other : m_facts.clients) {
        const bool able = other.clientView != ClientView::Ended && other.clientView != ClientView::Starting &&
                          !other.paused && !other.suspended;
        if (&other != holder && able) {
            asker = &other;
            break;
        }
    }
    ClientCommand order;
    order.type = ClientCommand::Type::Revoke;
    order.client = asker->name;
    order.node = holder->nodePath;
    return m_pool.clientProcessOf(asker->name)->process->send(order);
}

void FaultInjector::expire(const std::vector<ClientPool::ClientProcess*>& clientProcesses, const QStringList& hit,
                           const Done& done)
{
    const auto result = std::make_shared<Result<void>>();
    const auto ended = afterAll(clientProcesses.size(), [result, hit, done] {
        done(*result ? Result<QStringList>(hit) : Result<QStringList>(failure(result->error())));
    });
    for (ClientPool::ClientProcess* const clientProcess : clientProcesses) {
        clientProcess->link->endSessions(longestEnding, [result, ended](const Result<void>& outcome) {
            if (!outcome)
                *result = outcome;
            ended();
        });
    }
}

} // namespace lockscope::console

#include "moc_FaultInjector.cpp"
