// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connect/zookeeper/ZooKeeperConnection.h"

#include "core/base/Phrase.h"
#include "core/zk/Client.h"

#include <future>
#include <utility>

namespace lockscope::connect {

namespace {

constexpr auto checkAfter = std::chrono::milliseconds(500);
constexpr auto checkInterval = std::chrono::seconds(3);

} // namespace

ZooKeeperConnection::ZooKeeperConnection(zk::ClientFactory makeClient, Settings settings)
    : m_makeClient(std::move(makeClient))
    , m_route(std::move(settings.profile), std::move(settings.secrets))
    , m_gate(std::move(settings.gate))
    , m_traffic(std::move(settings.traffic))
    , m_acceptReadOnly(settings.acceptReadOnly)
    , m_executor(std::move(settings.log))
{
}

ZooKeeperConnection::~ZooKeeperConnection()
{
    close();
}

void ZooKeeperConnection::open(Handlers handlers)
{
    // Opening a tunnel takes seconds: not on the loop.
    m_executor.callbacks().post([this, handlers = std::move(handlers)] {
        const auto opened = m_route.open();
        m_executor.post([this, handlers, opened] {
            if (m_isClosed) // closed meanwhile: no session is needed
                return;
            if (!opened)
                return handlers.failed(opened.error());
            m_isOpen = true;
            m_client = anotherClient();
            m_session = m_client->onSession([this](const SessionStatus& session) { onSession(session); });
            onSession(m_client->session());
            handlers.opened(*m_client);
        });
    });
}

void ZooKeeperConnection::close(const Task& first)
{
    if (m_isClosed.exchange(true))
        return;
    m_route.giveUp();
    const auto closed = std::make_shared<std::promise<void>>();
    m_executor.post([this, first, closed] {
        if (first)
            first();
        m_session.reset();
        m_nextCheck.reset();
        if (m_client)
            m_client->close([closed] { closed->set_value(); });
        else
            closed->set_value();
    });
    closed->get_future().wait();
    // Pending tasks and timers may still reference the client: destroy the client last.
    m_executor.stop();
    if (m_checker)
        m_checker->call([this] { m_check.reset(); });
    m_checker.reset();
    m_client.reset();
}

zk::ClientSettings ZooKeeperConnection::usualSettings() const
{
    zk::ClientSettings settings;
    settings.sessionTimeout = profile().sessionTimeout;
    settings.acceptReadOnly = m_acceptReadOnly;
    return settings;
}

std::unique_ptr<zk::Client> ZooKeeperConnection::anotherClient(zk::ClientSettings settings, EventLoop& loop) const
{
    settings.servers = m_route.connectString();
    settings.gate = m_gate;
    settings.callbacks = &loop; // the console's handlers do not block
    if (m_traffic)
        settings.traffic = m_traffic;
    auto client = m_makeClient(settings, loop);
    // Before any request of this client.
    loop.run([share = client->share(), profile = m_route.profile(), secrets = m_route.secrets()] {
        introduce(*share, profile, secrets);
    });
    return client;
}

// ---- why there is no session

void ZooKeeperConnection::onSession(const SessionStatus& session)
{
    const bool isRefused = session.state == SessionState::AuthFailed;
    const bool isFinal = isRefused || session.state == SessionState::Closed;
    if (isRefused) {
        const std::lock_guard lock(m_answers.mutex);
        m_answers.refusal = Error{ErrorCode::NoConnection, "connect to", profile().servers.text(), session.detail};
    }
    // A peer that accepts the session but answers no request may be another program.
    if (isAnswered(session) || isFinal) {
        m_nextCheck.reset();
        take({});
    } else if (!m_isChecking && !m_nextCheck) {
        m_nextCheck = m_executor.after(checkAfter, [this] { check(); });
    }
}

void ZooKeeperConnection::check()
{
    m_nextCheck.reset();
    if (isAnswered(m_client->session()))
        return;
    m_isChecking = true;
    if (!m_checker)
        m_checker = std::make_unique<ensemble::EventThread>(QStringLiteral("lockscope server check"));
    m_checker->post([this] {
        m_check = std::make_unique<ServerCheck>(profile().servers.servers, m_route.connectString().servers,
                                                ServerCheck::Limits(), [this](std::vector<PortAnswer> answers) {
                                                    m_executor.post([this, answers = std::move(answers)]() mutable {
                                                        m_isChecking = false;
                                                        if (m_isClosed || isAnswered(m_client->session()))
                                                            return;
                                                        take(std::move(answers));
                                                        m_nextCheck =
                                                            m_executor.after(checkInterval, [this] { check(); });
                                                    });
                                                });
        m_check->start();
    });
}

void ZooKeeperConnection::take(std::vector<PortAnswer> answers)
{
    const std::lock_guard lock(m_answers.mutex);
    m_answers.all = std::move(answers);
}

std::optional<Error> ZooKeeperConnection::routeTrouble() const
{
    return m_isOpen ? m_route.trouble() : std::nullopt;
}

std::optional<Error> ZooKeeperConnection::trouble() const
{
    if (!m_isOpen)
        return std::nullopt;
    std::vector<PortAnswer> answers;
    {
        const std::lock_guard lock(m_answers.mutex);
        if (m_answers.refusal)
            return m_answers.refusal;
        answers = m_answers.all;
    }
    // A forwarder accepts every connection, and closes it when the server is not reached: only it knows why.
    auto trouble = m_route.trouble();
    if (m_route.isForwarded())
        std::erase_if(answers, [&](const PortAnswer& answer) {
            return trouble ? !isOfServerWithoutQuorum(answer.kind) : !isConclusive(answer.kind);
        });
    if (trouble && answers.empty())
        return trouble;
    auto why = whyNotConnected(answers, profile().servers.text());
    if (why && why->code == ErrorCode::ReadOnlyServer && m_acceptReadOnly) {
        // Accepted, and yet there is no session: without this setting, servers of ZooKeeper 3.8 refuse it.
        why->code = ErrorCode::NoConnection;
        why->detail = phrase("%1. For reads from it, set localSessionsEnabled=true in its zoo.cfg", why->detail);
    }
    return why;
}

} // namespace lockscope::connect
