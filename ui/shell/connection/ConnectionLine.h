// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inspection/Inspection.h"
#include "core/release/ReleaseService.h"
#include "ui/shell/connection/Backend.h"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

namespace lockscope::ui {

/// The inspection of one target, and the release service at the same servers. Made on any thread. Ended with close(),
/// which blocks: not on the UI thread.
class ConnectionLine final {
public:
    ConnectionLine(const MakeBackend& makeBackend, ConnectionOrder order, inspect::LockSource::Handlers handlers,
                   Log log);
    ~ConnectionLine();
    ConnectionLine(const ConnectionLine&) = delete;
    ConnectionLine& operator=(const ConnectionLine&) = delete;

    void refresh() { m_inspection->source().read(inspect::LockSource::Part::Everything); }
    /// Of the snapshots from now on.
    void setFindings(inspect::FindingSettings settings) { m_inspection->setFindings(std::move(settings)); }
    /// A task for the service, on the executor; dropped where there is no way to the servers.
    void withReleaseService(std::function<void(release::ReleaseService&)> task);
    /// A snapshot is shown. Logs what the connection has done so far, at debug level and seldom. One thread.
    void logFigures();
    /// Why the way does not lead to a server, where that is known. Any thread.
    [[nodiscard]] std::optional<Error> trouble() const { return m_inspection->source().trouble(); }

    /// Ends the session and waits until that is done or given up.
    void close();

private:
    release::ReleaseSettings m_releaseSettings;
    Log m_log;
    SteadyTime m_nextFigures{};
    std::atomic<std::uint64_t> m_snapshotsMade = 0;
    std::uint64_t m_snapshotsShown = 0;
    /// On the executor; made when it is first wanted. Goes after what it may still answer.
    std::unique_ptr<release::ReleaseService> m_service;
    std::function<void(Backend::Use)> m_withActor;
    std::function<std::string()> m_figures;
    std::unique_ptr<inspect::Inspection> m_inspection;
};

} // namespace lockscope::ui
