// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Background.h"
#include "core/connect/EventThread.h"

namespace lockscope::console {

/// The thread on which links work, so that neither waits for the other: the window for the traffic, nor the traffic
/// for the window. Hundreds of links share one. To be destroyed on another thread, which waits for its end.
class LinkThread final {
public:
    /// The thread's, above the program's own: see Background.h.
    explicit LinkThread(int niceness = 0)
        : m_niceness(niceness)
        , m_thread(QStringLiteral("lockscope links"))
    {
        if (niceness > 0)
            m_thread.post([niceness] { goToBackground(niceness); });
    }

    [[nodiscard]] ensemble::EventThread& events() { return m_thread; }
    [[nodiscard]] int niceness() const { return m_niceness; }

private:
    int m_niceness;
    ensemble::EventThread m_thread;
};

} // namespace lockscope::console
