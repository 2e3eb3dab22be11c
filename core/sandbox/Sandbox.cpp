// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/Sandbox.h"

#include "core/base/Phrase.h"
#include "core/connect/FolderWatchdog.h"
#include "core/connect/ThreadTasks.h"
#include "core/sandbox/SandboxPorts.h"
#include "core/sandbox/ServerProcess.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <chrono>
#include <utility>

namespace lockscope::ensemble {

namespace {

using namespace std::chrono_literals;

constexpr auto startLimit = 60s;
constexpr auto portCheckInterval = 500ms;
constexpr int attempts = 3;

} // namespace

class Sandbox::Private {
public:
    Private(Sandbox& sandbox, SandboxOptions wanted)
        : q(sandbox)
        , options(std::move(wanted))
    {
        limit.setSingleShot(true);
        limit.setInterval(startLimit);
        portCheck.setInterval(portCheckInterval);
        QObject::connect(&limit, &QTimer::timeout, &q, [this] { giveUp(); });
        QObject::connect(&portCheck, &QTimer::timeout, &q, [this] { retryIfPortLost(); });
    }

    [[nodiscard]] Result<void> begin();
    [[nodiscard]] Result<void> launch();
    void onServing(int index);
    void onStopped(int index);
    void retryIfPortLost();
    void giveUp();
    void fail(const Error& error);
    [[nodiscard]] ServerProcess* server(int index) const;

