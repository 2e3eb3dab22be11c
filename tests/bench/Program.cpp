// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/Program.h"

#include <QDirIterator>
#include <QFile>

#include <unistd.h>

namespace lockscope::bench {

namespace {

/// Beyond what a command takes by itself: connecting some hundred clients, preparing, ending.
constexpr int waitLimitMs = 120'000;

} // namespace

double processorSeconds(const std::vector<qint64>& processes)
{
    double ticks = 0;
    for (const auto process : processes) {
        QFile file(QStringLiteral("/proc/%1/stat").arg(process));
        if (!file.open(QIODevice::ReadOnly))
            continue; // it has ended, and who waits for it will say so
        // The name before the last parenthesis may contain anything.
        const auto text = file.readAll();
        const auto words = text.mid(text.lastIndexOf(')') + 2).split(' ');
        if (words.size() > 12)
            ticks += words[11].toDouble() + words[12].toDouble();
    }
    return ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
}

double contextSwitches(const std::vector<qint64>& processes)
{
    double switches = 0;
    for (const auto process : processes) {
        QDirIterator tasks(QStringLiteral("/proc/%1/task").arg(process), QDir::Dirs | QDir::NoDotAndDotDot);
        while (tasks.hasNext()) {
            QFile file(tasks.next() + QStringLiteral("/status"));
            if (!file.open(QIODevice::ReadOnly))
                continue; // a thread that has just ended
            static const QByteArray key = "\nvoluntary_ctxt_switches:";
            const auto text = file.readAll();
            const auto at = text.indexOf(key);
            if (at >= 0)
                switches +=
                    text.mid(at + key.size(), text.indexOf('\n', at + 1) - at - key.size()).trimmed().toDouble();
        }
    }
    return switches;
}

Program::Program(QString name, const QString& executable, const QStringList& arguments, std::vector<qint64> servers)
    : m_name(std::move(name))
    , m_servers(std::move(servers))
{
    m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_process.start(executable, arguments);
}

Program::~Program()
{
    m_process.closeWriteChannel();
    if (!m_process.waitForFinished())
        m_process.kill();
    m_process.waitForFinished();
}

Error Program::problem(const QString& what) const
{
    return {ErrorCode::System, "measure", m_name.toStdString(), what.toStdString()};
}

Result<QJsonObject> Program::nextLine()
{
    while (!m_process.canReadLine()) {
        if (!m_process.waitForReadyRead(waitLimitMs))
            return failure(
                problem(QStringLiteral("gave no answer to \"%1\": %2").arg(m_command, m_process.errorString())));
    }
    const auto line = m_process.readLine();
    const auto json = QJsonDocument::fromJson(line).object();
    if (json.isEmpty())
        return failure(problem(QStringLiteral("said ") + QString::fromUtf8(line)));
    return json;
}

Result<QJsonObject> Program::measure(const QString& measure, int clients, double seconds)
{
    if (!m_process.waitForStarted())
        return failure(problem(m_process.errorString()));
    m_command = QStringLiteral("%1 %2 %3").arg(measure).arg(clients).arg(seconds);
    m_process.write((m_command + u'\n').toUtf8());
    const std::vector<qint64> own{m_process.processId()};
    QMap<QString, double> spent;
    const auto sample = [&](double sign) {
        spent[QStringLiteral("clientCpuS")] += sign * processorSeconds(own);
        spent[QStringLiteral("serverCpuS")] += sign * processorSeconds(m_servers);
        spent[QStringLiteral("clientSwitches")] += sign * contextSwitches(own);
        spent[QStringLiteral("serverSwitches")] += sign * contextSwitches(m_servers);
    };
    for (;;) {
        auto line = nextLine();
        if (!line)
            return line;
        const auto event = line->value(QStringLiteral("event")).toString();
        if (event == u"began") {
            sample(-1);
        } else if (event == u"counted") {
            sample(+1);
        } else if (event == u"ended") {
            for (auto figure = spent.begin(); figure != spent.end(); ++figure)
                line->insert(figure.key(), figure.value());
            return line;
        } else {
            return failure(problem(line->value(QStringLiteral("why")).toString()));
        }
    }
}

} // namespace lockscope::bench
