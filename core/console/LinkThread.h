// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QThread>

namespace lockscope::console {

/// The thread on which links work, so that neither waits for the other: the window for the traffic, nor the traffic
/// for the window. Hundreds of links share one. To be destroyed on another thread, which waits for its end.
class LinkThread final {
public:
    LinkThread()
    {
        m_thread.setObjectName(QStringLiteral("lockscope links"));
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

private:
    QThread m_thread;
};

} // namespace lockscope::console
