// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"

#include <QProcess>
#include <QString>

#include <functional>

namespace lockscope::ensemble {

/// Removes a folder when its owner ends, even by kill -9. A small shell in a session of its own reads a pipe; only the
/// owner has the other end. When the pipe closes, the shell deletes the folder.
/// Thread: the one that created it. It must outlive all writers of the folder.
class FolderWatchdog final {
public:
    FolderWatchdog() = default;
    /// Closes the pipe and waits until the folder is deleted.
    ~FolderWatchdog();
    FolderWatchdog(const FolderWatchdog&) = delete;
    FolderWatchdog& operator=(const FolderWatchdog&) = delete;

    /// Waits until the shell runs (a few milliseconds).
    [[nodiscard]] Result<void> watch(const QString& folder);

    /// Deletes the folder without blocking, then calls `done` from the event loop; after its destruction it is not
    /// called. At once if nothing is watched.
    void end(std::function<void()> done);

private:
    QProcess m_shell;
};

} // namespace lockscope::ensemble
