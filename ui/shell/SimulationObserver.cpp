// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/SimulationObserver.h"

#include "ui/shell/connection/Connection.h"

#include <utility>

namespace lockscope::ui {

SimulationObserver::SimulationObserver(std::unique_ptr<Connection> connection, const console::ObservedEnsemble& where,
                                       std::function<void(const console::EnsembleView&)> report, QObject* keeper)
    : m_connection(std::move(connection))
    , m_keeper(keeper)
{
    connect(m_connection.get(), &Connection::snapshotChanged, this,
            [report = std::move(report)](const inspect::SnapshotPtr& snapshot) {
                if (const auto view = snapshot ? console::viewOf(*snapshot) : std::nullopt)
                    report(*view);
            });
    m_connection->open(targetAt(where));
}

SimulationObserver::~SimulationObserver()
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
