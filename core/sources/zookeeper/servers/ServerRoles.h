// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sources/zookeeper/servers/StatusEndpoints.h"

#include <QObject>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace lockscope::ensemble {

/// Asks the servers on some ports of 127.0.0.1 once, by the four-letter word srvr, who leads.
/// Thread: the one that made it, with an event loop.
class ServerRoles final : public QObject {
    Q_OBJECT
public:
    /// "leader", "follower", "standalone", … one a port, in their order; empty for who did not say within a second.
    using Reported = std::function<void(const std::vector<std::string>&)>;

    explicit ServerRoles(QObject* parent = nullptr);
    ~ServerRoles() override;

    /// `told` is called once, later, unless this is destroyed or asked again before.
    void ask(const std::vector<quint16>& ports, Reported told);

private:
    void finish(std::uint64_t round);

    StatusEndpoints m_statusEndpoints;
    std::uint64_t m_round = 0; ///< answers to earlier questions are stale
    std::vector<std::string> m_roles;
    std::size_t m_open = 0;
    Reported m_told;
};

} // namespace lockscope::ensemble
