// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Log.h"
#include "core/model/PathFilter.h"
#include "core/model/Snapshot.h"
#include "core/sources/DialectFiles.h"
#include "core/zk/Client.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lockscope::inspect {

struct InspectorSettings {
    std::string connect{};               ///< shown in the snapshot, not used to connect
    std::vector<std::string> roots{"/"}; ///< absolute paths
    PathFilter filter{};                 ///< what of it is looked at, and shown
    bool manual = false;       ///< no watches and no polling: what is shown is as of the start or the last refresh()
    int watchBudget = 100'000; ///< child watches at once; what is beyond is polled
    std::chrono::milliseconds snapshotInterval{100}; ///< least time between two snapshots
    std::chrono::milliseconds pollInterval{5'000};   ///< for what is beyond the budget, jittered by a third
    int maxInFlight = 512;                           ///< own requests at once
    int requestsPerSecond = 0;                       ///< at most so many; 0: as many as are answered
    /// Makes another client on the executor of the first, for the watches that one session can't hold; read-only use.
    /// Null: what is beyond one session is polled.
    std::function<std::unique_ptr<zk::Client>()> moreSessions{};
    std::shared_ptr<const DialectCatalogue> dialects = builtinDialects(); ///< the families that are known; not null
};

/// Walks the roots, finds the lock directories, keeps their queues true with one child watch each, and publishes
/// snapshots.
///
/// Thread: made, used and destroyed on client.executor(); `publish` is called there, at most once per snapshotInterval.
/// Reads only: it creates and deletes nothing. The client must outlive it. After a disconnect the last snapshot stays,
/// its takenAt stands still and its session says why; after a reconnect or a new session everything is read again.
class LiveInspector final {
public:
    using Publish = std::function<void(SnapshotPtr)>;

    LiveInspector(zk::Client& client, InspectorSettings settings, Publish publish, Log log);
    ~LiveInspector();
    LiveInspector(const LiveInspector&) = delete;
    LiveInspector& operator=(const LiveInspector&) = delete;

    /// Begins to read as soon as the client is connected.
    void start();

    /// What the servers list as ephemeral, before a directory is read: enough for its queue and its owners. `nodes`:
    /// how many nodes the ensemble has altogether, if that is known. What is read afterwards replaces it.
    void know(const ensemble::EphemeralOwners& ephemerals, std::optional<std::int64_t> nodes);

    /// The servers were asked for what know() takes, which is answered sooner if few other questions come beside it:
    /// goes slowly until know() or proceed(), and no longer than `most`.
    void expectToKnow(std::chrono::milliseconds most);
    void proceed();

    /// Reads everything again; what is known stays until it is replaced.
    void refresh();

private:
    class Walker;
    std::shared_ptr<Walker> m_walker;
};

} // namespace lockscope::inspect
