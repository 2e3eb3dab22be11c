// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Subscription.h"
#include "core/locks/zookeeper/NodeOptions.h"
#include "core/zk/Client.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace lockscope::locks {

/// A number shared by several programs: the data of one node, four bytes, most significant first. Compatible with
/// Curator's SharedCount. Owned by the caller; the client must outlive it. Thread: any; replies and handlers run on
/// client.callbacks().
class SharedCount final {
public:
    using Handler = std::function<void(int)>;

    /// Reads `path`, or creates it with `seed` (and missing parents), and follows its changes.
    SharedCount(zk::Client& client, std::string path, int seed, NodeOptions options = {});
    ~SharedCount();
    SharedCount(const SharedCount&) = delete;
    SharedCount& operator=(const SharedCount&) = delete;

    /// The last value read; nothing before the first read. On other threads, blocks until the executor answers.
    [[nodiscard]] std::optional<int> value() const;

    /// Called with the current value, once it is known, and with each new value.
    [[nodiscard]] Subscription onValue(Handler handler);

    /// Writes the value unconditionally. Errors: NoNode (node deleted), NoAuth, ConnectionLoss (may have been written).
    void setAsync(int value, Reply<void> reply);

    /// Writes the value only if no other client has written since the last read. Otherwise, and before the first read,
    /// replies false.
    void trySetAsync(int value, Reply<bool> reply);

private:
    friend class Semaphore;
    class State;

    /// onValue() for handlers on the executor.
    [[nodiscard]] Subscription onValueHere(Handler handler);

    Executor& m_executor;
    Executor& m_callbacks;
    std::shared_ptr<State> m_state;
};

} // namespace lockscope::locks
