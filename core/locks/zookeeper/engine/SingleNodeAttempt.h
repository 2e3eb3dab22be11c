// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/zookeeper/engine/BaseAttempt.h"

#include <cstddef>
#include <limits>
#include <memory>
#include <string>

namespace lockscope::locks {

/// The tutorials' simple exclusive lock: the client that creates the one ephemeral node holds. All other clients watch
/// it, and all try again when it is deleted (thundering herd; not fair). Handles two cases that most implementations
/// miss. After a lost reply, NodeExists may be the own node (owner is the current session). A node of an expired
/// session is not an own node. Attempts of one session, on any lock object and share of the client, may find the same
/// node. Each claims its node by session and czxid, and ignores a claimed node. So one node is granted once, though
/// after a lost reply possibly to the other attempt.
class SingleNodeAttempt final : public BaseAttempt {
public:
    SingleNodeAttempt(zk::Client& client, std::string path, NodeOptions options);

    [[nodiscard]] std::vector<zk::Op> checks() const override { return {}; }
    bool replace(const std::shared_ptr<Attempt>&, Reply<void>&) override
    {
        return false;
    } // there is no queue position to keep

private:
    void enter() override;
    void resume() override;
    void leave() override;
    [[nodiscard]] zk::CreateRequest createRequest() const override;
    void nodeMade() override;
    void nameTaken(const Error& error) override;
    void findOwnNode() override { findOwnNodeAt(path()); }
    [[nodiscard]] bool claim(const zk::Stat& made) override;
    void removeOwn(Reply<void> reply) override;

    struct Removal;
    void tryToRemove(const std::shared_ptr<Removal>& removal);
    void readCounter(const std::shared_ptr<Removal>& removal, std::size_t i);
    void removeUnlessReplaced(const std::shared_ptr<Removal>& removal);
    void notRemoved(const std::shared_ptr<Removal>& removal, const Error& error);
    [[nodiscard]] std::string path() const;
    void watchHolder();
    void tryAgain();

    std::string m_name;
    Subscription m_holder;
    Subscription m_claim;
    std::int64_t m_claimed = 0; ///< czxid
    /// The number of directories above the node to probe; those above the first refusal prove nothing.
    std::size_t m_probed = std::numeric_limits<std::size_t>::max();
};

} // namespace lockscope::locks
