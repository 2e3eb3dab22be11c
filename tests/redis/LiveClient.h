// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/EventLoop.h"
#include "core/redis/Client.h"
#include "tests/support/BlockingAnswer.h"
#include "tests/support/Printed.h"

#include <QByteArray>
#include <QString>

#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace lockscope::test {

/// A client of real servers on a loop of its own. Its functions block until the reply. Thread: any but the loop's.
class LiveClient final {
public:
    explicit LiveClient(const QString& target, redis::ClientSettings settings = {})
        : m_client(with(std::move(settings), target), m_loop, Log())
    {
        m_loop.runAndWait([this] {
            m_observer = m_client.onStatus([this](const redis::Status& status) {
                const std::lock_guard lock(m_mutex);
                m_seen.push_back(status);
            });
        });
    }
    ~LiveClient()
    {
        m_loop.runAndWait([this] { m_observer.reset(); });
    }
    LiveClient(const LiveClient&) = delete;
    LiveClient& operator=(const LiveClient&) = delete;

    [[nodiscard]] EventLoop& loop() { return m_loop; }
    /// On the loop only.
    [[nodiscard]] redis::Client& client() { return m_client; }

    [[nodiscard]] redis::Status status()
    {
        redis::Status status;
        m_loop.runAndWait([&] { status = m_client.status(); });
        return status;
    }
    [[nodiscard]] bool isConnected() { return status().state == SessionState::Connected; }
    /// The port of the server that the status names.
    [[nodiscard]] int port()
    {
        const auto server = status().server;
        return std::atoi(server.substr(server.rfind(':') + 1).c_str());
    }
    /// All changes of the status so far.
    [[nodiscard]] std::vector<redis::Status> seen()
    {
        const std::lock_guard lock(m_mutex);
        return m_seen;
    }

    [[nodiscard]] Result<redis::Value> ask(const std::string& key, redis::Command command)
    {
        BlockingAnswer<redis::Value> answer;
        m_loop.post([this, key, command = std::move(command), reply = answer.reply()]() mutable {
            m_client.send(key, std::move(command), redis::Access::Write, std::move(reply));
        });
        return answer.get();
    }
    /// The text of the reply, or the code of the error.
    [[nodiscard]] QByteArray text(const std::string& key, redis::Command command)
    {
        const auto reply = ask(key, std::move(command));
        return reply ? printed(reply->text()) : printed(reply.error().code);
    }

private:
    static redis::ClientSettings with(redis::ClientSettings settings, const QString& target)
    {
        settings.target = redis::parseTarget(target.toStdString()).value();
        return settings;
    }

    std::mutex m_mutex;
    std::vector<redis::Status> m_seen;
    Subscription m_observer;
    EventLoop m_loop;
    redis::Client m_client;
};

/// A subscription of a LiveClient, which must outlive it.
class LiveChannel final {
public:
    LiveChannel(LiveClient& client, const std::string& channel)
        : m_client(client)
    {
        client.loop().runAndWait([&] {
            m_subscription = client.client().subscribe(
                channel,
                [this](const redis::Message& message) {
                    const std::lock_guard lock(m_mutex);
                    m_messages.push_back(printed(message.payload));
                },
                [this] {
                    const std::lock_guard lock(m_mutex);
                    ++m_confirmed;
                });
        });
    }
    ~LiveChannel()
    {
        m_client.loop().runAndWait([this] { m_subscription.reset(); });
    }
    LiveChannel(const LiveChannel&) = delete;
    LiveChannel& operator=(const LiveChannel&) = delete;

    [[nodiscard]] int confirmed()
    {
        const std::lock_guard lock(m_mutex);
        return m_confirmed;
    }
    [[nodiscard]] bool has(const QByteArray& message)
    {
        const std::lock_guard lock(m_mutex);
        return std::find(m_messages.begin(), m_messages.end(), message) != m_messages.end();
    }

private:
    LiveClient& m_client;
    std::mutex m_mutex;
    std::vector<QByteArray> m_messages;
    int m_confirmed = 0;
    Subscription m_subscription;
};

} // namespace lockscope::test
