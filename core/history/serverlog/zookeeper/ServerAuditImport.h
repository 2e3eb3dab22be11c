// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/EventStream.h"
#include "core/history/serverlog/zookeeper/ServerAuditLog.h"
#include "core/sources/zookeeper/dialects/DialectCatalogue.h"
#include "core/sources/zookeeper/dialects/QueueBuilder.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace lockscope::inspect {

/// Makes snapshots from an audit log: tracks the nodes, and derives holders and waiters by the dialects' rules.
///
/// Each server logs the requests of its own clients only: the times are exact only if the logs of all servers are
/// given. The log has no payloads, and lacks the nodes that existed before it began. Until the log has the creation of
/// a directory, or the deletion of a node that it created there, the lock counts as polled: its events are inferred.
/// creationId is not in the log and stays 0. The host is the client's address from the log, with HostSource::None. The
/// number of leases of a semaphore is inferred. Pure; thread: one.
class ServerAuditImport final {
public:
    /// `roots`: locks outside them are omitted. `dialects`: not null. `isWhole`: no server's log is missing; else all
    /// events are inferred.
    ServerAuditImport(std::vector<std::string> roots, std::shared_ptr<const DialectCatalogue> dialects,
                      bool isWhole = true);
    ~ServerAuditImport();
    ServerAuditImport(const ServerAuditImport&) = delete;
    ServerAuditImport& operator=(const ServerAuditImport&) = delete;

    /// The snapshot before the first line: without locks.
    [[nodiscard]] SnapshotPtr begin(WallTime at);

    /// The snapshot after this line; null if it changed no lock. A line with no time, or with an earlier one, gets the
    /// time of the line before.
    [[nodiscard]] SnapshotPtr take(const AuditLine& line);

    /// How the contenders that left in take()'s last snapshot ended: lost with their session, or deleted, by whom.
    [[nodiscard]] const std::vector<LockEvent>& ends() const { return m_ends; }
    /// The number of nodes in directories of locks that were deleted, and that no log has created.
    [[nodiscard]] std::size_t unknownNodes() const { return m_unknownNodes; }

private:
    struct Directory {
        std::set<std::string, std::less<>> names;
        std::set<std::string, std::less<>> ephemerals; ///< the ephemeral ones of `names`
        DetailsByNode details;
        const Dialect* dialect = nullptr; ///< as last recognised
        std::string lock;                 ///< the lock that it is part of; empty: none
        bool isSettled = false;           ///< no node in it is older than the log
    };

    [[nodiscard]] SnapshotPtr snapshot();
    bool create(const AuditLine& line);
    bool remove(const AuditLine& line);
    bool understand(const std::string& path, Directory& directory);
    bool rebuild(const std::string& lock, const Dialect& dialect);
    bool showSingle(const std::string& path, const ContenderDetails* details);
    bool hide(const std::string& lock);
    void noteEnd(const AuditLine& line, const std::string& lock, const std::string& parent, const std::string& name);
    [[nodiscard]] bool isInRoots(std::string_view path) const;

    std::vector<std::string> m_roots;
    std::shared_ptr<const DialectCatalogue> m_dialects;
    std::map<std::string, Directory, std::less<>> m_directories;
    std::map<std::string, std::shared_ptr<const Lock>, std::less<>> m_locks;
    bool m_isWhole;
    std::vector<LockEvent> m_ends;
    std::size_t m_unknownNodes = 0;
    WallTime m_now{};
    std::uint64_t m_revision = 0;
};

} // namespace lockscope::inspect
