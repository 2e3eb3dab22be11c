// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"
#include "core/base/Result.h"
#include "core/history/EventStream.h"

#include <QByteArray>

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace lockscope::inspect {

struct RecordingSettings {
    std::string connect{}; ///< as the user gave it; the part before an '@' is not recorded
    std::vector<std::string> roots{"/"};
    std::string source{"live"};                  ///< the origin: "live" or "audit log"
    bool hasFindings = false;                    ///< the snapshots have their findings
    bool isReplacing = false;                    ///< the first snapshot replaces an existing file
    std::chrono::milliseconds fullEvery{60'000}; ///< maximum time between full snapshots while there are changes
    std::int64_t fullAfterBytes = 16'777'216; ///< or after this many bytes of changes, or twice a full snapshot's size
    std::int64_t mostBytes = 1'073'741'824;   ///< maximum size; then an "end" line ends the recording
};

/// Writes snapshots as they arrive to a file for Replay. Creates a new file with mode 0600. It refuses an existing file
/// unless isReplacing, and then replaces only a regular file. It writes to a draft in the same directory and renames it
/// at the first snapshot. Each snapshot is written at once, so that a crash loses at most the last line; fsync every
/// five seconds and at the end.
///
/// Thread: one at a time; blocks for writes to the disk. Owns the file.
class RecordingWriter final {
public:
    /// Errors: BadArguments when the file exists; System, NoAuth when it cannot be created.
    [[nodiscard]] static Result<std::unique_ptr<RecordingWriter>>
    create(const std::string& file, RecordingSettings settings, const Clock& clock);
    /// Ends the recording as finish("stopped") does. Deletes a draft without a snapshot.
    ~RecordingWriter();
    RecordingWriter(const RecordingWriter&) = delete;
    RecordingWriter& operator=(const RecordingWriter&) = delete;

    /// Writes the changes since the last snapshot, or a full snapshot when it is due. Errors: System, for example when
    /// the disk is full; nothing more is written then. TooLarge when the first snapshot does not fit.
    [[nodiscard]] Result<void> write(const SnapshotPtr& snapshot);
    /// The same for a snapshot by its difference from the one written before. Costs as much as its changes, unless a
    /// full snapshot is due.
    [[nodiscard]] Result<void> write(const SnapshotStep& step);
    /// Writes an event that no snapshot shows.
    [[nodiscard]] Result<void> write(const LockEvent& event);
    /// Writes the "end" line with the reason. Called once.
    [[nodiscard]] Result<void> finish(const std::string& reason);

    /// Deletes the new recording. Does not delete a file that it should have replaced.
    void discard();

    /// mostBytes is reached and the "end" line is written: further writes are ignored.
    [[nodiscard]] bool isFull() const { return m_isFull; }
    [[nodiscard]] std::int64_t bytes() const { return m_bytes; }
    [[nodiscard]] std::uint64_t snapshots() const { return m_snapshots; }
    [[nodiscard]] std::uint64_t fullSnapshots() const { return m_fullSnapshots; }

private:
    RecordingWriter(std::string file, std::string draft, int descriptor, RecordingSettings settings,
                    const Clock& clock);

    [[nodiscard]] bool isTimeForAll() const;
    void addAll(const Snapshot& rest);
    void addChanges(const SnapshotStep& step);
    void addLock(const Lock& lock);
    void addQueue(const Lock& before, const Lock& lock);
    void addFacts(const Snapshot& rest, bool always);
    void addFindings(const Snapshot& rest, bool always);
    void rememberSessions(const Lock& lock);
    [[nodiscard]] Result<void> flush();
    [[nodiscard]] Result<void> put(const QByteArray& bytes);
    [[nodiscard]] Result<void> sync();
    [[nodiscard]] Result<void> putInPlace();
    [[nodiscard]] Error trouble(const char* operation) const;

    std::string m_file;
    std::string m_draft; ///< the file written to; empty: m_file itself
    int m_descriptor;
    RecordingSettings m_settings;
    const Clock& m_clock;
    SnapshotPtr m_before; ///< the last snapshot, for all but its locks
    LockMap m_locks;      ///< those of the last snapshot
    QByteArray m_lines;   ///< lines of the snapshot being written
    std::shared_ptr<const ensemble::EnsembleFacts> m_facts;
    std::vector<Finding> m_findings;
    std::set<SessionId> m_sessions;    ///< sessions that were in a queue; no others are recorded
    std::set<SessionId> m_newSessions; ///< of m_sessions, those new in the snapshot being written
    SteadyTime m_lastFull{};
    SteadyTime m_lastSync{};
    std::int64_t m_bytes = 0;
    std::int64_t m_fullBytes = 0; ///< size of the last full snapshot
    std::int64_t m_bytesSinceFull = 0;
    std::uint64_t m_snapshots = 0;
    std::uint64_t m_fullSnapshots = 0;
    bool m_isFull = false;
    bool m_isFinished = false;
};

} // namespace lockscope::inspect
