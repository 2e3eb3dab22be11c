// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/History.h"
#include "ui/replay/ReplayMarks.h"

#include <QString>
#include <QStringList>

#include <memory>
#include <string>

namespace lockscope::ui {

/// What is learnt of a recording by reading it once. Immutable, any thread.
struct RecordingFacts {
    QString path; ///< of the file
    QString name; ///< of the file, without its folder
    bool isServerAuditLog = false;
    std::string connect; ///< where it was recorded; empty for an audit log
    WallTime from{};
    WallTime to{}; ///< the recorder's end, which may be later than the last snapshot
    std::size_t snapshots = 0;
    QStringList remarks; ///< what to know before looking, a sentence each
    ReplayMarks marks;
    std::shared_ptr<const inspect::History> history; ///< of all of it; its log is bounded
};

} // namespace lockscope::ui
