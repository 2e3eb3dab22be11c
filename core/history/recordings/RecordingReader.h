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

/// What the first line says.
struct RecordingHeader {
    std::string connect;
    std::vector<std::string> roots;
    std::string source; ///< "live", "audit log"
    WallTime startedAt{};
};

/// Why the recording ended, as the recorder said.
struct RecordingEnd {
    WallTime at{};
    std::string reason;
};

/// A line that does not fit. What follows up to the next full snapshot cannot be understood and is passed over.
struct RecordingDamage {
    qint64 line = 0; ///< from 1
    std::string reason;
};

/// Reads a recording from its beginning to its end, in memory for one snapshot. The file may be anybody's: nothing in
/// it is trusted.
///
/// Thread: one at a time; it blocks for the disk. What it gives out is immutable and outlives it.
class RecordingReader final {
public:
    struct Item {
        SnapshotPtr snapshot; ///< or null, and
        std::optional<LockEvent> event;
    };

    /// Missing, NoAuth, System: the file cannot be read. BadArguments: it is no recording, or one of a newer program.
    [[nodiscard]] static Result<std::unique_ptr<RecordingReader>> open(const std::string& file);

    [[nodiscard]] const RecordingHeader& header() const { return m_header; }

    /// Called with each line: where it begins, and how long the file is. false: next() gives nothing more.
    void setGoOn(std::function<bool(qint64 bytes, qint64 ofBytes)> goOn) { m_goOn = std::move(goOn); }
    [[nodiscard]] bool isStopped() const { return m_isStopped; }

    /// The next snapshot or event; nothing at the end.
    [[nodiscard]] std::optional<Item> next();

    /// Goes on at a line "full", as position() told it.
    void seek(qint64 position, qint64 lines);
    /// Where the line begins, and how many lines are before it, with which the snapshot or event that next() gave last
    /// began.
    [[nodiscard]] qint64 position() const { return m_itemPosition; }
    [[nodiscard]] qint64 line() const { return m_itemLine; }
    /// Does that snapshot stand for itself?
    [[nodiscard]] bool isFull() const { return m_isFull; }

    /// Known once the end was read.
    [[nodiscard]] const std::optional<RecordingEnd>& end() const { return m_end; }
    /// Without an end in good order: the recorder was stopped hard, or still runs.
    [[nodiscard]] bool isCut() const { return m_isCut; }
    /// The first one that was met.
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
    Snapshot m_snapshot;                                                 ///< that is being read, or was read last
    std::map<std::string, std::shared_ptr<Lock>, std::less<>> m_touched; ///< null: it is gone
    qint64 m_beginPosition = 0;
    qint64 m_beginLine = 0;
    qint64 m_itemPosition = 0;
    qint64 m_itemLine = 0;
    bool m_isFull = false;
    bool m_isWithin = false;     ///< a snapshot has begun
    bool m_isUnderstood = false; ///< false: passed over until the next full snapshot
    bool m_isCut = false;
    std::function<bool(qint64, qint64)> m_goOn;
    bool m_isStopped = false;
    std::optional<RecordingEnd> m_end;
    std::optional<RecordingDamage> m_damage;
};

} // namespace lockscope::inspect
