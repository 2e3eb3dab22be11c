// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/ServerGroup.h"

#include "core/base/Phrase.h"
#include "core/connect/FolderWatchdog.h"
#include "core/connect/ThreadTasks.h"

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

class ServerGroup::Private {
public:
    explicit Private(ServerGroup& group)
        : q(group)
    {
        limit.setSingleShot(true);
        limit.setInterval(startLimit);
        portCheck.setInterval(portCheckInterval);
        QObject::connect(&limit, &QTimer::timeout, &q, [this] { giveUp(); });
        QObject::connect(&portCheck, &QTimer::timeout, &q, [this] { retryIfPortLost(); });
    }

    [[nodiscard]] Result<void> begin();
    [[nodiscard]] Result<void> launch();
    void startNextStage();
    void onServing(int index);
    void onStopped(int index);
    void retryIfPortLost();
    void giveUp();
    void fail(const Error& error);
    void end();
    void removeIfEnded();
    [[nodiscard]] ServerProcess* server(int index) const;

    ServerGroup& q;
    // In this order, so that destruction ends the servers, then removes the folder, then ends its watchdog.
    FolderWatchdog watchdog;
    std::unique_ptr<QTemporaryDir> folder;
    std::vector<std::unique_ptr<ServerProcess>> servers;
    QTimer limit;
    QTimer portCheck;
    int attempt = 0;
    bool retrying = false;
    bool isRemoving = false; ///< the folder
    enum class Phase {
        New,
        Starting,
        Ready,
        Failed,
        Ending
    } phase = Phase::New;
};

Result<void> ServerGroup::Private::begin()
{
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

Result<void> ServerGroup::Private::launch()
{
    ++attempt;
    retrying = false;
    servers.clear();
    Result<std::vector<ServerPlan>> plans = q.plan(folder->path(), attempt);
    if (!plans)
        return failure(plans.error());
    for (ServerPlan& plan : *plans) {
        const int index = static_cast<int>(servers.size());
        servers.push_back(std::make_unique<ServerProcess>(std::move(plan)));
        ServerProcess* process = servers.back().get();
        QObject::connect(process, &ServerProcess::serving, &q, [this, index] { onServing(index); });
        QObject::connect(process, &ServerProcess::stopped, &q, [this, index] { onStopped(index); });
        if (Result<void> prepared = process->prepare(); !prepared)
            return prepared;
    }
    startNextStage();
    return {};
}

void ServerGroup::Private::startNextStage()
{
    int next = -1;
    for (const auto& process : servers) {
        if (!process->wasStarted() && (next < 0 || process->plan().stage < next))
            next = process->plan().stage;
    }
    for (const auto& process : servers) {
        if (!process->wasStarted() && process->plan().stage == next)
            process->start();
    }
}

void ServerGroup::Private::onServing(int index)
{
    if (retrying || phase == Phase::Failed || phase == Phase::Ending)
        return;
    Q_EMIT q.serverReady(index);
    if (phase != Phase::Starting || std::any_of(servers.begin(), servers.end(),
                                                [](const auto& one) { return one->wasStarted() && !one->isServing(); }))
        return;
    if (std::any_of(servers.begin(), servers.end(), [](const auto& one) { return !one->wasStarted(); })) {
        startNextStage();
        return;
    }
    phase = Phase::Ready;
    limit.stop();
    portCheck.stop();
    Q_EMIT q.ready();
}

void ServerGroup::Private::onStopped(int index)
{
    if (phase == Phase::Ending) {
        // Queued: this is a signal of one of the processes.
        runLater(&q, [this] { removeIfEnded(); });
        return;
    }
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

void ServerGroup::Private::retryIfPortLost()
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

void ServerGroup::Private::giveUp()
{
    Error error{ErrorCode::TimedOut, phraseLater("start the sandbox in"), folder->path().toStdString(), {}};
    int number = 0;
    for (const auto& process : servers) {
        ++number;
        if (process->isServing() || !process->wasStarted())
            continue;
        const bool ended = !process->isRunning();
        error.code = ended ? ErrorCode::System : error.code;
        error.detail =
            phrase(ended ? phraseLater("server %1 has ended") : phraseLater("server %1 is not ready after 60 seconds"),
                   number);
        if (const QString line = process->complaint(); !line.isEmpty())
            error.detail = phrase("%1. Server log: %2", error.detail, line);
        if (ended)
            break;
    }
    fail(error);
}

void ServerGroup::Private::fail(const Error& error)
{
    phase = Phase::Failed;
    limit.stop();
    portCheck.stop();
    for (const auto& process : servers)
        process->kill();
    Q_EMIT q.failed(error);
}

void ServerGroup::Private::end()
{
    if (std::exchange(phase, Phase::Ending) == Phase::Ending)
        return;
    limit.stop();
    portCheck.stop();
    for (const auto& process : servers)
        process->kill();
    runLater(&q, [this] { removeIfEnded(); });
}

void ServerGroup::Private::removeIfEnded()
{
    if (isRemoving || std::any_of(servers.begin(), servers.end(), [](const auto& one) { return one->isRunning(); }))
        return;
    isRemoving = true;
    watchdog.end([this] { Q_EMIT q.ended(); });
}

ServerProcess* ServerGroup::Private::server(int index) const
{
    const bool usable = phase == Phase::Ready && index >= 0 && index < static_cast<int>(servers.size());
    return usable ? servers[static_cast<std::size_t>(index)].get() : nullptr;
}

ServerGroup::ServerGroup(QObject* parent)
    : QObject(parent)
    , m_private(std::make_unique<Private>(*this))
{
}

ServerGroup::~ServerGroup()
{
    for (const auto& process : m_private->servers)
        process->kill(); // all in parallel; each destructor waits for its own server
}

void ServerGroup::start()
{
    if (m_private->phase != Private::Phase::New)
        return;
    m_private->phase = Private::Phase::Starting;
    if (Result<void> begun = m_private->begin(); !begun)
        runLater(this, [this, error = begun.error()] {
            if (m_private->phase == Private::Phase::Starting)
                m_private->fail(error);
        });
}

void ServerGroup::end()
{
    m_private->end();
}

bool ServerGroup::isReady() const
{
    return m_private->phase == Private::Phase::Ready;
}

QString ServerGroup::folder() const
{
    return m_private->folder ? m_private->folder->path() : QString();
}

qint64 ServerGroup::processId(std::size_t index) const
{
    return index < m_private->servers.size() ? m_private->servers[index]->processId() : 0;
}

int ServerGroup::serverCount() const
{
    return static_cast<int>(m_private->servers.size());
}

bool ServerGroup::isRunning(int index) const
{
    return index >= 0 && index < serverCount() && m_private->servers[static_cast<std::size_t>(index)]->isRunning();
}

void ServerGroup::killServer(int index)
{
    if (ServerProcess* process = m_private->server(index))
        process->kill();
}

void ServerGroup::startServer(int index)
{
    if (ServerProcess* process = m_private->server(index))
        process->start();
}

void ServerGroup::pauseServer(int index)
{
    if (ServerProcess* process = m_private->server(index))
        process->pause();
}

void ServerGroup::resumeServer(int index)
{
    if (ServerProcess* process = m_private->server(index))
        process->resume();
}

QString serverFolder(const QString& folder, int attempt, int number)
{
    return folder + QStringLiteral("/start-%1-server-%2").arg(attempt).arg(number);
}

} // namespace lockscope::ensemble

#include "moc_ServerGroup.cpp"
