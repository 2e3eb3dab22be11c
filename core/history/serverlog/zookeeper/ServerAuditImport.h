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

/// Makes snapshots of an audit log: which nodes lie where, and by the families' rules who holds and who waits.
///
/// The log tells no payload, and what stood in a queue before it began is not in it: until the directory's creation or
/// the departure of somebody whose coming it told, a lock counts as polled, so that its events count as inferred. A
/// creationId is not told either and stays 0; a host is the client's address from the log, with HostSource::None. How
/// many leases a semaphore has is inferred. Pure; thread: one.
class ServerAuditImport final {
public:
    /// `roots`: locks elsewhere are left out. `dialects`: not null.
    ServerAuditImport(std::vector<std::string> roots, std::shared_ptr<const DialectCatalogue> dialects);
    ~ServerAuditImport();
    ServerAuditImport(const ServerAuditImport&) = delete;
    ServerAuditImport& operator=(const ServerAuditImport&) = delete;

    /// How it is before the first line: no lock is known.
    [[nodiscard]] SnapshotPtr begin(WallTime at);

    /// What the line changed: null if it changed no lock. A time that is missing or goes back counts as that of the
    /// line before.
    [[nodiscard]] SnapshotPtr take(const AuditLine& line);

    /// Of the snapshot that take() gave last: who left because the session ended.
    [[nodiscard]] const std::vector<LockEvent>& lost() const { return m_lost; }

private:
    struct Directory {
        std::set<std::string, std::less<>> names;
        std::set<std::string, std::less<>> ephemerals; ///< of the names
        DetailsByNode details;
        const Dialect* dialect = nullptr; ///< as it was recognised last
        std::string lock;                 ///< whose part it is; empty: of none
        bool isSettled = false;           ///< nobody stands there who came before the log began
    };

    [[nodiscard]] SnapshotPtr snapshot();
    bool create(const AuditLine& line);
    bool remove(const AuditLine& line);
    bool understand(const std::string& path, Directory& directory);
    bool rebuild(const std::string& lock, const Dialect& dialect);
    bool showSingle(const std::string& path, const ContenderDetails* details);
    bool hide(const std::string& lock);
    [[nodiscard]] bool isInRoots(std::string_view path) const;

    std::vector<std::string> m_roots;
    std::shared_ptr<const DialectCatalogue> m_dialects;
    std::map<std::string, Directory, std::less<>> m_directories;
    std::map<std::string, std::shared_ptr<const Lock>, std::less<>> m_locks;
    std::vector<LockEvent> m_lost;
    WallTime m_now{};
    std::uint64_t m_revision = 0;
};

} // namespace lockscope::inspect
