// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/console/ContenderProcess.h"

#include <QJsonObject>
#include <QObject>
#include <QString>

#include <memory>
#include <vector>

namespace lockscope::ui {

struct SimulationOrder {
    QString connect;
    console::ContendOptions options; ///< of each client; name and clients are set here
    int clients = 8;
};

/// Simulated clients, each a process of its own. One run at a time; the clients of the last run stay to be looked at.
/// Lives on the UI thread; destroyed, it ends the processes.
class Simulation final : public QObject {
    Q_OBJECT
public:
    /// `program`: the path of lockscopectl.
    explicit Simulation(QString program, QObject* parent = nullptr);
    ~Simulation() override;

    void start(const SimulationOrder& order);
    /// Asks every client to release and end.
    void stop();

    [[nodiscard]] bool isRunning() const;
    [[nodiscard]] int clientCount() const { return static_cast<int>(m_clients.size()); }
    [[nodiscard]] console::ContenderProcess& client(int index)
    {
        return *m_clients.at(static_cast<std::size_t>(index));
    }

Q_SIGNALS:
    /// The clients are others now.
    void replaced();
    void clientChanged(int index);
    void clientEvent(const QString& name, const QJsonObject& line);
    void runningChanged();

private:
    void noteRunning();

    QString m_program;
    std::vector<std::unique_ptr<console::ContenderProcess>> m_clients;
    bool m_wasRunning = false;
};

} // namespace lockscope::ui
