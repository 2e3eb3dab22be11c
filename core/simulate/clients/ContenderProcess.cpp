// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/clients/ContenderProcess.h"

#include "core/base/Phrase.h"
#include "core/connect/OwnedProcess.h"

#include <QJsonDocument>
#include <QStringList>

#include <algorithm>
#include <csignal>
#include <sys/types.h>
#include <utility>

namespace lockscope::console {

namespace {

// For its release and the end of its session; after this time the server expires the session.
constexpr int farewellMs = 250;
constexpr int endLimitMs = 5'000;

} // namespace

ContenderProcess::ContenderProcess(QString program, QString connectTo, ContendOptions options, int niceness,
                                   QObject* parent)
    : QObject(parent)
    , m_program(std::move(program))
    , m_connect(std::move(connectTo))
    , m_options(std::move(options))
    , m_niceness(niceness)
{
    m_options.clients = std::max(m_options.clients, 1);
    for (const auto& client : clientNames(m_options)) {
        ContenderStatus status;
        status.name = client;
        m_clients.push_back(std::move(status));
    }
    connect(&m_process, &QProcess::started, this, [this] {
        if (!m_unsent.isEmpty())
            m_process.write(std::exchange(m_unsent, {}));
    });
    connect(&m_process, &QProcess::readyReadStandardOutput, this,
            [this] { takeLines(m_output.feed(m_process.readAllStandardOutput())); });
    connect(&m_process, &QProcess::readyReadStandardError, this,
            [this] { takeLines(m_errors.feed(m_process.readAllStandardError())); });
    connect(&m_process, &QProcess::finished, this, &ContenderProcess::ended);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) // finished() does not follow this error
            failedToStart();
    });
}

ContenderProcess::~ContenderProcess()
{
    m_process.disconnect(this);
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_process.terminate();
    sendSignal(SIGCONT); // a paused process does not handle SIGTERM
    if (m_process.waitForFinished(farewellMs))
        return;
    m_process.kill();
    m_process.waitForFinished(endLimitMs);
}

void ContenderProcess::start()
{
    if (std::exchange(m_started, true))
        return;
    QStringList arguments{QStringLiteral("--connect"), m_connect, QStringLiteral("--json")};
    for (const std::string& argument : toArguments(m_options))
        arguments << QString::fromStdString(argument);
    ensemble::tieToOwner(m_process, SIGKILL, m_niceness);
    if (!m_options.control)
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

Result<void> ContenderProcess::send(const ClientCommand& order)
{
    constexpr auto sending = phraseLater("send the command");
    const auto word = std::string(toString(order.type));
    if (!m_options.control)
        return failure(ErrorCode::BadArguments, sending, word,
                       phrase("%1 was started without --control", m_options.name));
    if (!order.client.empty() && client(order.client) == nullptr)
        return failure(ErrorCode::BadArguments, sending, word,
                       phrase("this process has no client named \"%1\"", order.client));
    if (m_ended)
        return failure(ErrorCode::Closed, sending, word, phrase("%1 has ended", m_options.name));
    const auto line = QJsonDocument(toJson(order)).toJson(QJsonDocument::Compact) + '\n';
    if (line.size() > longestOrderBytes)
        return failure(ErrorCode::BadArguments, sending, word, phrase("the command is too long to be sent"));
    if (m_process.state() == QProcess::Running)
        m_process.write(line);
    else
        m_unsent += line;
    return {};
}

const ContenderStatus* ContenderProcess::client(const std::string& name) const
{
    const auto found = std::find_if(m_clients.begin(), m_clients.end(),
                                    [&](const ContenderStatus& status) { return status.name == name; });
    return found == m_clients.end() ? nullptr : &*found;
}

void ContenderProcess::sendSignal(int number) const
{
    if (const qint64 id = m_process.processId(); id > 0)
        ::kill(static_cast<pid_t>(id), number);
}

void ContenderProcess::takeLines(const std::vector<LineCutter::Line>& lines)
{
    for (const auto& line : lines) {
        if (line.isTooLong)
            complain(QString::fromStdString(phrase("a line of more than %1 bytes was skipped", longestLineBytes)));
        else
            takeLine(line.text);
    }
}

void ContenderProcess::takeLine(const QByteArray& line)
{
    if (line.trimmed().isEmpty())
        return;
    if (const QJsonDocument document = QJsonDocument::fromJson(line); document.isObject())
        apply(document.object());
    else
        complain(QString::fromUtf8(line.trimmed()));
}

void ContenderProcess::complain(const QString& detail)
{
    apply({{QStringLiteral("client"), QString::fromStdString(m_clients.front().name)},
           {QStringLiteral("event"), QStringLiteral("error")},
           {QStringLiteral("detail"), detail}});
}

void ContenderProcess::apply(const QJsonObject& line)
{
    if (const auto answer = answerFrom(line)) {
        m_left = m_left || (answer->isOk() && answer->order == toString(ClientCommand::Type::Exit));
        Q_EMIT answered(*answer);
        return;
    }
    if (const auto measurements = line.value(QLatin1StringView("measurements")); measurements.isObject()) {
        m_measurements = measurements.toObject();
        Q_EMIT measured(m_measurements);
        return;
    }
    const auto whose = line.value(QLatin1StringView("client")).toString().toStdString();
    const auto found = std::find_if(m_clients.begin(), m_clients.end(),
                                    [&](const ContenderStatus& status) { return status.name == whose; });
    if (found != m_clients.end()) {
        found->apply(line);
        if (line.value(QLatin1StringView("event")).toString() == u"error")
            m_complaint = line.value(QLatin1StringView("detail")).toString();
    } else if (const auto summary = line.value(QLatin1StringView("summary")); summary.isObject()) {
        m_summary = summary.toObject();
    }
    Q_EMIT happened(line);
    Q_EMIT changed();
}

QString ContenderProcess::howItEnded() const
{
    const bool bySignal = m_process.exitStatus() == QProcess::CrashExit;
    const auto reported = [code = m_process.exitCode()](const char* how) {
        return QString::fromStdString(phrase(how, code));
    };
    if (m_killed && bySignal)
        return reported(phraseLater("killed"));
    if (bySignal) // its exit code is the number of the signal
        return reported(m_stopping ? phraseLater("ended") : phraseLater("killed by signal %1"));
    if (m_left)
        return reported(phraseLater("exited without release"));
    if (m_process.exitCode() == 0)
        return reported(phraseLater("ended"));
    return m_complaint.isEmpty() ? reported(phraseLater("ended with exit status %1")) : m_complaint;
}

void ContenderProcess::ended()
{
    takeLines(m_output.feed(m_process.readAllStandardOutput()));
    takeLines(m_errors.feed(m_process.readAllStandardError()));
    takeLines(m_output.finish());
    takeLines(m_errors.finish());
    m_paused = false;
    noteEnd(howItEnded());
}

void ContenderProcess::noteEnd(const QString& how)
{
    m_ended = true;
    m_ending = how;
    for (auto& client : m_clients)
        client.end();
    Q_EMIT changed();
}

void ContenderProcess::failedToStart()
{
    noteEnd(QString::fromStdString(phrase("%1 did not start: %2", m_program, m_process.errorString())));
}

} // namespace lockscope::console

#include "moc_ContenderProcess.cpp"
