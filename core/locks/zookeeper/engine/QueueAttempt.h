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

/// Which queue, and as what.
struct QueuePlace {
    std::string directory;
    NodeNaming naming;           ///< the scheme must recognise the names so made
    const queue::Scheme* scheme; ///< must outlive the attempt
    int leases = 1;              ///< for schemes whose rule knows leases
};

/// One place in a queue of ephemeral sequential nodes, by any rule of core/queue.
///
/// Algorithm: ZooKeeper's documented lock recipe with Curator's protected creation. The node's name has a random id, so
/// that after a lost reply to the create it is found again by that, and it counts as ours only if its owner is the
/// current session (CURATOR-498, CURATOR-604). Create and listing go out in one breath: one round trip for an
/// uncontended lock. While waiting, the node that the rule names is watched, and every wake-up is a hint, after which
/// the children are listed again. Once it has waited for a tenth of a second it can afford more: its own node is
/// watched, and the one before the node waited for as well. When that goes the children are listed early, so that the
/// departure of the last one ahead is known to be that, and grants without a listing. Where queues move faster, all
/// that would only cost the server.
class QueueAttempt final : public BaseAttempt {
public:
    QueueAttempt(zk::Client& client, QueuePlace place, LockOptions options);

    /// Where the number of leases changes: looks again by it, if this still waits.
    void setLeases(int leases);

private:
    /// A node that is watched for its departure; empty: none.
    struct Watched {
        std::string node;
        std::uint64_t id = 0; ///< tells an answer to an earlier watch on it
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

    void evaluatePredicted(std::vector<queue::Contender> predicted);
    [[nodiscard]] bool numbersTellAll() const;
    void judgeCandidates(std::vector<std::string> names);
    void keepOldest(std::vector<zk::Created> own);
    void list();
    void onListed(std::uint64_t round, const Result<std::vector<std::string>>& names);
    void evaluate(queue::ParsedListing listing);
    void letIn();
    void stopWaiting();
    void waitFor(std::span<const queue::Contender> sorted, std::size_t position, const std::string& node);
    void waitForAny();
    void listAndWatch();
    void watchAhead(const std::string& node);
    void watchEarly();
    void settleDown();
    void watchNode(Watched& watched, const std::string& node, Handler gone);
    void onAheadGone();
    void onEarlyGone();

    QueuePlace m_place;
    std::string m_stem;     ///< name without the number; new for each session
    Watched m_ahead;        ///< the one that the rule waits for
    Watched m_early;        ///< the one before it
    std::string m_second;   ///< its name; empty where there is none, or it does not matter
    bool m_settled = false; ///< has waited long enough to prepare for its turn
    Subscription m_waitLimit;
    std::uint64_t m_lastWatch = 0;
    /// Who stood behind us when we were let in, as far as that is known: those will stand before our next node.
    std::optional<std::vector<queue::Contender>> m_followers;
    /// The followers of the one that we replace: with our number right after theirs, they are all who is before us.
    std::optional<std::vector<queue::Contender>> m_predicted;
    std::int32_t m_lastPredicted = 0; ///< the highest number at that time
    bool m_isNext = false;            ///< nobody but m_ahead was before us, and nobody can come: its departure grants
    bool m_listingSent = false;       ///< with the create
    Subscription m_children;          ///< where any departure counts
};

} // namespace lockscope::locks
