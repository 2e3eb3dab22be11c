// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connect/check/PortSteps.h"

#include "core/base/HostLookup.h"
#include "core/base/Phrase.h"
#include "core/connect/EventThread.h"
#include "core/connect/zookeeper/PortAnswer.h"

#include <QNetworkProxy>
#include <QTcpSocket>

#include <algorithm>
#include <memory>

namespace lockscope::connect {

namespace {

using Kind = PortAnswer::Kind;

struct TestedServer {
    zk::Server server;
    std::vector<HostAddress> addresses{};
    bool isReached = false;
    PortAnswer problem{};
};

std::vector<TestedServer> testedServers(const Profile& profile)
{
    std::vector<TestedServer> servers;
    if (!profile.redis) {
        for (const auto& server : profile.servers.servers)
            servers.push_back({server});
        return servers;
    }
    for (const auto& address : profile.redis->servers) {
        if (address.socket.empty())
            servers.push_back({{address.host, address.port}});
    }
    return servers;
}

/// The end of the limit that the steps of all servers share.
class SharedLimit final {
public:
    explicit SharedLimit(std::chrono::milliseconds limit)
        : m_end(std::chrono::steady_clock::now() + limit)
    {
    }
    [[nodiscard]] std::chrono::milliseconds left() const
    {
        return std::max(std::chrono::milliseconds(0), std::chrono::duration_cast<std::chrono::milliseconds>(
                                                          m_end - std::chrono::steady_clock::now()));
    }

private:
    std::chrono::steady_clock::time_point m_end;
};

/// Why these servers are not reached, and what to do.
std::string whyNotReached(const std::vector<TestedServer>& servers, const Profile& profile)
{
    std::vector<PortAnswer> problems;
    for (const auto& one : servers) {
        if (!one.isReached)
            problems.push_back(one.problem);
    }
    const auto why = whyNotConnected(problems, profile.target());
    return why ? why->detail : std::string();
}

std::string addressesOf(const TestedServer& one)
{
    std::vector<std::string> texts;
    for (const auto& address : one.addresses)
        texts.push_back(address.text);
    return texts == std::vector{one.server.host} ? one.server.host
                                                 : phrase("%1 (%2)", one.server.host, listed(texts, 3));
}

bool testNames(TestRun& run, std::vector<TestedServer>& servers)
{
    run.begin(TestStep::Names);
    std::vector<TestRun::Answer<FoundHosts>> answers;
    for (const auto& one : servers) {
        answers.push_back(run.answer<FoundHosts>());
        lookUpHosts(
            {{one.server.host, one.server.port}}, [](const Task& task) { task(); },
            [answer = answers.back()](const FoundHosts& found) { answer.give(found); });
    }
    const SharedLimit limit(run.limits().lookup);
    std::vector<std::string> found;
    for (std::size_t index = 0; index < servers.size(); ++index) {
        auto& one = servers[index];
        const auto hosts = run.wait(answers[index], limit.left());
        if (hosts)
            one.addresses = hosts->addresses;
        one.isReached = !one.addresses.empty();
        one.problem = {one.server, Kind::UnknownHost, hosts ? hosts->problem : noAnswerText(run.limits().lookup)};
        if (one.isReached)
            found.push_back(addressesOf(one));
    }
    if (found.empty()) {
        run.fail(TestStep::Names, whyNotReached(servers, run.profile()));
        return false;
    }
    if (found.size() == servers.size())
        run.pass(TestStep::Names, listed(found));
    else
        run.warn(TestStep::Names, whyNotReached(servers, run.profile()));
    return !run.isCancelled();
}

PortAnswer::Kind kindOfPortError(QAbstractSocket::SocketError error)
{
    switch (error) {
    case QAbstractSocket::ConnectionRefusedError:
        return Kind::Refused;
    case QAbstractSocket::SocketTimeoutError:
        return Kind::TimedOut;
    default:
        return Kind::Unreachable;
    }
}

/// Nothing: the port accepts connections.
struct PortProblem {
    std::optional<Kind> kind;
    std::string detail{};
};

/// Connects, and disconnects at the end of `scope`. On the thread of `scope`.
void connectTo(const HostAddress& address, QObject& scope, const TestRun::Answer<PortProblem>& answer)
{
    auto* socket = new QTcpSocket(&scope);
    socket->setProxy(QNetworkProxy::NoProxy);
    QObject::connect(socket, &QTcpSocket::connected, socket, [answer] { answer.give({}); });
    QObject::connect(socket, &QTcpSocket::errorOccurred, socket, [answer, socket](QAbstractSocket::SocketError error) {
        answer.give({kindOfPortError(error), socket->errorString().toStdString()});
    });
    socket->connectToHost(QString::fromStdString(address.text), address.port);
}

/// By one of its addresses.
void waitForPort(TestRun& run, const SharedLimit& limit, TestedServer& one,
                 const std::vector<TestRun::Answer<PortProblem>>& answers)
{
    one.isReached = false;
    one.problem = {one.server, Kind::TimedOut};
    for (const auto& each : answers) {
        const auto problem = run.wait(each, limit.left());
        if (problem && !problem->kind) {
            one.isReached = true;
            return;
        }
        if (problem)
            one.problem = {one.server, *problem->kind, problem->detail};
    }
}

bool testConnecting(TestRun& run, std::vector<TestedServer>& servers)
{
    run.begin(TestStep::Ports);
    std::erase_if(servers, [](const TestedServer& one) { return one.addresses.empty(); });
    ensemble::EventThread thread(QStringLiteral("lockscope connection test"));
    auto scope = std::make_unique<QObject>();
    scope->moveToThread(&thread.thread());
    std::vector<std::vector<TestRun::Answer<PortProblem>>> answers;
    for (const auto& one : servers) {
        auto& own = answers.emplace_back();
        for (const auto& address : one.addresses) {
            own.push_back(run.answer<PortProblem>());
            thread.post([address, at = scope.get(), answer = own.back()] { connectTo(address, *at, answer); });
        }
    }
    const SharedLimit limit(run.limits().connect);
    std::vector<std::string> reached;
    for (std::size_t index = 0; index < servers.size(); ++index) {
        waitForPort(run, limit, servers[index], answers[index]);
        if (servers[index].isReached)
            reached.push_back(toString(servers[index].server));
    }
    thread.call([&scope] { scope.reset(); });
    if (reached.empty()) {
        run.fail(TestStep::Ports, whyNotReached(servers, run.profile()));
        return false;
    }
    if (reached.size() == servers.size())
        run.pass(TestStep::Ports, phrase("%1: connections are accepted", listed(reached)));
    else
        run.warn(TestStep::Ports, whyNotReached(servers, run.profile()));
    return !run.isCancelled();
}

} // namespace

bool testPorts(TestRun& run)
{
    if (!run.has(TestStep::Names))
        return true;
    auto servers = testedServers(run.profile());
    return testNames(run, servers) && testConnecting(run, servers);
}

} // namespace lockscope::connect
