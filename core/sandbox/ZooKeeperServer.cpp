// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/ZooKeeperServer.h"

#include <QRegularExpression>

#include <algorithm>

namespace lockscope::ensemble {

namespace {

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

QByteArray zooKeeperComplaint(const QList<QByteArray>& lines)
{
    auto line = std::find_if(lines.crbegin(), lines.crend(), namesCause);
    if (line == lines.crend())
        line = std::find_if(lines.crbegin(), lines.crend(), isErrorLine);
    if (line == lines.crend())
        line = lines.crbegin();
    return *line;
}

QByteArray zooKeeperConfiguration(const ZooKeeperServer& server)
{
    // Paths are relative to the server's working folder: others would need the quoting of Java properties files.
    const QString text = QStringLiteral("dataDir=./data\n"
                                        "clientPort=%1\n"
                                        "clientPortAddress=127.0.0.1\n"
                                        "admin.serverAddress=127.0.0.1\n"
                                        "admin.serverPort=%2\n"
                                        "admin.enableServer=%3\n"
                                        "4lw.commands.whitelist=%4\n"
                                        "maxClientCnxns=0\n")
                             .arg(server.clientPort)
                             .arg(server.adminPort)
                             .arg(server.adminServer ? QStringLiteral("true") : QStringLiteral("false"), server.words);
    return (text + server.settings).toLatin1();
}

QStringList javaArguments(const ServerSoftware& software, const ZooKeeperServer& server)
{
    QStringList arguments{QStringLiteral("-XX:TieredStopAtLevel=1"), // fast start: the process is short-lived
                          QStringLiteral("-XX:+UseSerialGC"),
                          QStringLiteral("-Xmx%1m").arg(server.heapMb),
                          QStringLiteral("-XX:-UsePerfData"), // would leave a file in /tmp after kill -9
                          QStringLiteral("-Djava.io.tmpdir=") + server.folder,
                          QStringLiteral("-Djava.net.preferIPv4Stack=true"),
                          QStringLiteral("-Dzookeeper.extendedTypesEnabled=true")};
    if (server.readOnlyMode)
        arguments << QStringLiteral("-Dreadonlymode.enabled=true");
    if (!server.hosts.isEmpty())
        arguments << QStringLiteral("-Djdk.net.hosts.file=./hosts");
    arguments << QStringLiteral("-cp") << software.classPath
              << QStringLiteral("org.apache.zookeeper.server.quorum.QuorumPeerMain") << QStringLiteral("./zoo.cfg");
    return arguments;
}

std::vector<ProbeQuestion> zooKeeperQuestions(const ZooKeeperServer& server)
{
    const QByteArray identity = identityOf(server.folder);
    std::vector<ProbeQuestion> list{{server.clientPort, "srvr", {}, {"\nMode: "}}};
    if (server.words == u"*" || server.words.contains(u"conf"))
        list.push_back({server.clientPort, "conf", {}, {identity}});
    if (server.adminServer && server.adminPort > 0)
        list.push_back({server.adminPort, "GET /commands/configuration HTTP/1.0\r\n\r\n", {}, {identity}});
    return list;
}

} // namespace

ServerPlan planOf(const ServerSoftware& software, const ZooKeeperServer& server)
{
    ServerPlan plan;
    plan.folder = server.folder;
    plan.files = {{QStringLiteral("zoo.cfg"), zooKeeperConfiguration(server)},
                  {QStringLiteral("hosts"), server.hosts.toLatin1()},
                  {QStringLiteral("data/myid"), QByteArray::number(server.id)}};
    plan.program = software.java;
    plan.arguments = javaArguments(software, server);
    plan.niceness = server.niceness;
    plan.complete = zooKeeperQuestions(server);
    plan.complaint = &zooKeeperComplaint;
    return plan;
}

} // namespace lockscope::ensemble
