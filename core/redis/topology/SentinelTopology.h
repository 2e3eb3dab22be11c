// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/topology/LookSchedule.h"
#include "core/redis/topology/SentinelGroup.h"
#include "core/redis/topology/Topology.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::redis {

/// The master that the Sentinels name. It is used while it says by ROLE that it is a master, and until a Sentinel names
/// another one with a higher epoch: an old master that was suspended or partitioned is then not used again. Asks the
/// Sentinels after each lost connection, each READONLY, each +switch-master, and every 30 s. Private to core/redis.
class SentinelTopology final : public ServerTopology {
public:
    explicit SentinelTopology(Context context);
    ~SentinelTopology() override;

    void start() override;
    void stop(const Error& reason) override;
    [[nodiscard]] std::shared_ptr<ServerLink> linkFor(std::string_view key) override;
    [[nodiscard]] std::vector<std::shared_ptr<ServerLink>> masters() const override;
    [[nodiscard]] Summary summary() const override;
    [[nodiscard]] std::shared_ptr<ServerLink> onRedirect(const Redirect& redirect) override;
    void onNotServed(ServerLink& link) override;

private:
    void look();
    void onOutcome(const SentinelGroup::Outcome& outcome);
    void use(const MasterAnswer& answer);
    void connect(const Address& address);
    void onLinkChanged();
    void verifyRole();
    [[nodiscard]] LookSchedule::Outcome lookOutcome() const;
    [[nodiscard]] bool isConnected() const { return m_link && m_link->isConnected(); }
    void notify(Task ServerTopology::Handlers::*handler);

    template <typename Act> [[nodiscard]] auto whileAlive(Act act)
    {
        return [weak = std::weak_ptr<const bool>(m_alive), act = std::move(act)](const auto&... values) {
            if (!weak.expired())
                act(values...);
        };
    }

    const Context m_context;
    std::shared_ptr<const bool> m_alive = std::make_shared<const bool>(true); ///< null after stop()
    LookSchedule m_schedule;
    std::unique_ptr<SentinelGroup> m_sentinels;
    std::shared_ptr<ServerLink> m_link; ///< to the master; null: none is known
    std::int64_t m_epoch = 0;           ///< of the master that is or was used
    bool m_isVerifying = false;
    std::string m_problem; ///< why the Sentinels name no master; empty: they do, or were not asked
    bool m_isAuthFailed = false;
};

} // namespace lockscope::redis
