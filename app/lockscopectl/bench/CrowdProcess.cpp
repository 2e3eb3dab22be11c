// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/bench/CrowdProcess.h"

#include <QCoreApplication>
#include <QJsonDocument>

#include <unistd.h>

namespace lockscope::ctl {

namespace {

constexpr int longestAnswerMs = 15 * 60'000;
constexpr int longestEndMs = 5 * 60'000;

} // namespace

CrowdProcess::CrowdProcess(const Context& context, const std::string& below, int sessions)
    : m_program(QCoreApplication::applicationFilePath())
    , m_arguments{QStringLiteral("--connect"),  context.connect,
                  QStringLiteral("--timeout"),  QString::number(context.timeout.count()),
                  QStringLiteral("bench"),      QStringLiteral("crowd"),
                  QStringLiteral("--below"),    QString::fromStdString(below),
                  QStringLiteral("--sessions"), QString::number(sessions)}
{
    m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    // Ctrl-C is for this process only: the load process ends with its input, and removes its nodes.
    m_process.setChildProcessModifier([] { ::setsid(); });
}

CrowdProcess::~CrowdProcess()
{
    m_process.closeWriteChannel();
    if (m_process.state() != QProcess::NotRunning && !m_process.waitForFinished(longestEndMs))
        complain(QStringLiteral("the load process did not end in time and is killed"));
}

Result<void> CrowdProcess::start()
{
    m_process.start(m_program, m_arguments);
    const auto connected = nextLine();
    return connected ? Result<void>() : failure(connected.error());
}

Result<QJsonObject> CrowdProcess::order(const QString& words, const std::function<void(const QJsonObject&)>& onLine)
{
    m_process.write(words.toUtf8() + '\n');
    for (;;) {
        auto line = nextLine();
        if (!line || line->contains(QStringLiteral("done")))
            return line;
        if (onLine)
            onLine(*line);
    }
}

Result<QJsonObject> CrowdProcess::nextLine()
{
    while (!m_process.canReadLine()) {
        if (m_process.waitForReadyRead(longestAnswerMs))
            continue;
        const bool hasSpoken = m_process.state() == QProcess::NotRunning &&
                               m_process.error() == QProcess::UnknownError; // Qt's value for no error
        return failure(ErrorCode::System, "run bench inspect", {},
                       "no output from the load process: " + (hasSpoken
                                                                  ? "the process has ended. Its error message is above"
                                                                  : m_process.errorString().toStdString()));
    }
    return QJsonDocument::fromJson(m_process.readLine()).object();
}

} // namespace lockscope::ctl
