// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/console/ContenderProcess.h"

#include "core/ensemble/OwnedProcess.h"

#include <QJsonDocument>
#include <QStringList>

#include <csignal>
#include <sys/types.h>
#include <utility>

namespace lockscope::console {

namespace {

// For its release and the end of its session; past it the server expires the session.
constexpr int farewellMs = 250;
constexpr int endLimitMs = 5'000;

QString textOf(const QJsonObject& line, QLatin1StringView key)
{
    return line.value(key).toString();
}

} // namespace

ContenderProcess::ContenderProcess(QString program, QString connectTo, ContendOptions options, QObject* parent)
    : QObject(parent)
    , m_program(std::move(program))
    , m_connect(std::move(connectTo))
    , m_options(std::move(options))
{
    m_options.clients = 1;
    connect(&m_process, &QProcess::readyReadStandardOutput, this,
            [this] { readLines(m_output, m_process.readAllStandardOutput()); });
    connect(&m_process, &QProcess::readyReadStandardError, this,
            [this] { readLines(m_errors, m_process.readAllStandardError()); });
    connect(&m_process, &QProcess::finished, this, &ContenderProcess::ended);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) // finished() does not follow this one
            failedToStart();
    });
}

ContenderProcess::~ContenderProcess()
{
    m_process.disconnect(this);
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_process.terminate();
    sendSignal(SIGCONT); // a paused one could not hear it
    if (m_process.waitForFinished(farewellMs))
        return;
    m_process.kill();
    m_process.waitForFinished(endLimitMs);
}

void ContenderProcess::start()
{
    if (m_process.state() != QProcess::NotRunning || m_state != State::Starting)
        return;
    QStringList arguments{QStringLiteral("--connect"), m_connect, QStringLiteral("--json")};
    for (const std::string& argument : toArguments(m_options))
        arguments << QString::fromStdString(argument);
    ensemble::tieToOwner(m_process, SIGKILL);
    m_process.setStandardInputFile(QProcess::nullDevice());
    m_process.start(m_program, arguments);
}

void ContenderProcess::stop()
{
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_stopping = true;
    m_process.terminate();
    resume();
}

void ContenderProcess::kill()
{
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_killed = true;
    m_process.kill();
}

void ContenderProcess::pause()
{
    if (m_process.processId() <= 0 || m_paused)
        return;
    sendSignal(SIGSTOP);
    m_paused = true;
    Q_EMIT changed();
}

void ContenderProcess::resume()
{
    if (!m_paused)
        return;
    sendSignal(SIGCONT);
    m_paused = false;
    Q_EMIT changed();
}

void ContenderProcess::sendSignal(int number) const
{
    if (const qint64 id = m_process.processId(); id > 0)
        ::kill(static_cast<pid_t>(id), number);
}

void ContenderProcess::readLines(QByteArray& buffer, const QByteArray& bytes)
{
    buffer += bytes;
    qsizetype begin = 0;
    for (qsizetype end = buffer.indexOf('\n'); end >= 0; end = buffer.indexOf('\n', begin)) {
        takeLine(buffer.mid(begin, end - begin));
        begin = end + 1;
    }
    buffer.remove(0, begin);
}

void ContenderProcess::takeLine(const QByteArray& line)
{
    if (line.trimmed().isEmpty())
        return;
    if (const QJsonDocument document = QJsonDocument::fromJson(line); document.isObject())
        apply(document.object());
    else
        apply({{QStringLiteral("client"), name()},
               {QStringLiteral("event"), QStringLiteral("error")},
               {QStringLiteral("detail"), QString::fromUtf8(line.trimmed())}});
}

void ContenderProcess::apply(const QJsonObject& line)
{
    const QString what = textOf(line, QLatin1StringView("event"));
    const auto enter = [this](State state) { (m_state == State::Suspended ? m_resumed : m_state) = state; };
    if (what == u"connected") {
        if (m_state == State::Suspended)
            m_state = m_resumed;
        else if (m_state == State::Starting)
            m_state = State::Connected;
    } else if (what == u"queued") {
        m_state = State::Waiting;
        m_node = textOf(line, QLatin1StringView("node"));
    } else if (what == u"granted") {
        m_state = State::Holding;
        m_node = textOf(line, QLatin1StringView("node"));
        ++m_counts.granted;
        m_counts.token = textOf(line, QLatin1StringView("token"));
        m_counts.lastWaitMs = line.value(QLatin1StringView("waitMs")).toInteger(-1);
    } else if (what == u"released" || what == u"lost" || what == u"timedOut") {
        enter(State::Idle);
        m_node.clear();
        if (what == u"timedOut")
            ++m_counts.timedOut;
    } else if (what == u"suspended") {
        if (m_state != State::Suspended)
            m_resumed = std::exchange(m_state, State::Suspended);
    } else if (what == u"error") {
        ++m_counts.errors;
        m_complaint = textOf(line, QLatin1StringView("detail"));
    }
    Q_EMIT happened(line);
    Q_EMIT changed();
}

QString ContenderProcess::howItEnded() const
{
    const bool bySignal = m_process.exitStatus() == QProcess::CrashExit;
    if (m_killed && bySignal)
        return QStringLiteral("killed");
    if (bySignal) // its exit code is the signal's number
        return m_stopping ? QStringLiteral("ended") : QStringLiteral("killed by signal %1").arg(m_process.exitCode());
    if (m_process.exitCode() == 0)
        return QStringLiteral("ended");
    return m_complaint.isEmpty() ? QStringLiteral("ended with exit status %1").arg(m_process.exitCode()) : m_complaint;
}

void ContenderProcess::ended()
{
    readLines(m_output, m_process.readAllStandardOutput());
    readLines(m_errors, m_process.readAllStandardError());
    takeLine(std::exchange(m_output, {})); // a last line without its end
    takeLine(std::exchange(m_errors, {}));
    m_state = State::Ended;
    m_paused = false;
    m_node.clear();
    m_ending = howItEnded();
    Q_EMIT changed();
}

void ContenderProcess::failedToStart()
{
    m_state = State::Ended;
    m_ending = QStringLiteral("%1 did not start: %2").arg(m_program, m_process.errorString());
    Q_EMIT changed();
}

} // namespace lockscope::console
