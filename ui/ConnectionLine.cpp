// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/ConnectionLine.h"

#include <future>

namespace lockscope::ui {

ConnectionLine::ConnectionLine(const ClientFactory& factory, const zk::ConnectString& servers,
                               inspect::InspectorSettings settings,
                               std::optional<ensemble::CollectorSettings> collector, inspect::FindingSettings findings,
                               Handlers handlers, Log log)
    : m_findings(std::move(findings), std::move(handlers.picture))
    , m_client(factory(servers, m_executor))
{
    settings.moreSessions = [this, factory, servers] { return factory(servers, m_executor); };
    m_executor.post([this, settings = std::move(settings), collector = std::move(collector),
                     session = std::move(handlers.session), log = std::move(log)] {
        m_session = m_client->onSession(session);
        session(m_client->session());
        release::DeskSettings deskSettings;
        deskSettings.connect = settings.connect;
        m_desk = std::make_unique<release::ReleaseDesk>(*m_client, settings.dialects, std::move(deskSettings));
        const auto publish = [this](inspect::PicturePtr picture) { m_findings.give(std::move(picture)); };
        m_inspector = std::make_unique<inspect::EnsembleInspector>(*m_client, settings, collector, publish, log);
        m_inspector->start();
    });
}

ConnectionLine::~ConnectionLine()
{
    close();
}

void ConnectionLine::refresh()
{
    m_executor.post([this] { m_inspector->refresh(); });
}

void ConnectionLine::withDesk(std::function<void(release::ReleaseDesk&)> task)
{
    m_executor.post([this, task = std::move(task)] { task(*m_desk); });
}

void ConnectionLine::close()
{
    if (!m_client)
        return;
    const auto closed = std::make_shared<std::promise<void>>();
    m_executor.post([this, closed] {
        m_inspector.reset();
        m_session.reset();
        m_client->close([closed] { closed->set_value(); });
    });
    closed->get_future().wait();
    // The desk stays until here: close() has answered what it still had open.
    m_client.reset();
    m_executor.stop();
}

} // namespace lockscope::ui
