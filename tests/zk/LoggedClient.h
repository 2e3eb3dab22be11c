// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zk/ZooKeeperClient.h"
#include "tests/support/Answer.h"
#include "tests/support/BlockingAnswer.h"
#include "tests/support/ClientLoop.h"
#include "tests/support/Test.h"

#include <QByteArray>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lockscope::test {

/// The lines that a Log received. Any thread.
class LogLines final {
public:
    explicit LogLines(LogLevel threshold = LogLevel::Warning)
        : m_log(
              [kept = m_kept](LogLevel, std::string_view, std::string_view line) {
                  const std::lock_guard lock(kept->mutex);
                  kept->lines.emplace_back(line);
              },
              threshold)
    {
    }

    [[nodiscard]] const Log& log() const { return m_log; }
    [[nodiscard]] std::vector<std::string> all() const
    {
        const std::lock_guard lock(m_kept->mutex);
        return m_kept->lines;
    }
    [[nodiscard]] bool contains(const std::string& text) const
    {
        const auto lines = all();
        return std::any_of(lines.begin(), lines.end(),
                           [&](const std::string& line) { return line.find(text) != std::string::npos; });
    }

private:
    struct Kept {
        std::mutex mutex;
        std::vector<std::string> lines;
    };
    std::shared_ptr<Kept> m_kept = std::make_shared<Kept>();
    Log m_log;
};

/// "127.0.0.1:port" of each.
[[nodiscard]] inline zk::ConnectString onThisMachine(const std::vector<quint16>& ports)
{
    zk::ConnectString connect;
    for (const auto port : ports)
        connect.servers.push_back({"127.0.0.1", port});
    return connect;
}

/// A client on a loop, with the changes of its session and its log. Thread: any but the loop's; the functions wait.
class LoggedClient final {
public:
    struct Change {
        SteadyTime at;
        zk::Session session;
    };

    /// `loop` must outlive it.
    LoggedClient(ClientLoop& loop, zk::ClientSettings settings, LogLines lines = LogLines())
        : m_loop(loop)
        , m_lines(std::move(lines))
        , m_client(std::make_unique<zk::ZooKeeperClient>(std::move(settings), loop, m_lines.log()))
    {
        m_loop.runAndWait([this] {
            m_changes.push_back({m_loop.clock().now(), m_client->session()});
            m_observer = m_client->onSession([this](const zk::Session& session) {
                m_changes.push_back({m_loop.clock().now(), session});
            });
        });
    }
    ~LoggedClient()
    {
        m_loop.runAndWait([this] { m_observer.reset(); });
    }
    LoggedClient(const LoggedClient&) = delete;
    LoggedClient& operator=(const LoggedClient&) = delete;

    [[nodiscard]] zk::Client& client() { return *m_client; }
    [[nodiscard]] const LogLines& lines() const { return m_lines; }
    void destroy()
    {
        m_loop.runAndWait([this] { m_observer.reset(); });
        m_client.reset();
    }

    [[nodiscard]] std::vector<Change> changes() const
    {
        std::vector<Change> copy;
        m_loop.runAndWait([&] { copy = m_changes; });
        return copy;
    }
    [[nodiscard]] zk::Session session() const { return changes().back().session; }
    [[nodiscard]] bool isConnected() const { return session().state == SessionState::Connected; }
    /// True if the session has been in this state.
    [[nodiscard]] bool was(SessionState state) const
    {
        const auto all = changes();
        return std::any_of(all.begin(), all.end(), [&](const Change& change) { return change.session.state == state; });
    }
    /// When it was connected for the first time after `since`, not counting a connection that lasts.
    [[nodiscard]] std::optional<SteadyTime> connectedAfter(SteadyTime since) const
    {
        for (const auto& change : changes()) {
            if (change.at >= since && change.session.state == SessionState::Connected &&
                change.session.connectedAt >= since)
                return change.at;
        }
        return {};
    }

    /// Makes a request on the loop and waits for its reply.
    template <typename T, typename F> [[nodiscard]] Result<T> ask(F request)
    {
        BlockingAnswer<T> answer;
        m_loop.post([&client = *m_client, request, reply = answer.reply()] { request(client, zk::Reply<T>(reply)); });
        return answer.get();
    }
    [[nodiscard]] Result<zk::Created> create(const std::string& path, zk::CreateMode mode = zk::CreateMode::Persistent)
    {
        return ask<zk::Created>([=](zk::Client& client, zk::Reply<zk::Created> reply) {
            client.create({path, "", mode, zk::openAcl()}, std::move(reply));
        });
    }
    [[nodiscard]] Result<void> sync()
    {
        return ask<void>([](zk::Client& client, zk::Reply<void> reply) { client.sync("/", std::move(reply)); });
    }

private:
    ClientLoop& m_loop;
    LogLines m_lines;
    std::vector<Change> m_changes; ///< on the loop
    std::unique_ptr<zk::ZooKeeperClient> m_client;
    Subscription m_observer;
};

/// What a condition says on the loop, within the limit of all waits.
[[nodiscard]] inline bool waitOn(ClientLoop& loop, const std::function<bool()>& condition, int limitMs = longestWaitMs)
{
    return QTest::qWaitFor(
        [&] {
            bool holds = false;
            loop.runAndWait([&] { holds = condition(); });
            return holds;
        },
        limitMs);
}

/// Lets time pass at almost no cost: for the length of an injected fault, and to measure the cost of others.
inline void letPass(ClientLoop& loop, Duration duration)
{
    std::promise<void> over;
    Subscription timer = loop.after(duration, [&] { over.set_value(); });
    over.get_future().wait();
    loop.runAndWait([&] { timer.reset(); });
}

/// Processor time of the whole process while time passes on `loop`.
[[nodiscard]] inline std::chrono::microseconds processorTimeOf(ClientLoop& loop, Duration duration)
{
    const auto used = [] {
        timespec time{};
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
        return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
    };
    const auto before = used();
    letPass(loop, duration);
    return std::chrono::duration_cast<std::chrono::microseconds>(used() - before);
}

/// For the message of a failed QVERIFY2.
[[nodiscard]] inline QByteArray millisecondsOf(const char* what, Duration duration)
{
    return QByteArray(what) + ": " +
           QByteArray::number(
               static_cast<qint64>(std::chrono::duration_cast<std::chrono::milliseconds>(duration).count())) +
           " ms";
}

/// Tells how long a loop was kept from its work: a task on it that repeats every 10 ms.
class Ticks final {
public:
    explicit Ticks(ClientLoop& loop)
        : m_loop(loop)
    {
        m_loop.runAndWait([this] { tick(m_loop.clock().now()); });
    }
    ~Ticks()
    {
        m_loop.runAndWait([this] { m_next.reset(); });
    }
    Ticks(const Ticks&) = delete;
    Ticks& operator=(const Ticks&) = delete;

    [[nodiscard]] std::chrono::milliseconds latest() const
    {
        Duration latest{};
        m_loop.runAndWait([&] { latest = m_latest; });
        return std::chrono::duration_cast<std::chrono::milliseconds>(latest);
    }

private:
    void tick(SteadyTime due)
    {
        const auto now = m_loop.clock().now();
        m_latest = std::max(m_latest, Duration(now - due));
        const auto next = now + std::chrono::milliseconds(10);
        m_next = m_loop.after(std::chrono::milliseconds(10), [this, next] { tick(next); });
    }

    ClientLoop& m_loop;
    Duration m_latest{}; ///< on the loop
    Subscription m_next;
};

} // namespace lockscope::test
