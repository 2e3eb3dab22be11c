// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/EventLoop.h"
#include "core/history/recordings/OpenedFile.h"
#include "core/sources/LockSource.h"

#include <cstdint>
#include <functional>
#include <memory>

namespace lockscope::inspect {

/// A recording as a source of locks: it shows the snapshot of a requested time. If the file was changed after it was
/// opened, reading may fail; failed() then reports it.
///
/// Thread: as LockSource. Disk access is on a thread of its own.
class RecordingSource final : public LockSource {
public:
    /// The requested time, and the revision of its snapshot. That snapshot was delivered before, or is delivered next.
    using Shown = std::function<void(WallTime time, std::uint64_t revision)>;

    /// `file`: only this object uses it from now on. start() shows the time `first`; a time before the recording shows
    /// its beginning. `shown` may be empty; it is called on the handlers' thread.
    RecordingSource(std::shared_ptr<OpenedFile> file, WallTime first, Shown shown = {});
    ~RecordingSource() override;

    /// Shows the snapshot of `time`; does not deliver it again if it is shown already. Any thread.
    void show(WallTime time);

    void start(Handlers handlers) override;
    void stop() override;
    /// Calls `begun` only: a recording has no newer data.
    void read(Part part, Task begun) override;
    [[nodiscard]] std::optional<Error> trouble() const override { return std::nullopt; }
    [[nodiscard]] bool isLive() const override { return false; }

private:
    void showNow(WallTime time);

    const std::shared_ptr<OpenedFile> m_file; ///< used on m_thread only, as are all members except m_thread
    const WallTime m_first;
    const Shown m_shown;
    Handlers m_handlers;
    SnapshotPtr m_recorded; ///< shown last
    std::uint64_t m_revision = 0;
    EventLoop m_thread{Log()}; ///< last member: destroyed first
};

} // namespace lockscope::inspect
