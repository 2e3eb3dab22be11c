// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/ClientPlaces.h"

#include "core/model/LockChanges.h"

#include <functional>
#include <string_view>
#include <utility>

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
    if (client != m_client || path != m_lock) {
        m_places.clear();
        m_snapshot.reset();
        m_client = std::move(client);
        m_lock = path;
    }
    if (snapshot != m_snapshot)
        renew(snapshot, contender);
    return m_places;
}

void ClientPlaces::renew(const inspect::SnapshotPtr& snapshot, const inspect::Contender& contender) const
{
    const auto before = std::exchange(m_snapshot, snapshot);
    const auto known = std::exchange(m_places, {});
    const auto isSameClient = sameClientAs(contender);
    if (!snapshot || !isSameClient)
        return;
    auto next = known.begin();
    const auto same = [&](const std::shared_ptr<const inspect::Lock>& lock) {
        for (; next != known.end() && next->lock == lock.get(); ++next)
            m_places.push_back(*next);
    };
    const auto differs = [&](const std::shared_ptr<const inspect::Lock>& was,
                             const std::shared_ptr<const inspect::Lock>& lock) {
        while (next != known.end() && next->lock == was.get())
            ++next;
        if (!lock || lock->path == m_lock)
            return;
        for (const auto& one : lock->queue) {
            if (isSameClient(one))
                m_places.push_back({lock.get(), &one});
        }
    };
    inspect::compareLocks(before.get(), *snapshot, same, differs);
}

} // namespace lockscope::ui
