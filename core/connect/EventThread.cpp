// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connect/EventThread.h"

#include <QCoreApplication>
#include <QEventLoop>

#include <pthread.h>

namespace lockscope::ensemble {

EventThread::EventThread(const QString& name)
    : m_thread([this, name] { run(name); })
{
    m_started.wait();
}

EventThread::~EventThread()
{
    call([] {}); // tasks posted by the earlier tasks run before the end
    post([this] { m_loop->quit(); });
    m_thread.join();
}

void EventThread::run(const QString& name)
{
    constexpr qsizetype longestName = 15; // limit of Linux
    pthread_setname_np(pthread_self(), name.left(longestName).toUtf8().constData());
    QEventLoop loop;
    m_loop = &loop;
    m_context.emplace();
    m_started.count_down();
    loop.exec();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // as a QThread does when it ends
}

} // namespace lockscope::ensemble
