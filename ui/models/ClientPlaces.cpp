// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/ClientPlaces.h"

#include <functional>
#include <string_view>

namespace lockscope::ui {

namespace {

using IsSameClient = std::function<bool(const inspect::Contender&)>;

/// Null: nothing identifies it.
IsSameClient sameClientAs(const inspect::Contender& contender)
{
    if (contender.redis) {
        const std::string instance(inspect::instanceOf(contender.redis->owner));
        if (instance.empty())
            return {};
        return [instance](const inspect::Contender& other) {
            return other.redis && inspect::instanceOf(other.redis->owner) == instance;
        };
    }
    const auto session = contender.details ? contender.details->session : 0;
    if (session == 0)
        return {};
    return [session](const inspect::Contender& other) { return other.details && other.details->session == session; };
}

std::string clientIn(const inspect::Contender& contender)
{
    return contender.redis ? std::string(inspect::instanceOf(contender.redis->owner))
                           : toHex(contender.details ? contender.details->session : 0);
}

} // namespace

const std::vector<ClientPlaces::Place>& ClientPlaces::of(const inspect::SnapshotPtr& snapshot,
                                                         const inspect::Lock* lock,
                                                         const inspect::Contender& contender) const
{
    auto client = clientIn(contender);
    const std::string_view path = lock ? std::string_view(lock->path) : std::string_view();
    if (snapshot == m_snapshot && client == m_client && path == m_lock)
        return m_places;
    m_snapshot = snapshot;
    m_client = std::move(client);
    m_lock = path;
    m_places.clear();
    const auto isSameClient = sameClientAs(contender);
    if (!snapshot || !isSameClient)
        return m_places;
    for (const auto& other : snapshot->locks) {
        if (other->path == path)
            continue;
        for (const auto& one : other->queue) {
            if (isSameClient(one))
                m_places.push_back({other.get(), &one});
        }
    }
    return m_places;
}

} // namespace lockscope::ui
