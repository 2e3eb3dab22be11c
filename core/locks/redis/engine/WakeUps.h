// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Subscription.h"
#include "core/locks/redis/engine/LeaseRules.h"
#include "core/redis/Client.h"

#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace lockscope::locks {

/// The channels of locks on which owners of this client wait: one subscription a channel. A message wakes as many
/// waiters as its rule says, in the order in which they came. Confined to the client's executor. Private to
/// core/locks/redis.
class WakeUps final : public std::enable_shared_from_this<WakeUps> {
public:
    /// A channel without waiters stays subscribed for this long: an owner that waits again soon needs no request.
    static constexpr auto lingerTime = std::chrono::seconds(2);

    explicit WakeUps(redis::Client& client);

    /// The server reports releases on the channel now.
    [[nodiscard]] bool isConfirmed(const std::string& channel) const;

    class Waiter;
    /// Waits on the channel. `confirmed`: from now on the server reports releases, those before may have been missed:
    /// called after the subscription, unless isConfirmed() already, and after each reconnection. `woken`: a release was
    /// published. Neither is called during this call, nor after the waiter's destruction.
    [[nodiscard]] std::unique_ptr<Waiter> wait(const WakeChannel& channel, Task confirmed, Task woken);

private:
    struct Entry {
        Task confirmed;
        Task woken;
        bool isWoken = false; ///< and has not tried since
    };
    using Entries = std::list<std::shared_ptr<Entry>>;

    struct Channel {
        WakeRule rule = WakeRule::ByMessage;
        Entries entries;
        bool isConfirmed = false;
        Subscription subscription;
        Subscription linger;
    };

    void onConfirmed(const std::string& name);
    void onMessage(const std::string& name, std::string_view payload);
    static void wake(Channel& channel, std::size_t count);
    void wakeAfter(const std::string& name, const std::shared_ptr<Entry>& entry);
    void leave(const std::string& name, const std::shared_ptr<Entry>& entry);

    std::shared_ptr<redis::Client> m_client;
    std::map<std::string, Channel, std::less<>> m_channels;
};

/// A place among the waiters of a channel. If it leaves after it was woken and before it tried, the next one is woken.
class WakeUps::Waiter final {
public:
    Waiter(std::weak_ptr<WakeUps> wakeUps, std::string channel, std::shared_ptr<Entry> entry);
    ~Waiter();
    Waiter(const Waiter&) = delete;
    Waiter& operator=(const Waiter&) = delete;

    /// The owner has asked for the lock after it was woken.
    void tried();
    /// The request was not answered: if the owner leaves now, the next one is woken.
    void notTried();
    /// What was released is of no use to the owner: wakes the next one.
    void passOn();

private:
    std::weak_ptr<WakeUps> m_wakeUps;
    std::string m_channel;
    std::shared_ptr<Entry> m_entry;
};

} // namespace lockscope::locks
