// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/EventLoop.h"
#include "core/history/recordings/RecordingWriter.h"
#include "ui/shell/ViewState.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>

namespace lockscope::ui {

/// Records the snapshots that the window gets to a new file. Lives on the UI thread; a thread of its own writes the
/// file.
class Recorder final : public QObject {
    Q_OBJECT
public:
    explicit Recorder(const Clock& clock, QObject* parent = nullptr);
    /// Ends the recording. Snapshots that are not yet written are lost: to avoid that, call stop() and wait for
    /// ended().
    ~Recorder() override;

    /// The folder of the recordings, for this user only.
    [[nodiscard]] static QString folder();

    /// Begins with the next snapshot. Does nothing while a recording has not ended.
    void start(inspect::RecordingSettings settings);
    void write(const inspect::SnapshotPtr& snapshot);
    /// A time without snapshots.
    void write(const inspect::LockEvent& gap);
    /// ended() follows, unless nothing is recorded. `reason`: for the end of the file, in English.
    void stop(const std::string& reason);

    /// Until ended().
    [[nodiscard]] bool isRecording() const { return m_file != nullptr; }
    /// Nullopt: nothing is recorded.
    [[nodiscard]] std::optional<RecordingProgress> progress() const;

Q_SIGNALS:
    /// Null error: the file is complete. `isFull`: it has reached its limit. Without a snapshot there is no file.
    void ended(const QString& file, const lockscope::ui::RecordingProgress& progress, bool isFull,
               const std::optional<lockscope::Error>& error);

private:
    struct File;
    struct Written {
        std::int64_t bytes = 0;
        std::uint64_t snapshots = 0;
        bool isFull = false;
        std::optional<Error> error;
    };

    /// Runs on the other thread; what it returns is noted on this one.
    template <typename Work> void post(Work work);
    void note(const std::shared_ptr<File>& file, const Written& written);
    void end(const Written& written);

    const Clock& m_clock;
    std::shared_ptr<File> m_file; ///< null: nothing is recorded
    SteadyTime m_since{};
    std::int64_t m_bytes = 0;
    int m_pending = 0; ///< tasks of the other thread
    bool m_isStopping = false;
    EventLoop m_thread{Log()}; ///< destroyed first
};

} // namespace lockscope::ui
