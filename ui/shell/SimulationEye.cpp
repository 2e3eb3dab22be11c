// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/SimulationEye.h"

#include "ui/shell/connection/Connection.h"

#include <utility>

namespace lockscope::ui {

namespace {

console::EnsembleView viewOf(const inspect::Snapshot& snapshot)
{
    console::EnsembleView view;
    for (const auto& lock : snapshot.locks) {
        for (const auto& contender : lock->queue)
            view.slots.push_back({lock->path, contender.node, contender.holds,
                                  contender.details ? contender.details->czxid : 0, lock->nodePath(contender)});
    }
    for (const auto& finding : snapshot.findings)
        view.findings.emplace(inspect::kindWord(finding));
    return view;
}

} // namespace

SimulationEye::SimulationEye(std::unique_ptr<Connection> connection, const console::ObservedEnsemble& where,
                             std::function<void(const console::EnsembleView&)> tell, QObject* keeper)
    : m_connection(std::move(connection))
    , m_keeper(keeper)
{
    connect(m_connection.get(), &Connection::snapshotChanged, this,
            [tell = std::move(tell)](const inspect::SnapshotPtr& snapshot) {
                if (snapshot && snapshot->session.state == zk::SessionState::Connected) // else what it shows is old
                    tell(viewOf(*snapshot));
            });
    connect::Profile profile;
    profile.servers = where.servers;
    profile.roots = {where.root};
    m_connection->open(targetOf(std::move(profile)));
}

SimulationEye::~SimulationEye()
{
    auto* connection = m_connection.release();
    connection->disconnect(this);
    connection->setParent(m_keeper);
    connect(connection, &Connection::allClosed, connection, &QObject::deleteLater);
    connection->close();
    if (!connection->isClosing())
        connection->deleteLater();
}

} // namespace lockscope::ui
