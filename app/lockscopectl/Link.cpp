// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/Link.h"

#include "app/lockscopectl/SecretInput.h"
#include "core/connect/ThreadTasks.h"
#include "core/zk/ZooKeeperClient.h"

#include <QCoreApplication>

#include <mutex>
#include <string>
#include <utility>

namespace lockscope::ctl {

void onMainThread(Task task)
{
    ensemble::runLater(QCoreApplication::instance(), std::move(task));
}

namespace {

constexpr auto longestCheck = std::chrono::seconds(4); ///< the reason is known by then
constexpr auto checkPause = std::chrono::milliseconds(100);

/// A refusal on the way to a server means no connection; the status Refused is for refused releases.
Exit complainOfTheWay(const Error& error)
{
    const auto status = complain(error);
    const bool isRefused = status == Exit::Refused || error.code == ErrorCode::ReadOnlyServer;
    return isRefused ? Exit::NoConnection : status;
}

} // namespace

Error noConnection(const Context& context, const SessionStatus& session)
{
    const auto check = QStringLiteral("no server answered within %1 ms. Check the address with --connect, and that a "
                                      "server is running there")
                           .arg(context.timeout.count());
    const bool hasTls = context.target.isRedis() ? context.target.redis.tls : context.profile.tls.has_value();
    QString plain;
    if (!hasTls)
        plain = context.target.isRedis()
                    ? QStringLiteral(" and accepts connections without TLS. For a port with TLS, use rediss://")
                    : QStringLiteral(
                          " and accepts connections without TLS, as on its clientPort. For a port with TLS, use --ca "
                          "or a profile");
    auto detail = check + plain;
    if (!session.detail.empty()) {
        detail[0] = detail[0].toUpper();
        detail.prepend(QString::fromStdString(session.detail) + QStringLiteral(". "));
    }
    return {ErrorCode::NoConnection, "connect to", context.connect.toStdString(), detail.toStdString()};
}

bool asksServers(const Context& context)
{
    return !context.target.isRedis() && (!context.adminPorts.empty() || context.words);
}

Result<connect::ZooKeeperConnection::Settings> connectionSettings(const Context& context)
{
    connect::ZooKeeperConnection::Settings settings;
    settings.log = context.log;
    settings.acceptReadOnly = context.acceptReadOnly;
    settings.profile = context.profile;
    settings.profile.servers = context.target.zooKeeper;
    settings.profile.adminPorts = context.adminPorts;
    settings.profile.words = context.words;
    auto secrets = readSecrets(context);
    if (!secrets)
        return failure(secrets.error());
    settings.secrets = *std::move(secrets);
    // Unlocked until the command ends: a simulated client must be able to release.
    if (context.profile.isGuarded() && !context.unlocked)
        settings.gate = std::make_shared<WriteGate>();
    return settings;
}

std::optional<ensemble::CollectorSettings> collectorSettings(const Context& context)
{
    if (!asksServers(context))
        return std::nullopt;
    ensemble::CollectorSettings settings;
    settings.questionLimit = context.questionLimit;
    settings.hostNames = context.hostNames;
    settings.looksUpHosts = context.looksUpHosts;
    return settings;
}

// --- until there is a session --------------------------------------------------------------------------------------

/// The last connection error, in the client library's words. Any thread.
struct SessionWait::WireTrouble {
    std::mutex mutex;
    std::string last;
};

SessionWait::SessionWait(const Context& context, Need need)
    : m_context(context)
    , m_need(need)
    , m_wireTrouble(std::make_shared<WireTrouble>())
{
}

zk::ClientFactory SessionWait::clientFactory() const
{
    const Log remember(
        [trouble = m_wireTrouble, log = m_context.log](LogLevel level, std::string_view component,
                                                       std::string_view message) {
            log.write(level, component, message);
            if (level < LogLevel::Error)
                return;
            const std::lock_guard lock(trouble->mutex);
            trouble->last = message;
        },
        m_context.log.accepts(LogLevel::Debug) ? LogLevel::Debug : LogLevel::Error);
    return [remember](const zk::ClientSettings& settings, EventLoop& loop) {
        return std::make_unique<zk::ZooKeeperClient>(settings, loop, remember);
    };
}

void SessionWait::begin(Executor& executor, std::function<std::optional<Error>()> trouble, Task connected)
{
    m_connected = std::move(connected);
    m_executor = &executor;
    m_trouble = std::move(trouble);
    m_limit = executor.after(m_context.timeout, [this] { giveUp(longestCheck); });
}

/// With the reason, as soon as it is known, but at most `longer` from now.
void SessionWait::giveUp(std::chrono::milliseconds longer)
{
    if (auto why = m_trouble()) {
        if (why->code == ErrorCode::ReadOnlyServer && m_need == Need::Reads)
            why->detail += ". To read the old data, use --accept-read-only";
        return exit(complainOfTheWay(*why));
    }
    if (longer > std::chrono::milliseconds(0)) {
        m_limit = m_executor->after(checkPause, [this, longer] { giveUp(longer - checkPause); });
        return;
    }
    if (m_session.detail.empty()) {
        const std::lock_guard lock(m_wireTrouble->mutex);
        m_session.detail = m_wireTrouble->last;
    }
    exit(complain(noConnection(m_context, m_session)));
}

namespace {

/// Why Redis refuses the credentials, and what to do about it.
std::string refusalText(const Context& context, std::string detail)
{
    if (!context.target.isRedis())
        return detail;
    if (detail.ends_with('.')) // Redis' own sentence
        detail.pop_back();
    const bool hasPassword = *context.secrets && !(*context.secrets)->password.empty();
    return detail + (hasPassword ? ". Check the user and the password"
                                 : ". Give the password by --password-fd or $LOCKSCOPE_PASSWORD, and a user by --user");
}

} // namespace

void SessionWait::see(const SessionStatus& session)
{
    m_session = session;
    const bool isEnough =
        session.state == SessionState::Connected || (session.state == SessionState::ReadOnly && m_need == Need::Reads);
    if (isEnough) {
        m_limit.reset();
        if (const auto task = std::exchange(m_connected, nullptr))
            task();
    } else if (session.state == SessionState::AuthFailed) {
        exit(complain(Error{ErrorCode::NoConnection, "connect to", m_context.connect.toStdString(),
                            refusalText(m_context, session.detail)}));
    }
}

void SessionWait::refuse(const Error& error)
{
    exit(complainOfTheWay(error));
}

void SessionWait::end()
{
    m_limit.reset();
    m_connected = nullptr;
}

void SessionWait::exit(Exit status)
{
    end();
    onMainThread([status] { QCoreApplication::exit(status); });
}

// --- a command's connection ----------------------------------------------------------------------------------------

Link::Link(const Context& context)
    : m_context(context)
    , m_wait(context)
{
    auto settings = connectionSettings(context);
    if (!settings)
        m_refused = settings.error();
    m_connection = std::make_unique<connect::ZooKeeperConnection>(
        m_wait.clientFactory(), settings ? *std::move(settings) : connect::ZooKeeperConnection::Settings());
}

Link::~Link()
{
    m_connection->close([this] {
        m_session.reset();
        m_wait.end();
    });
}

void Link::whenConnected(Task connected)
{
    if (m_refused)
        return m_wait.refuse(*m_refused);
    connect::ZooKeeperConnection::Handlers handlers;
    handlers.failed = [this](const Error& error) { m_wait.refuse(error); };
    handlers.opened = [this, connected = std::move(connected)](zk::Client& client) {
        m_wait.begin(
            executor(), [this] { return m_connection->trouble(); }, connected);
        m_session = client.onSession([this](const SessionStatus& session) { m_wait.see(session); });
        m_wait.see(client.session());
    };
    m_connection->open(std::move(handlers));
}

std::optional<ensemble::CollectorSettings> Link::collectorSettings() const
{
    auto settings = ctl::collectorSettings(m_context);
    if (settings)
        m_connection->applyTo(*settings);
    return settings;
}

} // namespace lockscope::ctl
