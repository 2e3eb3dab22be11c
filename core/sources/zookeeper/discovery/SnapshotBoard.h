// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"
#include "core/model/Snapshot.h"
#include "core/sources/zookeeper/discovery/EventRate.h"
#include "core/sources/zookeeper/discovery/LiveInspector.h"
#include "core/sources/zookeeper/discovery/ServerClock.h"

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace lockscope::inspect {

/// The current locks and problems, published as snapshots at a limited rate. Confined to the inspector's executor.
class SnapshotBoard final {
public:
    /// State of the owner at the time of a snapshot.
    struct Conditions {
        zk::Session session;
        bool complete = false;
        std::int64_t unread = 0;
        int watches = 0;
        std::vector<SessionId> ownSessions;
        std::vector<EmptyParents> emptyParents;
        std::vector<Recognition> recognitions;
        std::vector<LargeDirectory> largeDirectories;
        std::optional<Problem> halt; ///< why the rest of the tree is not read
        ServerClock serverClock;
    };
    using TakeStock = std::function<Conditions()>;

    /// `takeStock` is called before each snapshot; it may call show() and hide().
    SnapshotBoard(Executor& executor, const InspectorSettings& settings, TakeStock takeStock,
                  LiveInspector::Publish publish);

    void show(Lock lock);
    void hide(const std::string& path);
    [[nodiscard]] const Lock* find(const std::string& path) const;

    void report(const std::string& path, const Error& error) { m_problems.insert_or_assign(path, error); }
    void settle(const std::string& path) { m_problems.erase(path); }
    [[nodiscard]] std::size_t lockCount() const { return m_locks.size(); }

    [[nodiscard]] bool hasProblem(const std::string& path) const { return m_problems.contains(path); }

    void countEvent() { m_events.count(m_executor.clock().now()); }

    /// Schedules a snapshot, at the earliest one interval after the last.
    void changed();

private:
    void publishNow();

    Executor& m_executor;
    const InspectorSettings& m_settings;
    TakeStock m_takeStock;
    LiveInspector::Publish m_publish;
    EventRate m_events;
    std::map<std::string, std::shared_ptr<const Lock>, std::less<>> m_locks;
    std::map<std::string, Error, std::less<>> m_problems;
    SteadyTime m_lastSnapshot{};
    WallTime m_lastSign{}; ///< time of the last known reply of the servers
    SteadyTime m_lastSignAt{};
    bool m_due = false;
    std::uint64_t m_revision = 0;
    Subscription m_timer;
};

} // namespace lockscope::inspect
