// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/recordings/Replay.h"
#include "core/history/serverlog/zookeeper/ServerAuditLogs.h"
#include "core/sources/DialectFiles.h"

#include <QStringList>
#include <QTemporaryDir>

#include <memory>
#include <string>
#include <vector>

namespace lockscope::inspect {

/// A recording, or the audit logs of an ensemble's servers converted to a recording in a private temporary folder,
/// which this object deletes. Thread: one at a time; open() blocks until the whole file is read.
class OpenedFile final {
public:
    /// Progress of reading. An audit log is read first, then the recording made from it.
    struct Progress {
        bool isImport = false;
        qint64 bytes = 0;
        qint64 ofBytes = 0;
        std::size_t snapshots = 0; ///< number found so far
    };
    /// Callbacks for open(), called very often, on its thread; both may be empty.
    struct ProgressObserver {
        std::function<void(const RecordingReader::Item&)> see; ///< called with each item, in order, once
        std::function<bool(const Progress&)> goOn;             ///< return false to end open() with Cancelled
    };

    /// `roots`: where to find locks in an audit log; a recording is shown whole. `dialects`: not null. `others`: the
    /// audit logs of the other servers. Errors: as Replay::open; BadArguments for several files that are not all audit
    /// logs, or one given twice; Cancelled if goOn returned false.
    [[nodiscard]] static Result<std::unique_ptr<OpenedFile>> open(const std::string& file,
                                                                  const std::vector<std::string>& roots,
                                                                  std::shared_ptr<const DialectCatalogue> dialects,
                                                                  const ProgressObserver& progressObserver = {},
                                                                  const std::vector<std::string>& others = {});

    [[nodiscard]] Replay& replay() { return *m_replay; }
    /// Notes for the user: the recording is cut, damaged, or made from an audit log. One sentence each.
    [[nodiscard]] const QStringList& remarks() const { return m_remarks; }

private:
    OpenedFile() = default;

    [[nodiscard]] Result<void> import(const std::vector<std::string>& files, const std::vector<std::string>& roots,
                                      std::shared_ptr<const DialectCatalogue> dialects,
                                      const ProgressObserver& progressObserver);
    void remark(const AuditCoverage& coverage, std::size_t logs);
    [[nodiscard]] Result<void> index(const std::string& file, const ProgressObserver& progressObserver);

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Replay> m_replay;
    QStringList m_remarks;
};

} // namespace lockscope::inspect
