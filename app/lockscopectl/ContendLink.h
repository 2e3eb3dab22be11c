// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockscopectl/Context.h"
#include "core/base/Executor.h"
#include "core/base/Reply.h"
#include "core/simulate/clients/SimulatedConnection.h"

#include <memory>
#include <string>
#include <vector>

namespace lockscope::ctl {

/// The servers of a run of `contend`, of either backend: waits for them, and makes the connections of the clients.
/// Created and destroyed on one thread, which is not the executor's.
class ContendLink {
public:
    virtual ~ContendLink() = default;

    [[nodiscard]] virtual Executor& executor() = 0;
    /// Calls `connected` once, on the executor; else prints an error and ends the event loop, see SessionWait.
    virtual void whenConnected(Task connected) = 0;

    // On the executor, once connected:

    /// Creates what the locks need. Before the first client.
    virtual void prepare(Reply<void> reply) = 0;
    [[nodiscard]] virtual std::unique_ptr<console::SimulatedConnection> connect(const std::string& name) = 0;
    /// Removes what prepare() has created; the result names what was left because other clients use it. After the last
    /// client.
    virtual void cleanUp(Reply<std::vector<std::string>> reply) = 0;
};

/// For the backend of the target. `context` must outlive it.
[[nodiscard]] std::unique_ptr<ContendLink> makeContendLink(const Context& context,
                                                           const console::ContendOptions& options);

} // namespace lockscope::ctl
