// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ensemble/EventLoop.h"

#include <QObject>
#include <QString>
#include <QThread>

#include <utility>

namespace lockscope::ensemble {

/// A thread that runs an event loop. Any thread may give it tasks; made and destroyed elsewhere. Its end waits for all
/// that was posted until then, and what is done there has happened before it returns.
class EventThread final {
public:
    explicit EventThread(const QString& name);
    ~EventThread();
    EventThread(const EventThread&) = delete;
    EventThread& operator=(const EventThread&) = delete;

    /// See runLater() and runThere().
    template <typename F> void post(F task) { runLater(&m_context, std::move(task)); }
    template <typename F> void call(F task) { runThere(&m_context, std::move(task)); }

    /// Lives there; what is connected with it as context is called there.
    [[nodiscard]] QObject& context() { return m_context; }
    /// For what is to live there.
    [[nodiscard]] QThread& thread() { return m_thread; }

private:
    QThread m_thread;
    QObject m_context;
};

} // namespace lockscope::ensemble
