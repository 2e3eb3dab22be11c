// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inspection/FindingsThread.h"
#include "core/sources/LockSource.h"

#include <memory>
#include <optional>

namespace lockscope::inspect {

/// Runs a source of locks and adds findings to its snapshots. Used by window, commands, scenarios and benchmarks.
///
/// Thread: as LockSource. With findings, the snapshot handler is called on the thread of FindingsThread.
class Inspection final {
public:
    /// Starts the source. Without settings, snapshots are passed on without findings.
    Inspection(std::unique_ptr<LockSource> source, std::optional<FindingSettings> findings,
               LockSource::Handlers handlers);
    /// Stops the source; no handler is called afterwards.
    ~Inspection();
    Inspection(const Inspection&) = delete;
    Inspection& operator=(const Inspection&) = delete;

    void stop();

    /// Changes the limits for findings and computes the findings of the last snapshot again. No effect without
    /// findings.
    void setFindings(FindingSettings settings);
    /// Duration of the last computation of findings; nullopt before the first. Any thread.
    [[nodiscard]] std::optional<Duration> findingsTook() const;

    [[nodiscard]] LockSource& source() { return *m_source; }
    [[nodiscard]] const LockSource& source() const { return *m_source; }

private:
    std::unique_ptr<LockSource> m_source;
    std::unique_ptr<FindingsThread> m_findings; ///< null: without findings. Calls the source: destroyed first
};

} // namespace lockscope::inspect
