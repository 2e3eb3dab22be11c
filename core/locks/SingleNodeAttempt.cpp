// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/SingleNodeAttempt.h"

#include "core/locks/Parents.h"
#include "core/zk/Path.h"

namespace lockscope::locks {

SingleNodeAttempt::SingleNodeAttempt(zk::Client& client, std::string path, LockOptions options)
    : BaseAttempt(client, zk::parentOf(path), std::move(options))
    , m_name(zk::baseName(path))
{
}

std::string SingleNodeAttempt::path() const
{
    return zk::join(directory(), m_name);
}

void SingleNodeAttempt::enter()
{
    nextRound();
    createNode();
}

void SingleNodeAttempt::resume()
{
    // With a node of our own we hold, and the base verifies that; there is nothing else to resume.
    grant();
}

void SingleNodeAttempt::leave()
{
    m_holder.reset();
    m_createOpen = false;
    m_outcomeUnknown = false;
}

void SingleNodeAttempt::createNode()
{
    m_createOpen = true;
    m_holder.reset();
    zk::CreateRequest request{path(), options().payload, zk::CreateMode::Ephemeral, options().acl};
    client().create(std::move(request), [me = self<SingleNodeAttempt>(), asked = round()](Result<zk::Created> created) {
        me->onCreated(asked, std::move(created));
    });
}

void SingleNodeAttempt::onCreated(std::uint64_t asked, Result<zk::Created> created)
{
    if (!m_createOpen || (isStale(asked) && !isEnding()))
        return;
    m_createOpen = false;
    if (created) {
        if (isEnding()) {
            abandonNode(m_name, created->stat);
            return;
        }
        nodeCreated(m_name, created->stat);
        grant();
        return;
    }
    const auto& error = created.error();
    m_outcomeUnknown = isOutcomeUnknown(error);
    if (isEnding() && !m_outcomeUnknown) {
        nothingLeft();
        return;
    }
    if (error.code == ErrorCode::NodeExists) {
        watchHolder();
    } else if (error.code == ErrorCode::NoNode) {
        makeDirectory();
    } else {
        retryOrFail(error, [me = self<SingleNodeAttempt>()] {
            if (me->m_outcomeUnknown)
                me->findOwnNode();
            else
                me->createNode();
        });
    }
}

void SingleNodeAttempt::makeDirectory()
{
    makeParents(client(), directory(), options(), [me = self<SingleNodeAttempt>(), asked = round()](Result<void> made) {
        if (me->isStale(asked) || me->isEnding())
            return;
        if (made)
            me->createNode();
        else
            me->retryOrFail(made.error(), [me] { me->createNode(); });
    });
}

void SingleNodeAttempt::findOwnNode()
{
    // Catch up with the leader first; the replies come in order, so a failed sync shows in the exists as well.
    client().sync(path(), [me = self<SingleNodeAttempt>()](const Result<void>&) {});
    client().exists(path(), [me = self<SingleNodeAttempt>(), asked = round()](Result<std::optional<zk::Stat>> found) {
        if (!me->m_outcomeUnknown || (me->isStale(asked) && !me->isEnding()))
            return;
        if (!found) {
            me->retryOrFail(found.error(), [me] { me->findOwnNode(); });
            return;
        }
        me->m_outcomeUnknown = false;
        const bool ours = *found && (*found)->ephemeralOwner == me->client().session().id;
        if (me->isEnding() && ours) {
            me->abandonNode(me->m_name, **found);
        } else if (me->isEnding()) {
            me->nothingLeft();
        } else if (ours) {
            me->nodeCreated(me->m_name, **found);
            me->grant();
        } else {
            me->createNode();
        }
    });
}

void SingleNodeAttempt::watchHolder()
{
    if (onlyLooks()) {
        timeOut();
        return;
    }
    queuedAt(-1, m_name);
    const auto asked = nextRound();
    m_holder = client().exists(
        path(),
        [weak = weak_from_this(), asked](const zk::WatchEvent& event) {
            const auto base = weak.lock();
            if (!base)
                return;
            auto& me = static_cast<SingleNodeAttempt&>(*base);
            if (me.isStale(asked) || !me.isWaiting())
                return;
            if (event.type == zk::WatchEvent::Type::Deleted)
                me.createNode();
            else // the holder wrote something, or it went and came between our create and our watch
                me.watchHolder();
        },
        [me = self<SingleNodeAttempt>(), asked](const Result<std::optional<zk::Stat>>& found) {
            if (me->isStale(asked) || !me->isWaiting())
                return;
            if (!found)
                me->retryOrFail(found.error(), [me] { me->createNode(); });
            else if (!*found)
                me->createNode();
        });
}

void SingleNodeAttempt::removeOwn(zk::Reply<void> reply)
{
    // The name is everybody's: delete only what we created. Whoever came after us has another czxid.
    client().exists(path(),
                    [me = self<SingleNodeAttempt>(), reply = std::move(reply)](Result<std::optional<zk::Stat>> found) {
                        if (!found)
                            reply(failure(found.error()));
                        else if (!*found || (*found)->czxid != me->state().token)
                            reply({});
                        else
                            me->client().remove(me->path(), (*found)->version, [me, reply](Result<void> removed) {
                                if (!removed && removed.error().code == ErrorCode::BadVersion)
                                    me->removeOwn(reply); // written to in between: look again
                                else
                                    reply(std::move(removed));
                            });
                    });
}

} // namespace lockscope::locks
