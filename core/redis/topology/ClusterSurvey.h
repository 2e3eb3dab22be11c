// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/client/ServerLink.h"
#include "core/redis/topology/ClusterView.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::redis {

/// Asks nodes of a cluster for its state, once. Three at the same time, because one alone may be outdated: a
/// partitioned node, or one that was suspended. Asks further ones while none has answered. Destroy it to cancel.
/// Confined to the executor. Private to core/redis.
class ClusterSurvey final {
public:
    struct Node {
        Address address;
        std::shared_ptr<ServerLink> link; ///< connected; null: a connection is made for the survey
    };

    /// `nodes`: in the order in which they are asked; of two equally new views, that of the first one counts.
    /// `done`: the newest view, once all asked nodes have answered or 200 ms after the first answer. Errors: AuthFailed
    /// if a node refused the credentials, otherwise why no node answered. May destroy the survey.
    ClusterSurvey(LinkContext context, std::vector<Node> nodes, Reply<ClusterView> done);
    ~ClusterSurvey();
    ClusterSurvey(const ClusterSurvey&) = delete;
    ClusterSurvey& operator=(const ClusterSurvey&) = delete;

    /// `done` is not called during the call.
    void start();

private:
    struct Asked;

    void askMore();
    void ask(std::size_t index);
    void connect(std::size_t index);
    void onOwnLink(std::size_t index);
    void sendTo(std::size_t index, ServerLink& link);
    void onAnswer(std::size_t index, const Result<std::vector<Value>>& replies);
    void onFailure(std::size_t index, Error error);
    void check();
    void finish();

    template <typename Act> [[nodiscard]] auto whileAlive(Act act)
    {
        return [weak = std::weak_ptr<const bool>(m_alive), act = std::move(act)](const auto&... values) {
            if (!weak.expired())
                act(values...);
        };
    }

    const LinkContext m_context;
    std::vector<Asked> m_nodes;
    Reply<ClusterView> m_done;
    std::shared_ptr<const bool> m_alive = std::make_shared<const bool>(true);
    std::size_t m_next = 0;
    std::size_t m_open = 0;
    std::optional<ClusterView> m_best;
    std::size_t m_bestIndex = 0;
    bool m_hasShardedChannels = true; ///< of all that have answered: versions may be mixed
    std::optional<Error> m_error;
    Subscription m_limit;
};

} // namespace lockscope::redis
