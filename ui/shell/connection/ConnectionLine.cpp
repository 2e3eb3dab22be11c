// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/connection/ConnectionLine.h"

#include "core/base/Background.h"
#include "core/zk/ClientSettings.h"

#include <future>
#include <utility>

namespace lockscope::ui {

namespace {

constexpr std::chrono::milliseconds factsWaitLimit{3'000};

} // namespace

ConnectionLine::ConnectionLine(ClientFactory factory, Order order, Handlers handlers, Log log)
    : m_factory(std::move(factory))
    , m_log(std::move(log))
    , m_findings(std::move(order.findings), std::move(handlers.snapshot))
    , m_route(order.target.profile, std::exchange(order.target.secrets, {}))
    , m_gate(std::move(order.gate))
{
    m_executor.post([this, order = std::move(order), handlers = std::move(handlers)] { open(order, handlers); });
}

ConnectionLine::~ConnectionLine()
{
    close();
}

/// Blocks the executor while a tunnel is opened: it has nothing else to do before.
void ConnectionLine::open(const Order& order, const Handlers& handlers)
{
    goToBackground(); // and with it what the client and the collector start
    if (const auto opened = m_route.open(); !opened)
        return handlers.failed(opened.error());
    if (m_isClosed) // in the meantime: nobody wants a session there any more
        return;
    m_isLed = true;
    m_client = makeClient();
    m_session = m_client->onSession(handlers.session);
    handlers.session(m_client->session());

    const auto& profile = order.target.profile;
    inspect::InspectorSettings settings;
    settings.connect = order.target.text.toStdString();
    settings.dialects = order.dialects;
    settings.roots = profile.roots;
    settings.requestsPerSecond = profile.requestsPerSecond;
    if (profile.watchBudget > 0)
        settings.watchBudget = profile.watchBudget;
    settings.moreSessions = [this] { return makeClient(); };
    release::DeskSettings deskSettings;
    deskSettings.connect = settings.connect;
    deskSettings.access.profile = profile.name;
    deskSettings.access.accounts = release::accountNames(connect::accountsOf(profile, m_route.secrets()));
    deskSettings.access.unlocked = profile.isGuarded(); // else the gate lets nothing through
    auto collector = order.collector;
    m_questions = std::make_shared<ensemble::FactsQuestions>(m_executor);
    if (collector) {
        m_route.applyTo(*collector);
        deskSettings.freshFacts = [this](ensemble::FactsQuestions::Done done) {
            m_questions->add(factsWaitLimit, std::move(done));
            if (m_inspector) // else it is being closed
                m_inspector->refreshFacts();
        };
    }
    m_desk = std::make_unique<release::ReleaseDesk>(*m_client, settings.dialects, std::move(deskSettings));
    const auto publish = [this](inspect::SnapshotPtr snapshot) {
        ++m_snapshots;
        if (snapshot->ensemble)
            m_questions->take(snapshot->ensemble);
        m_findings.give(std::move(snapshot));
    };
    m_inspector = std::make_unique<inspect::EnsembleInspector>(*m_client, settings, collector, publish, m_log);
    m_inspector->start();
}

std::unique_ptr<zk::Client> ConnectionLine::makeClient()
{
    zk::ClientSettings settings;
    settings.servers = m_route.connectString();
    settings.sessionTimeout = m_route.profile().sessionTimeout;
    settings.traffic = m_traffic;
    settings.gate = m_gate;
    auto client = m_factory(settings, m_executor);
    connect::introduce(*client, m_route.profile(), m_route.secrets());
    return client;
}

std::optional<Error> ConnectionLine::trouble() const
{
    return m_isLed ? m_route.trouble() : std::nullopt;
}

void ConnectionLine::refresh()
{
    m_executor.post([this] {
        if (m_inspector)
            m_inspector->refresh();
    });
}

void ConnectionLine::askLoad(std::function<void(ConnectionLoad)> told)
{
    m_executor.post([this, told = std::move(told), asked = m_executor.clock().now()] {
        ConnectionLoad load;
        load.at = m_executor.clock().now();
        load.threadWait = load.at - asked;
        load.requests = m_traffic->requests;
        load.writes = m_traffic->writes;
        load.watchEvents = m_traffic->watchEvents;
        load.snapshotsMade = m_snapshots;
        load.findingsTook = m_findings.lastTook();
        if (m_inspector)
            load.inspector = m_inspector->load();
        told(std::move(load));
    });
}

void ConnectionLine::withDesk(std::function<void(release::ReleaseDesk&)> task)
{
    m_executor.post([this, task = std::move(task)] {
        if (m_desk)
            task(*m_desk);
    });
}

void ConnectionLine::close()
{
    if (m_isClosed.exchange(true))
        return;
    m_route.giveUp();
    const auto closed = std::make_shared<std::promise<void>>();
    m_executor.post([this, closed] {
        m_inspector.reset();
        m_session.reset();
        if (m_client)
            m_client->close([closed] { closed->set_value(); });
        else
            closed->set_value();
    });
    closed->get_future().wait();
    // What it drops, such as a timer, may still know the client: that goes after it. The desk stays until here:
    // close() has answered what it still had open.
    m_executor.stop();
    m_client.reset();
}

} // namespace lockscope::ui
