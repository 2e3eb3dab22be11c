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
    std::string connect{}; ///< as the user gave it; what stands before an '@' is left out
    std::vector<std::string> roots{"/"};
    std::string source{"live"};                  ///< or "audit log": what it was made from
    bool isReplacing = false;                    ///< an existing file gives way to the first snapshot
    std::chrono::milliseconds fullEvery{60'000}; ///< a full snapshot at least so often, as long as there are changes
    std::int64_t fullAfterBytes = 16'777'216; ///< and after so many bytes of changes, or twice a full snapshot's size
    std::int64_t mostBytes = 1'073'741'824;   ///< then the recording ends, with a line that says so
};

/// Writes snapshots, as they come, to a file that Replay reads. The file is the user's alone (0600) and is made anew:
/// an existing one is left alone, unless isReplacing, and then only a plain file, which stays as it is until the first
/// snapshot is written: until then there is a draft beside it. A snapshot of changes is written at once, so that a
/// crash costs the last line at most; the disk is asked to have it every five seconds and at the end.
///
/// Thread: one at a time; it blocks for the time of a write to the disk. Owns the file.
class RecordingWriter final {
public:
    /// BadArguments: FILE exists. System, NoAuth: it cannot be made, and why.
    [[nodiscard]] static Result<std::unique_ptr<RecordingWriter>>
    create(const std::string& file, RecordingSettings settings, const Clock& clock);
    /// Ends the recording as finish("stopped") does. A draft that had no snapshot goes.
    ~RecordingWriter();
    RecordingWriter(const RecordingWriter&) = delete;
    RecordingWriter& operator=(const RecordingWriter&) = delete;

    /// What is not as in the snapshot before, or all of it when it is time. System: the disk is full, for example; then
    /// nothing is written any more. TooLarge: not even the first snapshot fits.
    [[nodiscard]] Result<void> write(const SnapshotPtr& snapshot);
    /// What no snapshot tells.
    [[nodiscard]] Result<void> write(const LockEvent& event);
    /// Tells the reader that nothing follows, and why. Once.
    [[nodiscard]] Result<void> finish(const std::string& reason);

    /// Nothing was recorded that is worth keeping: removes what it has made. What it should have replaced stays.
    void discard();

    /// mostBytes is reached and the last line is written: what comes now is dropped.
    [[nodiscard]] bool isFull() const { return m_isFull; }
    [[nodiscard]] std::int64_t bytes() const { return m_bytes; }
    [[nodiscard]] std::uint64_t snapshots() const { return m_snapshots; }
    [[nodiscard]] std::uint64_t fullSnapshots() const { return m_fullSnapshots; }

private:
    RecordingWriter(std::string file, std::string draft, int descriptor, RecordingSettings settings,
                    const Clock& clock);

    [[nodiscard]] bool isTimeForAll() const;
    void addAll(const Snapshot& snapshot);
    void addChanges(const Snapshot& before, const Snapshot& snapshot);
    void addLock(const Lock& lock);
    void addQueue(const Lock& before, const Lock& lock);
    void addFacts(const Snapshot& snapshot, bool always);
    void addFindings(const Snapshot& snapshot, bool always);
    void rememberSessions(const Lock& lock);
    [[nodiscard]] Result<void> flush();
    [[nodiscard]] Result<void> put(const QByteArray& bytes);
    [[nodiscard]] Result<void> sync();
    [[nodiscard]] Result<void> putInPlace();
    [[nodiscard]] Error trouble(const char* operation) const;

    std::string m_file;
    std::string m_draft; ///< what is written to; empty: m_file itself
    int m_descriptor;
    RecordingSettings m_settings;
    const Clock& m_clock;
    SnapshotPtr m_before;
    QByteArray m_lines; ///< of the snapshot that is being written
    std::shared_ptr<const ensemble::EnsembleFacts> m_facts;
    std::vector<Finding> m_findings;
    std::set<SessionId> m_sessions;    ///< that queued; of the others nothing is recorded
    std::set<SessionId> m_newSessions; ///< of those, that came with the snapshot that is being written
    SteadyTime m_lastFull{};
    SteadyTime m_lastSync{};
    std::int64_t m_bytes = 0;
    std::int64_t m_fullBytes = 0; ///< of the last full snapshot
    std::int64_t m_bytesSinceFull = 0;
    std::uint64_t m_snapshots = 0;
    std::uint64_t m_fullSnapshots = 0;
    bool m_isFull = false;
    bool m_isFinished = false;
};

} // namespace lockscope::inspect
