// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Owner.h"
#include "core/locks/redis/engine/Renewals.h"
#include "core/locks/redis/engine/WakeUps.h"
#include "core/redis/Client.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace lockscope::locks {

class LeaseAttempt;

/// What all locks of one client share: the id of the instance, renewals and wake-ups. Confined to the client's
/// executor; lives as long as the client, or as the locks that use it. Private to core/locks/redis.
class ClientLocks final : public std::enable_shared_from_this<ClientLocks> {
public:
    /// The one of this client.
    [[nodiscard]] static std::shared_ptr<ClientLocks> of(redis::Client& client);

    explicit ClientLocks(redis::Client& client);

    /// "uuid:id", as Redisson names a thread of an instance. The id is 10^9 times the owner's present number
    /// (OwnerNumbers), plus the number of `owner`.
    [[nodiscard]] std::string ownerId(std::uint64_t number, Owner owner) const;
    /// `attempt` is now the one that uses `owner` on the server for the lock `name`. Returns the one before it, if that
    /// has not ended: its requests are sent before those of `attempt`.
    [[nodiscard]] std::shared_ptr<LeaseAttempt> use(const std::string& name, const std::string& owner,
                                                    const std::shared_ptr<LeaseAttempt>& attempt);
    /// `attempt` has ended. No effect if another one uses the owner now.
    void endUse(const std::string& name, const std::string& owner, const LeaseAttempt& attempt);
    /// Runs `task` after `delay`, unless the client ends before.
    void after(Duration delay, Task task);
    [[nodiscard]] Renewals& renewals() { return *m_renewals; }
    [[nodiscard]] WakeUps& wakeUps() { return *m_wakeUps; }

private:
    /// The lock's name and the owner.
    using Use = std::pair<std::string, std::string>;

    Executor& m_executor;
    std::map<Use, std::weak_ptr<LeaseAttempt>> m_uses;
    std::map<std::uint64_t, Subscription> m_timers;
    std::uint64_t m_lastTimer = 0;
    std::string m_instance;
    std::shared_ptr<Renewals> m_renewals;
    std::shared_ptr<WakeUps> m_wakeUps;
};

} // namespace lockscope::locks
