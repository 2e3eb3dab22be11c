// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/client/ClientCore.h"

#include <memory>

namespace lockscope::redis {

/// What a client or a share has: access to the ClientCore. The client owns it; a share does not: an open request there
/// may own a share, and would never be destroyed on a stopped executor. Private to core/redis.
/// Thread: the executor; may be destroyed on any thread.
class Client::Core final {
public:
    /// Of the client itself.
    explicit Core(std::shared_ptr<ClientCore> core);
    /// Of a share.
    explicit Core(const Core& other);
    Core& operator=(const Core&) = delete;
    ~Core() = default;

    /// Ends the client. Any thread.
    void shutdown();

    [[nodiscard]] Executor& executor() const { return m_executor; }
    [[nodiscard]] Executor& callbacks() const { return m_callbacks; }
    [[nodiscard]] ObserverOf observer() const { return m_owned ? ObserverOf::Client : ObserverOf::Share; }
    /// Null after the client's end.
    [[nodiscard]] std::shared_ptr<ClientCore> lock() const { return m_core.lock(); }
    [[nodiscard]] const Status& status() const;

private:
    std::shared_ptr<ClientCore> m_owned; ///< null in a share
    std::weak_ptr<ClientCore> m_core;
    Executor& m_executor;
    Executor& m_callbacks;
    std::shared_ptr<const Status> m_status; ///< the core's, and its final one after the core's end
};

} // namespace lockscope::redis
