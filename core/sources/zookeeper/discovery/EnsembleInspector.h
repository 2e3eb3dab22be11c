// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sources/zookeeper/discovery/LiveInspector.h"
#include "core/sources/zookeeper/servers/FactsSource.h"

namespace lockscope::inspect {

/// A LiveInspector whose snapshots also contain facts reported by the servers: sessions, and on request the actual
/// watches. See FactsSource.
///
/// Thread: as LiveInspector. `publish` is called for each of its snapshots, and again when new facts arrive; each time
/// with a higher revision. Snapshots never wait for the servers' facts.
class EnsembleInspector final {
public:
    /// Without collector settings no facts are requested.
    EnsembleInspector(zk::Client& client, InspectorSettings settings,
                      std::optional<ensemble::CollectorSettings> collector, LiveInspector::Publish publish, Log log);
    ~EnsembleInspector();
    EnsembleInspector(const EnsembleInspector&) = delete;
    EnsembleInspector& operator=(const EnsembleInspector&) = delete;

    /// As LiveInspector; facts are requested from the first connection on.
    void start();
    void refresh();

    /// Lists the locks again, to compare listings from before and after the servers' facts.
    void listAgain() { m_inspector.listLocks(); }
    /// As LiveInspector.
    void readAllNodes() { m_inspector.readAllNodes(); }
    void confirm(const std::vector<std::string>& locks) { m_inspector.confirm(locks); }

    /// Requests facts soon instead of at the next interval.
    void refreshFacts();
    /// See FactsSource::fresh(). Without a collector `done` gets null immediately.
    void freshFacts(std::chrono::milliseconds waitLimit, ensemble::FactsSource::Done done);
    /// Requests the actual watches, for a later snapshot. Lockscope's own watches are left out.
    void askWatches();

private:
    class Joint;
    std::unique_ptr<Joint> m_joint;
    LiveInspector m_inspector;
};

} // namespace lockscope::inspect
