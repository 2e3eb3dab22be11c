// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/zookeeper/engine/KazooLeaseAttempt.h"

#include "core/base/Phrase.h"
#include "core/locks/zookeeper/engine/NodeNaming.h"
#include "core/locks/zookeeper/engine/Parents.h"
#include "core/zk/MakeNode.h"

#include <charconv>

namespace lockscope::locks {

namespace {

/// As in Kazoo: data that is not a number is ignored.
std::optional<int> numberIn(const std::string& data)
{
    int number = 0;
    const auto* end = data.data() + data.size();
    const auto [stopped, error] = std::from_chars(data.data(), end, number);
    return error == std::errc() && stopped == end ? std::optional(number) : std::nullopt;
}

} // namespace

KazooLeaseAttempt::KazooLeaseAttempt(zk::Client& client, std::string path, int maxLeases, NodeOptions options)
    : BaseAttempt(client, std::move(path), std::move(options))
    , m_maxLeases(maxLeases)
{
}

void KazooLeaseAttempt::enter()
{
    nextRound();
    m_name = NodeNaming::kazoo({}).next();
    checkMaximum();
}

void KazooLeaseAttempt::resume()
{
    grant();
}

zk::CreateRequest KazooLeaseAttempt::createRequest() const
{
    auto path = joinPath(directory(), m_name);
    auto acl = options().acl.of(path);
    return {std::move(path), options().payload.text(), zk::CreateMode::Ephemeral, std::move(acl)};
}

void KazooLeaseAttempt::checkMaximum()
{
    client().get(directory(), [me = self<KazooLeaseAttempt>(), asked = round()](const Result<zk::NodeData>& read) {
        if (me->isStale(asked) || !me->isWaiting())
            return;
        if (!read && read.error().code == ErrorCode::NoNode) {
            me->makePath();
            return;
        }
        if (!read) {
            me->retryOrFail(read.error(), &KazooLeaseAttempt::checkMaximum);
            return;
        }
        me->progress();
        const auto number = numberIn(read->data);
        if (number && *number != me->m_maxLeases)
            me->fail({ErrorCode::BadArguments, "acquire", me->directory(),
                      phrase("the semaphore has %1 leases, not %2. All its clients must use the same number",
                             read->data, me->m_maxLeases)});
        else
            me->count();
    });
}

void KazooLeaseAttempt::makePath()
{
    auto persistent = options();
    persistent.parents = zk::CreateMode::Persistent; // Kazoo's clients fail if a parent disappears
    const auto above = parentOf(directory());
    makeParents(
        sharedClient(), above, persistent, [me = self<KazooLeaseAttempt>(), asked = round()](Result<void> made) {
            if (me->isStale(asked) || !me->isWaiting())
                return;
            if (!made) {
                me->retryOrFail(made.error(), &KazooLeaseAttempt::makePath);
                return;
            }
            zk::CreateRequest request{me->directory(), std::to_string(me->m_maxLeases), zk::CreateMode::Persistent,
                                      me->options().acl.of(me->directory())};
            me->client().create(std::move(request), [me, asked](const Result<zk::Created>& created) {
                if (me->isStale(asked) || !me->isWaiting())
                    return;
                if (created || created.error().code == ErrorCode::NodeExists)
                    me->checkMaximum(); // its number counts, whichever client created it
                else
                    me->retryOrFail(zk::whyNotMade(me->directory(), created.error()), &KazooLeaseAttempt::checkMaximum);
            });
        });
}

void KazooLeaseAttempt::count()
{
    auto onCount = [me = self<KazooLeaseAttempt>(), asked = round()](const Result<std::vector<std::string>>& leases) {
        if (!me->isStale(asked) && me->isWaiting())
            me->onCounted(leases);
    };
    if (onlyLooks()) {
        client().children(directory(), std::move(onCount));
        return;
    }
    m_children = client().children(
        directory(),
        [weak = weak_from_this(), asked = round()](const zk::WatchEvent&) {
            const auto base = weak.lock();
            if (!base)
                return;
            auto& me = static_cast<KazooLeaseAttempt&>(*base);
            if (!me.isStale(asked) && me.isWaiting() && !me.own())
                me.count();
        },
        std::move(onCount));
}

void KazooLeaseAttempt::onCounted(const Result<std::vector<std::string>>& leases)
{
    if (!leases && leases.error().code == ErrorCode::NoNode) {
        makePath(); // it was removed meanwhile
        return;
    }
    if (!leases) {
        retryOrFail(leases.error(), &KazooLeaseAttempt::count);
        return;
    }
    progress();
    if (leases->size() < static_cast<std::size_t>(m_maxLeases)) {
        m_children.reset();
        nextRound(); // one count, one create
        createNode();
        return;
    }
    queuedAt(static_cast<int>(leases->size()), {});
    if (onlyLooks())
        timeOut();
}

} // namespace lockscope::locks