    Sandbox& q;
    SandboxOptions options;
    ServerSoftware software;
    // In this order, so that destruction ends the servers, then removes the folder, then ends its watchdog.
    FolderWatchdog watchdog;
    std::unique_ptr<QTemporaryDir> folder;
    std::vector<std::unique_ptr<ServerProcess>> servers;
    QTimer limit;
    QTimer portCheck;
    int attempt = 0;
    bool retrying = false;
    enum class Phase {
        New,
        Starting,
        Ready,
        Failed
    } phase = Phase::New;
};

Result<void> Sandbox::Private::begin()
{
    if (options.servers != 1 && options.servers != 3)
        return failure(ErrorCode::BadArguments, phraseLater("start the sandbox"), {},
                       phrase("a sandbox has 1 or 3 servers, not %1", options.servers));
    if (options.tickMs < 10)
        return failure(ErrorCode::BadArguments, phraseLater("start the sandbox"), {},
                       phrase("a tick must be at least 10 ms"));
    if (options.sessionTimeoutMs < 0 || options.longestSessionMs < 0)
        return failure(ErrorCode::BadArguments, phraseLater("start the sandbox"), {},
                       phrase("a session timeout must not be negative"));
    Result<ServerSoftware> found = findServerSoftware();
    if (!found)
        return failure(found.error());
    software = *found;
    folder = std::make_unique<QTemporaryDir>(QDir::tempPath() + QStringLiteral("/lockscope-sandbox-XXXXXX"));
    if (!folder->isValid())
        return failure(ErrorCode::System, phraseLater("start the sandbox in"), QDir::tempPath().toStdString(),
                       phrase("cannot create a temporary folder: %1", folder->errorString()));
    if (Result<void> watched = watchdog.watch(folder->path()); !watched)
        return watched;
    limit.start();
    portCheck.start();
    return launch();
}

Result<void> Sandbox::Private::launch()
{
    ++attempt;
    retrying = false;
    servers.clear();
    Result<std::vector<SandboxPorts>> ports = freeSandboxPorts(options.servers);
    if (!ports)
        return failure(ports.error());
    const QString settings = sandboxSettings(options, *ports);
    const bool routed = options.openRoutes && options.servers > 1;
    if (routed) {
        if (Result<void> opened = options.openRoutes(sandboxRoutes(*ports)); !opened)
            return opened;
    }
    for (int index = 0; index < options.servers; ++index) {
        const SandboxPorts& own = ports->at(index);
        const QString place = folder->path() + QStringLiteral("/start-%1-server-%2").arg(attempt).arg(index + 1);
        servers.push_back(std::make_unique<ServerProcess>(
            software, ServerPlan{place, index + 1, own.client, own.admin, settings, options.readOnlyMode,
                                 options.adminServer, options.words, options.heapMb, options.niceness,
                                 routed ? sandboxHosts(index, options.servers) : QString()}));
        ServerProcess* process = servers.back().get();
        QObject::connect(process, &ServerProcess::serving, &q, [this, index] { onServing(index); });
        QObject::connect(process, &ServerProcess::stopped, &q, [this, index] { onStopped(index); });
        if (Result<void> prepared = process->prepare(); !prepared)
            return prepared;
    }
    for (const auto& process : servers)
        process->start();
    return {};
}

void Sandbox::Private::onServing(int index)
{
    if (retrying || phase == Phase::Failed)
        return;
    Q_EMIT q.serverReady(index);
    if (phase != Phase::Starting ||
        !std::all_of(servers.begin(), servers.end(), [](const auto& one) { return one->isServing(); }))
        return;
    phase = Phase::Ready;
    limit.stop();
    portCheck.stop();
    Q_EMIT q.ready();
}

void Sandbox::Private::onStopped(int index)
{
    if (phase == Phase::Ready) {
        Q_EMIT q.serverStopped(index);
        return;
    }
    if (phase != Phase::Starting)
        return;
    if (!retrying) {
        retryIfPortLost();
        if (!retrying)
            giveUp();
        return;
    }
    if (std::any_of(servers.begin(), servers.end(), [](const auto& one) { return one->isRunning(); }))
        return;
    // Queued: this is a signal of one of the processes that launch() replaces.
    runLater(&q, [this] {
        if (phase != Phase::Starting)
            return; // timed out meanwhile
        if (Result<void> launched = launch(); !launched)
            fail(launched.error());
    });
}

void Sandbox::Private::retryIfPortLost()
{
    if (retrying || attempt >= attempts ||
        std::none_of(servers.begin(), servers.end(), [](const auto& one) { return one->hasLostPort(); }))
        return;
    retrying = true;
    bool ending = false;
    for (const auto& process : servers) {
        ending = ending || process->isRunning();
        process->kill(); // onStopped() continues when the last one has ended
    }
    if (!ending)
        onStopped(0);
}

void Sandbox::Private::giveUp()
{
    Error error{ErrorCode::TimedOut, phraseLater("start the sandbox in"), folder->path().toStdString(), {}};
    for (const auto& process : servers) {
        if (process->isServing())
            continue;
        const bool ended = !process->isRunning();
        error.code = ended ? ErrorCode::System : error.code;
        error.detail =
            phrase(ended ? phraseLater("server %1 has ended") : phraseLater("server %1 is not ready after 60 seconds"),
                   process->plan().id);
        if (const QString line = process->complaint(); !line.isEmpty())
            error.detail = phrase("%1. Server log: %2", error.detail, line);
        if (ended)
            break;
    }
    fail(error);
}

void Sandbox::Private::fail(const Error& error)
{
    phase = Phase::Failed;
    limit.stop();
    portCheck.stop();
    for (const auto& process : servers)
        process->kill();
    Q_EMIT q.failed(error);
}

ServerProcess* Sandbox::Private::server(int index) const
{
    const bool usable = phase == Phase::Ready && index >= 0 && index < static_cast<int>(servers.size());
    return usable ? servers[static_cast<std::size_t>(index)].get() : nullptr;
}

Sandbox::Sandbox(SandboxOptions options, QObject* parent)
    : QObject(parent)
    , m_private(std::make_unique<Private>(*this, std::move(options)))
{
}

Sandbox::~Sandbox()
{
    for (const auto& process : m_private->servers)
        process->kill(); // all in parallel; each destructor waits for its own server
}

void Sandbox::start()
{
    if (m_private->phase != Private::Phase::New)
        return;
    m_private->phase = Private::Phase::Starting;
    if (Result<void> begun = m_private->begin(); !begun)
        runLater(this, [this, error = begun.error()] { m_private->fail(error); });
}

QString Sandbox::connectString() const
{
    QStringList parts;
    if (m_private->phase == Private::Phase::Ready) {
        for (const auto& process : m_private->servers)
            parts << QStringLiteral("127.0.0.1:%1").arg(process->plan().clientPort);
    }
    return parts.join(u',');
}

std::vector<Sandbox::Server> Sandbox::servers() const
{
    std::vector<Server> list;
    for (const auto& process : m_private->servers)
        list.push_back({process->plan().clientPort, process->plan().adminPort, process->processId()});
    return list;
}

QString Sandbox::folder() const
{
    return m_private->folder ? m_private->folder->path() : QString();
}

void Sandbox::killServer(int index)
{
    if (ServerProcess* process = m_private->server(index))
        process->kill();
}

void Sandbox::startServer(int index)
{
    if (ServerProcess* process = m_private->server(index))
        process->start();
}

void Sandbox::pauseServer(int index)
{
    if (ServerProcess* process = m_private->server(index))
        process->pause();
}

void Sandbox::resumeServer(int index)
{
    if (ServerProcess* process = m_private->server(index))
        process->resume();
}

} // namespace lockscope::ensemble

#include "moc_Sandbox.cpp"
