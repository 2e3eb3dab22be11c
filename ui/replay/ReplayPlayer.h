// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/EventLoop.h"
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

/// Opens a recording and plays it. Lives on the UI thread and never blocks it: separate threads read the file. Shows
/// one recording at a time, which stays until the next one is read. The destructor waits for the line being read.
class ReplayPlayer final : public QObject {
    Q_OBJECT
public:
    struct Opening {
        QString name; ///< see nameOf()
        inspect::OpenedFile::Progress progress;
    };

    /// `clock` must outlive it.
    explicit ReplayPlayer(const Clock& clock, QObject* parent = nullptr);
    ~ReplayPlayer() override;

    /// The dialects for reading an audit log. Not null.
    void setDialects(std::shared_ptr<const inspect::DialectCatalogue> dialects) { m_dialects = std::move(dialects); }

    /// The limits beyond which a state is a finding; also for the open recording.
    void setFindings(inspect::FindingSettings settings);

    /// Reads the recording, or the audit logs of an ensemble; cancels what was being read. `files`: not empty.
    void open(const QStringList& files);
    void cancelOpening();
    /// Closes the recording; a file being read is not cancelled.
    void close();

    void play();
    void pause();
    void setSpeed(double speed);
    void seek(WallTime at);
    /// Goes to the nearest event and pauses there. Does nothing if there is none.
    void stepForward();
    void stepBack();

    [[nodiscard]] const std::optional<Opening>& opening() const { return m_opening; }
    /// Null: nothing is shown.
    [[nodiscard]] const std::shared_ptr<const RecordingFacts>& facts() const { return m_shown.facts; }
    [[nodiscard]] bool isPlaying() const { return m_replayClock.isPlaying(m_clock.now()); }
    [[nodiscard]] double speed() const { return m_replayClock.speed(); }
    [[nodiscard]] WallTime now() const { return m_replayClock.timeAt(m_clock.now()); }
    /// The time of snapshot(): now(), or a moment before while the snapshot of now() is being read.
    [[nodiscard]] WallTime shownAt() const { return m_fetched.value_or(now()); }
    [[nodiscard]] bool isBehind() const { return shownAt() != now() && !isPlaying(); }
    /// Not null while facts() is not null.
    [[nodiscard]] const inspect::SnapshotPtr& snapshot() const { return m_snapshot; }

Q_SIGNALS:
    /// The state of the opening or the replay has changed.
    void changed();
    /// A recording is open: facts() and snapshot() are new.
    void opened();
    /// The shown recording can no longer be read, or a file could not be opened. Reason and next step.
    void failed(const QString& sentence);
    void closed();

private:
    /// An open recording. All null: none.
    struct Recording {
        std::shared_ptr<const RecordingFacts> facts;
        std::shared_ptr<inspect::Inspection> inspection; ///< destroyed on the thread: that waits for the disk
        inspect::RecordingSource* source = nullptr;      ///< the inspection's
    };
    struct Shown {
        WallTime time{};
        std::uint64_t revision = 0; ///< of the snapshot at that time
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
    quint64 m_openings = 0; ///< numbers the recordings: results for others are dropped
    Recording m_next;       ///< read, waiting for its first snapshot
    Recording m_shown;
    quint64 m_number = 0; ///< of m_shown
    inspect::SnapshotPtr m_snapshot;
    inspect::SnapshotPtr m_newest; ///< the last received; shown once its time is known
    std::optional<Shown> m_answer; ///< the expected snapshot, if it is not the shown one
    ReplayClock m_replayClock;
    bool m_isFetching = false;
    std::optional<WallTime> m_fetched; ///< the time of m_snapshot
    QTimer m_tick;
    EventLoop m_thread{Log()}; ///< destroyed first
};

} // namespace lockscope::ui
