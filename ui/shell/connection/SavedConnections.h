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

/// The connections that the user keeps by name, in the file that the command line reads as well. The disk is waited for
/// on a thread of its own, one order after the other. Lives on the UI thread; destroyed, it waits for what is written.
class SavedConnections final : public QObject {
    Q_OBJECT
public:
    explicit SavedConnections(connect::ProfileFile file = connect::ProfileFile(), QObject* parent = nullptr);
    ~SavedConnections() override;

    /// Reads the file again.
    void load();
    /// Reads the file again as well; found() follows, or failed().
    void find(const std::string& name);
    /// In place of the one called `replaced`; empty: a new one, whose name nobody else may have. kept() follows, or
    /// keepFailed().
    void keep(const connect::Profile& profile, const std::string& replaced = {});
    void forget(const std::string& name);

    [[nodiscard]] const std::vector<connect::Profile>& list() const { return m_list; }
    /// Of that list the one with this name, if there is one.
    [[nodiscard]] std::optional<connect::Profile> listed(const std::string& name) const;

Q_SIGNALS:
    void changed();
    void found(const lockscope::connect::Profile& profile);
    void kept();
    /// One that was in the list is not there any more as it was.
    void rewritten(const lockscope::connect::Profile& before, const lockscope::connect::Profile& after);
    void forgotten(const lockscope::connect::Profile& before);
    /// What could not be done, and why; the list stays as it was.
    void keepFailed(const QString& sentence);
    /// The same; or what was done may be, but the file could not be read again.
    void failed(const QString& sentence);

private:
    using List = std::vector<connect::Profile>;
    /// Runs `change` on the disk's thread, reads the file if that worked, then tells `then` what came of the change.
    /// That the file could not be read is told by failed().
    void order(std::function<Result<void>()> change, std::function<void(const Result<void>&)> then);

    connect::ProfileFile m_file;
    List m_list;
    QThreadPool m_disk;
};

} // namespace lockscope::ui
