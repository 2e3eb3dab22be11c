// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/zookeeper/servers/CollectorThread.h"

namespace lockscope::ensemble {

CollectorThread::CollectorThread(CollectorSettings settings, EnsembleCollector::Handlers handlers)
    : m_thread(QStringLiteral("ensemble"))
{
    m_thread.post([this, settings = std::move(settings), handlers = std::move(handlers)] {
        m_collector = std::make_unique<EnsembleCollector>(settings, handlers);
    });
}

CollectorThread::~CollectorThread()
{
    m_thread.call([this] { m_collector.reset(); });
}

void CollectorThread::start()
{
    m_thread.post([this] { m_collector->start(); });
}

void CollectorThread::setMembers(std::vector<Member> members)
{
    m_thread.post([this, members = std::move(members)] { m_collector->setMembers(members); });
}

void CollectorThread::setOwnSession(SessionId session)
{
    m_thread.post([this, session] { m_collector->setOwnSession(session); });
}

void CollectorThread::refresh()
{
    m_thread.post([this] { m_collector->refresh(); });
}

void CollectorThread::askWatches(std::set<SessionId> own)
{
    m_thread.post([this, own = std::move(own)] { m_collector->askWatches(own); });
}

} // namespace lockscope::ensemble
