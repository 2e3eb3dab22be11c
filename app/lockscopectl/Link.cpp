// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/Link.h"

#include "app/lockscopectl/SecretInput.h"
#include "core/connect/EventLoop.h"

#include <QCoreApplication>

#include <mutex>

namespace lockscope::ctl {

void onMainThread(Task task)
{
    ensemble::runLater(QCoreApplication::instance(), std::move(task));
}

namespace {

Error silence(const Context& context, const std::string& known, const std::string& howLong)
{
    auto detail = known.empty() ? known : known + "; ";
    detail += "nothing answered " + howLong + ". Check the address with --connect, and that a server runs there";
    if (!context.profile.tls)
        detail += " and speaks without TLS, as at its clientPort: for a port with TLS use a profile";
    return {ErrorCode::NoConnection, "connect to", context.connect.toStdString(), std::move(detail)};
}

} // namespace

Error noConnection(const Context& context, const zk::Session& session)
{
    return silence(context, session.detail, "within " + std::to_string(context.timeout.count()) + " ms");
}

Error noConnectionAllTheTime(const Context& context)
{
    return silence(context, {}, "until the end of --for");
}

bool asksServers(const Context& context)
{
    return !context.adminPorts.empty() || context.words;
}

/// The last thing that went wrong on the wire, in the client library's words. Any thread.
struct Link::Trouble {
    std::mutex mutex;
    std::string last;
};

struct Link::Waiting {
    Task connected;
    Subscription session;
    Subscription limit;

    void end(Exit status)
    {
        limit.reset();
        session.reset();
        connected = nullptr;
        onMainThread([status] { QCoreApplication::exit(status); });
    }
};

namespace {

/// Whoever is refused on the way to a server is not connected: that a release is refused is something else.
Exit complainOfTheWay(const Error& error)
{
    const auto status = complain(error);
    return status == Exit::Refused ? Exit::NoConnection : status;
}

/// As the command line has it.
connect::Profile effectiveProfile(const Context& context)
{
    auto profile = context.profile;
    profile.servers = context.servers;
    profile.adminPorts = context.adminPorts;
    profile.words = context.words;
    return profile;
}

Result<connect::Route> openRoute(const Context& context)
{
    auto secrets = readSecrets(context);
    if (!secrets)
        return failure(secrets.error());
    connect::Route route(effectiveProfile(context), *std::move(secrets));
    if (auto opened = route.open(); !opened)
        return failure(opened.error());
    return route;
}

} // namespace

Link::Link(const Context& context)
    : m_context(context)
    , m_route(effectiveProfile(context), {})
    , m_trouble(std::make_shared<Trouble>())
    , m_waiting(std::make_shared<Waiting>())
{
    // Unlocked it stays for as long as the command lasts: a simulated client must be able to let go.
    if (context.profile.isGuarded() && !context.unlocked)
        m_gate = std::make_shared<zk::WriteGate>();
    auto route = openRoute(context);
    if (!route) {
        m_refused = route.error();
        return;
    }
    m_route = *std::move(route);
    // Told in one sentence at the end if there is no connection, and not at all if there is.
    const Log remember(
        [trouble = m_trouble, log = context.log](LogLevel level, std::string_view component, std::string_view message) {
            log.write(level, component, message);
            if (level < LogLevel::Error)
                return;
            const std::lock_guard lock(trouble->mutex);
            trouble->last = message;
        },
        context.log.accepts(LogLevel::Debug) ? LogLevel::Debug : LogLevel::Error);
    m_client = makeClient(usualSettings(), m_executor, remember);
}

zk::ClientSettings Link::usualSettings() const
{
    zk::ClientSettings settings;
    settings.sessionTimeout = m_context.profile.sessionTimeout;
    return settings;
}

std::unique_ptr<zk::Client> Link::makeClient(zk::ClientSettings settings, Executor& executor, const Log& log) const
{
    settings.servers = m_route.connectString();
    settings.gate = m_gate;
    auto client = std::make_unique<zk::ZooKeeperClient>(std::move(settings), executor, log);
    // In front of everything that is asked for there.
    executor.run([share = client->share(), profile = m_route.profile(), secrets = m_route.secrets()] {
        connect::introduce(*share, profile, secrets);
    });
    return client;
}

std::optional<ensemble::CollectorSettings> Link::collectorSettings() const
{
    if (!asksServers(m_context))
        return std::nullopt;
    ensemble::CollectorSettings settings;
    settings.questionLimit = m_context.questionLimit;
    m_route.applyTo(settings);
    return settings;
}

Link::~Link()
{
    m_executor.runAndWait([this] { *m_waiting = {}; });
    m_client.reset();
    m_executor.stop();
}

std::unique_ptr<zk::Client> Link::anotherClient()
{
    return makeClient(usualSettings(), m_executor, m_context.log);
}

void Link::whenConnected(Task connected)
{
    m_executor.post([this, connected = std::move(connected)] {
        if (m_refused) {
            m_waiting->end(complainOfTheWay(*m_refused));
            return;
        }
        m_waiting->connected = connected;
        const auto check = [this](const zk::Session& session) {
            if (session.state == zk::SessionState::Connected) {
                m_waiting->limit.reset();
                if (const auto task = std::exchange(m_waiting->connected, nullptr))
                    task();
            } else if (session.state == zk::SessionState::AuthFailed) {
                m_waiting->end(
                    complain(Error{ErrorCode::AuthFailed, "connect to", m_context.connect.toStdString(), {}}));
            }
        };
        m_waiting->limit = m_executor.after(m_context.timeout, [this] {
            if (const auto trouble = m_route.trouble()) {
                m_waiting->end(complainOfTheWay(*trouble));
                return;
            }
            auto session = m_client->session();
            if (session.detail.empty()) {
                const std::lock_guard lock(m_trouble->mutex);
                session.detail = m_trouble->last;
            }
            m_waiting->end(complain(noConnection(m_context, session)));
        });
        m_waiting->session = m_client->onSession(check);
        check(m_client->session());
    });
}

} // namespace lockscope::ctl
