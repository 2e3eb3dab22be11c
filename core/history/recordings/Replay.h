// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/recordings/RecordingReader.h"

#include <deque>
#include <functional>
#include <memory>
#include <vector>

namespace lockscope::inspect {

/// A recording that can be looked at: the snapshot of any time, the one after it and the one before. Reads the file
/// once to find the snapshots, sixteen bytes of memory for each, and again from the last full snapshot when it jumps.
///
/// Thread: one at a time; it blocks for the disk. The snapshots that it gives out outlive it.
class Replay final {
public:
    /// Who opens may look on; both may be empty. `goOn` is called with each line or less: where the reading is, how
    /// long the file is and how many snapshots were found; false ends it.
    struct Onlooker {
        std::function<void(const RecordingReader::Item&)> see; ///< everything, in order, as play() gives it
        std::function<bool(qint64 bytes, qint64 ofBytes, std::size_t snapshots)> goOn;
    };

    /// The errors of RecordingReader::open; BadArguments if there is not one whole snapshot in it; Cancelled.
    [[nodiscard]] static Result<std::unique_ptr<Replay>> open(const std::string& file, const Onlooker& onlooker = {});

    [[nodiscard]] const RecordingHeader& header() const { return m_reader->header(); }
    [[nodiscard]] std::size_t size() const { return m_index.size(); }
    [[nodiscard]] WallTime from() const { return m_index.front().at; }
    [[nodiscard]] WallTime to() const { return m_index.back().at; }
    [[nodiscard]] const std::optional<RecordingEnd>& end() const { return m_end; }
    [[nodiscard]] bool isCut() const { return m_isCut; }
    /// A part could not be read, and what lies between it and the next full snapshot is missing.
    [[nodiscard]] const std::optional<RecordingDamage>& damage() const { return m_damage; }

    /// What was seen at `time`: the last snapshot that is not later. Null before the first.
    [[nodiscard]] SnapshotPtr at(WallTime time);
    /// The snapshots after and before the one that was given last; null beyond the ends.
    [[nodiscard]] SnapshotPtr next();
    [[nodiscard]] SnapshotPtr previous();

    /// All of it in order, snapshots and what no snapshot tells, until `take` returns false.
    void play(const std::function<bool(const RecordingReader::Item&)>& take);

private:
    struct Place {
        WallTime at;      ///< never before that of the snapshot before: a clock may be set back
        qint64 fullIndex; ///< in m_fulls: where to begin to read
    };
    struct Full {
        std::size_t snapshot; ///< its index
        qint64 position;
        qint64 line;
    };

    explicit Replay(std::unique_ptr<RecordingReader> reader);

    [[nodiscard]] Result<void> readIndex(const std::string& file, const Onlooker& onlooker);
    [[nodiscard]] SnapshotPtr snapshot(std::size_t index);
    void rewind(const Full& full);

    std::unique_ptr<RecordingReader> m_reader;
    std::vector<Place> m_index;
    std::vector<Full> m_fulls;
    std::optional<RecordingEnd> m_end;
    std::optional<RecordingDamage> m_damage;
    bool m_isCut = false;
    std::optional<std::size_t> m_current; ///< the snapshot that was given last
    std::deque<SnapshotPtr> m_recent;     ///< those read last, so that going back is no long way
    std::size_t m_readNext = 0;           ///< the snapshot that the reader gives next
};

} // namespace lockscope::inspect
