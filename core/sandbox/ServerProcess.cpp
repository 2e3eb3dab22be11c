// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/ServerProcess.h"

#include "core/base/Phrase.h"
#include "core/connect/OwnedProcess.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>
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

/// "lockscope-sandbox-k3Jd9w/server-1": plain ASCII, unique to this sandbox.
QByteArray identityOf(const QString& folder)
{
    const QFileInfo info(folder);
    return (QFileInfo(info.path()).fileName() + u'/' + info.fileName() + u'/').toUtf8();
}

/// Matches "java.net.BindException: Address already in use", "Caused by: …", or java's "Error: Could not find …".
bool namesCause(const QByteArray& line)
{
    static const QRegularExpression cause(
        QStringLiteral("^(Caused by: |Error: |(Exception in thread \\S+ )?[a-zA-Z_.$]+(Exception|Error)\\b)"));
    return cause.match(QString::fromUtf8(line)).hasMatch();
}

/// An error line of the server, except the final line that follows every error.
bool isErrorLine(const QByteArray& line)
{
    return line.contains("ERROR") && !line.contains("Exiting JVM");
}

} // namespace

ServerProcess::ServerProcess(ServerSoftware software, ServerPlan plan, QObject* parent)
    : QObject(parent)
    , m_software(std::move(software))
    , m_plan(std::move(plan))
    , m_probe(m_plan.clientPort, m_plan.adminServer ? m_plan.adminPort : 0, identityOf(m_plan.folder),
              m_plan.words == u"*" || m_plan.words.contains(u"conf"))
{
    connect(&m_probe, &ServerProbe::serving, this, [this] {
        m_serving = true;
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
    const QString data = m_plan.folder + QStringLiteral("/data");
    if (!QDir().mkpath(data))
        return failure(ErrorCode::System, phraseLater("start the sandbox in"), data.toStdString(),
                       phrase("cannot create the folder"));
    // Paths are relative to the server's working folder: others would need the quoting of Java properties files.
    const QString text = QStringLiteral("dataDir=./data\n"
                                        "clientPort=%1\n"
                                        "clientPortAddress=127.0.0.1\n"
                                        "admin.serverAddress=127.0.0.1\n"
                                        "admin.serverPort=%2\n"
                                        "admin.enableServer=%3\n"
                                        "4lw.commands.whitelist=%4\n"
                                        "maxClientCnxns=0\n")
                             .arg(m_plan.clientPort)
                             .arg(m_plan.adminPort)
                             .arg(m_plan.adminServer ? QStringLiteral("true") : QStringLiteral("false"), m_plan.words) +
                         m_plan.settings;
    if (Result<void> written = writeFile(m_plan.folder + QStringLiteral("/zoo.cfg"), text.toLatin1()); !written)
        return written;
    if (Result<void> written = writeFile(m_plan.folder + QStringLiteral("/hosts"), m_plan.hosts.toLatin1()); !written)
        return written;
    return writeFile(data + QStringLiteral("/myid"), QByteArray::number(m_plan.id));
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
    m_killing = false;
    m_startAgain = false;
    tieToOwner(m_process, SIGKILL, m_plan.niceness);
    m_process.setWorkingDirectory(m_plan.folder);
    m_process.setStandardInputFile(QProcess::nullDevice());
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    m_process.setStandardOutputFile(logFile(), QIODevice::Append);
    QStringList arguments{QStringLiteral("-XX:TieredStopAtLevel=1"), // fast start: the process is short-lived
                          QStringLiteral("-XX:+UseSerialGC"),
                          QStringLiteral("-Xmx%1m").arg(m_plan.heapMb),
                          QStringLiteral("-XX:-UsePerfData"), // would leave a file in /tmp after kill -9
                          QStringLiteral("-Djava.io.tmpdir=") + m_plan.folder,
                          QStringLiteral("-Djava.net.preferIPv4Stack=true"),
                          QStringLiteral("-Dzookeeper.extendedTypesEnabled=true")};
    if (m_plan.readOnlyMode)
        arguments << QStringLiteral("-Dreadonlymode.enabled=true");
    if (!m_plan.hosts.isEmpty())
        arguments << QStringLiteral("-Djdk.net.hosts.file=./hosts");
    arguments << QStringLiteral("-cp") << m_software.classPath
              << QStringLiteral("org.apache.zookeeper.server.quorum.QuorumPeerMain") << QStringLiteral("./zoo.cfg");
    m_process.start(m_software.java, arguments);
    if (isRunning())
        m_probe.start();
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
    const QList<QByteArray> lines = file.readAll().trimmed().split('\n');
    auto line = std::find_if(lines.crbegin(), lines.crend(), namesCause);
    if (line == lines.crend())
        line = std::find_if(lines.crbegin(), lines.crend(), isErrorLine);
    if (line == lines.crend())
        line = lines.crbegin();
    return QString::fromUtf8(line->trimmed());
}

bool ServerProcess::hasLostPort() const
{
    QFile file(logFile());
    return file.open(QIODevice::ReadOnly) && file.readAll().contains("Address already in use");
}

} // namespace lockscope::ensemble

#include "moc_ServerProcess.cpp"
