// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/history/serverlog/zookeeper/ServerAuditLog.h"
#include "core/model/files/LineFile.h"

#include <QByteArray>

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace lockscope::inspect {

/// Which servers of an ensemble wrote some audit logs. Each server logs the requests of its own clients only, but the
/// end of every session. The highest byte of a session id is the id of the server that created the session (ZooKeeper,
/// SessionTrackerImpl.initializeNextSessionId).
class AuditCoverage final {
public:
    void add(const AuditLine& line);

    /// The servers that created the sessions in the logs.
    [[nodiscard]] const std::set<int>& servers() const { return m_servers; }
    /// Those whose sessions end in the logs, without any logged request: their logs are missing.
    [[nodiscard]] std::vector<int> missing() const;
    /// Whether nothing shows that a log is missing. `logs`: ServerAuditLogs::atOnce().
    [[nodiscard]] bool mayBeWhole(std::size_t logs) const { return m_servers.size() <= logs && missing().empty(); }

private:
    std::set<int> m_servers;
    std::set<int> m_requesting;
};

/// The audit logs of several servers as one, by time. A line without a valid time has the time of the line before it in
/// its file. Thread: one; blocks for the disk.
class ServerAuditLogs final {
public:
    /// Errors: as LineFile::open. `files`: not empty.
    [[nodiscard]] static Result<std::unique_ptr<ServerAuditLogs>> open(const std::vector<std::string>& files);

    /// Nullopt at the end. Costs one comparison for each file.
    [[nodiscard]] std::optional<AuditLine> next();

    /// Read so far, and of all files.
    [[nodiscard]] qint64 position() const;
    [[nodiscard]] qint64 size() const;
    /// Number of lines that are no lines of an audit log.
    [[nodiscard]] qint64 others() const { return m_others; }
    /// Number of lines without a valid time.
    [[nodiscard]] qint64 untimed() const { return m_untimed; }
    /// How many servers' logs these are at least: the largest number of files that were written at the same time, as
    /// far as they were read. The parts of a rotated log follow each other.
    [[nodiscard]] std::size_t atOnce() const;

private:
    struct Log {
        std::unique_ptr<LineFile> lines;
        std::optional<AuditLine> next; ///< nullopt at the end
        std::optional<WallTime> from;  ///< of the first line with a time
        std::optional<WallTime> at;    ///< of the last line with a time
    };

    ServerAuditLogs() = default;
    void advance(Log& log);

    std::vector<Log> m_logs;
    qint64 m_others = 0;
    qint64 m_untimed = 0;
};

} // namespace lockscope::inspect
