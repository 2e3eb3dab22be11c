// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockscopectl/Inspection.h"

#include <condition_variable>
#include <functional>
#include <mutex>

namespace lockscope::ctl {

/// A connection and an inspector of one root (on Redis of all locks), for a thread that waits for a state in its
/// snapshots. Created, used and destroyed on that thread, which must not be the main thread.
class Watcher final {
public:
    Watcher(const Context& context, const std::string& root, Attention attention = Attention::Live);
    Watcher(const Watcher&) = delete;
    Watcher& operator=(const Watcher&) = delete;

    /// Waits until `isThere` accepts a snapshot; its second argument is the time since the start of the connected
    /// inspector. Called on the waiting thread, which may miss snapshots.
    [[nodiscard]] Result<void> waitFor(const std::function<bool(const inspect::Snapshot&, Duration)>& isThere,
                                       Duration limit);

    /// Called for every snapshot as soon as it is published, on the inspection's thread.
    void onSnapshot(std::function<void(const inspect::Snapshot&)> handler);

    /// The last snapshot; null before the first.
    [[nodiscard]] inspect::SnapshotPtr snapshot();

private:
    void take(const inspect::SnapshotPtr& snapshot);

    Context m_context;
    SystemClock m_clock;
    std::mutex m_mutex; ///< for all members below
    std::condition_variable m_changed;
    inspect::SnapshotPtr m_snapshot;
    SteadyTime m_snapshotAt{};
    std::function<void(const inspect::Snapshot&)> m_handler;
    std::unique_ptr<Inspection> m_inspection; ///< destroyed first
};

} // namespace lockscope::ctl
