// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/recordings/RecordingReader.h"

#include <deque>
#include <functional>
#include <memory>
#include <vector>

namespace lockscope::inspect {

/// Random access to a recording: the snapshot of any time, the next and the previous one. open() reads the file once to
/// index the snapshots, in 16 bytes each. A jump reads again from the last full snapshot.
///
/// Thread: one at a time; blocks for the disk. The snapshots that it returns outlive it.
class Replay final {
public:
    /// Callbacks for open(); both may be empty. `goOn` is called at most once a line, with the current offset, the
    /// length of the file and the number of snapshots found. Returning false cancels open().
    struct ProgressObserver {
        std::function<void(const RecordingReader::Item&)> see; ///< called with each item, in order, as by play()
        std::function<bool(qint64 bytes, qint64 ofBytes, std::size_t snapshots)> goOn;
    };

    /// Errors: as RecordingReader::open; BadArguments without a complete snapshot; Cancelled.
    [[nodiscard]] static Result<std::unique_ptr<Replay>> open(const std::string& file,
                                                              const ProgressObserver& progressObserver = {});

    [[nodiscard]] const RecordingHeader& header() const { return m_reader->header(); }
    [[nodiscard]] std::size_t size() const { return m_index.size(); }
    [[nodiscard]] WallTime from() const { return m_index.front().at; }
    [[nodiscard]] WallTime to() const { return m_index.back().at; }
    [[nodiscard]] const std::optional<RecordingEnd>& end() const { return m_end; }
    [[nodiscard]] bool isCut() const { return m_isCut; }
    /// Set if a part could not be read: the data up to the next full snapshot is missing.
    [[nodiscard]] const std::optional<RecordingDamage>& damage() const { return m_damage; }

    /// The last snapshot that is not later than `time`. Null before the first.
    [[nodiscard]] SnapshotPtr at(WallTime time);
    /// The snapshots after and before the one returned last; null beyond the ends.
    [[nodiscard]] SnapshotPtr next();
    [[nodiscard]] SnapshotPtr previous();

    /// Passes all snapshots and events to `take`, in order, until it returns false.
    void play(const std::function<bool(const RecordingReader::Item&)>& take);

private:
    struct Place {
        WallTime at;      ///< never earlier than the snapshot before: a clock may be set back
        qint64 fullIndex; ///< index in m_fulls: where to begin to read
    };
    struct Full {
        std::size_t snapshot; ///< index of the snapshot
        qint64 position;
        qint64 line;
    };

    explicit Replay(std::unique_ptr<RecordingReader> reader);

    [[nodiscard]] Result<void> readIndex(const std::string& file, const ProgressObserver& progressObserver);
    [[nodiscard]] SnapshotPtr snapshot(std::size_t index);
    void rewind(const Full& full);

    std::unique_ptr<RecordingReader> m_reader;
    std::vector<Place> m_index;
    std::vector<Full> m_fulls;
    std::optional<RecordingEnd> m_end;
    std::optional<RecordingDamage> m_damage;
    bool m_isCut = false;
    std::optional<std::size_t> m_current; ///< the snapshot returned last
    std::deque<SnapshotPtr> m_recent;     ///< the snapshots read last, so that previous() is fast
    std::size_t m_readNext = 0;           ///< the snapshot that the reader returns next
};

} // namespace lockscope::inspect
