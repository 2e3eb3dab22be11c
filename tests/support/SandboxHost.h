// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/connect/EventThread.h"

#include <QObject>
#include <QString>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

#include <sys/wait.h>

namespace lockscope::test {

/// A sandbox of ZooKeeper or Redis servers on a thread of its own, for tests that block: every function waits for its
/// effect. Thread: one thread at a time.
template <typename AnySandbox> class SandboxHost final {
public:
    template <typename Options>
    explicit SandboxHost(const Options& options)
        : m_thread(QStringLiteral("test servers"))
    {
        call([this, options] { make(options); });
    }
    ~SandboxHost()
    {
        call([this] { m_sandbox.reset(); });
    }
    SandboxHost(const SandboxHost&) = delete;
    SandboxHost& operator=(const SandboxHost&) = delete;

    /// Returns when every server serves, or the reason why one does not.
    [[nodiscard]] Result<void> start()
    {
        call([this] { m_sandbox->start(); });
        return waitFor("start the test's servers", [this] { return m_ready; });
    }

    /// A value of the sandbox.
    template <typename F> [[nodiscard]] auto get(F value)
    {
        std::optional<decltype(value(*m_sandbox))> copy;
        call([&] { copy = value(*m_sandbox); });
        return *std::move(copy);
    }
    [[nodiscard]] auto servers()
    {
        return get([](const AnySandbox& sandbox) { return sandbox.servers(); });
    }

    [[nodiscard]] Result<void> killServer(int index)
    {
        int before = 0;
        bool running = false;
        call([&] {
            // On the thread of the signals, so that no signal arrives in between.
            running = m_sandbox->servers().at(static_cast<std::size_t>(index)).processId > 0;
            before = m_stops[index];
            m_sandbox->killServer(index);
        });
        if (!running)
            return {};
        return waitFor("kill a test's server", [this, index, before] { return m_stops[index] > before; });
    }

    [[nodiscard]] Result<void> startServers(const std::vector<int>& indexes)
    {
        call([&] {
            for (const auto index : indexes)
                m_sandbox->startServer(index);
        });
        return waitFor("start a test's servers again", [&] {
            return std::all_of(indexes.begin(), indexes.end(), [this](int index) { return m_up.count(index) > 0; });
        });
    }

    [[nodiscard]] Result<void> pauseServer(int index)
    {
        const auto id = servers().at(static_cast<std::size_t>(index)).processId;
        if (id <= 0)
            return failure(ErrorCode::BadArguments, "pause a test's server", {}, "it does not run");
        call([&] { m_sandbox->pauseServer(index); });
        // On a busy machine its threads stop some time after the signal, and it serves until then.
        siginfo_t stopped{};
        while (::waitid(P_PID, static_cast<id_t>(id), &stopped, WSTOPPED | WNOWAIT) != 0) {
            if (errno != EINTR)
                return failure(ErrorCode::System, "pause a test's server", {}, std::strerror(errno));
        }
        return {};
    }

    void resumeServer(int index)
    {
        call([&] { m_sandbox->resumeServer(index); });
    }

    /// Runs `task` on the sandbox's thread and waits for its end.
    template <typename F> void call(F task) { m_thread.call(std::move(task)); }

    /// Changes what a condition of waitFor() reads. On the sandbox's thread.
    template <typename F> void report(F change)
    {
        {
            const std::lock_guard lock(m_mutex);
            change();
        }
        m_changed.notify_all();
    }
    /// Within report(): ends all waits.
    void fail(const Error& error) { m_error = error; }

    template <typename F> [[nodiscard]] Result<void> waitFor(const char* what, F condition)
    {
        // Longer than the sandbox's own limit, whose error is more specific.
        constexpr auto waitLimit = std::chrono::seconds(90);
        std::unique_lock lock(m_mutex);
        if (!m_changed.wait_for(lock, waitLimit, [&] { return m_error || condition(); }))
            return failure(ErrorCode::TimedOut, what, {}, "the test's server did not get there within 90 seconds");
        if (m_error)
            return failure(*m_error);
        return {};
    }

private:
    template <typename Options> void make(const Options& options)
    {
        m_sandbox = std::make_unique<AnySandbox>(options);
        const auto* sandbox = m_sandbox.get();
        auto* context = &m_thread.context();
        QObject::connect(sandbox, &AnySandbox::ready, context, [this] { report([this] { m_ready = true; }); });
        QObject::connect(sandbox, &AnySandbox::failed, context,
                         [this](const Error& error) { report([&] { fail(error); }); });
        QObject::connect(sandbox, &AnySandbox::serverReady, context,
                         [this](int index) { report([&] { m_up.insert(index); }); });
        QObject::connect(sandbox, &AnySandbox::serverStopped, context, [this](int index) {
            report([&] {
                m_up.erase(index);
                ++m_stops[index];
            });
        });
    }

    ensemble::EventThread m_thread;
    std::unique_ptr<AnySandbox> m_sandbox;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::optional<Error> m_error;
    std::set<int> m_up;
    std::map<int, int> m_stops;
    bool m_ready = false;
};

} // namespace lockscope::test
