// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/ensemble/EventThread.h"

namespace lockscope::ensemble {

EventThread::EventThread(const QString& name)
{
    m_thread.setObjectName(name);
    m_context.moveToThread(&m_thread);
    m_thread.start();
}

EventThread::~EventThread()
{
    call([] {}); // quit() alone would end the loop before what is still posted
    m_thread.quit();
    m_thread.wait();
}

} // namespace lockscope::ensemble
