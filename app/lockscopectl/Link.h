// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockscopectl/Context.h"
#include "core/base/ThreadExecutor.h"
#include "core/connect/Route.h"
#include "core/zk/ZooKeeperClient.h"

#include <memory>

namespace lockscope::ctl {

/// Runs `task` on the main thread, in the event loop.
void onMainThread(Task task);

/// A command's connection. Made and destroyed on one thread, which is not the executor's. Making it reads what secrets
/// it needs, and blocks while a tunnel is opened; whenConnected() tells what came of that.
class Link final {
public:
    explicit Link(const Context& context);
    ~Link();
    Link(const Link&) = delete;
    Link& operator=(const Link&) = delete;

    /// Calls `connected` on the executor, once, when the session is there. When it isn't within the time of --timeout,
    /// or is refused, prints a sentence and ends the event loop with the exit status for it.
    void whenConnected(Task connected);

    /// How the servers are asked who owns the sessions; nothing: they are not.
    [[nodiscard]] std::optional<ensemble::CollectorSettings> collectorSettings() const;
    /// As the profile has it.
    [[nodiscard]] zk::ClientSettings usualSettings() const;
    /// A client that goes the same way, as the same user, and may write as little. `settings` says the rest.
    [[nodiscard]] std::unique_ptr<zk::Client> makeClient(zk::ClientSettings settings, Executor& executor,
                                                         const Log& log) const;

    /// Whom the servers take it for.
    [[nodiscard]] std::vector<zk::Acl> accounts() const
    {
        return connect::accountsOf(m_route.profile(), m_route.secrets());
    }

    [[nodiscard]] ThreadExecutor& executor() { return m_executor; }
    [[nodiscard]] zk::Client& client() { return *m_client; }
    /// One more session to the same servers, on the same executor, which must destroy it.
    [[nodiscard]] std::unique_ptr<zk::Client> anotherClient();

private:
    struct Waiting;
    struct Trouble;

    const Context& m_context;
    connect::Route m_route;
    std::optional<Error> m_refused;              ///< why there is no client
    std::shared_ptr<const zk::WriteGate> m_gate; ///< closed; null: may write
    ThreadExecutor m_executor;
    std::shared_ptr<Trouble> m_trouble;
    std::unique_ptr<zk::Client> m_client; ///< null when it is refused
    std::shared_ptr<Waiting> m_waiting;   ///< confined to the executor
};

/// Are the servers asked who owns the sessions?
[[nodiscard]] bool asksServers(const Context& context);

/// The sentence and the status for an ensemble that did not answer within --timeout.
[[nodiscard]] Error noConnection(const Context& context, const zk::Session& session);
/// The same of a command that ends by itself: nothing answered until the end of --for.
[[nodiscard]] Error noConnectionAllTheTime(const Context& context);

} // namespace lockscope::ctl
