// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/clients/ClientPool.h"

#include "core/base/Phrase.h"
#include "core/connect/ThreadTasks.h"
#include "core/simulate/clients/redis/RedisRoutes.h"
#include "core/simulate/measure/MeasurementsText.h"

#include <QTimer>

#include <algorithm>
#include <utility>

namespace lockscope::console {

namespace {

constexpr std::size_t askedAtOnce = 10;
constexpr auto betweenQuestions = std::chrono::milliseconds(20);

/// The measure that counts this event; empty: none.
std::string measureOf(const std::string& event)
{
    static const std::map<std::string, std::string> names{{"granted", "granted"},     {"released", "released"},
                                                          {"timedOut", "timedOut"},   {"lost", "lost"},
                                                          {"suspended", "suspended"}, {"error", "errors"}};
    const auto name = names.find(event);
    return name == names.end() ? std::string() : name->second;
}

} // namespace

ClientPool::ClientPool(QString program, std::shared_ptr<LinkThread> thread, ScenarioFacts& facts, QObject* parent)
    : QObject(parent)
    , m_program(std::move(program))
    , m_thread(std::move(thread))
    , m_facts(facts)
{
}

ClientPool::~ClientPool()
{
    kill(); // all at once; each destructor waits for its own process
}

Result<void> ClientPool::enter(const std::vector<ScenarioGroup>& groups, const ObservedEnsemble& ensemble,
                               const std::string& resource, std::chrono::milliseconds sessionTimeout)
{
    std::size_t processes = 0;
    for (const ScenarioGroup& group : groups)
        processes += group.processes().size();
    m_processes.reserve(processes); // the connections below refer to elements, so they must not move
    for (const ScenarioGroup& group : groups) {
        for (ContendOptions options : group.processes()) {
            ClientProcess& clientProcess = m_processes.emplace_back();
            clientProcess.group = &group;
            const auto address = openLink(clientProcess, ensemble);
            if (!address)
                return failure(address.error());
            for (std::string& path : options.paths)
                path.insert(0, ensemble.root);
            options.resource = resource;
            options.control = true;
            if (!ensemble.isRedis())
                options.sessionTimeout = sessionTimeout;
            addFacts(clientProcess, options);
            clientProcess.process = std::make_unique<ContenderProcess>(m_program, QString::fromStdString(*address),
                                                                       options, m_thread->niceness());
            connectTo(clientProcess);
        }
    }
    for (const char* measure :
         {"granted", "released", "timedOut", "lost", "suspended", "errors", "holding", "waiting"}) {
        m_facts.measures.emplace(measure, 0);
        for (const ScenarioGroup& group : groups)
            m_facts.measures.emplace(std::string(measure) + " of " + group.options.name, 0);
    }
    startNext();
    return {};
}

Result<std::string> ClientPool::openLink(ClientProcess& clientProcess, const ObservedEnsemble& ensemble)
{
    if (!clientProcess.group->hasLink)
        return ensemble.text();
    auto link = std::make_unique<LinkProxy>(m_thread);
    const auto routes = ensemble.isRedis() ? routesOf(ensemble.redis) : std::vector<LinkRoute>();
    if (ensemble.isRedis() && routes.empty())
        return ensemble.text(); // no link is possible
    if (Result<void> opened = ensemble.isRedis() ? link->open(routes) : link->open(ensemble.servers); !opened)
        return failure(opened.error());
    clientProcess.link = std::move(link);
    const zk::ConnectString& through = clientProcess.link->connectString();
    if (!ensemble.isRedis())
        return through.text();
    std::vector<std::uint16_t> ports;
    for (const zk::Server& server : through.servers)
        ports.push_back(server.port);
    return targetThrough(ensemble.redis, ports);
}

void ClientPool::addFacts(ClientProcess& clientProcess, const ContendOptions& options)
{
    for (const std::string& name : clientNames(options)) {
        m_places.emplace(name, m_facts.clients.size());
        clientProcess.clients.push_back(m_facts.clients.size());
        ClientFacts client;
        client.name = name;
        client.group = clientProcess.group->options.name;
        client.hasLink = clientProcess.link != nullptr;
        client.paths = options.paths;
        m_facts.clients.push_back(std::move(client));
    }
}

void ClientPool::connectTo(ClientProcess& clientProcess)
{
    const auto* const process = clientProcess.process.get();
    connect(process, &ContenderProcess::happened, this,
            [this, &clientProcess](const QJsonObject& line) { take(clientProcess, line); });
    connect(process, &ContenderProcess::changed, this, [this, &clientProcess] { followProcess(clientProcess); });
    connect(process, &ContenderProcess::measured, this, [this, &clientProcess](const QJsonObject& json) {
        if (auto reported = measurementsFrom(json)) {
            clientProcess.measured = std::move(*reported);
            takeMeasured(clientProcess);
        }
    });
    connect(process, &ContenderProcess::answered, this, [this, &clientProcess](const ClientReply& answer) {
        if (!answer.isOk())
            Q_EMIT refused(answer.client.empty() ? clientProcess.process->name()
                                                 : QString::fromStdString(answer.client),
                           QString::fromStdString(phrase("%1: %2", answer.order, answer.error)));
    });
}

/// Each start takes some milliseconds; two hundred at once would block this thread.
void ClientPool::startNext()
{
    if (m_leaving || m_started == m_processes.size())
        return;
    m_processes[m_started++].process->start();
    ensemble::runLater(this, [this] { startNext(); });
}

ClientPool::ClientProcess* ClientPool::clientProcessOf(const std::string& client)
{
    const auto place = m_places.find(client);
    for (ClientProcess& clientProcess : m_processes) {
        if (place != m_places.end() && std::find(clientProcess.clients.begin(), clientProcess.clients.end(),
                                                 place->second) != clientProcess.clients.end())
            return &clientProcess;
    }
    return nullptr;
}

void ClientPool::startOff()
{
    for (ClientProcess& clientProcess : m_processes) {
        if (clientProcess.group->startsOff && !clientProcess.process->hasEnded())
            (void)clientProcess.process->send(
                ClientCommand()); // Start, for all; an answer or the process's end follows
    }
}

bool ClientPool::isConnected() const
{
    return std::none_of(m_facts.clients.begin(), m_facts.clients.end(),
                        [](const ClientFacts& client) { return client.clientView == ClientView::Starting; });
}

void ClientPool::leave()
{
    m_leaving = true;
    for (ClientProcess& clientProcess : started()) {
        if (clientProcess.link)
            clientProcess.link->set({});
        clientProcess.process->stop();
    }
}

void ClientPool::measure()
{
    if (m_toAsk > 0 || m_leaving)
        return;
    if (!std::exchange(m_isOld, true))
        Q_EMIT measured(); // a process did not answer: it is paused or was killed
    askNext();
}

void ClientPool::askNext()
{
    if (m_leaving) {
        m_toAsk = 0;
        return;
    }
    ClientCommand order;
    order.type = ClientCommand::Type::Measure;
    const auto end = std::min(m_toAsk + askedAtOnce, m_started);
    for (; m_toAsk < end; ++m_toAsk) {
        ClientProcess& clientProcess = m_processes[m_toAsk];
        // A stopped process still has the previous request.
        if (clientProcess.isAsked || clientProcess.process->hasEnded())
            continue;
        clientProcess.isAsked = true;
        (void)clientProcess.process->send(order); // a process that ends meanwhile reports its measurements at its end
    }
    if (m_toAsk < m_started)
        QTimer::singleShot(betweenQuestions, this, &ClientPool::askNext);
    else
        m_toAsk = 0;
}

void ClientPool::takeMeasured(ClientProcess& clientProcess)
{
    m_isOld = false;
    clientProcess.isAsked = false;
    const auto isWaitedFor = [](const ClientProcess& each) { return each.isAsked && !each.hasEnded; };
    const auto all = started();
    if (!m_leaving && (m_toAsk > 0 || std::any_of(all.begin(), all.end(), isWaitedFor)))
        return;
    m_isOld = true;
    Q_EMIT measured();
}

void ClientPool::kill()
{
    m_leaving = true;
    for (ClientProcess& clientProcess : started())
        clientProcess.process->kill();
}

bool ClientPool::hasLeft() const
{
    const auto all = started();
    return std::all_of(all.begin(), all.end(),
                       [](const ClientProcess& clientProcess) { return clientProcess.hasEnded; });
}

void ClientPool::take(ClientProcess& clientProcess, const QJsonObject& line)
{
    const auto place = m_places.find(line.value(QLatin1StringView("client")).toString().toStdString());
    if (const std::string event = eventOf(line); place != m_places.end() && !event.empty()) {
        if (const std::string measure = measureOf(event); !measure.empty())
            count(m_facts.clients[place->second], measure, 1);
        update(clientProcess, place->second - clientProcess.clients.front());
    }
    Q_EMIT reported(line);
}

void ClientPool::update(ClientProcess& clientProcess, std::size_t index)
{
    ClientFacts& client = m_facts.clients[clientProcess.clients[index]];
    const ClientView before = client.clientView;
    static_cast<ContenderStatus&>(client) = clientProcess.process->clients()[index];
    client.paused = clientProcess.wasPaused;
    client.processId = clientProcess.hasEnded ? 0 : clientProcess.process->processId();
    for (const auto& [clientView, measure] :
         {std::pair(ClientView::Holding, "holding"), std::pair(ClientView::Waiting, "waiting")}) {
        if ((before == clientView) != (client.clientView == clientView))
            count(client, measure, before == clientView ? -1 : 1);
    }
}

/// Each line of a stream also emits changed(): only changes of the process as a whole matter here.
void ClientPool::followProcess(ClientProcess& clientProcess)
{
    const bool paused = clientProcess.process->isPaused();
    const bool ended = clientProcess.process->hasEnded();
    if (paused == clientProcess.wasPaused && ended == clientProcess.hasEnded)
        return;
    clientProcess.wasPaused = paused;
    clientProcess.hasEnded = ended;
    for (std::size_t i = 0; i < clientProcess.clients.size(); ++i) {
        update(clientProcess, i);
        if (ended)
            Q_EMIT left(m_facts.clients[clientProcess.clients[i]].name);
    }
    Q_EMIT changed();
}

void ClientPool::count(const ClientFacts& client, const std::string& measure, double by)
{
    m_facts.measures[measure] += by;
    m_facts.measures[measure + " of " + client.group] += by;
}

} // namespace lockscope::console

#include "moc_ClientPool.cpp"
