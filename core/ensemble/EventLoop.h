// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QThread>

#include <future>
#include <memory>
#include <utility>

namespace lockscope::ensemble {

/// Runs `task` on the thread of `context` and returns when it is done. That thread runs an event loop and is not the
/// caller's; `task` must not throw. The wait is a future's: Qt's own blocking call lets the other thread read the
/// caller's stack in an order that the thread sanitizer does not see, and what later stands on that stack would be
/// reported.
template <typename F> void runThere(QObject* context, F task)
{
    Q_ASSERT(context->thread() != QThread::currentThread());
    // Shared: whoever fulfils it may still be at it when the caller goes on.
    const auto done = std::make_shared<std::promise<void>>();
    const auto wait = done->get_future();
    QMetaObject::invokeMethod(
        context,
        [done, task = std::move(task)] {
            task();
            done->set_value();
        },
        Qt::QueuedConnection);
    wait.wait();
}

} // namespace lockscope::ensemble
