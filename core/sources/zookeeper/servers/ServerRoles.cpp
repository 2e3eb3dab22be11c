// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/zookeeper/servers/ServerRoles.h"

#include "core/connect/ThreadTasks.h"
#include "core/sources/zookeeper/servers/ServerStatus.h"

#include <chrono>
#include <utility>

namespace lockscope::ensemble {

namespace {

constexpr StatusEndpoints::Limits limits{std::chrono::seconds(1), 4'096};

} // namespace

ServerRoles::ServerRoles(QObject* parent)
    : QObject(parent)
{
}

ServerRoles::~ServerRoles() = default;

void ServerRoles::ask(const std::vector<quint16>& ports, Reported reported)
{
    const auto round = ++m_round;
    m_reported = std::move(reported);
    m_roles.assign(ports.size(), {});
    m_open = ports.size();
    if (ports.empty())
        runLater(this, [this, round] { finish(round); });
    for (std::size_t i = 0; i < ports.size(); ++i) {
        m_statusEndpoints.askWord(
            {"127.0.0.1", ports[i]}, "srvr", limits, [this, round, i](const EndpointAnswer& answer) {
                if (round != m_round)
                    return;
                if (const auto status = answer.reported() ? statusFromWord(answer.bytes) : std::nullopt)
                    m_roles[i] = status->mode;
                // A refused connection may be reported while ask() still runs.
                if (--m_open == 0)
                    runLater(this, [this, round] { finish(round); });
            });
    }
}

void ServerRoles::finish(std::uint64_t round)
{
    if (round == m_round)
        std::exchange(m_reported, nullptr)(m_roles);
}

} // namespace lockscope::ensemble

#include "moc_ServerRoles.cpp"
