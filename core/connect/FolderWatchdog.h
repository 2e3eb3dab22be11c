// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"

#include <QProcess>
#include <QString>

namespace lockscope::ensemble {

/// Removes a folder when its owner is gone, even by kill -9: a small shell in a session of its own that reads a pipe of
/// which only the owner holds the other end, and that deletes the folder once the pipe closes.
/// Thread: the one that made it. It must outlive whatever writes into the folder.
class FolderWatchdog final {
public:
    FolderWatchdog() = default;
    /// Closes the pipe and waits for the folder's end.
    ~FolderWatchdog();
    FolderWatchdog(const FolderWatchdog&) = delete;
    FolderWatchdog& operator=(const FolderWatchdog&) = delete;

    /// Waits until the shell runs (a few milliseconds).
    [[nodiscard]] Result<void> watch(const QString& folder);

private:
    QProcess m_shell;
};

} // namespace lockscope::ensemble
