// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/redis/RedisRoles.h"

#include "core/connect/ThreadTasks.h"
#include "core/sandbox/redis/RedisQuestions.h"

#include <QHostAddress>

#include <algorithm>
#include <chrono>
#include <utility>

namespace lockscope::redis {

namespace {

using SandboxRole = RedisSandbox::Role;

constexpr auto longestRoleReply = std::chrono::seconds(1);

/// The port that more than half of the Sentinels with an answer name; 0: none.
int masterBySentinels(const std::vector<ReportedRole>& reported)
{
    std::vector<int> named;
    for (const ReportedRole& one : reported) {
        if (one.role == SandboxRole::Sentinel)
            named.push_back(one.master);
    }
    const auto isMajority = [&named](int port) {
        return 2 * std::count(named.begin(), named.end(), port) > std::ssize(named);
    };
    const auto found = std::find_if(named.begin(), named.end(), isMajority);
    return found == named.end() ? 0 : *found;
}

} // namespace

ReportedRole reportedRole(const RedisServer& server, const QByteArray& answer)
{
    // Behind a reply to AUTH: "*3\r\n$6\r\nmaster\r\n…", "*5\r\n$5\r\nslave\r\n…", or host and port of the master.
    QList<QByteArray> lines = answer.mid(std::max<qsizetype>(answer.indexOf('*'), 0)).split('\n');
    for (QByteArray& line : lines)
        line = line.trimmed();
    if (lines.size() < 5 || !lines.front().startsWith('*'))
        return {};
    if (server.role == SandboxRole::Sentinel)
        return {SandboxRole::Sentinel, lines[4].toInt()};
    if (lines[2] == "master")
        return {SandboxRole::Master};
    return lines[2] == "slave" ? ReportedRole{SandboxRole::Replica} : ReportedRole{};
}

std::vector<int> serversInRole(const std::vector<RedisServer>& servers, const std::vector<ReportedRole>& reported,
                               SandboxRole role, int group)
{
    const bool hasSentinels = std::any_of(servers.begin(), servers.end(),
                                          [](const RedisServer& one) { return one.role == SandboxRole::Sentinel; });
    const int named = hasSentinels ? masterBySentinels(reported) : 0;
    std::vector<int> found;
    for (std::size_t i = 0; i < servers.size() && i < reported.size(); ++i) {
        const bool isOfGroup = servers[i].role != SandboxRole::Sentinel && servers[i].master == group;
        const bool isNamed = !hasSentinels || role != SandboxRole::Master || servers[i].announcedPort() == named;
        if (isOfGroup && isNamed && reported[i].role == role)
            found.push_back(static_cast<int>(i));
    }
    return found;
}

RedisRoles::RedisRoles(QObject* parent)
    : QObject(parent)
{
    m_limit.setSingleShot(true);
    connect(&m_limit, &QTimer::timeout, this, &RedisRoles::finish);
}

RedisRoles::~RedisRoles()
{
    for (const Asked& one : m_asked)
        one.socket->disconnect(this); // they emit their disconnect during destruction
}

void RedisRoles::ask(const RedisSandboxOptions& options, const std::vector<RedisServer>& servers, Reported reported)
{
    m_servers = servers;
    m_reported = std::move(reported);
    m_asked.resize(servers.size());
    m_limit.start(longestRoleReply);
    for (std::size_t i = 0; i < servers.size(); ++i) {
        m_asked[i].socket = std::make_unique<QTcpSocket>();
        QTcpSocket* const socket = m_asked[i].socket.get();
        const ensemble::ProbeQuestion question = roleQuestion(options, servers[i]);
        connect(socket, &QTcpSocket::connected, this, [socket, request = question.request] { socket->write(request); });
        connect(socket, &QTcpSocket::readyRead, this, [this, i, socket, end = question.end] {
            m_asked[i].answer += socket->readAll();
            if (m_asked[i].answer.endsWith(end))
                close(i);
        });
        connect(socket, &QTcpSocket::disconnected, this, [this, i] { close(i); });
        connect(socket, &QTcpSocket::errorOccurred, this, [this, i] { close(i); });
        socket->connectToHost(QHostAddress(QHostAddress::LocalHost), static_cast<quint16>(question.port));
    }
}

void RedisRoles::close(std::size_t index)
{
    m_asked[index].isOpen = false;
    const auto isOpen = [](const Asked& one) { return one.isOpen; };
    if (std::none_of(m_asked.begin(), m_asked.end(), isOpen) && m_limit.isActive()) {
        m_limit.stop();
        ensemble::runLater(this, [this] { finish(); }); // not inside a socket's own signal
    }
}

void RedisRoles::finish()
{
    std::vector<ReportedRole> roles;
    for (std::size_t i = 0; i < m_asked.size(); ++i) {
        m_asked[i].socket->disconnect(this);
        roles.push_back(reportedRole(m_servers[i], m_asked[i].answer));
    }
    if (const auto reported = std::exchange(m_reported, nullptr))
        reported(roles);
}

} // namespace lockscope::redis
