// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/zookeeper/engine/BaseAttempt.h"
#include "core/locks/zookeeper/engine/NodeNaming.h"

#include <string>

namespace lockscope::locks {

/// A writer also acquires the read lock, at once, with a node that has the writer's own number. So no writer queued
/// behind it acquires when the write lock is released. Source: Apache Curator 5.5, InterProcessReadWriteLock
/// (CURATOR-621). Here, one transaction creates the node and checks that the writer's node still exists. The token is
/// the writer's: that node conferred the read lock, and a writer that is already queued has a smaller czxid than the
/// new node.
class DowngradeAttempt final : public BaseAttempt {
public:
    /// `writer`: the node of the held write lock. `naming`: of readers; the writer's number is appended.
    DowngradeAttempt(zk::Client& client, std::string directory, const NodeNaming& naming, HeldNode writer,
                     NodeOptions options);

    bool replace(const std::shared_ptr<Attempt>&, Reply<void>&) override { return false; }

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
