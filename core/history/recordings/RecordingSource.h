// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ThreadExecutor.h"
#include "core/history/recordings/OpenedFile.h"
#include "core/sources/LockSource.h"

#include <cstdint>
#include <functional>
#include <memory>

namespace lockscope::inspect {

/// A recording as a source of locks: it shows the snapshot of a time that is asked for. One that was opened cannot be
/// read any further where the file was changed since: failed() says so.
///
/// Thread: as LockSource. A thread of its own waits for the disk.
class RecordingSource final : public LockSource {
public:
    /// The time that was asked for, and the revision of the snapshot that was seen then. That snapshot has been given,
    /// or is given next.
    using Shown = std::function<void(WallTime time, std::uint64_t revision)>;

    /// `file`: from here on nobody else uses it. start() shows `first`; of a time before the recording the beginning is
    /// shown. `shown` may be empty; it is called as a handler is.
    RecordingSource(std::shared_ptr<OpenedFile> file, WallTime first, Shown shown = {});
    ~RecordingSource() override;

    /// What was seen at `time`. A snapshot that is shown already is not given again. Any thread.
    void show(WallTime time);

    void start(Handlers handlers) override;
    void stop() override;
    /// There is nothing new to be read.
    void read(Part part, Task begun) override;
    [[nodiscard]] std::optional<Error> trouble() const override { return std::nullopt; }
    [[nodiscard]] bool isLive() const override { return false; }

private:
    void showNow(WallTime time);

    const std::shared_ptr<OpenedFile> m_file; ///< used on the thread alone, as is all but m_thread
    const WallTime m_first;
    const Shown m_shown;
    Handlers m_handlers;
    SnapshotPtr m_recorded; ///< shown last
    std::uint64_t m_revision = 0;
    ThreadExecutor m_thread; ///< the first to go
};

} // namespace lockscope::inspect
