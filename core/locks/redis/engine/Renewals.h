// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Subscription.h"
#include "core/locks/redis/engine/LeaseRules.h"
#include "core/redis/Client.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockscope::locks {

/// Renews the leases of a client's holds: every third of the lease one request for all of one script and length, at
/// most leasesPerRequest each; in a cluster one for each hash slot. After a failure it tries again soon. Confined to
/// the client's executor. Private to core/locks/redis.
class Renewals final : public std::enable_shared_from_this<Renewals> {
public:
    static constexpr std::size_t leasesPerRequest = 100;
    static constexpr auto retryPause = std::chrono::seconds(1);

    /// `isCluster`: the keys of one request must be of one hash slot.
    Renewals(redis::Client& client, bool isCluster);

    /// The result of one renewal: renewed, or no longer held. `sentAt`: before the request was sent. Failures without
    /// an answer are not reported.
    using Handler = std::function<void(bool isRenewed, SteadyTime sentAt)>;

    /// Renews the lease until the subscription is destroyed.
    [[nodiscard]] Subscription add(Renewal renewal, std::chrono::milliseconds lease, Handler handler);

private:
    struct Lease {
        std::vector<std::string> keys;
        std::vector<std::string> arguments;
        std::size_t replies = 1;
        Handler handler;
    };
    /// What one request can renew. Not by the script's address alone, so that the order of requests is always the same.
    struct GroupKey {
        std::string_view name; ///< of the script
        const redis::Script* script = nullptr;
        std::chrono::milliseconds lease{};
        int slot = 0; ///< the hash slot; 0 without a cluster
        std::vector<std::string> fixedKeys;
        std::vector<std::string> fixedArguments;

        friend auto operator<=>(const GroupKey&, const GroupKey&) = default;
    };
    /// The leases of one request, each with its number of replies.
    struct Batch {
        std::vector<std::pair<std::weak_ptr<Lease>, std::size_t>> leases;
        std::size_t replies = 0;
    };
    struct Group {
        std::map<std::uint64_t, std::shared_ptr<Lease>> leases;
        Subscription timer;
        bool isFailing = false;
    };

    void schedule(const GroupKey& key, Duration delay);
    void renew(const GroupKey& key);
    void onRenewed(const GroupKey& key, const Batch& batch, SteadyTime sentAt, const Result<redis::Value>& reply);
    void onStatus(const redis::Status& status);
    void remove(const GroupKey& key, std::uint64_t id);

    std::shared_ptr<redis::Client> m_client;
    bool m_isCluster;
    Subscription m_status;
    std::uint64_t m_generation = 0;
    std::uint64_t m_lastId = 0;
    std::map<GroupKey, Group> m_groups;
};

} // namespace lockscope::locks
