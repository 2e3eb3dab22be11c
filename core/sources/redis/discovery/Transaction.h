// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Reply.h"
#include "core/redis/Client.h"

#include <memory>
#include <string>
#include <vector>

namespace lockscope::inspect {

/// Replies to commands that were sent together. `isOneMoment`: no other command was executed between them.
struct Together {
    std::vector<redis::Value> replies; ///< one of each command; of a command that was refused an error
    bool isOneMoment = false;
};

/// Sends reading commands together, by MULTI and EXEC where the user may use them, else one after the other in one
/// write. Confined to the client's executor. Destroying it ends the calls: no reply comes any more.
class Transactions final {
public:
    /// `client` must outlive the calls.
    explicit Transactions(redis::Client& client)
        : m_client(client)
    {
    }

    /// On the master of `key`, which must be that of all keys of the commands. Errors: as Client::send(); a command
    /// that the server refuses is no error of the call.
    void read(const std::string& key, std::vector<redis::Command> commands, Reply<Together> reply);

private:
    struct Call;

    void readPlain(const std::string& key, std::vector<redis::Command> commands, Reply<Together> reply);
    void onBegun(Call& call, const Result<redis::Value>& begun);
    void onExecuted(const std::shared_ptr<Call>& call, const Result<redis::Value>& executed);

    redis::Client& m_client;
    bool m_mayUseMulti = true; ///< the user has the right, as far as is known
    std::shared_ptr<const bool> m_alive = std::make_shared<const bool>(true);
};

} // namespace lockscope::inspect
