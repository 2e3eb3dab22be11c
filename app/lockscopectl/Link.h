// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockscopectl/Context.h"
#include "core/connect/ZooKeeperConnection.h"

#include <functional>
#include <memory>
#include <optional>

namespace lockscope::ctl {

/// Runs `task` on the main thread, in the event loop.
void onMainThread(Task task);

/// The profile as the command line has it, with its secrets, which are read here: that may ask somebody.
[[nodiscard]] Result<connect::ZooKeeperConnection::Settings> connectionSettings(const Context& context);

/// How the servers are asked who owns the sessions; nothing: they are not.
[[nodiscard]] std::optional<ensemble::CollectorSettings> collectorSettings(const Context& context);

/// Waits for the first session. If there is none within --timeout, or it is refused, prints a sentence and ends the
/// event loop with the exit status for it; what is told of the wire meanwhile is only told in that sentence. Made on
/// the main thread; the rest is for the connection's executor.
class SessionWait final {
public:
    explicit SessionWait(const Context& context);

    /// Its clients tell what goes wrong on the wire. Any thread.
    [[nodiscard]] zk::ClientFactory clientFactory() const;

    /// `connected` is called once. `trouble`: why the route leads to no server, where that is known.
    void begin(Executor& executor, std::function<std::optional<Error>()> trouble, Task connected);
    void see(const SessionStatus& session);
    /// There is no route to the servers. Any thread, before begin() or instead of it.
    void refuse(const Error& error);
    void end();

private:
    struct WireTrouble;

    void exit(Exit status);

    const Context& m_context;
    std::shared_ptr<WireTrouble> m_wireTrouble;
    Task m_connected;
    SessionStatus m_session;
    Subscription m_limit;
};

/// A command's connection. Made and destroyed on one thread, which is not the executor's. Making it reads what secrets
/// it needs; whenConnected() tells what came of that, and of the tunnel that is opened.
class Link final {
public:
    explicit Link(const Context& context);
    ~Link();
    Link(const Link&) = delete;
    Link& operator=(const Link&) = delete;

    /// Calls `connected` on the executor, once, when the session is there; else see SessionWait. Once.
    void whenConnected(Task connected);

    /// As of the function; with the route. From then on.
    [[nodiscard]] std::optional<ensemble::CollectorSettings> collectorSettings() const;
    [[nodiscard]] ThreadExecutor& executor() { return m_connection->executor(); }
    [[nodiscard]] zk::Client& client() { return *m_connection->client(); }
    [[nodiscard]] connect::ZooKeeperConnection& connection() const { return *m_connection; }
    /// One more session to the same servers, on the same executor, which must destroy it.
    [[nodiscard]] std::unique_ptr<zk::Client> anotherClient() { return m_connection->anotherClient(); }

private:
    const Context& m_context;
    std::optional<Error> m_refused; ///< why nothing is opened
    SessionWait m_wait;
    Subscription m_session; ///< on the executor
    std::unique_ptr<connect::ZooKeeperConnection> m_connection;
};

/// Are the servers asked who owns the sessions?
[[nodiscard]] bool asksServers(const Context& context);

/// The sentence and the status for an ensemble that did not answer within --timeout.
[[nodiscard]] Error noConnection(const Context& context, const SessionStatus& session);

} // namespace lockscope::ctl
