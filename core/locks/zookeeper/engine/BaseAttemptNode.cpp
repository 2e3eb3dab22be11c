// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/Path.h"
#include "core/base/Phrase.h"
#include "core/locks/zookeeper/engine/BaseAttempt.h"
#include "core/locks/zookeeper/engine/Parents.h"
#include "core/locks/zookeeper/engine/RefusedPause.h"
#include "core/zk/MakeNode.h"

#include <algorithm>
#include <utility>

/// The own node: its creation, with the search after a lost answer; its events; its deletion.

namespace lockscope::locks {

// --- creation ------------------------------------------------------------------------------------------------------

void BaseAttempt::createNode()
{
    m_createOpen = true;
    sendCreate();
    createSent();
}

void BaseAttempt::sendCreate()
{
    auto onCreated = [me = shared_from_this(), asked = round()](Result<zk::Created> created) {
        me->onCreated(asked, std::move(created));
    };
    auto request = createRequest();
    const auto conditions = mustExist();
    if (m_replaces && !m_replaces->m_own)
        m_replaces.reset(); // its holder has called verify() meanwhile and found it lost
    if (conditions.empty() && !m_replaces) {
        m_client->create(std::move(request), std::move(onCreated));
        return;
    }
    std::vector<zk::Op> steps;
    steps.reserve(conditions.size() + 2);
    for (const auto& path : conditions)
        steps.push_back(zk::CheckOp{path});
    if (m_replaces)
        steps.push_back(zk::RemoveOp{m_replaces->m_own->path()});
    steps.push_back(zk::CreateOp{std::move(request)});
    m_client->multi(std::move(steps), [this, onCreated = std::move(onCreated)](Result<std::vector<zk::OpResult>> done) {
        if (!done) {
            onCreated(failure(done.error()));
            return;
        }
        zk::Created created{done->back().path, {}}; // no Stat in a transaction's answer: seen() provides it
        created.stat.ephemeralOwner = m_client->session().id;
        onCreated(std::move(created));
    });
}

void BaseAttempt::onCreated(std::uint64_t asked, Result<zk::Created> created)
{
    // Cancelling starts a new round, but still waits for an open create. Only the end of its session cancels the
    // create.
    if (!m_createOpen || (isStale(asked) && !m_ending))
        return;
    m_createOpen = false;
    if (created && claim(created->stat)) {
        settled(*created);
        return;
    }
    if (created) // another attempt of this session has claimed that node
        created = failure(ErrorCode::NodeExists, "create", created->path);
    const auto& error = created.error();
    m_outcomeUnknown = isOutcomeUnknown(error) || error.code == ErrorCode::System;
    if (m_outcomeUnknown && m_replaces)
        m_replaces->m_removalUnsure = true;
    if (m_ending && !m_outcomeUnknown) {
        end();
    } else if (error.code == ErrorCode::NoNode) {
        onStepMissing(error);
    } else if (error.code == ErrorCode::NodeExists) {
        nameTaken(error);
    } else {
        retryOrFail(error, &BaseAttempt::createOrFindNode);
    }
}

void BaseAttempt::createOrFindNode()
{
    if (m_outcomeUnknown)
        findOwnNode();
    else
        createNode();
}

void BaseAttempt::onStepMissing(const Error& error)
{
    const auto conditions = mustExist();
    if (std::find(conditions.begin(), conditions.end(), error.path) != conditions.end()) {
        fail({ErrorCode::NotHeld, "acquire", m_directory, phrase("the node %1 no longer exists", error.path)});
    } else if (m_replaces && m_replaces->m_own && error.path == m_replaces->m_own->path()) {
        // The node to be released had been deleted.
        std::exchange(m_replaces, nullptr)->handOverDone(failure(error));
        createNode();
    } else {
        directoryMissing();
    }
}

void BaseAttempt::directoryMissing()
{
    if (m_directory == "/") {
        fail(zk::noRoot());
        return;
    }
    makeParents(m_client, m_directory, m_options, [me = shared_from_this(), asked = round()](Result<void> made) {
        if (me->isStale(asked) || me->m_ending)
            return;
        if (made)
            me->createNode();
        else
            me->retryOrFail(made.error(), &BaseAttempt::createNode);
    });
}

void BaseAttempt::findOwnNodeAt(const std::string& path)
{
    existsAtLeader(path, [me = shared_from_this(), asked = round(), path](Result<std::optional<zk::Stat>> found) {
        if (!me->isOutcomeOpen() || (me->isStale(asked) && !me->isEnding()))
            return;
        if (!found) {
            me->retryOrFail(found.error(), &BaseAttempt::findOwnNode);
            return;
        }
        // A node of an older session does not count: its server is about to delete it.
        const bool ours = *found && (*found)->ephemeralOwner == me->m_client->session().id && me->claim(**found);
        me->settled(ours ? std::optional(zk::Created{path, **found}) : std::nullopt);
    });
}

namespace {

/// The answers to a sync and the read after it. They arrive in order, but a server that refuses the sync may answer the
/// read.
template <typename T> struct Reading {
    Reply<T> reply;
    std::optional<Error> notSynced;
    std::optional<Result<T>> read;
    int open = 2;

    void close()
    {
        if (--open == 0)
            reply(notSynced ? Result<T>(failure(*std::move(notSynced))) : *std::move(read));
    }
};

template <typename T> Reply<T> afterSync(zk::Client& client, const std::string& path, Reply<T> reply)
{
    auto reading = std::make_shared<Reading<T>>();
    reading->reply = std::move(reply);
    client.sync(path, [reading](const Result<void>& synced) {
        if (!synced)
            reading->notSynced = synced.error();
        reading->close();
    });
    return [reading](Result<T> read) {
        reading->read = std::move(read);
        reading->close();
    };
}

} // namespace

void BaseAttempt::existsAtLeader(const std::string& path, Reply<std::optional<zk::Stat>> reply)
{
    auto read = afterSync<std::optional<zk::Stat>>(*m_client, path, std::move(reply));
    m_client->exists(path, std::move(read));
}

void BaseAttempt::childrenAtLeader(const std::string& path, Reply<std::vector<std::string>> reply)
{
    auto read = afterSync<std::vector<std::string>>(*m_client, path, std::move(reply));
    m_client->children(path, std::move(read));
}

void BaseAttempt::settled(const std::optional<zk::Created>& own)
{
    m_outcomeUnknown = false;
    if (own && m_replaces)
        std::exchange(m_replaces, nullptr)->handOverDone({});
    if (m_ending && own) {
        // The caller has its reply, and the create made a node after all.
        rememberNode(*own);
        removeUntilGone();
    } else if (m_ending) {
        end();
    } else if (own) {
        progress();
        rememberNode(*own);
        nodeMade();
    } else {
        createNode();
    }
}

void BaseAttempt::rememberNode(const zk::Created& created)
{
    const auto guarded = [this](void (BaseAttempt::*handler)()) {
        return [weak = weak_from_this(), handler] {
            if (const auto me = weak.lock(); me && !me->m_ended && !me->m_removing)
                ((*me).*handler)();
        };
    };
    m_own = std::make_shared<OwnNode>(
        m_client, zk::Created{joinPath(m_directory, baseName(created.path)), created.stat}, created.stat.ephemeralOwner,
        OwnNode::Events{guarded(&BaseAttempt::onOwnSeen), guarded(&BaseAttempt::onOwnVanished),
                        [weak = weak_from_this()] {
                            const auto me = weak.lock();
                            return !me || me->m_ended || me->onOwnRevoked();
                        }},
        m_options.log);
    if (const auto& session = m_client->session(); session.id == m_own->session())
        m_expiry = session.expiry;
    auto state = m_state;
    state.node = m_own->name();
    state.token = m_own->token();
    setState(std::move(state));
    if (m_ending)
        return;
    if (m_onRevoked)
        m_own->heedRevocation();
}

void BaseAttempt::forgetNode()
{
    m_own.reset();
    m_grantWhenSeen = false;
    auto state = m_state;
    state.node.clear();
    state.token = 0;
    state.position = -1;
    state.waitsOn.clear();
    setState(std::move(state));
}

// --- events --------------------------------------------------------------------------------------------------------

void BaseAttempt::onOwnSeen()
{
    const auto alive = shared_from_this();
    if (m_state.token == 0) {
        auto state = m_state;
        state.token = m_own->token();
        setState(std::move(state));
    }
    if (m_state.phase == Phase::Uncertain && isCertain()) {
        watchDeadline();
        auto state = m_state;
        state.phase = Phase::Held;
        state.validUntil = {};
        setState(std::move(state));
    } else if (m_state.phase == Phase::Uncertain && isConnected()) {
        lookOnceConfirmed();
    }
    if (isWaiting() && std::exchange(m_grantWhenSeen, false))
        grant();
}

void BaseAttempt::onOwnVanished()
{
    const auto alive = shared_from_this();
    m_options.log.write(LogLevel::Warning, "locks", "Another client deleted the node of this client: " + m_own->path());
    if (hasHold())
        lose(LostReason::NodeDeleted);
    else if (isWaiting())
        requeue();
}

void BaseAttempt::onRevoked(RevokedHandler handler)
{
    m_onRevoked = std::move(handler);
    if (m_own && m_onRevoked)
        m_own->heedRevocation();
}

bool BaseAttempt::onOwnRevoked()
{
    const auto handler = m_onRevoked; // the callback may replace itself
    return !m_removing && (!handler || handler());
}

void BaseAttempt::requeue()
{
    nextRound();
    m_whenConnected = nullptr; // it referred to the deleted node
    leave();
    forgetNode();
    if (isConnected())
        enter();
}

std::vector<zk::Op> BaseAttempt::checks() const
{
    return {zk::CheckOp{m_own->path()}};
}

// --- deletion ------------------------------------------------------------------------------------------------------

void BaseAttempt::release(Reply<void> reply)
{
    if (!reply && (!hasHold() || m_removing))
        return;
    if (m_ending && !m_ended && !hasHold() && !m_released) {
        m_released = std::move(reply); // cancelled: its node is being deleted
        return;
    }
    if (!hasHold() || m_removing) {
        // Posted: a reply never arrives during the call.
        m_client->executor().post([reply = std::move(reply), state = m_state, path = m_directory] {
            reply(failure(ErrorCode::NotHeld, "release", path, std::string(toString(state.reason))));
        });
        return;
    }
    m_released = std::move(reply);
    m_ending = true;
    m_wasCertain = state().phase == Phase::Held;
    removeUntilGone();
}

void BaseAttempt::removeOwn(Reply<void> reply)
{
    m_client->remove(m_own->path(), zk::anyVersion, std::move(reply));
}

void BaseAttempt::removeUntilGone()
{
    m_removing = true;
    const auto& session = m_client->session();
    const bool isFinal = session.state == SessionState::Closed || session.state == SessionState::AuthFailed;
    if (!isFinal && (session.state == SessionState::Lost || session.id != m_own->session()))
        return; // the node's session has ended; the event for this attempt follows and ends it
    removeOwn([me = shared_from_this()](const Result<void>& removed) {
        if (!me->m_ended)
            me->onRemoved(removed);
    });
}

void BaseAttempt::onRemoved(const Result<void>& removed)
{
    if (!removed && removed.error().code != ErrorCode::NoNode) {
        const auto& error = removed.error();
        m_removalUnsure = m_removalUnsure || isOutcomeUnknown(error) || error.code == ErrorCode::System;
        if (error.code == ErrorCode::BadVersion) { // its directory is busy (SingleNodeAttempt)
            removeLater(cleanUpPause);
            return;
        }
        if (isSessionFatal(error) || mayPass(error)) {
            retryOrFail(error, &BaseAttempt::removeUntilGone);
            return;
        }
        // The server refused the deletion: the lock is still held, and the caller must be notified.
        if (std::exchange(m_refusal, error) != error)
            m_options.log.write(LogLevel::Error, "locks", "The node of this client remains. " + describe(error));
        if (auto reply = hasHold() ? std::exchange(m_released, nullptr) : nullptr) {
            m_removing = false;
            m_ending = false;
            m_own->watch();
            reply(failure(error));
            return;
        }
        removeLater(refusedPause);
        return;
    }
    if (!removed && !m_removalUnsure && hasHold()) {
        lose(LostReason::NodeDeleted); // it was deleted before: other clients may have held the lock
        return;
    }
    auto state = m_state;
    state.phase = Phase::Released;
    setState(std::move(state));
    if (auto reply = std::exchange(m_released, nullptr))
        reply({});
    end();
}

// --- hand-over to the attempt that replaces this one ---------------------------------------------------------------

bool BaseAttempt::replace(const std::shared_ptr<Attempt>& held, Reply<void>& released)
{
    const auto other = std::dynamic_pointer_cast<BaseAttempt>(held);
    if (!other || !other->hasHold() || other->m_removing || other->m_own->session() != m_client->session().id)
        return false;
    m_replaces = other;
    other->beginHandOver(std::move(released));
    return true;
}

void BaseAttempt::beginHandOver(Reply<void> released)
{
    m_released = std::move(released);
    m_ending = true;
    m_removing = true;
    m_wasCertain = state().phase == Phase::Held;
}

void BaseAttempt::handOverDone(const Result<void>& removed)
{
    if (!m_ended)
        onRemoved(removed);
}

void BaseAttempt::handOverFailed()
{
    if (!m_ended)
        removeUntilGone();
}

void BaseAttempt::verify(Reply<void> reply)
{
    if (!hasHold()) {
        m_client->executor().post([reply = std::move(reply), state = m_state, path = m_directory] {
            reply(failure(ErrorCode::NotHeld, "verify", path, std::string(toString(state.reason))));
        });
        return;
    }
    const auto onFound = [me = shared_from_this(),
                          reply = std::move(reply)](const Result<std::optional<zk::Stat>>& found) {
        if (!found) {
            reply(failure(found.error()));
            return;
        }
        if (me->hasHold() && me->m_own->isSame(*found)) {
            if (me->isCertain())
                reply({});
            else
                reply(failure(ErrorCode::ConnectionLoss, "verify", me->m_directory,
                              phrase("the session is not confirmed yet. Try again")));
            return;
        }
        if (me->hasHold())
            me->onOwnVanished();
        reply(failure(ErrorCode::NotHeld, "verify", me->m_directory, std::string(toString(me->m_state.reason))));
    };
    existsAtLeader(m_own->path(), onFound);
}

} // namespace lockscope::locks
