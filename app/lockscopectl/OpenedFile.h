// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inspect/Replay.h"

#include <QString>
#include <QTemporaryDir>

#include <memory>
#include <string>
#include <vector>

namespace lockscope::ctl {

/// "3.4 MB", "812 bytes".
[[nodiscard]] QString sizeText(std::int64_t bytes);

/// A recording, or an audit log that is made into one in a private temporary folder, which goes with this object. Main
/// thread; blocks for the disk.
class OpenedFile final {
public:
    /// `roots`: where to look for locks in an audit log; of a recording all is shown. The errors say what the file is
    /// not.
    [[nodiscard]] static Result<std::unique_ptr<OpenedFile>> open(const std::string& file,
                                                                  const std::vector<std::string>& roots);

    [[nodiscard]] inspect::Replay& replay() { return *m_replay; }
    /// What the user should know of it before looking: that it is cut, damaged, or told by an audit log. A sentence
    /// each.
    [[nodiscard]] const QStringList& remarks() const { return m_remarks; }

private:
    OpenedFile() = default;

    [[nodiscard]] Result<void> import(const std::string& file, const std::vector<std::string>& roots);

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<inspect::Replay> m_replay;
    QStringList m_remarks;
};

} // namespace lockscope::ctl
