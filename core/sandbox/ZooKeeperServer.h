// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sandbox/ServerProcess.h"
#include "core/sandbox/ServerSoftware.h"

#include <QString>

namespace lockscope::ensemble {

/// The settings of one ZooKeeper server.
struct ZooKeeperServer {
    QString folder{}; ///< absolute, only for this server
    int id = 1;
    int clientPort = 0;
    int adminPort = 0;
    QString settings{}; ///< additional lines of zoo.cfg
    bool readOnlyMode = false;
    bool adminServer = true;
    QString words = QStringLiteral("*"); ///< allowed four-letter commands
    int heapMb = 128;
    int niceness = 0; ///< added to the owner's niceness
    QString hosts{};  ///< lines "address name": the only names this server resolves; empty: the system's resolver
};

/// Its files and its process: zoo.cfg, myid, and the names of the other servers. It serves when it has a mode, its data
/// folder is ours, and its AdminServer replies.
[[nodiscard]] ServerPlan planOf(const ServerSoftware& software, const ZooKeeperServer& server);

} // namespace lockscope::ensemble
