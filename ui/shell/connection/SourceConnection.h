// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inspection/Inspection.h"
#include "core/release/ReleaseService.h"
#include "ui/shell/connection/Backend.h"
#include "ui/shell/connection/RequestMeter.h"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace lockscope::ui {

/// The inspection of one target, and the release service for the same servers. Made on any thread. close() blocks: do
/// not call it on the UI thread.
class SourceConnection final {
public:
    SourceConnection(const MakeBackend& makeBackend, ConnectionRequest order, inspect::LockSource::Handlers handlers,
                     Log log);
    ~SourceConnection();
    SourceConnection(const SourceConnection&) = delete;
    SourceConnection& operator=(const SourceConnection&) = delete;

    void refresh() { m_inspection->source().read(inspect::LockSource::Part::Everything); }
    /// Reads this lock again, and nothing else.
    void readLock(const std::string& path) { m_inspection->source().confirm({path}); }
    /// Reads the rest of a tree with many nodes: see Snapshot::isHalted.
    void readAllNodes() { m_inspection->source().read(inspect::LockSource::Part::AllNodes); }
    /// See LockSource::sampleHosts().
    bool sampleHosts(std::function<void(const Result<void>&)> ended)
    {
        return m_inspection->source().sampleHosts(inspect::LockSource::longestSample, std::move(ended));
    }
    /// Applies to the snapshots from now on.
    void setFindings(inspect::FindingSettings settings) { m_inspection->setFindings(std::move(settings)); }
    /// Runs a task with the service on the executor; dropped if there is no route to the servers.
    void withReleaseService(std::function<void(release::ReleaseService&)> task);
    /// Counts a snapshot as shown. Logs the traffic so far at debug level, at most every 10 s. Always the same thread.
    void logFigures();
    /// Over the last seconds; nullopt: not known. Always the same thread.
    [[nodiscard]] std::optional<double> requestRate(SteadyTime now)
    {
        return m_requests ? m_meter.see(m_requests(), now) : std::nullopt;
    }
    /// The limit for reading, per second; 0: none.
    [[nodiscard]] int requestLimit() const { return m_requestLimit; }
    /// Why no server is reachable, if known. Any thread.
    [[nodiscard]] std::optional<Error> trouble() const { return m_inspection->source().trouble(); }

    /// Ends the session; returns when it has ended or the attempt is given up.
    void close();

private:
    release::ReleaseSettings m_releaseSettings;
    Log m_log;
    SteadyTime m_nextFigures{};
    std::atomic<std::uint64_t> m_snapshotsMade = 0;
    std::uint64_t m_snapshotsShown = 0;
    /// Used on the executor, made on first use. Destroyed after the inspection, which may still answer its requests.
    std::unique_ptr<release::ReleaseService> m_service;
    std::function<void(Backend::Use)> m_withActor;
    std::function<std::string()> m_figures;
    std::function<std::uint64_t()> m_requests;
    int m_requestLimit = 0;
    RequestMeter m_meter;
    std::unique_ptr<inspect::Inspection> m_inspection;
};

} // namespace lockscope::ui
