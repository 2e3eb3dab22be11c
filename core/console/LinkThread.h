// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Background.h"

#include <QThread>

namespace lockscope::console {

/// The thread on which links work, so that neither waits for the other: the window for the traffic, nor the traffic
/// for the window. Hundreds of links share one. To be destroyed on another thread, which waits for its end.
class LinkThread final {
public:
    /// The thread's, above the program's own: see Background.h.
    explicit LinkThread(int niceness = 0)
        : m_niceness(niceness)
    {
        m_thread.setObjectName(QStringLiteral("lockscope links"));
        if (niceness > 0)
            QObject::connect(
                &m_thread, &QThread::started, &m_thread, [niceness] { goToBackground(niceness); },
                Qt::DirectConnection);
        m_thread.start();
    }
    ~LinkThread()
    {
        m_thread.quit();
        m_thread.wait();
    }
    LinkThread(const LinkThread&) = delete;
    LinkThread& operator=(const LinkThread&) = delete;

    [[nodiscard]] QThread& thread() { return m_thread; }
    [[nodiscard]] int niceness() const { return m_niceness; }

private:
    int m_niceness;
    QThread m_thread;
};

} // namespace lockscope::console
