// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Reply.h"
#include "core/redis/Client.h"
#include "core/simulate/clients/ContendOptions.h"

#include <memory>
#include <string>
#include <vector>

namespace lockscope::console {

/// Of a reply that is an error of the server, or not of the kind that the request has.
[[nodiscard]] Error requestError(const redis::Value& value, const char* operation, const std::string& key);

/// Keys of a run that outlive the holds of its clients: the number of a semaphore's permits, and the counter of fencing
/// tokens. Sets the first where there is none, and removes at the end what was not there at the beginning. Confined to
/// client.executor(); the client, not one of independent masters, must outlive it. Replies may come after its
/// destruction.
class RedisKeys final {
public:
    RedisKeys(redis::Client& client, ContendOptions options);

    /// Before the first acquisition. Errors: those of the requests.
    void prepare(const Reply<void>& reply);
    /// After the last release. The result names the keys of this run that were left, because other clients use the lock
    /// now. Without effect with ContendOptions::control: other processes of that run may still use them, and its owner
    /// removes the keys.
    void cleanUp(const Reply<std::vector<std::string>>& reply);

private:
    struct Key {
        std::string lock;
        std::string name; ///< the key
    };

    [[nodiscard]] bool isCounter() const { return m_options.recipe == Recipe::RedissonFencedLock; }

    redis::Client& m_client;
    ContendOptions m_options;
    std::shared_ptr<std::vector<Key>> m_made = std::make_shared<std::vector<Key>>();
};

} // namespace lockscope::console
