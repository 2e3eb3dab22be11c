// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Background.h"
#include "core/connect/EventThread.h"

namespace lockscope::console {

/// The thread of all links, so that the window and the traffic do not block each other. Hundreds of links share one.
/// Must be destroyed on another thread, which waits for its end.
class LinkThread final {
public:
    /// `niceness` is relative to the program's own: see Background.h.
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
