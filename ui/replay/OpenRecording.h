// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/recordings/OpenedFile.h"
#include "core/model/FindingSettings.h"
#include "ui/replay/RecordingFacts.h"

#include <functional>
#include <memory>

namespace lockscope::ui {

/// A recording that is open to be looked at. It is read once, to learn what is in it, and then wherever one looks.
///
/// Thread: one at a time, not the window's: all of it waits for the disk.
class OpenRecording final {
public:
    /// `goOn` as of OpenedFile::Onlooker. The errors are those of OpenedFile::open.
    [[nodiscard]] static Result<std::unique_ptr<OpenRecording>>
    open(const QString& file, std::shared_ptr<const inspect::DialectCatalogue> dialects,
         std::function<bool(const inspect::OpenedFile::Progress&)> goOn);

    [[nodiscard]] const std::shared_ptr<const RecordingFacts>& facts() const { return m_facts; }

    /// What at() told is not what it would tell now: of the next snapshot everything is found anew.
    void judgeAnew() { m_last.reset(); }
    /// The snapshot of that time, with its findings; null if the file was changed meanwhile.
    [[nodiscard]] inspect::SnapshotPtr at(WallTime time, const inspect::FindingSettings& settings);

private:
    OpenRecording() = default;

    std::unique_ptr<inspect::OpenedFile> m_file;
    std::shared_ptr<const RecordingFacts> m_facts;
    inspect::SnapshotPtr m_last; ///< as it was recorded, and
    inspect::SnapshotPtr m_lastJudged;
};

} // namespace lockscope::ui
