// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/topology/ClusterSurvey.h"
#include "core/redis/topology/LookSchedule.h"
#include "core/redis/topology/Slots.h"
#include "core/redis/topology/Topology.h"

#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace lockscope::redis {

/// The master of each hash slot. Reads the slots from any node that answers: at the start, after each MOVED,
/// CLUSTERDOWN and lost connection, and every 30 s. Private to core/redis.
class ClusterTopology final : public ServerTopology {
public:
    explicit ClusterTopology(Context context);
    ~ClusterTopology() override;

    void start() override;
    void stop(const Error& reason) override;
    [[nodiscard]] std::shared_ptr<ServerLink> linkFor(std::string_view key) override;
    [[nodiscard]] std::vector<std::shared_ptr<ServerLink>> masters() const override;
    [[nodiscard]] Summary summary() const override;
    [[nodiscard]] bool usesShardedChannels() const override { return m_hasShardedChannels; }
    [[nodiscard]] std::shared_ptr<ServerLink> onRedirect(const Redirect& redirect) override;
    void onNotServed(ServerLink& link) override;

private:
    /// A link to a server that is not a master of the slots: it was one, and its open requests are waited for; or a
    /// slot is being migrated to it.
    struct Spare {
        std::shared_ptr<ServerLink> link;
        SteadyTime until{};
    };

    void look();
    void onView(Result<ClusterView> view);
    void apply(ClusterView view);
    void onLinkChanged(const Address& address);
    [[nodiscard]] std::vector<ClusterSurvey::Node> nodesToAsk();
    [[nodiscard]] std::shared_ptr<ServerLink> linkTo(const Address& address);
    void useAsMaster(const Address& address);
    void keepSpare(const Address& address, std::shared_ptr<ServerLink> link, Duration time);
    void closeSpares();
    [[nodiscard]] LookSchedule::Outcome lookOutcome() const;
    [[nodiscard]] std::string problemOf(const ServerLink& link) const;
    void notify(Task Handlers::*handler);

    template <typename Act> [[nodiscard]] auto whileAlive(Act act)
    {
        return [weak = std::weak_ptr<const bool>(m_alive), act = std::move(act)](auto&&... values) {
            if (!weak.expired())
                act(std::forward<decltype(values)>(values)...);
        };
    }

    const Context m_context;
    std::shared_ptr<const bool> m_alive = std::make_shared<const bool>(true); ///< null after stop()
    LookSchedule m_schedule;
    std::minstd_rand m_random;
    std::unique_ptr<ClusterSurvey> m_survey; ///< null: none is under way
    SlotMap m_slots;
    std::vector<Address> m_nodes;                             ///< that were known last
    std::map<Address, std::shared_ptr<ServerLink>> m_masters; ///< all that m_slots names
    std::map<Address, Spare> m_spares;
    Subscription m_spareTimer;
    std::optional<Address> m_moved; ///< the target of the last MOVED: it has the newest view
    bool m_isDown = false;
    bool m_hasShardedChannels = false;
    std::optional<Error> m_problem; ///< why the slots could not be read
};

} // namespace lockscope::redis
