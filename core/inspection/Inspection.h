// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inspection/FindingsThread.h"
#include "core/sources/LockSource.h"

#include <memory>
#include <optional>

namespace lockscope::inspect {

/// Looks at a source of locks, and finds what is wrong in what it shows. Window, commands, scenarios and benchmarks
/// look at locks through this.
///
/// Thread: as LockSource. Snapshots come on a thread of their own where findings are wanted.
class Inspection final {
public:
    /// Starts the source. Without settings nothing is looked for: snapshots pass as they are.
    Inspection(std::unique_ptr<LockSource> source, std::optional<FindingSettings> findings,
               LockSource::Handlers handlers);
    /// Stops it; then no handler is called any more.
    ~Inspection();
    Inspection(const Inspection&) = delete;
    Inspection& operator=(const Inspection&) = delete;

    void stop();

    /// From when on something is a finding; what is shown is looked at again. Nothing where none are wanted.
    void setFindings(FindingSettings settings);
    /// How long the last snapshot took that was looked at; nothing before the first. Any thread.
    [[nodiscard]] std::optional<Duration> findingsTook() const;

    [[nodiscard]] LockSource& source() { return *m_source; }
    [[nodiscard]] const LockSource& source() const { return *m_source; }

private:
    std::unique_ptr<FindingsThread> m_findings; ///< null: none are wanted
    std::unique_ptr<LockSource> m_source;
};

} // namespace lockscope::inspect
