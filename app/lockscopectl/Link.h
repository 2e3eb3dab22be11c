// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockscopectl/Context.h"
#include "core/connect/zookeeper/ZooKeeperConnection.h"

#include <functional>
#include <memory>
#include <optional>

namespace lockscope::ctl {

/// Runs `task` on the main thread, in the event loop.
void onMainThread(Task task);

/// The connection's settings from the profile and the command line. Reads the secrets, which may prompt the user.
[[nodiscard]] Result<connect::ZooKeeperConnection::Settings> connectionSettings(const Context& context);

/// The settings of the session queries to the servers; nothing: no queries.
[[nodiscard]] std::optional<ensemble::CollectorSettings> collectorSettings(const Context& context);

/// Waits for the first session. Without a session within --timeout, or if it is refused, prints an error and ends the
/// event loop with its exit status: a little later, if the reason is still being looked for. Connection errors until
/// then appear only in that message. Created on the main thread; the rest is for the connection's executor.
class SessionWait final {
public:
    enum class Need {
        Writes,
        Reads ///< a server without quorum will do, if the user accepts it
    };

    explicit SessionWait(const Context& context, Need need = Need::Writes);

    /// Makes clients whose connection errors are kept for the message. Any thread.
    [[nodiscard]] zk::ClientFactory clientFactory() const;

    /// `connected` is called once. `trouble`: the reason why the route reaches no server, if known.
    void begin(Executor& executor, std::function<std::optional<Error>()> trouble, Task connected);
    void see(const SessionStatus& session);
    /// Reports that there is no route to the servers. Any thread, before begin() or instead of it.
    void refuse(const Error& error);
    void end();

private:
    struct WireTrouble;

    void exit(Exit status);
    void giveUp(std::chrono::milliseconds longer);

    const Context& m_context;
    const Need m_need;
    Executor* m_executor = nullptr;
    std::function<std::optional<Error>()> m_trouble;
    std::shared_ptr<WireTrouble> m_wireTrouble;
    Task m_connected;
    SessionStatus m_session;
    Subscription m_limit;
};

/// A command's connection. Created and destroyed on one thread, which is not the executor's. The constructor reads the
/// required secrets; whenConnected() reports errors of that, and of the tunnel.
class Link final {
public:
    explicit Link(const Context& context);
    ~Link();
    Link(const Link&) = delete;
    Link& operator=(const Link&) = delete;

    /// Calls `connected` once, on the executor, when the session has begun; else see SessionWait. Called once.
    void whenConnected(Task connected);

    /// Like the function collectorSettings(), with the route. Valid after whenConnected() has called `connected`.
    [[nodiscard]] std::optional<ensemble::CollectorSettings> collectorSettings() const;
    [[nodiscard]] EventLoop& executor() { return m_connection->executor(); }
    [[nodiscard]] zk::Client& client() { return *m_connection->client(); }
    [[nodiscard]] connect::ZooKeeperConnection& connection() const { return *m_connection; }
    /// Another session to the same servers, on the same executor, on which it must be destroyed.
    [[nodiscard]] std::unique_ptr<zk::Client> anotherClient() { return m_connection->anotherClient(); }

private:
    const Context& m_context;
    std::optional<Error> m_refused; ///< why no connection is opened
    SessionWait m_wait;
    Subscription m_session; ///< on the executor
    std::unique_ptr<connect::ZooKeeperConnection> m_connection;
};

/// Whether the servers are queried for the owners of sessions.
[[nodiscard]] bool asksServers(const Context& context);

/// The error for an ensemble that did not answer within --timeout, when the reason is unknown.
[[nodiscard]] Error noConnection(const Context& context, const SessionStatus& session);

} // namespace lockscope::ctl
