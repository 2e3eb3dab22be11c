// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/ThreadTasks.h"

#include <QObject>
#include <QString>

#include <latch>
#include <optional>
#include <thread>
#include <utility>

class QEventLoop;

namespace lockscope::ensemble {

/// A thread that runs an event loop. Any thread may post tasks; another thread creates and destroys it. The destructor
/// waits for all posted tasks and for the thread-exit cleanup of libraries. (QThread::wait() does not wait for that
/// cleanup: OpenSSL could be unloaded at program exit while it still cleans up.)
class EventThread final {
public:
    explicit EventThread(const QString& name);
    ~EventThread();
    EventThread(const EventThread&) = delete;
    EventThread& operator=(const EventThread&) = delete;

    /// See runLater() and runThere().
    template <typename F> void post(F task) { runLater(&*m_context, std::move(task)); }
    template <typename F> void call(F task) { runThere(&*m_context, std::move(task)); }

    /// An object of this thread: slots connected with it as context run here.
    [[nodiscard]] QObject& context() { return *m_context; }
    /// For moveToThread().
    [[nodiscard]] QThread& thread() { return *m_context->thread(); }

private:
    void run(const QString& name);

    std::latch m_started{1};
    std::optional<QObject> m_context; ///< created on this thread
    QEventLoop* m_loop = nullptr;     ///< this thread only
    std::thread m_thread;
};

} // namespace lockscope::ensemble
