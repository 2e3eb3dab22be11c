// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connect/FolderWatchdog.h"

#include "core/base/Phrase.h"

#include <csignal>
#include <unistd.h>
#include <utility>

namespace lockscope::ensemble {

namespace {

// A server that is being killed may still add a file while rm runs: hence the loop.
constexpr auto script = R"(while read -r line; do :; done
while [ -e "$1" ]; do rm -rf -- "$1" || sleep 0.05; done)";

constexpr int removalLimitMs = 10'000;

} // namespace

FolderWatchdog::~FolderWatchdog()
{
    if (m_shell.state() == QProcess::NotRunning)
        return;
    m_shell.closeWriteChannel();
    m_shell.waitForFinished(removalLimitMs);
}

void FolderWatchdog::end(std::function<void()> done)
{
    if (m_shell.state() == QProcess::NotRunning)
        return done();
    QObject::connect(
        &m_shell, &QProcess::finished, &m_shell, [done = std::move(done)] { done(); }, Qt::QueuedConnection);
    m_shell.closeWriteChannel();
}

Result<void> FolderWatchdog::watch(const QString& folder)
{
    // Inherit only the pipe: an inherited terminal or output pipe would stay open after the owner's end.
    m_shell.setStandardOutputFile(QProcess::nullDevice());
    m_shell.setStandardErrorFile(QProcess::nullDevice());
    m_shell.setWorkingDirectory(QStringLiteral("/"));
    m_shell.setChildProcessModifier([] {
        ::setsid();
        for (const int ignored : {SIGINT, SIGTERM, SIGHUP, SIGQUIT})
            std::signal(ignored, SIG_IGN); // stays so across exec
    });
    m_shell.start(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), QString::fromLatin1(script),
                                              QStringLiteral("lockscope-sandbox-watchdog"), folder});
    if (!m_shell.waitForStarted())
        return failure(
            ErrorCode::System, phraseLater("start"), "/bin/sh",
            phrase("the process that removes the temporary folder did not start: %1", m_shell.errorString()));
    return {};
}

} // namespace lockscope::ensemble
