// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/BaseAttempt.h"

namespace lockscope::locks {

/// The tutorials' simple exclusive lock: whoever creates the one ephemeral node holds. Everybody else watches it, and
/// all wake up and try again when it goes (a herd; not fair). Correct where implementations usually are not: NodeExists
/// after a lost reply may be our own node (owner == our session), and a node of our dead session is somebody else's.
/// Limit: after a lost reply, two attempts of one session on one path can't tell whose node it is; use one session
/// each.
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
    void removeOwn(zk::Reply<void> reply) override;

    void markAndRemove(std::int32_t version, std::int64_t token, const zk::Reply<void>& reply);
    void removeIfStill(std::int64_t token, const zk::Reply<void>& reply);
    [[nodiscard]] std::string path() const;
    void watchHolder();
    void tryAgain();

    std::string m_name;
    Subscription m_holder;
};

} // namespace lockscope::locks
