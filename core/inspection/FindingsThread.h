// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/EventLoop.h"
#include "core/inspection/SecondLook.h"
#include "core/model/FindingSettings.h"
#include "core/model/Snapshot.h"

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::inspect {

/// Adds findings to snapshots on a thread of its own. 10,000 locks take 0.1 s, which must not delay the window or the
/// connection. After a slow computation on live snapshots it pauses three times as long. Meanwhile it publishes
/// snapshots with the previous findings; at the end of the pause it computes those of the last snapshot.
/// The destructor waits for the current computation; nothing is published after it.
class FindingsThread final {
public:
    using Publish = std::function<void(SnapshotPtr)>;
    /// See LockSource::confirm().
    using Confirm = std::function<bool(const std::vector<std::string>& locks)>;

    /// `publish` and `confirm` are called on the thread. `isLive`: it may pause.
    FindingsThread(FindingSettings settings, Publish publish, Confirm confirm, bool isLive = true);
    ~FindingsThread();
    FindingsThread(const FindingsThread&) = delete;
    FindingsThread& operator=(const FindingsThread&) = delete;

    /// Any thread. Computes the findings of the last snapshot again.
    void setSettings(FindingSettings settings);
    /// Any thread. Of several waiting snapshots, only the newest is processed.
    void give(SnapshotPtr snapshot);
    /// Any thread. Duration of the last computation; nullopt before the first.
    [[nodiscard]] std::optional<Duration> lastTook() const;

private:
    void take();
    void judge();
    void lookTwice(Snapshot& judged);

    const Publish m_publish;
    const Confirm m_confirm;
    const bool m_isLive;
    std::atomic<Duration::rep> m_took = -1; ///< a Duration's count; negative: none so far
    std::mutex m_mutex;
    SnapshotPtr m_newest; ///< given and not yet processed; guarded by m_mutex
    // Used on m_thread only:
    FindingSettings m_settings;
    SnapshotPtr m_snapshot; ///< the last one processed
    bool m_isJudged = true; ///< m_snapshot has its own findings
    std::vector<Finding> m_findings;
    std::shared_ptr<const LockWaits> m_lockWaits;
    std::vector<Finding> m_muted;
    SecondLook m_secondLook;
    bool m_canConfirm = true; ///< until the source says that it can't
    SteadyTime m_restUntil{};
    Subscription m_wake;
    EventLoop m_thread{Log()}; ///< last member: destroyed first
};

} // namespace lockscope::inspect
