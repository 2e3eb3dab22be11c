// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Subscription.h"
#include "core/locks/LockOptions.h"
#include "core/zk/Client.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace lockscope::locks {

/// A number that programs share, and may change: the data of one node, four bytes, the most significant first. On the
/// wire it is Curator's SharedCount. Owned by the caller; the client must outlive it. Thread: any; replies and handlers
/// run on client.executor().
class SharedCount final {
public:
    using Handler = std::function<void(int)>;

    /// Reads `path`, or makes it with `seed` (and missing parents with it), and keeps up with it from then on.
    SharedCount(zk::Client& client, std::string path, int seed, LockOptions options = {});
    ~SharedCount();
    SharedCount(const SharedCount&) = delete;
    SharedCount& operator=(const SharedCount&) = delete;

    /// As last heard; nothing until first read. Blocks for a hop to the executor when called elsewhere.
    [[nodiscard]] std::optional<int> value() const;

    /// Called with the present value, once it is known, and with each that follows.
    [[nodiscard]] Subscription onValue(Handler handler);

    /// Writes it whatever it was. Errors: NoNode (somebody deleted it), NoAuth, ConnectionLoss (may have been written).
    void setAsync(int value, zk::Reply<void> reply);

    /// Writes the value only if nobody else has written since we last read it; otherwise replies false, also before the
    /// first read.
    void trySetAsync(int value, zk::Reply<bool> reply);

private:
    class State;
    Executor& m_executor;
    std::shared_ptr<State> m_state;
};

} // namespace lockscope::locks
