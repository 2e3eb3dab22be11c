// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/zookeeper/engine/OwnNode.h"

#include "core/base/Path.h"
#include "core/locks/zookeeper/Revocation.h"
#include "core/locks/zookeeper/engine/RefusedPause.h"

#include <utility>

namespace lockscope::locks {

namespace {

/// The pause after a refused check (throttled, moved).
constexpr auto retryDelay = std::chrono::milliseconds(50);
/// Short enough that users do not notice the delay of a deletion, long enough that short holds need no watch.
constexpr auto unwatchedTime = std::chrono::milliseconds(20);

} // namespace

OwnNode::OwnNode(std::shared_ptr<zk::Client> client, const zk::Created& created, SessionId session, Events events,
                 Log log)
    : m_client(std::move(client))
    , m_path(created.path)
    , m_token(created.stat.czxid)
    , m_session(session)
    , m_events(std::move(events))
    , m_log(std::move(log))
{
}

std::string OwnNode::name() const
{
    return baseName(m_path);
}

void OwnNode::watch()
{
    // An exists watch: before 3.8.4 and 3.9.2 it needs no Read permission, and the node exists.
    m_later.reset();
    m_watched = false;
    m_watch = m_client->exists(
        m_path,
        [weak = weak_from_this()](const zk::WatchEvent& event) {
            if (const auto me = weak.lock())
                me->onEvent(event);
        },
        [weak = weak_from_this()](const Result<std::optional<zk::Stat>>& found) {
            if (const auto me = weak.lock())
                me->onLooked(found);
        });
}

void OwnNode::keepWatched()
{
    if (!m_watch)
        watch();
}

void OwnNode::watchSoon()
{
    if (m_watch || m_later)
        return;
    m_later = m_client->executor().after(unwatchedTime, [weak = weak_from_this()] {
        const auto me = weak.lock();
        // Without contact: checked on reconnect.
        if (me && me->m_client->session().state == SessionState::Connected)
            me->watch();
    });
}

void OwnNode::learnToken()
{
    if (m_token != 0 || m_watch || std::exchange(m_asked, true))
        return; // known or already requested
    m_client->exists(m_path, [weak = weak_from_this()](const Result<std::optional<zk::Stat>>& found) {
        const auto me = weak.lock();
        if (!me)
            return;
        me->m_asked = false;
        if (!found || me->m_watch) {
            me->keepWatched(); // that check repeats until it is answered
        } else if (!me->isSame(*found)) {
            me->m_events.vanished();
        } else {
            me->m_token = (*found)->czxid;
            me->m_events.seen();
        }
    });
}

void OwnNode::heedRevocation()
{
    if (!std::exchange(m_heedsRevocation, true))
        watch();
    else if (m_isUnnotified)
        m_isUnnotified = !m_events.revoked();
}

bool OwnNode::isSame(const std::optional<zk::Stat>& found) const
{
    return found && found->ephemeralOwner == m_session && (m_token == 0 || found->czxid == m_token);
}

void OwnNode::onLooked(const Result<std::optional<zk::Stat>>& found)
{
    const auto alive = shared_from_this(); // an event below may destroy this
    if (!found) {
        lookLater(found.error());
        return;
    }
    if (!isSame(*found)) {
        m_events.vanished();
        return;
    }
    m_token = (*found)->czxid;
    m_watched = true;
    m_refusal.reset();
    if (m_heedsRevocation && (*found)->version != m_readVersion) {
        m_readVersion = (*found)->version;
        readMessage();
    }
    if (m_isUnnotified)
        m_isUnnotified = !m_events.revoked();
    m_events.seen();
}

void OwnNode::lookLater(const Error& error)
{
    if (isSessionFatal(error))
        return;
    const bool passes = mayPass(error);
    if (!passes && std::exchange(m_refusal, error) != error)
        m_log.write(LogLevel::Warning, "locks",
                    "The node of this client has no watch, so its deletion is not noticed. " + describe(error));
    m_watch.reset();
    lookAgainLater(passes ? Duration(retryDelay) : Duration(refusedPause));
}

void OwnNode::lookAgainLater(Duration delay)
{
    m_later = m_client->executor().after(delay, [weak = weak_from_this()] {
        const auto me = weak.lock();
        // Without contact: checked on reconnect.
        if (me && me->m_client->session().state == SessionState::Connected)
            me->watch();
    });
}

void OwnNode::onEvent(const zk::WatchEvent& event)
{
    m_watched = false;
    if (event.type == zk::WatchEvent::Type::Deleted)
        m_events.vanished();
    else
        watch();
}

void OwnNode::readMessage()
{
    m_client->get(m_path, [weak = weak_from_this()](const Result<zk::NodeData>& read) {
        const auto me = weak.lock();
        if (!me)
            return;
        if (!read) {
            // The next check finds the version unread: after a pause, or on reconnect. A deleted node needs no read.
            if (mayPass(read.error())) {
                me->m_readVersion = -1;
                me->lookAgainLater(retryDelay);
            } else if (read.error().code != ErrorCode::NoNode && !isSessionFatal(read.error())) {
                me->m_log.write(LogLevel::Warning, "locks",
                                "Revocation requests are not noticed. " + describe(read.error()));
            }
            return;
        }
        const auto version = read->stat.version;
        if (read->stat.czxid != me->m_token || !isRevocation(read->data) || version == me->m_reportedVersion)
            return;
        me->m_reportedVersion = version;
        me->m_isUnnotified = !me->m_events.revoked();
    });
}

} // namespace lockscope::locks
