// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/zookeeper/engine/BaseAttempt.h"
#include "core/locks/zookeeper/engine/NodeNaming.h"
#include "core/queue/Neighbours.h"
#include "core/queue/Scheme.h"

#include <optional>
#include <string>
#include <string_view>
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
/// it watches the node that the rule names. Every wake-up is only a hint: the children are listed again.
///
/// Where the first contender holds and newcomers queue last, three things save requests:
/// - A listing is read in one pass (queue::findNeighbours), without sorting.
/// - If a listing showed exactly one contender ahead, that node's deletion is the grant, without another listing:
/// numbers
///   only increase, so no other contender can be ahead. The own node must be watched and its check answered: then a
///   deletion of the own node would have been reported before. The request that sets this watch also fetches the token.
///   A lost contact ends this: the children are listed again.
/// - A contender further back prepares for its grant if the queue is slow: it watches its own node and the node before
///   its predecessor. When the latter is deleted, exactly one contender is ahead. The queue is slow if a contender has
///   waited for 100 ms for each place ahead of it, and 100 ms more. In faster queues these requests would only load the
///   server: a hand-over there costs four.
class QueueAttempt final : public BaseAttempt {
public:
    QueueAttempt(zk::Client& client, QueuePlace place, NodeOptions options);

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
    bool replace(const std::shared_ptr<Attempt>& held, Reply<void>& released) override;
    void createSent() override;
    void nodeMade() override;
    void findOwnNode() override;

    /// The contenders behind this one at the grant: they are before the owner's next node.
    struct Followers {
        std::size_t count = 0;
        std::string last;
        std::string beforeLast;
        std::int32_t lastNumber = 0; ///< the highest number at that time; without followers the own one
    };
    [[nodiscard]] bool isOneListingEnough() const;
    void judgeCandidates(std::vector<std::string> names);
    void keepOldest(std::vector<zk::Created> own);
    void list();
    void onListed(std::uint64_t round, const Result<std::vector<std::string>>& names);
    [[nodiscard]] bool refuses(std::string_view foreign);
    void evaluateNeighbours(const queue::Neighbours& around);
    void evaluate(const queue::ParsedListing& listing);
    void letIn();
    void stopWaiting();
    void queueBehind(const queue::Group& ahead);
    void waitFor(const std::string& node);
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
    SteadyTime m_settlesAt{}; ///< when m_waitLimit ends
    std::uint64_t m_lastWatch = 0;
    std::optional<Followers> m_followers; ///< if known
    /// The followers of the replaced attempt: if this node's number directly follows theirs, only they are before it.
    std::optional<Followers> m_predicted;
    bool m_isNext = false;      ///< only m_ahead is before this node, and no other can be: its deletion grants
    bool m_listingSent = false; ///< sent with the create
    Subscription m_children;    ///< for rules where any departure counts
};

} // namespace lockscope::locks
