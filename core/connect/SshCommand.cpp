// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connect/SshCommand.h"

#include "core/base/Phrase.h"
#include "core/connect/ForeignText.h"

#include <QFileInfo>

#include <algorithm>
#include <cctype>
#include <iterator>

namespace lockscope::connect {

namespace {

bool isPlainDestination(const std::string& text)
{
    return std::none_of(text.begin(), text.end(), [](unsigned char c) { return c <= ' ' || c == 0x7f; });
}

/// A name that can stand between the colons of -L and be nothing but a name.
bool isForwardable(const std::string& host)
{
    return !host.empty() && std::all_of(host.begin(), host.end(), [](unsigned char c) {
        return std::isalnum(c) || c == '-' || c == '.' || c == '_' || c == ':' || c == '%';
    });
}

QString lastLine(const QByteArray& text, const char* containing)
{
    const QList<QByteArray> lines = text.split('\n');
    const auto line = std::find_if(lines.crbegin(), lines.crend(), [containing](const QByteArray& one) {
        return !one.trimmed().isEmpty() && one.contains(containing);
    });
    return line == lines.crend() ? QString() : QString::fromUtf8(line->trimmed());
}

struct SshAdvice {
    const char* complaint;
    const char* advice;
};

} // namespace

Result<void> checkSshSettings(const SshSettings& settings, const std::vector<zk::Server>& servers)
{
    constexpr auto operation = phraseLater("connect through SSH to");
    if (settings.destination.empty())
        return failure(ErrorCode::BadArguments, operation, {},
                       phrase("no SSH server is named: write it like user@host, or a Host of your SSH configuration"));
    if (settings.destination.front() == '-' || !isPlainDestination(settings.destination))
        return failure(ErrorCode::BadArguments, operation, foreignText(QString::fromStdString(settings.destination)),
                       phrase("this is no SSH server: write it like user@host, or a Host of your SSH configuration"));
    if (!settings.configFile.empty() && !QFileInfo(QString::fromStdString(settings.configFile)).isFile())
        return failure(ErrorCode::Missing, operation, settings.destination,
                       phrase("there is no SSH configuration %1: correct its path", settings.configFile));
    for (const zk::Server& server : servers) {
        if (!isForwardable(server.host))
            return failure(ErrorCode::BadArguments, operation, settings.destination,
                           phrase("the server's name '%1' can't be forwarded: write a host name or an address",
                                  foreignText(QString::fromStdString(server.host))));
    }
    return {};
}

QString sshSocket(const QString& folder, std::size_t index)
{
    return folder + u'/' + QString::number(index);
}

QStringList sshArguments(const SshSettings& settings, const std::vector<zk::Server>& servers, const QString& folder)
{
    QStringList arguments{QStringLiteral("-N"), QStringLiteral("-T"), QStringLiteral("-a"), QStringLiteral("-x")};
    if (!settings.configFile.empty())
        arguments << QStringLiteral("-F") << QFileInfo(QString::fromStdString(settings.configFile)).absoluteFilePath();
    for (const char* const option :
         {"BatchMode=yes", // never asks: nobody would see it
          "ExitOnForwardFailure=yes", "ServerAliveInterval=15", "ServerAliveCountMax=3",
          "LogLevel=INFO", // tells why a server could not be reached
          // What the user's configuration may say for terminals, and what would outlive this process.
          "ControlMaster=no", "ControlPath=none", "ForkAfterAuthentication=no", "PermitLocalCommand=no",
          "RemoteCommand=none", "Tunnel=no", "StreamLocalBindMask=0177"})
        arguments << QStringLiteral("-o") << QLatin1String(option);
    for (std::size_t i = 0; i < servers.size(); ++i) {
        const QString socket = sshSocket(folder, i);
        arguments << QStringLiteral("-L") << socket + u':' + QString::fromStdString(zk::toString(servers[i]));
    }
    return arguments << QStringLiteral("--") << QString::fromStdString(settings.destination);
}

std::string whySshFailed(const SshSettings& settings, const QByteArray& complaints)
{
    static constexpr SshAdvice advices[] = {
        {"Permission denied",
         phraseLater("it accepts none of your keys: load one with ssh-add, or name one by IdentityFile in your SSH "
                     "configuration; passwords are not asked for")},
        {"Too many authentication failures",
         phraseLater("your agent offers too many keys: name the right one by IdentityFile with "
                     "IdentitiesOnly in your SSH configuration")},
        {"Host key verification failed",
         phraseLater("its host key is not the known one, or not known yet: connect once in a terminal")},
        {"REMOTE HOST IDENTIFICATION HAS CHANGED",
         phraseLater("its host key is not the known one: find out why before you go on")},
        {"Could not resolve hostname", phraseLater("there is no such host: correct the name")},
        {"Connection refused", phraseLater("no SSH server listens there: check host and port, and whether it runs")},
        {"timed out", phraseLater("it does not answer: check host and port, and the network between")},
        {"No route to host", phraseLater("the network does not lead there: check the address, or set a ProxyJump")},
        {"Bad owner or permissions",
         phraseLater("ssh does not take a file that others can write: correct its permissions")},
        {"Address already in use",
         phraseLater("a forwarding of your SSH configuration takes a port that is in use: name a Host "
                     "without LocalForward")},
        {"Could not request local forwarding",
         phraseLater("a forwarding of your SSH configuration fails: name a Host without "
                     "LocalForward")},
        {"Bad configuration option", phraseLater("correct the SSH configuration")},
        {"administratively prohibited",
         phraseLater("it does not forward connections: allow AllowTcpForwarding in its sshd_config")},
    };
    const QString last = lastLine(complaints, "");
    const std::string tryIt = phrase("try: ssh %1", foreignText(QString::fromStdString(settings.destination)));
    if (last.isEmpty())
        return phrase("%1; %2", phrase("ssh ended without a word"), tryIt);
    std::string text = phrase("ssh says: %1", foreignText(last));
    const auto adviceFor = [](const QByteArray& words) {
        return std::find_if(std::begin(advices), std::end(advices),
                            [&](const SshAdvice& known) { return words.contains(known.complaint); });
    };
    // What it said before may be of another trouble, and is asked only where the end says nothing.
    auto known = adviceFor(last.toUtf8());
    if (known == std::end(advices))
        known = adviceFor(complaints);
    if (known != std::end(advices))
        text = phrase("%1; %2", text, phrase(known->advice));
    return phrase("%1; %2", text, tryIt);
}

std::string whySshReachedNobody(const QByteArray& complaints)
{
    const QString line = lastLine(complaints, "open failed");
    if (line.isEmpty())
        return {};
    return phrase("the SSH server can't reach it (%1): check that it runs, its name as the SSH server knows it, and "
                  "whether the SSH server forwards connections",
                  foreignText(line.section(QStringLiteral("open failed: "), 1)));
}

} // namespace lockscope::connect
