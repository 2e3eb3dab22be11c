// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/ProfileFile.h"

#include <QObject>
#include <QThreadPool>

#include <functional>
#include <optional>
#include <vector>

namespace lockscope::ui {

/// The user's connections saved by name, in the file that the command line reads as well. A thread of its own reads and
/// writes the file, one request after the other. Lives on the UI thread; the destructor waits for pending writes.
class SavedConnections final : public QObject {
    Q_OBJECT
public:
    explicit SavedConnections(connect::ProfileFile file = connect::ProfileFile(), QObject* parent = nullptr);
    ~SavedConnections() override;

    /// Reads the file again.
    void load();
    /// Reads the file again as well; found() or failed() follows.
    void find(const std::string& name);
    /// Replaces the profile called `replaced`; empty: a new one, whose name must not exist. kept() or keepFailed()
    /// follows.
    void keep(const connect::Profile& profile, const std::string& replaced = {});
    void forget(const std::string& name);

    [[nodiscard]] const std::vector<connect::Profile>& list() const { return m_list; }
    /// The profile with this name in list(), if any.
    [[nodiscard]] std::optional<connect::Profile> listed(const std::string& name) const;

Q_SIGNALS:
    void changed();
    void found(const lockscope::connect::Profile& profile);
    void kept();
    /// A listed profile was replaced by another one.
    void rewritten(const lockscope::connect::Profile& before, const lockscope::connect::Profile& after);
    void forgotten(const lockscope::connect::Profile& before);
    /// The operation that failed, and why; the list stays unchanged.
    void keepFailed(const QString& sentence);
    /// The same; or the change succeeded, but the file could not be read again.
    void failed(const QString& sentence);

private:
    using List = std::vector<connect::Profile>;
    /// Runs `change` on the file thread, reads the file if that succeeded, then calls `then` with the result of the
    /// change. failed() reports a file that cannot be read.
    void order(std::function<Result<void>()> change, std::function<void(const Result<void>&)> then);

    connect::ProfileFile m_file;
    List m_list;
    QThreadPool m_disk;
};

} // namespace lockscope::ui
