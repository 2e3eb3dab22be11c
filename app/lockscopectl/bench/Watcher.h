// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockscopectl/Inspection.h"

#include <condition_variable>
#include <functional>
#include <mutex>

namespace lockscope::ctl {

/// A connection and an inspector of one root, for a thread that waits for what its snapshots show. Made, used and
/// destroyed on that thread, which must not be the main one.
class Watcher final {
public:
    Watcher(const Context& context, const std::string& root);
    Watcher(const Watcher&) = delete;
    Watcher& operator=(const Watcher&) = delete;

    /// Until `isThere` says yes to a snapshot; it is told how long ago the connected inspector started. On the waiting
    /// thread, which may miss snapshots.
    [[nodiscard]] Result<void> waitFor(const std::function<bool(const inspect::Snapshot&, Duration)>& isThere,
                                       Duration limit);

    /// Called for every snapshot as soon as it is published, on the inspection's thread.
    void onSnapshot(std::function<void(const inspect::Snapshot&)> handler);

    /// The last one; null before the first.
    [[nodiscard]] inspect::SnapshotPtr snapshot();

private:
    void take(const inspect::SnapshotPtr& snapshot);

    Context m_context;
    SystemClock m_clock;
    std::mutex m_mutex; ///< of all that follows
    std::condition_variable m_changed;
    inspect::SnapshotPtr m_snapshot;
    SteadyTime m_snapshotAt{};
    std::function<void(const inspect::Snapshot&)> m_handler;
    std::unique_ptr<Inspection> m_inspection; ///< the first to go
};

} // namespace lockscope::ctl
