// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/zookeeper/engine/BaseAttempt.h"

#include <cstddef>
#include <limits>
#include <memory>
#include <string>

namespace lockscope::locks {

/// The tutorials' simple exclusive lock: whoever creates the one ephemeral node holds. Everybody else watches it, and
/// all wake up and try again when it goes (a herd; not fair). Correct where implementations usually are not: NodeExists
/// after a lost reply may be our own node (owner == our session), and a node of our dead session is somebody else's.
/// Attempts of one session, on whatever lock object and share of the client, may meet at one node: each claims the
/// session and the czxid of what it takes for its own, and one that is claimed is another's. So one node is granted
/// once, though after a lost reply perhaps to the other attempt.
class SingleNodeAttempt final : public BaseAttempt {
public:
    SingleNodeAttempt(zk::Client& client, std::string path, LockOptions options);

    [[nodiscard]] std::vector<zk::Op> checks() const override { return {}; }
    bool replace(const std::shared_ptr<Attempt>&, zk::Reply<void>&) override
    {
        return false;
    } // a herd has no place to keep

private:
    void enter() override;
    void resume() override;
    void leave() override;
    [[nodiscard]] zk::CreateRequest createRequest() const override;
    void nodeMade() override;
    void nameTaken(const Error& error) override;
    void findOwnNode() override { findOwnNodeAt(path()); }
    [[nodiscard]] bool claim(const zk::Stat& made) override;
    void removeOwn(zk::Reply<void> reply) override;

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
    /// So many directories above the node are probed; those above the first that refuses prove nothing.
    std::size_t m_probed = std::numeric_limits<std::size_t>::max();
};

} // namespace lockscope::locks
