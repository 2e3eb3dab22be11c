// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/SingleNodeAttempt.h"

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
}

zk::CreateRequest SingleNodeAttempt::createRequest() const
{
    return {path(), options().payload.text(), zk::CreateMode::Ephemeral, options().acl.of(path())};
}

void SingleNodeAttempt::nodeMade()
{
    grant();
}

void SingleNodeAttempt::nameTaken(const Error&)
{
    if (onlyLooks()) {
        timeOut();
        return;
    }
    queuedAt(-1, m_name);
    const auto asked = nextRound();
    m_holder = client().exists(
        path(),
        [weak = weak_from_this(), asked](const zk::WatchEvent&) {
            // Gone, written to, or gone and come between our create and our watch: trying tells.
            const auto base = weak.lock();
            if (base)
                static_cast<SingleNodeAttempt&>(*base).tryAgain(asked);
        },
        [me = self<SingleNodeAttempt>(), asked](const Result<std::optional<zk::Stat>>& found) {
            if (me->isStale(asked) || !me->isWaiting())
                return;
            if (!found)
                me->retryOrFail(found.error(), [me, asked] { me->tryAgain(asked); });
            else if (!*found)
                me->tryAgain(asked);
        });
}

void SingleNodeAttempt::tryAgain(std::uint64_t asked)
{
    if (isStale(asked) || !isWaiting())
        return;
    // First: our own create would wake a watch on the missing node.
    m_holder.reset();
    nextRound();
    createNode();
}

void SingleNodeAttempt::removeOwn(zk::Reply<void> reply)
{
    // The name is everybody's: delete only what we created. Whoever came after us has another czxid.
    client().exists(path(), [me = self<SingleNodeAttempt>(), token = own()->token(),
                             reply = std::move(reply)](Result<std::optional<zk::Stat>> found) {
        if (!found)
            reply(failure(found.error()));
        else if (!*found || (*found)->czxid != token || !me->own())
            reply({});
        else
            me->client().remove(me->path(), (*found)->version, [me, reply](Result<void> removed) {
                if (!removed && removed.error().code == ErrorCode::BadVersion && me->own())
                    me->removeOwn(reply); // written to in between: look again
                else
                    reply(std::move(removed));
            });
    });
}

} // namespace lockscope::locks
