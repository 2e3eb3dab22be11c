// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The present roles of the servers of a Redis sandbox, as they and the Sentinels report them. A failover changes them.

#include "core/sandbox/redis/RedisServer.h"

#include <QObject>
#include <QTcpSocket>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace lockscope::redis {

/// What one server answers.
struct ReportedRole {
    std::optional<RedisSandbox::Role> role{}; ///< nullopt: no answer, as of a server that is down or paused
    int master = 0;                           ///< of a Sentinel: the port of the master that it names; 0: none
};

/// What a server's answer to roleQuestion() says. Pure.
[[nodiscard]] ReportedRole reportedRole(const RedisServer& server, const QByteArray& answer);

/// The servers of a group that report this role, in their order. A master counts only if most of the Sentinels that
/// answer name it: a master that comes back after a failover still reports its old role. `group`: the servers whose
/// master was this one at the start, from 0. Pure.
[[nodiscard]] std::vector<int> serversInRole(const std::vector<RedisServer>& servers,
                                             const std::vector<ReportedRole>& reported, RedisSandbox::Role role,
                                             int group);

/// Asks all servers for their roles, at most for a second. Thread: the one that created it, with an event loop.
class RedisRoles final : public QObject {
public:
    /// One for each server, in their order.
    using Reported = std::function<void(const std::vector<ReportedRole>&)>;

    explicit RedisRoles(QObject* parent);
    ~RedisRoles() override;

    /// Once. `reported` is called once, asynchronously, unless this is destroyed before.
    void ask(const RedisSandboxOptions& options, const std::vector<RedisServer>& servers, Reported reported);

private:
    struct Asked {
        std::unique_ptr<QTcpSocket> socket;
        QByteArray answer;
        bool isOpen = true;
    };

    void close(std::size_t index);
    void finish();

    std::vector<RedisServer> m_servers;
    std::vector<Asked> m_asked;
    Reported m_reported;
    QTimer m_limit;
};

} // namespace lockscope::redis
