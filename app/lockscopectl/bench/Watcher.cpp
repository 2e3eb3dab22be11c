// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/bench/Watcher.h"

namespace lockscope::ctl {

Watcher::Watcher(const Context& context, const std::string& root, Attention attention)
    : m_context(context)
{
    m_context.roots = {root};
    m_inspection = std::make_unique<Inspection>(m_context, InspectionOptions{attention},
                                                [this](const inspect::SnapshotPtr& snapshot) { take(snapshot); });
}

void Watcher::take(const inspect::SnapshotPtr& snapshot)
{
    const std::lock_guard lock(m_mutex);
    if (m_handler)
        m_handler(*snapshot);
    m_snapshot = snapshot;
    m_snapshotAt = m_clock.now();
    m_changed.notify_all();
}

Result<void> Watcher::waitFor(const std::function<bool(const inspect::Snapshot&, Duration)>& isThere, Duration limit)
{
    const auto until = m_clock.now() + limit;
    std::unique_lock lock(m_mutex);
    inspect::SnapshotPtr judged;
    for (;;) {
        if (m_snapshot && m_snapshot != judged) {
            judged = m_snapshot;
            const auto since = m_snapshotAt - m_inspection->begunAt();
            lock.unlock();
            if (isThere(*judged, since))
                return {};
            lock.lock();
            continue;
        }
        const auto left = until - m_clock.now();
        if (left <= Duration::zero() || m_changed.wait_for(lock, left) == std::cv_status::timeout)
            return failure(ErrorCode::TimedOut, "run bench inspect", {}, "Lockscope does not show the actual state");
    }
}

void Watcher::onSnapshot(std::function<void(const inspect::Snapshot&)> handler)
{
    const std::lock_guard lock(m_mutex);
    m_handler = std::move(handler);
}

inspect::SnapshotPtr Watcher::snapshot()
{
    const std::lock_guard lock(m_mutex);
    return m_snapshot;
}

} // namespace lockscope::ctl
