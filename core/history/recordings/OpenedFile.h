// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/recordings/Replay.h"
#include "core/sources/DialectFiles.h"

#include <QStringList>
#include <QTemporaryDir>

#include <memory>
#include <string>
#include <vector>

namespace lockscope::inspect {

/// A recording, or an audit log that is made into one in a private temporary folder, which goes with this object.
/// Thread: one at a time; it blocks for the disk, for as long as a big file takes to be read.
class OpenedFile final {
public:
    /// How far the reading is. An audit log is read first, then what was made of it.
    struct Progress {
        bool isImport = false;
        qint64 bytes = 0;
        qint64 ofBytes = 0;
        std::size_t snapshots = 0; ///< found so far
    };
    /// Who opens may look on. Both are called on the thread that opens, very often; both may be empty.
    struct Onlooker {
        std::function<void(const RecordingReader::Item&)> see; ///< everything in it, in order, once
        std::function<bool(const Progress&)> goOn;             ///< false: the opening ends with Cancelled
    };

    /// `roots`: where to look for locks in an audit log; of a recording all is shown. `dialects`: not null. The errors
    /// say what the file is not; Cancelled if the onlooker wanted that.
    [[nodiscard]] static Result<std::unique_ptr<OpenedFile>> open(const std::string& file,
                                                                  const std::vector<std::string>& roots,
                                                                  std::shared_ptr<const DialectCatalogue> dialects,
                                                                  const Onlooker& onlooker = {});

    [[nodiscard]] Replay& replay() { return *m_replay; }
    /// What the user should know of it before looking: that it is cut, damaged, or told by an audit log. A sentence
    /// each.
    [[nodiscard]] const QStringList& remarks() const { return m_remarks; }

private:
    OpenedFile() = default;

    [[nodiscard]] Result<void> import(const std::string& file, const std::vector<std::string>& roots,
                                      std::shared_ptr<const DialectCatalogue> dialects, const Onlooker& onlooker);
    [[nodiscard]] Result<void> index(const std::string& file, const Onlooker& onlooker);

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Replay> m_replay;
    QStringList m_remarks;
};

} // namespace lockscope::inspect
