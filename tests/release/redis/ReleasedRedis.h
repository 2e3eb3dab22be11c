// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/EventLoop.h"
#include "core/redis/Client.h"
#include "core/release/redis/RedisReleaseActor.h"
#include "tests/support/BlockingAnswer.h"
#include "tests/support/RedisServers.h"

#include <QMap>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>

namespace lockscope::test {

/// Two threads of one instance of Redisson, and one of another.
inline const std::string ownerOne = "0123abcd-0123-4567-89ab-0123456789ab:1";
inline const std::string ownerTwo = "0123abcd-0123-4567-89ab-0123456789ab:22";
inline const std::string ownerThree = "fedcba98-0123-4567-89ab-0123456789ab:3";

/// A client with a release actor. A test may block its thread while they work.
class ReleasingClient final {
public:
    explicit ReleasingClient(const QString& target, const std::string& user = {}, const std::string& password = {},
                             std::chrono::milliseconds requestTimeout = std::chrono::seconds(3),
                             inspect::RedisDialectsPtr dialects = nullptr)
    {
        redis::ClientSettings settings;
        settings.requestTimeout = requestTimeout;
        settings.target = redis::parseTarget(target.toStdString()).value();
        settings.target.user = user;
        settings.password = password;
        settings.callbacks = &m_loop;
        m_client = std::make_unique<redis::Client>(std::move(settings), m_loop, Log());
        m_loop.runAndWait([&] {
            m_status = m_client->onStatus([this](const SessionStatus& status) { see(status); });
            see(m_client->status());
            release::RedisActorSettings actor;
            actor.user = user;
            actor.dialects = dialects;
            m_actor = std::make_shared<release::RedisReleaseActor>(*m_client, actor);
        });
    }
    ~ReleasingClient()
    {
        m_loop.runAndWait([this] {
            m_actor.reset();
            m_status.reset();
            m_client.reset();
        });
    }
    ReleasingClient(const ReleasingClient&) = delete;
    ReleasingClient& operator=(const ReleasingClient&) = delete;

    /// False if it is not connected within 30 seconds.
    [[nodiscard]] bool waitConnected()
    {
        std::unique_lock lock(m_mutex);
        return m_changed.wait_for(lock, std::chrono::seconds(30), [this] { return m_isConnected; });
    }

    [[nodiscard]] Result<release::ReleasePlan> plan(const std::string& lock, const std::string& contender,
                                                    const release::Background& background = {})
    {
        BlockingAnswer<release::ReleasePlan> answer;
        m_loop.post([this, lock, contender, background, reply = answer.reply()] {
            m_actor->plan({lock, inspect::LockPart::Queue, contender}, background, reply);
        });
        return answer.get();
    }
    /// Begins to release; the answer comes later.
    [[nodiscard]] BlockingAnswer<release::ReleaseResult> begin(const release::ReleasePlan& plan)
    {
        BlockingAnswer<release::ReleaseResult> answer;
        m_loop.post([this, plan, reply = answer.reply()] { m_actor->apply(plan, reply); });
        return answer;
    }
    [[nodiscard]] Result<release::ReleaseResult> release(const release::ReleasePlan& plan) { return begin(plan).get(); }
    [[nodiscard]] release::RedisReleaseActor& actor() { return *m_actor; }
    [[nodiscard]] EventLoop& loop() { return m_loop; }

private:
    void see(const SessionStatus& status)
    {
        const std::lock_guard lock(m_mutex);
        m_isConnected = status.state == SessionState::Connected;
        m_changed.notify_all();
    }

    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_isConnected = false;
    EventLoop m_loop;
    std::unique_ptr<redis::Client> m_client;
    Subscription m_status;
    std::shared_ptr<release::RedisReleaseActor> m_actor;
};

/// A connection that listens on channels.
class Listener final {
public:
    Listener(int port, const QByteArrayList& channels)
        : m_connection(port)
        , m_port(port)
    {
        for (const auto& channel : channels) {
            const auto reply = m_connection.command({"SUBSCRIBE", channel}).toList();
            m_isReady = m_isReady && reply.value(0).toByteArray() == "subscribe";
        }
    }

    [[nodiscard]] bool isReady() const { return m_isReady; }
    /// "CHANNEL MESSAGE" of all messages up to now, in their order.
    [[nodiscard]] QByteArrayList messages(const QByteArray& channel)
    {
        RedisConnection(m_port).command({"PUBLISH", channel, "end"});
        QByteArrayList messages;
        while (true) {
            const auto message = m_connection.next().toList();
            if (message.value(0).toByteArray() != "message" || message.value(2).toByteArray() == "end")
                return messages;
            messages << message.value(1).toByteArray() + ' ' + message.value(2).toByteArray();
        }
    }

private:
    RedisConnection m_connection;
    int m_port;
    bool m_isReady = true;
};

/// Sends commands, separated by "; ". ONE, TWO and THREE are the owners, NOW+N is N ms after the server's time.
inline void sendAll(RedisServers& servers, const QByteArray& commands)
{
    const auto time = servers.command({"TIME"}).toList();
    const auto now = time.value(0).toByteArray().toLongLong() * 1'000;
    QByteArrayList lines;
    qsizetype from = 0;
    for (auto at = commands.indexOf("; "); at >= 0; at = commands.indexOf("; ", from)) {
        lines << commands.mid(from, at - from);
        from = at + 2;
    }
    lines << commands.mid(from);
    for (const auto& line : lines) {
        auto words = line.simplified().split(' ');
        for (auto& word : words) {
            word.replace("ONE", QByteArray::fromStdString(ownerOne))
                .replace("TWO", QByteArray::fromStdString(ownerTwo))
                .replace("THREE", QByteArray::fromStdString(ownerThree));
            if (word.startsWith("NOW+") || word.startsWith("NOW-"))
                word = QByteArray::number(now + word.mid(3).toLongLong());
        }
        const auto reply = servers.command(words);
        if (!errorIn(reply).isEmpty())
            qFatal("%s: %s", line.constData(), errorIn(reply).constData());
    }
}

/// All keys with their values, as DUMP has them, and whether they have an end.
inline QMap<QByteArray, QByteArray> dumps(RedisServers& servers)
{
    QMap<QByteArray, QByteArray> all;
    for (const auto& key : servers.command({"KEYS", "*"}).toList()) {
        const auto name = key.toByteArray();
        const bool hasEnd = servers.command({"PTTL", name}).toLongLong() >= 0;
        all[name] = servers.command({"DUMP", name}).toByteArray() + (hasEnd ? " ends" : " never ends");
    }
    return all;
}

} // namespace lockscope::test
