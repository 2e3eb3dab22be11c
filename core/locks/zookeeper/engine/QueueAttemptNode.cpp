// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/Path.h"
#include "core/base/Phrase.h"
#include "core/locks/zookeeper/engine/QueueAttempt.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

/// The creation of an attempt's node, and the search for it after a lost answer.

namespace lockscope::locks {

namespace {

/// Far enough from the end that creates in flight stay below it.
constexpr std::int32_t lastSafeNumber = std::numeric_limits<std::int32_t>::max() - 100'000;

bool createdBefore(const zk::Created& a, const zk::Created& b)
{
    return a.stat.czxid < b.stat.czxid;
}

} // namespace

void QueueAttempt::enter()
{
    nextRound();
    m_stem = m_place.naming.next();
    createNode();
}

zk::CreateRequest QueueAttempt::createRequest() const
{
    auto path = joinPath(directory(), m_stem);
    auto acl = options().acl.of(path);
    return {std::move(path), options().payload.text(), zk::CreateMode::EphemeralSequential, std::move(acl)};
}

bool QueueAttempt::replace(const std::shared_ptr<Attempt>& held, Reply<void>& released)
{
    if (!BaseAttempt::replace(held, released))
        return false;
    const auto before = std::dynamic_pointer_cast<QueueAttempt>(held);
    if (before && before->directory() == directory())
        m_predicted = std::exchange(before->m_followers, std::nullopt);
    return true;
}

void QueueAttempt::createSent()
{
    // The contenders before this one may have left: a zero timeout needs a listing. A create outside the transaction
    // that deletes the old node cannot use the old listing: the directory may be a new one.
    if (onlyLooks() || !isReplacing())
        m_predicted.reset();
    if (m_predicted)
        return;
    // Pipelined: requests of one session are executed in order, so this listing contains the new node.
    m_listingSent = true;
    client().children(directory(),
                      [me = self<QueueAttempt>(), asked = round()](const Result<std::vector<std::string>>& names) {
                          me->m_listingSent = false;
                          me->onListed(asked, names); // ignored if the create failed
                      });
}

void QueueAttempt::nodeMade()
{
    const auto number = queue::sequenceOf(lastState().node);
    if (!number || *number < 0 || *number > lastSafeNumber) {
        fail({ErrorCode::SequenceExhausted, "acquire", directory(),
              number ? phrase("the sequence number of the new node is %1. Above 2147483647, servers assign duplicate "
                              "numbers, and two clients would hold the lock. Stop all clients of the lock briefly and "
                              "delete its directory: the numbers then start again",
                              *number)
                     : phrase("the new node has no readable sequence number. Without it, the queue has no order, and "
                              "two clients would hold the lock. Stop all clients of the lock briefly and delete its "
                              "directory: the numbers then start again")});
        return;
    }
    // Every created child takes a number. If this node's number follows the last one listed at the grant of the
    // replaced attempt, no contender was added in between: that attempt's node existed until the transaction that
    // created this one.
    const auto predicted = std::exchange(m_predicted, std::nullopt);
    if (predicted && *number == std::int64_t(predicted->lastNumber) + 1)
        evaluateNeighbours({true, {predicted->count, predicted->last, predicted->beforeLast}, {}, {}});
    else if (!m_listingSent)
        list();
}

void QueueAttempt::findOwnNode()
{
    // A server behind the leader could miss an existing node: synchronise first (clients that skip this can queue
    // twice).
    childrenAtLeader(directory(), [me = self<QueueAttempt>(), asked = round()](Result<std::vector<std::string>> names) {
        if (!me->isOutcomeOpen() || (me->isStale(asked) && !me->isEnding()))
            return;
        if (!names && names.error().code == ErrorCode::NoNode)
            names = std::vector<std::string>();
        if (names)
            me->judgeCandidates(*std::move(names));
        else
            me->retryOrFail(names.error(), &QueueAttempt::findOwnNode);
    });
}

void QueueAttempt::judgeCandidates(std::vector<std::string> names)
{
    std::erase_if(names, [&](const std::string& name) { return !name.starts_with(m_stem); });
    if (names.empty()) {
        settled(std::nullopt);
        return;
    }
    struct Inquiry {
        std::vector<zk::Created> own;
        std::size_t open;
        std::optional<Error> error;
    };
    auto inquiry = std::make_shared<Inquiry>(Inquiry{{}, names.size(), std::nullopt});
    for (const auto& name : names) {
        client().exists(joinPath(directory(), name),
                        [me = self<QueueAttempt>(), inquiry, name](const Result<std::optional<zk::Stat>>& found) {
                            if (!found)
                                inquiry->error = found.error();
                            // A node of an older session does not count: its server is about to delete it.
                            else if (*found && (*found)->ephemeralOwner == me->client().session().id)
                                inquiry->own.push_back({name, **found});
                            if (--inquiry->open > 0 || !me->isOutcomeOpen())
                                return;
                            if (inquiry->error)
                                me->retryOrFail(*inquiry->error, &QueueAttempt::findOwnNode);
                            else
                                me->keepOldest(std::move(inquiry->own));
                        });
    }
}

void QueueAttempt::keepOldest(std::vector<zk::Created> own)
{
    if (own.size() <= 1) {
        settled(own.empty() ? std::nullopt : std::optional(own.front()));
        return;
    }
    // Only one node is kept. The others are deleted first, so that a lost reply only repeats the search.
    const auto newest = std::max_element(own.begin(), own.end(), createdBefore);
    const auto path = joinPath(directory(), newest->path);
    own.erase(newest);
    client().remove(path, zk::anyVersion, [me = self<QueueAttempt>(), own](const Result<void>& removed) {
        if (!me->isOutcomeOpen())
            return;
        if (removed || removed.error().code == ErrorCode::NoNode)
            me->keepOldest(own);
        else
            me->retryOrFail(removed.error(), &QueueAttempt::findOwnNode);
    });
}

} // namespace lockscope::locks
