// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ThreadExecutor.h"
#include "core/model/FindingSettings.h"
#include "core/model/Picture.h"

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>

namespace lockscope::ui {

/// Adds to live pictures what is wrong in them, on a thread of its own: a picture of ten thousand locks takes a tenth
/// of a second, for which neither the window nor the connection shall wait. Where that takes long it rests three times
/// as long; pictures pass meanwhile with the findings of the one before, and the last one is looked at in the end.
/// Destroyed, it waits for the picture that is being looked at; then nothing is published any more.
class FindingsThread final {
public:
    using Publish = std::function<void(inspect::PicturePtr)>;

    /// `publish` is called on the thread.
    FindingsThread(inspect::FindingSettings settings, Publish publish);
    ~FindingsThread();
    FindingsThread(const FindingsThread&) = delete;
    FindingsThread& operator=(const FindingsThread&) = delete;

    /// Any thread. What was looked at is looked at again.
    void setSettings(inspect::FindingSettings settings);
    /// Any thread. Of several that wait only the newest is looked at.
    void give(inspect::PicturePtr picture);
    /// Any thread. How long the last picture took that was looked at.
    [[nodiscard]] std::optional<Duration> lastTook() const;

private:
    void take();
    void judge();

    Publish m_publish;
    std::atomic<Duration::rep> m_took = -1; ///< of a Duration; negative: none so far
    std::mutex m_mutex;
    inspect::PicturePtr m_newest; ///< given and not taken; guarded by m_mutex
    // On the thread alone:
    inspect::FindingSettings m_settings;
    inspect::PicturePtr m_picture; ///< taken last, and
    bool m_isJudged = true;        ///< looked at?
    std::vector<inspect::Finding> m_findings;
    SteadyTime m_restUntil{};
    Subscription m_wake;
    ThreadExecutor m_thread; ///< the first to go
};

} // namespace lockscope::ui
