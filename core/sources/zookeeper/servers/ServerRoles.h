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

/// Requests the role of the servers on ports of 127.0.0.1 once, by the four-letter command srvr.
/// Thread: the one that created it, with an event loop.
class ServerRoles final : public QObject {
    Q_OBJECT
public:
    /// "leader", "follower", "standalone", … one per port, in their order; empty without a reply within a second.
    using Reported = std::function<void(const std::vector<std::string>&)>;

    explicit ServerRoles(QObject* parent = nullptr);
    ~ServerRoles() override;

    /// `reported` is called once, asynchronously, unless this is destroyed or ask() is called again before.
    void ask(const std::vector<quint16>& ports, Reported reported);

private:
    void finish(std::uint64_t round);

    StatusEndpoints m_statusEndpoints;
    std::uint64_t m_round = 0; ///< replies to earlier requests are stale
    std::vector<std::string> m_roles;
    std::size_t m_open = 0;
    Reported m_reported;
};

} // namespace lockscope::ensemble
