// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/ServerFixture.h"

#include "core/sources/zookeeper/servers/StatusEndpoints.h"
#include "tests/support/SandboxHost.h"

#include <chrono>

namespace lockscope::test {

using ensemble::Sandbox;
using ensemble::SandboxOptions;

namespace {

constexpr auto answerLimit = std::chrono::seconds(45);
const std::string host = "127.0.0.1";
constexpr qint64 mostBytes = 1 << 20;

} // namespace

/// The sandbox's thread, and the answers of its servers' status endpoints.
class ServerFixture::Host {
public:
    explicit Host(const SandboxOptions& options)
        : sandbox(options)
    {
        sandbox.call([this] { m_statusEndpoints = std::make_unique<ensemble::StatusEndpoints>(); });
    }

    ~Host()
    {
        sandbox.call([this] { m_statusEndpoints.reset(); });
    }

    Host(const Host&) = delete;
    Host& operator=(const Host&) = delete;

    /// Sends each server once the commands that the tests' programs send. A server that has just started loads its code
    /// first; on a busy machine this takes longer than the time limit of a command.
    [[nodiscard]] Result<void> warmUp()
    {
        const auto servers = sandbox.servers();
        sandbox.call([&] {
            for (const auto& server : servers)
                ask(server);
        });
        return sandbox.waitFor("ask the test's servers", [this] { return m_questions == 0; });
    }

    SandboxHost<Sandbox> sandbox;

private:
    void ask(const Sandbox::Server& server)
    {
        const ensemble::StatusEndpoints::Limits limits{answerLimit, mostBytes};
        const auto done = [this](const ensemble::EndpointAnswer&) { sandbox.report([this] { --m_questions; }); };
        const auto clientPort = static_cast<std::uint16_t>(server.clientPort);
        ++m_questions;
        m_statusEndpoints->askWord({host, clientPort}, "srvr", limits, [this](const ensemble::EndpointAnswer& answer) {
            sandbox.report([&] {
                checkVersion(answer);
                --m_questions;
            });
        });
        for (const auto* word : {"cons", "dump"}) {
            ++m_questions;
            m_statusEndpoints->askWord({host, clientPort}, word, limits, done);
        }
        for (const auto* command : {"server_stats", "connections", "dump"}) {
            if (server.adminPort == 0)
                continue;
            ++m_questions;
            m_statusEndpoints->askAdmin({host, server.adminPort}, command, limits, done);
        }
    }

    /// A test for the pinned server version must not pass on another version.
    void checkVersion(const ensemble::EndpointAnswer& answer)
    {
        const auto pinned = qgetenv("LOCKSCOPE_TEST_PINNED");
        if (pinned.isEmpty() || answer.bytes.contains("Zookeeper version: " + pinned + "-"))
            return;
        sandbox.fail(Error{
            ErrorCode::Missing, "start the test's servers", {}, "the server's version is not " + pinned.toStdString()});
    }

    std::unique_ptr<ensemble::StatusEndpoints> m_statusEndpoints;
    int m_questions = 0; ///< commands of warmUp() that are not answered yet
};

ServerFixture::ServerFixture(SandboxOptions options)
{
    if (options.longestSessionMs == 0)
        options.longestSessionMs = longestSessionMs;
    m_host = std::make_unique<Host>(options);
}

ServerFixture::~ServerFixture() = default;

Result<void> ServerFixture::start()
{
    Result<void> started = m_host->sandbox.start();
    if (!started)
        return started;
    m_connect = m_host->sandbox.get([](const Sandbox& sandbox) { return sandbox.connectString(); });
    return m_host->warmUp();
}

std::vector<Sandbox::Server> ServerFixture::servers() const
{
    return m_host->sandbox.servers();
}

QString ServerFixture::folder() const
{
    return m_host->sandbox.get([](const Sandbox& sandbox) { return sandbox.folder(); });
}

QString ServerFixture::uniquePath()
{
    return QStringLiteral("/test-%1").arg(++m_paths);
}

Result<void> ServerFixture::killServer(int index)
{
    return m_host->sandbox.killServer(index);
}

Result<void> ServerFixture::startServer(int index)
{
    return startServers({index});
}

Result<void> ServerFixture::startServers(const std::vector<int>& indexes)
{
    return m_host->sandbox.startServers(indexes);
}

Result<void> ServerFixture::pauseServer(int index)
{
    return m_host->sandbox.pauseServer(index);
}

void ServerFixture::resumeServer(int index)
{
    m_host->sandbox.resumeServer(index);
}

} // namespace lockscope::test
