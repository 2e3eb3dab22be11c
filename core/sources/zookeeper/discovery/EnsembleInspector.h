// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sources/zookeeper/discovery/LiveInspector.h"
#include "core/sources/zookeeper/servers/FactsSource.h"

namespace lockscope::inspect {

/// A LiveInspector whose snapshots also carry what the servers say: who owns the sessions, and on request the real
/// watches. See FactsSource.
///
/// Thread: as LiveInspector. `publish` is called for each of its snapshots, and once more when the servers have told
/// something new; each time with a higher revision. Snapshots never wait for the servers.
class EnsembleInspector final {
public:
    /// Without collector settings the servers are not asked.
    EnsembleInspector(zk::Client& client, InspectorSettings settings,
                      std::optional<ensemble::CollectorSettings> collector, LiveInspector::Publish publish, Log log);
    ~EnsembleInspector();
    EnsembleInspector(const EnsembleInspector&) = delete;
    EnsembleInspector& operator=(const EnsembleInspector&) = delete;

    /// As of LiveInspector; the servers are asked from the first connection on.
    void start();
    void refresh();

    /// The locks alone: what was listed before the servers were asked is set against what stands there afterwards.
    void listAgain() { m_inspector.refresh(); }

    /// Asks the servers soon, not only when it is time again.
    void refreshFacts();
    /// As of FactsSource; null at once where the servers are not asked.
    void freshFacts(std::chrono::milliseconds waitLimit, ensemble::FactsSource::Done done);
    /// The real watches, in a later snapshot. Our own are left out.
    void askWatches();

private:
    class Joint;
    std::unique_ptr<Joint> m_joint;
    LiveInspector m_inspector;
};

} // namespace lockscope::inspect
