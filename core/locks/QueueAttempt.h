// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/BaseAttempt.h"
#include "core/queue/Scheme.h"

#include <string>
#include <vector>

namespace lockscope::locks {

/// One place in a queue of ephemeral sequential nodes, by any rule of core/queue.
///
/// Algorithm: ZooKeeper's documented lock recipe with Curator's protected creation. The node's name begins with
/// "_c_<UUID>-", so that after a lost reply to the create it is found again by that prefix, and it counts as ours only
/// if its owner is the current session (CURATOR-498, CURATOR-604). Create and listing go out in one breath: one round
/// trip for an uncontended lock. While waiting, exactly one other node is watched: the one that the rule names. Every
/// wake-up is a hint, after which the children are listed again.
class QueueAttempt final : public BaseAttempt {
public:
    /// `suffix` is what follows the protection prefix: "lock-". `scheme` must recognise the names so made, and outlive
    /// this.
    QueueAttempt(zk::Client& client, std::string directory, std::string suffix, const queue::Scheme& scheme,
                 LockOptions options);

private:
    void enter() override;
    void resume() override;
    void leave() override;
    [[nodiscard]] zk::CreateRequest createRequest() const override;
    void createSent() override;
    void nodeMade() override;
    void findOwnNode() override;

    void judgeCandidates(std::vector<std::string> names);
    void keepOldest(std::vector<zk::Created> own);
    void list();
    void onListed(std::uint64_t round, const Result<std::vector<std::string>>& names);
    void evaluate(const std::vector<std::string>& names);
    void watchPredecessor(const std::string& node);

    std::string m_suffix;
    const queue::Scheme& m_scheme;
    std::string m_prefix;       ///< "_c_<UUID>-", new for each session
    bool m_listingSent = false; ///< with the create
    Subscription m_predecessor;
};

} // namespace lockscope::locks
