// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/EventStream.h"
#include "core/model/files/LineFile.h"

#include <QJsonObject>

#include <functional>
#include <map>
#include <optional>
#include <string>

namespace lockscope::inspect {

/// The first line of a recording.
struct RecordingHeader {
    std::string connect;
    std::vector<std::string> roots;
    std::string source;       ///< "live", "audit log"
    bool hasFindings = false; ///< the snapshots have the findings of that time
    WallTime startedAt{};
};

/// The last line: why the recording ended.
struct RecordingEnd {
    WallTime at{};
    std::string reason;
};

/// An invalid line. The lines after it are skipped up to the next full snapshot.
struct RecordingDamage {
    qint64 line = 0; ///< from 1
    std::string reason;
};

/// Reads a recording sequentially, in memory for one snapshot. The file is untrusted input. A snapshot costs as much as
/// its changes, a full one as much as all locks.
///
/// Thread: one at a time; blocks for the disk. The items that it returns are immutable and outlive it.
class RecordingReader final {
public:
    struct Item {
        std::optional<SnapshotStep> step; ///< nullopt if the item is an event
        std::optional<LockEvent> event;
    };

    /// Errors: Missing, NoAuth, System when the file cannot be read; BadArguments when it is not a recording, or of a
    /// newer program.
    [[nodiscard]] static Result<std::unique_ptr<RecordingReader>> open(const std::string& file);

    [[nodiscard]] const RecordingHeader& header() const { return m_header; }

    /// `goOn` is called with each line: its offset and the length of the file. If it returns false, next() ends.
    void setGoOn(std::function<bool(qint64 bytes, qint64 ofBytes)> goOn) { m_goOn = std::move(goOn); }
    [[nodiscard]] bool isStopped() const { return m_isStopped; }

    /// The next snapshot or event; nullopt at the end.
    [[nodiscard]] std::optional<Item> next();

    /// The whole snapshot that next() returned last. Costs as much as all locks.
    [[nodiscard]] SnapshotPtr snapshot() const { return wholeOf(m_snapshot, m_locks); }

    /// Continues at a "full" line; `position` and `lines` are from position() and line().
    void seek(qint64 position, qint64 lines);
    /// Offset of the first line of the item that next() returned last; line(): the number of lines before it.
    [[nodiscard]] qint64 position() const { return m_itemPosition; }
    [[nodiscard]] qint64 line() const { return m_itemLine; }
    /// Whether that snapshot is a full one.
    [[nodiscard]] bool isFull() const { return m_isFull; }

    /// Empty until the end was read.
    [[nodiscard]] const std::optional<RecordingEnd>& end() const { return m_end; }
    /// The recording has no "end" line: the recorder was killed, or is still running.
    [[nodiscard]] bool isCut() const { return m_isCut; }
    /// The first damage found.
    [[nodiscard]] const std::optional<RecordingDamage>& damage() const { return m_damage; }

private:
    explicit RecordingReader(std::unique_ptr<LineFile> lines);

    [[nodiscard]] Result<void> readHeader(const std::string& file);
    void complain(const std::string& reason);
    std::optional<Item> take(const QByteArray& kind, const QJsonObject& value);
    void begin(bool isFull, const QJsonObject& value);
    [[nodiscard]] bool takePart(const QByteArray& kind, const QJsonObject& value);
    [[nodiscard]] bool hasUniqueKeys(const Lock& lock);
    [[nodiscard]] bool takeLock(const QJsonObject& value);
    [[nodiscard]] bool takeMore(const QJsonObject& value);
    [[nodiscard]] bool takeQueue(const QJsonObject& value);
    [[nodiscard]] bool takeGone(const QJsonObject& value);
    [[nodiscard]] bool takeEnsemble(const QJsonObject& value);
    [[nodiscard]] bool takeFindings(const QJsonObject& value);
    [[nodiscard]] std::optional<Item> complete();

    std::unique_ptr<LineFile> m_lines;
    RecordingHeader m_header;
    Snapshot m_snapshot; ///< being read, or read last; without its locks
    LockMap m_locks;     ///< of the snapshot read last
    std::map<std::string, std::shared_ptr<Lock>, std::less<>> m_touched; ///< changed locks; null: removed
    qint64 m_beginPosition = 0;
    qint64 m_beginLine = 0;
    qint64 m_itemPosition = 0;
    qint64 m_itemLine = 0;
    bool m_isFull = false;
    bool m_isWithin = false;     ///< within a snapshot
    bool m_isUnderstood = false; ///< false: skips lines up to the next full snapshot
    bool m_isCut = false;
    std::function<bool(qint64, qint64)> m_goOn;
    bool m_isStopped = false;
    std::optional<RecordingEnd> m_end;
    std::optional<RecordingDamage> m_damage;
};

} // namespace lockscope::inspect
