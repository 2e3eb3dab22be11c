// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/zookeeper/engine/BaseAttempt.h"
#include "core/locks/zookeeper/engine/NodeNaming.h"

#include <string>

namespace lockscope::locks {

/// A writer takes the read lock as well: at once, with a node that has the writer's own number, so that no writer that
/// is queued behind it gets in between when the write lock goes. Source: Apache Curator 5.5, InterProcessReadWriteLock
/// (CURATOR-621). Ours is made in one transaction with a check that the writer's node is still there.
/// Its token is the writer's: the read lock was conferred by that node, and a writer that is already queued has a
/// smaller czxid than the new one.
class DowngradeAttempt final : public BaseAttempt {
public:
    /// `writer`: of the held write lock. `naming`: of readers; the writer's number is appended.
    DowngradeAttempt(zk::Client& client, std::string directory, const NodeNaming& naming, HeldNode writer,
                     LockOptions options);

    bool replace(const std::shared_ptr<Attempt>&, zk::Reply<void>&) override { return false; }

private:
    void enter() override;
    void resume() override;
    void leave() override {}
    [[nodiscard]] zk::CreateRequest createRequest() const override;
    [[nodiscard]] std::vector<std::string> mustExist() const override { return {m_writer.path}; }
    void nodeMade() override;
    void findOwnNode() override { findOwnNodeAt(m_path); }
    [[nodiscard]] std::int64_t grantedToken() const override { return m_writer.token; }

    HeldNode m_writer;
    NodeNaming m_naming;
    std::string m_path; ///< new for each session
};

} // namespace lockscope::locks
