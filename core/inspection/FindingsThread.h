// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ThreadExecutor.h"
#include "core/model/FindingSettings.h"
#include "core/model/Snapshot.h"

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>

namespace lockscope::inspect {

/// Adds to snapshots what is wrong in them, on a thread of its own: a snapshot of ten thousand locks takes a tenth
/// of a second, for which neither the window nor the connection shall wait. Where that takes long, and snapshots are
/// live, it rests three times as long; they pass meanwhile with the findings of the one before, and the last one is
/// looked at in the end.
/// Destroyed, it waits for the snapshot that is being looked at; then nothing is published any more.
class FindingsThread final {
public:
    using Publish = std::function<void(SnapshotPtr)>;

    /// `publish` is called on the thread. `isLive`: it may rest.
    FindingsThread(FindingSettings settings, Publish publish, bool isLive = true);
    ~FindingsThread();
    FindingsThread(const FindingsThread&) = delete;
    FindingsThread& operator=(const FindingsThread&) = delete;

    /// Any thread. What was looked at is looked at again.
    void setSettings(FindingSettings settings);
    /// Any thread. Of several that wait only the newest is looked at.
    void give(SnapshotPtr snapshot);
    /// Any thread. How long the last snapshot took that was looked at.
    [[nodiscard]] std::optional<Duration> lastTook() const;

private:
    void take();
    void judge();

    const Publish m_publish;
    const bool m_isLive;
    std::atomic<Duration::rep> m_took = -1; ///< of a Duration; negative: none so far
    std::mutex m_mutex;
    SnapshotPtr m_newest; ///< given and not taken; guarded by m_mutex
    // On the thread alone:
    FindingSettings m_settings;
    SnapshotPtr m_snapshot; ///< taken last, and
    bool m_isJudged = true; ///< looked at?
    std::vector<Finding> m_findings;
    SteadyTime m_restUntil{};
    Subscription m_wake;
    ThreadExecutor m_thread; ///< the first to go
};

} // namespace lockscope::inspect
