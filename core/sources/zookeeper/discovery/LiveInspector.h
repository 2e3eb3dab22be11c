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
    std::string connect{};               ///< displayed in the snapshot, not used to connect
    std::vector<std::string> roots{"/"}; ///< absolute paths
    PathFilter filter{};                 ///< which paths are read and shown
    bool manual = false;                 ///< no watches and no polling: data as of the start or the last refresh()
    int watchBudget = 100'000;           ///< maximum number of child watches; further directories are polled
    int otherWatches = 2'000;            ///< of these, for nodes that are no locks; at most a quarter of the budget
    std::size_t visitLimit = 200'000;    ///< nodes; a larger tree is read after readAllNodes()
    std::chrono::milliseconds snapshotInterval{100}; ///< minimum time between two snapshots
    std::chrono::milliseconds pollInterval{5'000};   ///< for locks beyond the budget, with ±1/3 jitter
    int maxInFlight = 512;                           ///< maximum number of own requests in flight
    int requestsPerSecond = 5'000;                   ///< limit; 0: no limit
    /// Creates another client on the executor of the first, for watches beyond the capacity of one session; used to
    /// read only. Null: directories beyond one session's capacity are polled.
    std::function<std::unique_ptr<zk::Client>()> moreSessions{};
    bool explains = false; ///< snapshots say for each root why it is a lock or none
    std::shared_ptr<const DialectCatalogue> dialects = builtinDialects(); ///< the known dialects; not null
    bool keepEphemerals = false; ///< the snapshots have the servers' list of ephemeral nodes, which may be large
};

/// Walks the roots, finds the lock directories, keeps their queues current with one child watch each, and publishes
/// snapshots. Other nodes get a watch while there are few of them; the rest are compared by their Stat from time to
/// time.
///
/// Thread: created, used and destroyed on client.executor(); `publish` is called there, at most once per
/// snapshotInterval. Reads only. The client must outlive it. After a disconnect the last snapshot stays, with an
/// unchanged takenAt and the reason in its session. After a reconnect the servers report changes of watched nodes. On a
/// new session everything is read again, after a random delay: many clients return at this moment.
class LiveInspector final {
public:
    using Publish = std::function<void(SnapshotPtr)>;

    LiveInspector(zk::Client& client, InspectorSettings settings, Publish publish, Log log);
    ~LiveInspector();
    LiveInspector(const LiveInspector&) = delete;
    LiveInspector& operator=(const LiveInspector&) = delete;

    /// Starts to read when the client is connected.
    void start();

    /// Takes the servers' list of ephemeral nodes before directories are read: enough for queues and owners. `nodes`:
    /// the number of nodes in the ensemble, if known. Later reads replace this data.
    void know(const ensemble::EphemeralOwners& ephemerals, std::optional<std::int64_t> nodes);

    /// The number of nodes in the ensemble, where no list of ephemeral nodes is available.
    void count(std::int64_t nodes);

    /// Finds new locks by a later list: looks at directories of ephemeral nodes that are not watched.
    void lookWhere(const ensemble::EphemeralOwners& ephemerals);

    /// Announces that the list for know() was requested. Slows down own requests, so that the list arrives sooner,
    /// until know(), proceed() or the time `most`.
    void expectToKnow(std::chrono::milliseconds most);
    void proceed();

    /// Reads everything again, after a sync; known data stays until it is replaced.
    void refresh();

    /// Reads the known locks again, and the roots, after a sync.
    void listLocks();

    /// Reads all nodes of a tree with more than `visitLimit` nodes, from now on.
    void readAllNodes();

    /// Reads these locks again, after a sync: see Lock::confirmedAt.
    void confirm(const std::vector<std::string>& locks);

private:
    class Walker;
    std::shared_ptr<Walker> m_walker;
};

} // namespace lockscope::inspect
