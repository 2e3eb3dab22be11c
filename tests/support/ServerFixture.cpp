// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/ServerFixture.h"

#include "core/connect/EventThread.h"
#include "core/sources/zookeeper/servers/StatusEndpoints.h"

#include <QObject>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <map>
#include <mutex>
#include <optional>
#include <set>

#include <sys/wait.h>

namespace lockscope::test {

using ensemble::Sandbox;
using ensemble::SandboxOptions;

namespace {

// Longer than the sandbox's own limit, whose error is more specific.
constexpr auto waitLimit = std::chrono::seconds(90);
const std::string host = "127.0.0.1";
constexpr qint64 mostBytes = 1 << 20;

} // namespace

/// The sandbox's thread, and the signals received so far.
class ServerFixture::Host {
public:
    explicit Host(SandboxOptions options)
        : m_thread(QStringLiteral("test servers"))
    {
        call([this, options] { make(options); });
    }

    ~Host()
    {
        call([this] {
            m_statusEndpoints.reset();
            m_sandbox.reset();
        });
    }

    Host(const Host&) = delete;
    Host& operator=(const Host&) = delete;

    /// Runs `task` on the sandbox's thread and waits for its end.
    template <typename F> void call(F task) { m_thread.call(std::move(task)); }

    template <typename F> [[nodiscard]] Result<void> waitFor(const char* what, F condition)
    {
        std::unique_lock lock(m_mutex);
        if (!m_changed.wait_for(lock, waitLimit, [&] { return m_error || condition(); }))
            return failure(ErrorCode::TimedOut, what, {}, "the test's server did not get there within 90 seconds");
        if (m_error)
            return failure(*m_error);
        return {};
    }

    /// Sends each server once the commands that the tests' programs send. A server that has just started loads its code
    /// first; on a busy machine this takes longer than the time limit of a command.
    void warmUp()
    {
        for (const auto& server : m_sandbox->servers()) {
            const ensemble::StatusEndpoints::Limits limits{waitLimit / 2, mostBytes};
            const auto done = [this](const ensemble::EndpointAnswer&) { report([this] { --m_questions; }); };
            const auto clientPort = static_cast<std::uint16_t>(server.clientPort);
            ++m_questions;
            m_statusEndpoints->askWord({host, clientPort}, "srvr", limits,
                                       [this](const ensemble::EndpointAnswer& answer) {
                                           report([&] {
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
    }
    [[nodiscard]] bool isWarm() const { return m_questions == 0; }

    [[nodiscard]] Sandbox& sandbox() { return *m_sandbox; }
    [[nodiscard]] bool isReady() const { return m_ready; }
    [[nodiscard]] bool isUp(int index) const { return m_up.count(index) > 0; }
    [[nodiscard]] int stops(int index) { return m_stops[index]; }

private:
    void make(const SandboxOptions& options)
    {
        m_sandbox = std::make_unique<Sandbox>(options);
        m_statusEndpoints = std::make_unique<ensemble::StatusEndpoints>();
        QObject::connect(m_sandbox.get(), &Sandbox::ready, &m_thread.context(),
                         [this] { report([this] { m_ready = true; }); });
        QObject::connect(m_sandbox.get(), &Sandbox::failed, &m_thread.context(),
                         [this](const Error& error) { report([&] { m_error = error; }); });
        QObject::connect(m_sandbox.get(), &Sandbox::serverReady, &m_thread.context(),
                         [this](int index) { report([&] { m_up.insert(index); }); });
        QObject::connect(m_sandbox.get(), &Sandbox::serverStopped, &m_thread.context(), [this](int index) {
            report([&] {
                m_up.erase(index);
                ++m_stops[index];
            });
        });
    }

    /// A test for the pinned server version must not pass on another version.
    void checkVersion(const ensemble::EndpointAnswer& answer)
    {
        const auto pinned = qgetenv("LOCKSCOPE_TEST_PINNED");
        if (pinned.isEmpty() || answer.bytes.contains("Zookeeper version: " + pinned + "-"))
            return;
        m_error = Error{
            ErrorCode::Missing, "start the test's servers", {}, "the server's version is not " + pinned.toStdString()};
    }

    template <typename F> void report(F change)
    {
        {
            const std::lock_guard lock(m_mutex);
            change();
        }
        m_changed.notify_all();
    }

    ensemble::EventThread m_thread;
    std::unique_ptr<Sandbox> m_sandbox;
    std::unique_ptr<ensemble::StatusEndpoints> m_statusEndpoints;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::optional<Error> m_error;
    std::set<int> m_up;
    std::map<int, int> m_stops;
    int m_questions = 0; ///< commands of warmUp() that are not answered yet
    bool m_ready = false;
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
    m_host->call([this] { m_host->sandbox().start(); });
    Result<void> started = m_host->waitFor("start the test's servers", [this] { return m_host->isReady(); });
    if (!started)
        return started;
    m_host->call([this] {
        m_connect = m_host->sandbox().connectString();
        m_host->warmUp();
    });
    return m_host->waitFor("ask the test's servers", [this] { return m_host->isWarm(); });
}

std::vector<Sandbox::Server> ServerFixture::servers() const
{
    std::vector<Sandbox::Server> list;
    m_host->call([&] { list = m_host->sandbox().servers(); });
    return list;
}

QString ServerFixture::folder() const
{
    QString path;
    m_host->call([&] { path = m_host->sandbox().folder(); });
    return path;
}

QString ServerFixture::uniquePath()
{
    return QStringLiteral("/test-%1").arg(++m_paths);
}

Result<void> ServerFixture::killServer(int index)
{
    int before = 0;
    bool running = false;
    m_host->call([&] {
        // On the thread of the signals, so that no signal arrives in between.
        running = m_host->sandbox().servers().at(index).processId > 0;
        before = m_host->stops(index);
        m_host->sandbox().killServer(index);
    });
    if (!running)
        return {};
    return m_host->waitFor("kill a test's server", [&] { return m_host->stops(index) > before; });
}

Result<void> ServerFixture::startServer(int index)
{
    return startServers({index});
}

Result<void> ServerFixture::startServers(const std::vector<int>& indexes)
{
    m_host->call([&] {
        for (const auto index : indexes)
            m_host->sandbox().startServer(index);
    });
    return m_host->waitFor("start a test's servers again", [&] {
        return std::all_of(indexes.begin(), indexes.end(), [this](int index) { return m_host->isUp(index); });
    });
}

Result<void> ServerFixture::pauseServer(int index)
{
    const auto id = servers().at(static_cast<std::size_t>(index)).processId;
    if (id <= 0)
        return failure(ErrorCode::BadArguments, "pause a test's server", {}, "it does not run");
    m_host->call([&] { m_host->sandbox().pauseServer(index); });
    // On a busy machine its threads stop some time after the signal, and it serves until then.
    siginfo_t stopped{};
    while (::waitid(P_PID, static_cast<id_t>(id), &stopped, WSTOPPED | WNOWAIT) != 0) {
        if (errno != EINTR)
            return failure(ErrorCode::System, "pause a test's server", {}, std::strerror(errno));
    }
    return {};
}

void ServerFixture::resumeServer(int index)
{
    m_host->call([&] { m_host->sandbox().resumeServer(index); });
}

} // namespace lockscope::test
