// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/client/KeyTracking.h"

#include "core/base/Phrase.h"

#include <algorithm>
#include <set>
#include <utility>

namespace lockscope::redis {

namespace {

Error noLongerTracked()
{
    return {ErrorCode::ConnectionLoss, {}, {}, phrase("changes of the server's keys are not followed any more")};
}

} // namespace

KeyTracking::KeyTracking(LinkContext context, ServerTopology& topology, std::vector<std::string> prefixes,
                         KeyChangeHandlers handlers)
    : m_context(std::move(context))
    , m_topology(&topology)
    , m_prefixes(std::move(prefixes))
    , m_handlers(std::move(handlers))
{
}

void KeyTracking::place()
{
    if (!m_topology)
        return;
    const auto masters = m_topology->masters();
    std::erase_if(m_trackers, [&](const auto& one) {
        const bool isGone = std::find(masters.begin(), masters.end(), one.first) == masters.end();
        if (isGone && one.second.tracker)
            one.second.tracker->close(noLongerTracked());
        return isGone;
    });
    for (const auto& link : masters) {
        auto& [tracker, connections] = m_trackers[link];
        if (!link->isConnected() || connections == link->connections())
            continue;
        if (tracker)
            tracker->close(noLongerTracked());
        connections = link->connections();
        tracker = makeTracker(link->address());
        tracker->start();
    }
    reportLater();
}

std::shared_ptr<LinkTracker> KeyTracking::makeTracker(const Address& address)
{
    const auto weak = weak_from_this();
    LinkTracker::Handlers handlers;
    handlers.changed = [weak] {
        if (const auto self = weak.lock()) {
            self->m_hasNew = true;
            self->report();
        }
    };
    handlers.keys = [weak](const std::vector<std::string>* keys) {
        const auto self = weak.lock();
        if (self && self->m_topology)
            self->m_handlers.changed(keys);
    };
    handlers.refused = [weak, address](const std::string& reason) {
        if (const auto self = weak.lock())
            self->refuse(address, reason);
    };
    return std::make_shared<LinkTracker>(m_context, address, m_prefixes, std::move(handlers));
}

bool KeyTracking::isConfirmed() const
{
    return !m_trackers.empty() && std::all_of(m_trackers.begin(), m_trackers.end(), [](const auto& one) {
        return one.second.tracker && one.second.tracker->isConfirmed();
    });
}

/// At each new confirmation changes may have been missed before.
void KeyTracking::report()
{
    if (!m_topology)
        return;
    const bool isNow = isConfirmed();
    const bool isNew = std::exchange(m_hasNew, false);
    const bool was = std::exchange(m_wasConfirmed, isNow);
    if (was && !isNow)
        m_handlers.interrupted();
    else if (isNow && (isNew || !was))
        m_handlers.confirmed();
}

void KeyTracking::reportLater()
{
    m_context.executor.post([weak = weak_from_this()] {
        if (const auto self = weak.lock())
            self->report();
    });
}

void KeyTracking::refuse(const Address& address, const std::string& reason)
{
    if (!m_topology)
        return;
    end();
    m_handlers.refused(phrase("%1: %2", toString(address), reason));
}

void KeyTracking::end()
{
    m_topology = nullptr;
    for (const auto& [link, tracked] : std::exchange(m_trackers, {})) {
        if (tracked.tracker)
            tracked.tracker->close(noLongerTracked());
    }
}

} // namespace lockscope::redis
