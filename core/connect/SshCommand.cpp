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

/// A host name that is safe between the colons of ssh's -L option.
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
        return failure(ErrorCode::BadArguments, phraseLater("connect through SSH"), {},
                       phrase("no SSH server is set. Use user@host, or a Host of your SSH configuration"));
    if (settings.destination.front() == '-' || !isPlainDestination(settings.destination))
        return failure(ErrorCode::BadArguments, operation, foreignText(QString::fromStdString(settings.destination)),
                       phrase("not a valid SSH server. Use user@host, or a Host of your SSH configuration"));
    if (!settings.configFile.empty() && !QFileInfo(QString::fromStdString(settings.configFile)).isFile())
        return failure(ErrorCode::Missing, operation, settings.destination,
                       phrase("the SSH configuration \"%1\" does not exist. Correct its path", settings.configFile));
    for (const zk::Server& server : servers) {
        if (!isForwardable(server.host))
            return failure(ErrorCode::BadArguments, operation, settings.destination,
                           phrase("cannot forward the server name \"%1\". Use a host name or an address",
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
         {"BatchMode=yes", // never prompts: no user would see it
          "ExitOnForwardFailure=yes", "ServerAliveInterval=15", "ServerAliveCountMax=3",
          "LogLevel=INFO", // reports why a server could not be reached
          // Overrides options of the user's configuration for terminals, and options that would outlive this process.
          "ControlMaster=no", "ControlPath=none", "ForkAfterAuthentication=no", "PermitLocalCommand=no",
          "RemoteCommand=none", "Tunnel=no", "StreamLocalBindMask=0177"})
        arguments << QStringLiteral("-o") << QLatin1String(option);
    for (std::size_t i = 0; i < servers.size(); ++i) {
        const QString socket = sshSocket(folder, i);
        arguments << QStringLiteral("-L") << socket + u':' + QString::fromStdString(zk::toString(servers[i]));
    }
    if (servers.empty())
        arguments << QStringLiteral("-D") << sshSocket(folder, 0);
    return arguments << QStringLiteral("--") << QString::fromStdString(settings.destination);
}

std::string whySshFailed(const SshSettings& settings, const QByteArray& complaints)
{
    static constexpr SshAdvice advices[] = {
        {"Permission denied", phraseLater("The SSH server accepts none of your keys. Load a key with ssh-add, or set "
                                          "IdentityFile in your SSH configuration (Lockscope asks for no password)")},
        {"Too many authentication failures",
         phraseLater("Your SSH agent offers too many keys. Select the right key with IdentityFile and IdentitiesOnly "
                     "in your SSH configuration")},
        {"Host key verification failed",
         phraseLater("The host key of the SSH server is unknown or has changed. Connect once in a terminal")},
        {"REMOTE HOST IDENTIFICATION HAS CHANGED",
         phraseLater("The host key of the SSH server has changed. Find the cause before you continue")},
        {"Could not resolve hostname", phraseLater("No such host. Correct the host name")},
        {"Connection refused",
         phraseLater(
             "No SSH server listens on this port. Check the host and the port, and that the SSH server is running")},
        {"timed out",
         phraseLater("The SSH server does not respond. Check the host, the port, and the network between")},
        {"No route to host", phraseLater("No route to the host. Check the address, or set ProxyJump")},
        {"Bad owner or permissions",
         phraseLater("ssh rejects a file that other users can write. Correct the permissions of the file")},
        {"Address already in use", phraseLater("A forwarding in your SSH configuration uses a port that is already in "
                                               "use. Use a Host without LocalForward")},
        {"Could not request local forwarding",
         phraseLater("A forwarding in your SSH configuration fails. Use a Host without LocalForward")},
        {"Bad configuration option", phraseLater("Correct the SSH configuration")},
        {"administratively prohibited",
         phraseLater("The SSH server does not forward connections. Enable AllowTcpForwarding in its sshd_config")},
    };
    QString last = lastLine(complaints, "");
    const auto destination = foreignText(QString::fromStdString(settings.destination));
    if (last.isEmpty())
        return phrase("ssh ended without a message. To test the connection, run: ssh %1", destination);
    const auto adviceFor = [](const QByteArray& words) {
        return std::find_if(std::begin(advices), std::end(advices),
                            [&](const SshAdvice& known) { return words.contains(known.complaint); });
    };
    // Earlier lines may be about another problem, and are used only if the last line has no known meaning.
    auto known = adviceFor(last.toUtf8());
    if (known == std::end(advices))
        known = adviceFor(complaints);
    if (last.endsWith(u'.'))
        last.chop(1); // the message continues with a full stop
    if (known == std::end(advices))
        return phrase("ssh reported: %1. To test the connection, run: ssh %2", foreignText(last), destination);
    return phrase("ssh reported: %1. %2. To test the connection, run: ssh %3", foreignText(last), phrase(known->advice),
                  destination);
}

std::string whySshReachedNoTarget(const QByteArray& complaints)
{
    const QString line = lastLine(complaints, "open failed");
    if (line.isEmpty())
        return {};
    return phrase("the SSH server cannot connect to this server (%1). Check that this server is running and that the "
                  "SSH server can resolve its name. Check that the SSH server forwards connections",
                  foreignText(line.section(QStringLiteral("open failed: "), 1)));
}

QByteArray takeSshFailure(QByteArray& complaints)
{
    qsizetype begin = 0;
    for (auto end = complaints.indexOf('\n'); end >= 0; end = complaints.indexOf('\n', begin)) {
        auto line = complaints.mid(begin, end - begin);
        begin = end + 1;
        if (!line.contains("open failed"))
            continue;
        complaints.remove(0, begin);
        return line;
    }
    return {};
}

} // namespace lockscope::connect
