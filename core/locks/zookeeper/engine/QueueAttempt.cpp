// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/zookeeper/engine/QueueAttempt.h"

#include "core/base/Path.h"
#include "core/base/Phrase.h"

#include <algorithm>

/// The wait in a queue and the grant. The creation of the node is in QueueAttemptNode.cpp.

namespace lockscope::locks {

namespace {

/// For each hand-over. Queues that move faster need as few requests as possible; in slower ones, the latency of the
/// hand-over matters. Long enough that many clients on a busy machine do not slow themselves down.
constexpr auto settlingTime = std::chrono::milliseconds(100);

} // namespace

QueueAttempt::QueueAttempt(zk::Client& client, QueuePlace place, NodeOptions options)
    : BaseAttempt(client, place.directory, std::move(options))
    , m_place(std::move(place))
{
}

void QueueAttempt::setLeases(int leases)
{
    if (std::exchange(m_place.leases, leases) != leases && isWaiting() && isConnected() && own())
        list();
}

void QueueAttempt::resume()
{
    nextRound();
    m_isNext = false; // missed watch events arrive in any order: list first
    m_waitLimit.reset();
    list();
}

void QueueAttempt::leave()
{
    m_ahead = {};
    m_early = {};
    m_isNext = false;
    m_settled = false;
    m_waitLimit.reset();
    m_children.reset();
    m_followers.reset();
    m_predicted.reset();
    m_listingSent = false;
}

void QueueAttempt::list()
{
    auto reply = [me = self<QueueAttempt>(), asked = round()](const Result<std::vector<std::string>>& names) {
        me->onListed(asked, names);
    };
    client().children(directory(), std::move(reply));
}

void QueueAttempt::onListed(std::uint64_t asked, const Result<std::vector<std::string>>& names)
{
    if (isStale(asked) || !isWaiting() || !own())
        return;
    if (names) {
        progress();
        if (isOneListingEnough())
            evaluateNeighbours(queue::findNeighbours(*m_place.scheme, *names, lastState().node));
        else
            evaluate(queue::parseListing(*m_place.scheme, *names));
    } else if (names.error().code == ErrorCode::NoNode) {
        requeue(); // the directory was removed together with the own node
    } else {
        retryOrFail(names.error(), &QueueAttempt::list);
    }
}

/// Ends the attempt if an unrecognised child, if there is one, must not be ignored.
bool QueueAttempt::refuses(std::string_view foreign)
{
    if (options().foreign != ForeignPolicy::Refuse || foreign.empty())
        return false;
    fail({ErrorCode::NotALock, "acquire", directory(),
          phrase("the lock has an unrecognised child, \"%1\". Its client and this client would not exclude each other",
                 foreign)});
    return true;
}

void QueueAttempt::evaluateNeighbours(const queue::Neighbours& around)
{
    if (!around.isListed) {
        requeue();
        return;
    }
    if (refuses(around.foreign))
        return;
    if (around.ahead.count > 0) {
        queueBehind(around.ahead);
        return;
    }
    const auto& behind = around.behind;
    const auto last = behind.count > 0 ? behind.lastNumber : queue::sequenceOf(lastState().node).value_or(0);
    m_followers = {behind.count, std::string(behind.last), std::string(behind.beforeLast), last};
    letIn();
}

void QueueAttempt::evaluate(const queue::ParsedListing& listing)
{
    const auto& contenders = listing.contenders;
    const auto found = std::find_if(contenders.begin(), contenders.end(), [&](const queue::QueueEntry& contender) {
        return contender.node == lastState().node;
    });
    if (found == contenders.end()) {
        requeue();
        return;
    }
    if (!listing.foreign.empty() && refuses(listing.foreign.front()))
        return;
    const auto position = static_cast<std::size_t>(found - contenders.begin());
    const auto verdict = m_place.scheme->rule(contenders, position, m_place.leases);
    if (queue::isGranted(verdict)) {
        letIn();
        return;
    }
    const auto* before = std::get_if<queue::WaitFor>(&verdict);
    queuedAt(static_cast<int>(position), before ? before->node : std::string());
    if (onlyLooks())
        timeOut();
    else if (before)
        waitFor(before->node);
    else
        waitForAny();
}

void QueueAttempt::letIn()
{
    stopWaiting();
    grant();
}

void QueueAttempt::stopWaiting()
{
    m_ahead = {};
    m_early = {};
    m_waitLimit.reset();
    m_children.reset();
}

// --- waiting -------------------------------------------------------------------------------------------------------

/// True if one listing defines the contenders before this one permanently: none is added, and only these matter.
/// queue::findNeighbours has the verdict of that rule.
bool QueueAttempt::isOneListingEnough() const
{
    return m_place.scheme->newcomersQueueLast && m_place.scheme->rule == &queue::exclusiveRule;
}

/// By queue::exclusiveRule. `ahead` is not empty.
void QueueAttempt::queueBehind(const queue::Group& ahead)
{
    m_isNext = ahead.count == 1;
    m_second = ahead.beforeLast;
    const std::string before(ahead.last);
    queuedAt(static_cast<int>(ahead.count), before);
    if (onlyLooks()) {
        timeOut();
        return;
    }
    // Before the watch on the other node: then its deletion finds this check answered.
    if (m_isNext)
        own()->keepWatched();
    waitFor(before);
}

void QueueAttempt::waitFor(const std::string& node)
{
    watchAhead(node);
    own()->learnToken(); // while there is time
    waitUntilSettled();
}

/// Prepares for the grant after a longer wait, measured by the pace of the queue. A later listing can only bring the
/// end of this wait forward: the remaining places have 100 ms each from then on. The earlier end stays valid, because
/// the places ahead of it at its time have had 100 ms each.
void QueueAttempt::waitUntilSettled()
{
    if (m_settled) {
        own()->keepWatched();
        watchEarly();
        return;
    }
    const auto places = isOneListingEnough() ? lastState().position + 1 : 1;
    const auto wait = settlingTime * places;
    const auto end = client().executor().clock().now() + wait;
    if (m_waitLimit && end >= m_settlesAt)
        return;
    m_settlesAt = end;
    m_waitLimit = client().executor().after(wait, [weak = weak_from_this(), asked = round()] {
        const auto base = weak.lock();
        if (!base)
            return;
        auto& me = static_cast<QueueAttempt&>(*base);
        if (me.isStale(asked) || !me.isWaiting() || !me.isConnected())
            return; // resume() starts again
        me.m_settled = true;
        me.waitUntilSettled();
    });
}

void QueueAttempt::waitForAny()
{
    waitUntilSettled();
    if (!m_children)
        listAndWatch();
}

void QueueAttempt::listAndWatch()
{
    // The listing of the watch is evaluated like any other: it includes departures before the watch.
    m_children = client().children(
        directory(),
        [weak = weak_from_this()](const zk::WatchEvent&) {
            const auto base = weak.lock();
            if (!base)
                return;
            auto& me = static_cast<QueueAttempt&>(*base);
            me.m_children.reset();
            if (me.isWaiting())
                me.listAndWatch();
        },
        [me = self<QueueAttempt>(), asked = round()](const Result<std::vector<std::string>>& names) {
            if (!names)
                me->m_children.reset();
            me->onListed(asked, names);
        });
}

void QueueAttempt::watchAhead(const std::string& node)
{
    if (m_ahead.node != node)
        watchNode(m_ahead, node, &QueueAttempt::onAheadGone);
}

void QueueAttempt::watchEarly()
{
    if (m_second.empty())
        m_early = {};
    else if (m_early.node != m_second)
        watchNode(m_early, m_second, &QueueAttempt::onEarlyGone);
}

void QueueAttempt::watchNode(Watched& watched, const std::string& node, Handler gone)
{
    const auto id = ++m_lastWatch;
    watched = {node, id, {}};
    const auto isCurrent = [&watched, id](const QueueAttempt& me) { return watched.id == id && me.isWaiting(); };
    // A data watch, not an exists watch: if the node is already deleted, no watch remains on the server.
    watched.watch = client().get(
        joinPath(directory(), node),
        [weak = weak_from_this(), gone, isCurrent, &watched](const zk::WatchEvent& event) {
            const auto base = weak.lock();
            if (!base)
                return;
            auto& me = static_cast<QueueAttempt&>(*base);
            if (!isCurrent(me))
                return;
            if (event.type == zk::WatchEvent::Type::Deleted) {
                (me.*gone)();
            } else { // written to: set the watch again
                watched = {};
                me.list();
            }
        },
        [me = self<QueueAttempt>(), gone, isCurrent, &watched](const Result<zk::NodeData>& read) {
            if (read || !isCurrent(*me))
                return;
            if (read.error().code == ErrorCode::NoNode) {
                (me.get()->*gone)();
            } else { // no watch was set
                watched = {};
                me->retryOrFail(read.error(), &QueueAttempt::list);
            }
        });
}

void QueueAttempt::onAheadGone()
{
    m_ahead = {};
    if (!isConnected())
        return; // resume() lists
    if (!std::exchange(m_isNext, false) || !own()->isWatched()) {
        list();
        return;
    }
    // No other was before this node, numbers only increase, and its own deletion would have been reported first.
    letIn();
}

void QueueAttempt::onEarlyGone()
{
    m_early = {};
    if (!isConnected())
        return;
    if (lastState().position == 2 && !m_ahead.node.empty()) {
        m_isNext = true;
        queuedAt(1, m_ahead.node);
    } else {
        list();
    }
}

} // namespace lockscope::locks
