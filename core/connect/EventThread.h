// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/EventLoop.h"

#include <QObject>
#include <QString>

#include <latch>
#include <optional>
#include <thread>
#include <utility>

class QEventLoop;

namespace lockscope::ensemble {

/// A thread that runs an event loop. Any thread may give it tasks; made and destroyed elsewhere. Its end waits for all
/// that was posted until then, and for all that libraries clean up when a thread ends. (QThread::wait() does not wait
/// for those: OpenSSL could be taken down by the end of the program while it still cleaned up.)
class EventThread final {
public:
    explicit EventThread(const QString& name);
    ~EventThread();
    EventThread(const EventThread&) = delete;
    EventThread& operator=(const EventThread&) = delete;

    /// See runLater() and runThere().
    template <typename F> void post(F task) { runLater(&*m_context, std::move(task)); }
    template <typename F> void call(F task) { runThere(&*m_context, std::move(task)); }

    /// Lives there; what is connected with it as context is called there.
    [[nodiscard]] QObject& context() { return *m_context; }
    /// For what is to live there.
    [[nodiscard]] QThread& thread() { return *m_context->thread(); }

private:
    void run(const QString& name);

    std::latch m_started{1};
    std::optional<QObject> m_context; ///< made there
    QEventLoop* m_loop = nullptr;     ///< there
    std::thread m_thread;
};

} // namespace lockscope::ensemble
