// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/zookeeper/engine/BaseAttempt.h"
#include "core/locks/zookeeper/engine/NodeNaming.h"
#include "core/queue/Scheme.h"

#include <span>
#include <string>
#include <vector>

namespace lockscope::locks {

/// The queue, and the names of its nodes.
struct QueuePlace {
    std::string directory;
    NodeNaming naming;           ///< must create names that the scheme recognises
    const queue::Scheme* scheme; ///< must outlive the attempt
    int leases = 1;              ///< for schemes whose rule uses leases
};

/// One contender in a queue of ephemeral sequential nodes, by any rule of core/queue.
///
/// Algorithm: ZooKeeper's documented lock recipe with Curator's protected creation. The node's name has a random id,
/// which identifies the node after a lost reply to its create. The node counts only if its owner is the current session
/// (CURATOR-498, CURATOR-604). Create and listing are pipelined: one round trip for an uncontended lock. While waiting,
/// it watches the node that the rule names. Every wake-up is only a hint: the children are listed again. After waiting
/// for a tenth of a second it also watches its own node and the node before its predecessor. When the latter is
/// deleted, the children are listed early. The predecessor's deletion then grants without a listing. In faster queues
/// these requests would only load the server.
class QueueAttempt final : public BaseAttempt {
public:
    QueueAttempt(zk::Client& client, QueuePlace place, LockOptions options);

    /// For a changed number of leases: evaluates again while waiting.
    void setLeases(int leases);

private:
    /// A node that is watched for its deletion; empty: none.
    struct Watched {
        std::string node;
        std::uint64_t id = 0; ///< identifies the answers to this watch
        Subscription watch;
    };
    using Handler = void (QueueAttempt::*)();

    void enter() override;
    void resume() override;
    void leave() override;
    [[nodiscard]] zk::CreateRequest createRequest() const override;
    bool replace(const std::shared_ptr<Attempt>& held, zk::Reply<void>& released) override;
    void createSent() override;
    void nodeMade() override;
    void findOwnNode() override;

    void evaluatePredicted(std::vector<queue::QueueEntry> predicted);
    [[nodiscard]] bool isOneListingEnough() const;
    void judgeCandidates(std::vector<std::string> names);
    void keepOldest(std::vector<zk::Created> own);
    void list();
    void onListed(std::uint64_t round, const Result<std::vector<std::string>>& names);
    void evaluate(queue::ParsedListing listing);
    void letIn();
    void stopWaiting();
    void waitFor(std::span<const queue::QueueEntry> sorted, std::size_t position, const std::string& node);
    void waitForAny();
    void listAndWatch();
    void watchAhead(const std::string& node);
    void watchEarly();
    void waitUntilSettled();
    void watchNode(Watched& watched, const std::string& node, Handler gone);
    void onAheadGone();
    void onEarlyGone();

    QueuePlace m_place;
    std::string m_stem;     ///< name without the number; new for each session
    Watched m_ahead;        ///< the node that the rule waits for
    Watched m_early;        ///< the node before m_ahead
    std::string m_second;   ///< name of the node before m_ahead; empty if there is none or it is irrelevant
    bool m_settled = false; ///< has waited long enough to prepare for the grant
    Subscription m_waitLimit;
    std::uint64_t m_lastWatch = 0;
    /// The contenders behind this one at the grant, if known: they are before the owner's next node.
    std::optional<std::vector<queue::QueueEntry>> m_followers;
    /// The followers of the replaced attempt: if this node's number directly follows theirs, only they are before it.
    std::optional<std::vector<queue::QueueEntry>> m_predicted;
    std::int32_t m_lastPredicted = 0; ///< the highest number at that time
    bool m_isNext = false;            ///< only m_ahead is before this node, and no other can be: its deletion grants
    bool m_listingSent = false;       ///< sent with the create
    Subscription m_children;          ///< for rules where any departure counts
};

} // namespace lockscope::locks
