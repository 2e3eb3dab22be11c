// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/Simulation.h"

#include <algorithm>

namespace lockscope::ui {

using console::ContenderProcess;

Simulation::Simulation(QString program, QObject* parent)
    : QObject(parent)
    , m_program(std::move(program))
{
}

Simulation::~Simulation() = default;

void Simulation::start(const SimulationOrder& order)
{
    m_clients.clear();
    for (auto i = 0; i < order.clients; ++i) {
        auto options = order.options;
        options.clients = 1;
        options.name += "-" + std::to_string(i + 1);
        auto client = std::make_unique<ContenderProcess>(m_program, order.connect, options);
        connect(client.get(), &ContenderProcess::changed, this, [this, i] {
            Q_EMIT clientChanged(i);
            noteRunning();
        });
        connect(client.get(), &ContenderProcess::happened, this,
                [this, name = client->name()](const QJsonObject& line) { Q_EMIT clientEvent(name, line); });
        m_clients.push_back(std::move(client));
    }
    Q_EMIT replaced();
    for (const auto& client : m_clients)
        client->start();
    noteRunning();
}

void Simulation::stop()
{
    for (const auto& client : m_clients) {
        // A paused process would not hear that it shall end.
        if (client->isPaused())
            client->resume();
        if (client->state() != ContenderProcess::State::Ended)
            client->stop();
    }
}

bool Simulation::isRunning() const
{
    return std::any_of(m_clients.begin(), m_clients.end(),
                       [](const auto& client) { return client->state() != ContenderProcess::State::Ended; });
}

void Simulation::noteRunning()
{
    if (std::exchange(m_wasRunning, isRunning()) != isRunning())
        Q_EMIT runningChanged();
}

} // namespace lockscope::ui
