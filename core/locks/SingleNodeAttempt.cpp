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
    queuedAt(-1, m_name);
    if (onlyLooks())
        timeOut();
    else
        watchHolder();
}

void SingleNodeAttempt::watchHolder()
{
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
            // Gone, or gone and come between our create and our watch: trying tells. Written to: it is still there.
            if (event.type == zk::WatchEvent::Type::DataChanged)
                me.watchHolder();
            else
                me.tryAgain();
        },
        [me = self<SingleNodeAttempt>(), asked](const Result<std::optional<zk::Stat>>& found) {
            if (me->isStale(asked) || !me->isWaiting())
                return;
            if (!found) {
                me->retryOrFail(found.error(), &SingleNodeAttempt::tryAgain);
                return;
            }
            me->progress();
            if (!*found)
                me->tryAgain();
        });
}

void SingleNodeAttempt::tryAgain()
{
    if (!isWaiting())
        return;
    // First: our own create would wake a watch on the missing node.
    m_holder.reset();
    nextRound();
    createNode();
}

void SingleNodeAttempt::removeOwn(zk::Reply<void> reply)
{
    // The name is everybody's, and a delete can only name a version, which is 0 for whoever comes after us as well. So
    // the version is raised first, by a write that tells whose node it has met; then exactly that version is deleted.
    client().sync(path(), [](const Result<void>&) {});
    client().exists(path(), [me = self<SingleNodeAttempt>(), token = own()->token(),
                             reply = std::move(reply)](const Result<std::optional<zk::Stat>>& found) {
        if (!found)
            reply(failure(found.error()));
        else if (!*found || (*found)->czxid != token)
            reply({});
        else
            me->markAndRemove((*found)->version, token, reply);
    });
}

void SingleNodeAttempt::markAndRemove(std::int32_t version, std::int64_t token, const zk::Reply<void>& reply)
{
    const auto remove = [me = self<SingleNodeAttempt>(), token, reply](std::int32_t marked) {
        me->client().remove(me->path(), marked, [me, token, reply](Result<void> removed) {
            if (!removed && removed.error().code == ErrorCode::BadVersion)
                me->removeIfStill(token, reply); // written to in between
            else
                reply(std::move(removed));
        });
    };
    client().set(path(), options().payload.text(), version,
                 [me = self<SingleNodeAttempt>(), version, token, reply, remove](const Result<zk::Stat>& written) {
                     if (written && written->czxid == token)
                         remove(written->version);
                     else if (written)
                         reply({}); // ours had gone that very moment; its successor lives on
                     else if (written.error().code == ErrorCode::BadVersion)
                         me->removeIfStill(token, reply);
                     else if (written.error().code == ErrorCode::NoAuth)
                         remove(version); // may not write, but perhaps delete
                     else
                         reply(failure(written.error()));
                 });
}

void SingleNodeAttempt::removeIfStill(std::int64_t token, const zk::Reply<void>& reply)
{
    if (own() && own()->token() == token)
        removeOwn(reply);
    else
        reply({}); // the session took it along
}

} // namespace lockscope::locks
