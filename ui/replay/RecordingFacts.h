// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/History.h"
#include "core/history/recordings/OpenedFile.h"
#include "ui/replay/ReplayMarks.h"

#include <QString>
#include <QStringList>

#include <functional>
#include <memory>
#include <string>

namespace lockscope::ui {

/// The data collected in one pass over a recording. Immutable, any thread.
struct RecordingFacts {
    QString path; ///< of the file; of several, one a line
    QString name; ///< see nameOf()
    bool isServerAuditLog = false;
    std::string connect; ///< where it was recorded; empty for an audit log
    WallTime from{};
    WallTime to{}; ///< the recorder's end, which may be later than the last snapshot
    std::size_t snapshots = 0;
    QStringList remarks; ///< notes for the user, one sentence each
    ReplayMarks marks;
    std::shared_ptr<const inspect::History> history; ///< of the whole recording; the number of events is limited
};

struct ReadRecording {
    std::shared_ptr<inspect::OpenedFile> file;
    std::shared_ptr<const RecordingFacts> facts;
};

/// The name of the file, without its folder; of several, that of the first and their number.
[[nodiscard]] QString nameOf(const QStringList& files);

/// Reads the recording, or the audit logs, once. `files`: not empty. `goOn`: as OpenedFile::ProgressObserver; errors:
/// as OpenedFile::open. Waits for the disk.
[[nodiscard]] Result<ReadRecording> readRecording(const QStringList& files,
                                                  std::shared_ptr<const inspect::DialectCatalogue> dialects,
                                                  std::function<bool(const inspect::OpenedFile::Progress&)> goOn);

} // namespace lockscope::ui
