// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/EventStream.h"
#include "core/history/serverlog/zookeeper/ServerAuditLog.h"
#include "core/sources/zookeeper/dialects/DialectCatalogue.h"
#include "core/sources/zookeeper/dialects/QueueBuilder.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace lockscope::inspect {

/// Makes snapshots from audit logs, by their differences: tracks the nodes, and derives holders and waiters by the
/// dialects' rules.
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
    [[nodiscard]] SnapshotStep begin(WallTime at);

    /// The snapshot after this line; nullopt if it changed no lock. A line with no time, or with an earlier one, gets
    /// the time of the line before. Costs as much as the queue that it changes, whatever the number of locks.
    [[nodiscard]] std::optional<SnapshotStep> take(const AuditLine& line);
    /// The whole snapshot after the last line. Costs as much as all locks.
    [[nodiscard]] SnapshotPtr snapshot() const { return wholeOf(rest(), m_locks); }

    /// How the contenders that left in take()'s last snapshot ended: lost with their session, or deleted, by whom.
    [[nodiscard]] const std::vector<LockEvent>& ends() const { return m_ends; }
    /// The number of nodes in directories of locks that were deleted, and that no log has created.
    [[nodiscard]] std::size_t unknownNodes() const { return m_unknownNodes; }
    /// The number of names that were compared with dialects so far: the cost.
    [[nodiscard]] std::size_t comparedNames() const { return m_comparedNames; }

private:
    struct Directory {
        std::set<std::string, std::less<>> names;
        std::set<std::string, std::less<>> ephemerals; ///< the ephemeral ones of `names`
        std::size_t voters = 0;                        ///< how many of `names` may vote for a dialect
        DetailsByNode details;
        const Dialect* dialect = nullptr; ///< as last recognised
        std::string lock;                 ///< the lock that it is part of; empty: none
        bool isSettled = false;           ///< no node in it is older than the log
    };

    [[nodiscard]] Snapshot rest() const;
    [[nodiscard]] SnapshotStep step();
    bool create(const AuditLine& line);
    bool remove(const AuditLine& line);
    bool understand(const std::string& path, Directory& directory);
    bool rebuild(const std::string& lock, const Dialect& dialect);
    bool showSingle(const std::string& path, const ContenderDetails* details);
    [[nodiscard]] std::pair<const Dialect*, std::string> recognise(const std::string& path, const Directory& directory);
    void show(Lock lock);
    bool hide(const std::string& lock);
    void noteEnd(const AuditLine& line, const std::string& lock, const std::string& parent, const std::string& name);
    [[nodiscard]] bool isInRoots(std::string_view path) const;

    std::vector<std::string> m_roots;
    std::shared_ptr<const DialectCatalogue> m_dialects;
    std::map<std::string, Directory, std::less<>> m_directories;
    LockMap m_locks;
    LockMap m_changed; ///< by the line being taken
    bool m_isWhole;
    std::vector<LockEvent> m_ends;
    std::size_t m_unknownNodes = 0;
    std::size_t m_comparedNames = 0;
    WallTime m_now{};
    std::uint64_t m_revision = 0;
};

} // namespace lockscope::inspect
