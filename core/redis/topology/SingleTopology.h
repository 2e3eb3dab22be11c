// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/topology/Topology.h"

#include <memory>

namespace lockscope::redis {

/// One server for all keys. If it is a replica now, its name may have another address: connects again. Private to
/// core/redis.
class SingleTopology final : public ServerTopology {
public:
    explicit SingleTopology(Context context);

    void start() override;
    void stop(const Error& reason) override;
    [[nodiscard]] std::shared_ptr<ServerLink> linkFor(std::string_view key) override;
    [[nodiscard]] std::vector<std::shared_ptr<ServerLink>> masters() const override;
    [[nodiscard]] Summary summary() const override;
    [[nodiscard]] std::shared_ptr<ServerLink> onRedirect(const Redirect& redirect) override;
    void onNotServed(ServerLink& link) override;

private:
    Executor& m_executor;
    const std::shared_ptr<ServerLink> m_link;
};

} // namespace lockscope::redis
