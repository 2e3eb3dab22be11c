// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/ServerProcess.h"

#include "core/base/Phrase.h"
#include "core/connect/OwnedProcess.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcessEnvironment>

#include <csignal>
#include <sys/types.h>
#include <utility>

namespace lockscope::ensemble {

namespace {

constexpr int endLimitMs = 5'000;

Result<void> writeFile(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.flush())
        return failure(ErrorCode::System, phraseLater("write to"), path.toStdString(),
                       file.errorString().toStdString());
    return {};
}

} // namespace

QByteArray identityOf(const QString& folder)
{
    const QFileInfo info(folder);
    return (QFileInfo(info.path()).fileName() + u'/' + info.fileName() + u'/').toUtf8();
}

ServerProcess::ServerProcess(ServerPlan plan, QObject* parent)
    : QObject(parent)
    , m_plan(std::move(plan))
{
    connect(&m_probe, &ServerProbe::serving, this, [this] {
        m_serving = true;
        m_complete = true;
        Q_EMIT serving();
    });
    connect(&m_process, &QProcess::finished, this, &ServerProcess::ended);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) // finished() is not emitted in this case
            ended();
    });
}

ServerProcess::~ServerProcess()
{
    m_process.disconnect(this);
    if (!isRunning())
        return;
    m_process.kill();
    m_process.waitForFinished(endLimitMs);
}

QString ServerProcess::logFile() const
{
    return m_plan.folder + QStringLiteral("/server.log");
}

Result<void> ServerProcess::prepare()
{
    for (const ServerPlan::File& file : m_plan.files) {
        const QString path = m_plan.folder + u'/' + file.path;
        if (!QDir().mkpath(QFileInfo(path).path()))
            return failure(ErrorCode::System, phraseLater("start the sandbox in"), QFileInfo(path).path().toStdString(),
                           phrase("cannot create the folder"));
        if (Result<void> written = writeFile(path, file.content); !written)
            return written;
    }
    return {};
}

void ServerProcess::start()
{
    if (!isRunning())
        launch();
    else
        m_startAgain = m_killing;
}

void ServerProcess::launch()
{
    m_started = true;
    m_killing = false;
    m_startAgain = false;
    tieToOwner(m_process, SIGKILL, m_plan.niceness);
    m_process.setWorkingDirectory(m_plan.folder);
    m_process.setStandardInputFile(QProcess::nullDevice());
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    m_process.setStandardOutputFile(logFile(), QIODevice::Append);
    if (!m_plan.environment.empty()) {
        auto environment = QProcessEnvironment::systemEnvironment();
        for (const auto& [name, value] : m_plan.environment)
            environment.insert(name, value);
        m_process.setProcessEnvironment(environment);
    }
    m_process.start(m_plan.program, m_plan.arguments);
    if (isRunning())
        m_probe.start(m_complete && !m_plan.serving.empty() ? m_plan.serving : m_plan.complete);
}

void ServerProcess::ended()
{
    m_probe.stop();
    m_serving = false;
    Q_EMIT stopped();
    if (m_startAgain)
        launch();
}

void ServerProcess::kill()
{
    m_killing = true;
    m_startAgain = false;
    m_probe.stop();
    m_serving = false;
    m_process.kill();
}

void ServerProcess::pause()
{
    sendSignal(SIGSTOP);
}

void ServerProcess::resume()
{
    sendSignal(SIGCONT);
}

void ServerProcess::sendSignal(int number) const
{
    if (const qint64 id = m_process.processId(); id > 0)
        ::kill(static_cast<pid_t>(id), number);
}

QString ServerProcess::complaint() const
{
    QFile file(logFile());
    if (!file.open(QIODevice::ReadOnly))
        return m_process.error() == QProcess::FailedToStart ? m_process.errorString() : QString();
    return QString::fromUtf8(m_plan.complaint(file.readAll().trimmed().split('\n')).trimmed());
}

bool ServerProcess::hasLostPort() const
{
    QFile file(logFile());
    return file.open(QIODevice::ReadOnly) && file.readAll().contains("Address already in use");
}

} // namespace lockscope::ensemble

#include "moc_ServerProcess.cpp"
