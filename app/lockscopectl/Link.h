// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockscopectl/Context.h"
#include "core/base/ThreadExecutor.h"
#include "core/zk/ZooKeeperClient.h"

#include <functional>
#include <memory>

namespace lockscope::ctl {

/// Runs `task` on the main thread, in the event loop.
void onMainThread(Task task);

/// A command's connection. Made and destroyed on one thread, which is not the executor's.
class Link final {
public:
    explicit Link(const Context& context);
    ~Link();
    Link(const Link&) = delete;
    Link& operator=(const Link&) = delete;

    /// Calls `connected` on the executor, once, when the session is there. When it isn't within the time of --timeout,
    /// or is refused, prints a sentence and ends the event loop with the exit status for it.
    void whenConnected(Task connected);

    [[nodiscard]] ThreadExecutor& executor() { return m_executor; }
    [[nodiscard]] zk::Client& client() { return *m_client; }
    /// One more session to the same servers, on the same executor, which must destroy it.
    [[nodiscard]] std::unique_ptr<zk::Client> anotherClient();

private:
    struct Waiting;
    struct Trouble;

    const Context& m_context;
    ThreadExecutor m_executor;
    std::shared_ptr<Trouble> m_trouble;
    std::unique_ptr<zk::ZooKeeperClient> m_client;
    std::shared_ptr<Waiting> m_waiting; ///< confined to the executor
};

/// The sentence and the status for an ensemble that does not answer.
[[nodiscard]] Error noConnection(const Context& context, const zk::Session& session);

} // namespace lockscope::ctl
