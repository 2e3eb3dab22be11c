// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ThreadExecutor.h"
#include "core/history/recordings/RecordingSource.h"
#include "core/inspection/Inspection.h"
#include "ui/replay/RecordingFacts.h"
#include "ui/replay/ReplayClock.h"

#include <QObject>
#include <QTimer>

#include <atomic>
#include <memory>
#include <optional>

namespace lockscope::ui {

/// Opens a recording and plays it. Lives on the UI thread and never blocks it: threads of their own read the file. One
/// recording is shown at a time, and stays until the next one is read. Destroyed, it waits for the line that is being
/// read.
class ReplayPlayer final : public QObject {
    Q_OBJECT
public:
    struct Opening {
        QString name; ///< of the file
        inspect::OpenedFile::Progress progress;
    };

    /// `clock` must outlive it.
    explicit ReplayPlayer(const Clock& clock, QObject* parent = nullptr);
    ~ReplayPlayer() override;

    /// The families by which an audit log is read. Not null.
    void setDialects(std::shared_ptr<const inspect::DialectCatalogue> dialects) { m_dialects = std::move(dialects); }

    /// From when on something is a finding, also in what is open.
    void setFindings(inspect::FindingSettings settings);

    /// Reads the file; what was being read before is given up.
    void open(const QString& file);
    void cancelOpening();
    /// Back to no recording; what is being read goes on.
    void close();

    void play();
    void pause();
    void setSpeed(double speed);
    void seek(WallTime at);
    /// To the nearest moment at which something happened, and stands still there. Nothing if there is none.
    void stepForward();
    void stepBack();

    [[nodiscard]] const std::optional<Opening>& opening() const { return m_opening; }
    /// Null: nothing is shown.
    [[nodiscard]] const std::shared_ptr<const RecordingFacts>& facts() const { return m_shown.facts; }
    [[nodiscard]] bool isPlaying() const { return m_replayClock.isPlaying(m_clock.now()); }
    [[nodiscard]] double speed() const { return m_replayClock.speed(); }
    [[nodiscard]] WallTime now() const { return m_replayClock.timeAt(m_clock.now()); }
    /// The time of snapshot(): now(), or while that is being read one from a moment before.
    [[nodiscard]] WallTime shownAt() const { return m_fetched.value_or(now()); }
    [[nodiscard]] bool isBehind() const { return shownAt() != now() && !isPlaying(); }
    /// Not null while facts() are there.
    [[nodiscard]] const inspect::SnapshotPtr& snapshot() const { return m_snapshot; }

Q_SIGNALS:
    /// Of the opening or of the replay: something else is to be shown.
    void changed();
    /// A recording is open: facts() and snapshot() are new.
    void opened();
    /// The shown one could not be read any more, or the file that was to be opened could not. What, why, what next.
    void failed(const QString& sentence);
    void closed();

private:
    /// One that is open. Without one all is null.
    struct Recording {
        std::shared_ptr<const RecordingFacts> facts;
        std::shared_ptr<inspect::Inspection> inspection; ///< let go of on the thread: it waits for the disk
        inspect::RecordingSource* source = nullptr;      ///< the inspection's
    };
    struct Shown {
        WallTime time{};
        std::uint64_t revision = 0; ///< of the snapshot that was seen then
    };

    void begin(quint64 number, ReadRecording read);
    void take(quint64 number, const inspect::SnapshotPtr& snapshot);
    void takeShown(quint64 number, Shown shown);
    void settle();
    void fail(quint64 number, const Error& error);
    void drop(Recording& recording);
    void endOpening();
    void fetch();
    void tick();
    void step(std::optional<WallTime> to);

    const Clock& m_clock;
    std::shared_ptr<const inspect::DialectCatalogue> m_dialects;
    inspect::FindingSettings m_findings;
    std::optional<Opening> m_opening;
    std::shared_ptr<std::atomic_bool> m_stopOpening;
    quint64 m_openings = 0; ///< numbers the recordings: what comes of another is dropped by it
    Recording m_next;       ///< read, until its first snapshot is here
    Recording m_shown;
    quint64 m_number = 0; ///< of m_shown
    inspect::SnapshotPtr m_snapshot;
    inspect::SnapshotPtr m_newest; ///< came last; shown once it is said of which time it is
    std::optional<Shown> m_answer; ///< what is awaited, if it is not the one that is shown
    ReplayClock m_replayClock;
    bool m_isFetching = false;
    std::optional<WallTime> m_fetched; ///< the time whose snapshot is here
    QTimer m_tick;
    ThreadExecutor m_thread; ///< the first to go
};

} // namespace lockscope::ui
