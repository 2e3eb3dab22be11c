// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/ensemble/CollectorThread.h"

#include "core/ensemble/RunThere.h"

namespace lockscope::ensemble {

CollectorThread::CollectorThread(CollectorSettings settings, EnsembleCollector::Handlers handlers)
{
    m_thread.setObjectName(QStringLiteral("ensemble"));
    m_context.moveToThread(&m_thread);
    m_thread.start();
    post([this, settings = std::move(settings), handlers = std::move(handlers)] {
        m_collector = std::make_unique<EnsembleCollector>(settings, handlers);
    });
}

CollectorThread::~CollectorThread()
{
    // quit() alone would end the loop before what is still posted.
    runThere(&m_context, [this] { m_collector.reset(); });
    m_thread.quit();
    m_thread.wait();
}

template <typename F> void CollectorThread::post(F task)
{
    QMetaObject::invokeMethod(&m_context, std::move(task), Qt::QueuedConnection);
}

void CollectorThread::start()
{
    post([this] { m_collector->start(); });
}

void CollectorThread::setMembers(std::vector<Member> members)
{
    post([this, members = std::move(members)] { m_collector->setMembers(members); });
}

void CollectorThread::setOwnSession(zk::SessionId session)
{
    post([this, session] { m_collector->setOwnSession(session); });
}

void CollectorThread::refresh()
{
    post([this] { m_collector->refresh(); });
}

void CollectorThread::askWatches(std::set<zk::SessionId> own)
{
    post([this, own = std::move(own)] { m_collector->askWatches(own); });
}

} // namespace lockscope::ensemble
