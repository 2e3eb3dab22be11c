// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The input of every panel: the snapshot, and how reliable it is. A value, made on the UI thread by WindowController,
/// or from a recording by ReplayController.

#include "core/connect/Profile.h"
#include "core/history/History.h"
#include "core/simulate/clients/StaleHolds.h"
#include "core/simulate/resource/WriteLog.h"

#include <QString>

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace lockscope::ui {

enum class SourceState {
    NotConnected, ///< no ensemble is selected
    Connecting,   ///< not yet connected
    Live,         ///< the session is alive
    Disconnected, ///< the connection was lost; the last snapshot stays
    Ended,        ///< the servers were those of a simulation that has ended; the last snapshot stays
    Replay,       ///< a recording is shown: no live data
};

/// Whether the connection may change anything.
enum class WriteAccess {
    Free,
    Locked,  ///< read-only until the user unlocks it
    Unlocked ///< read-only again when its time is over
};

/// Of the recording that is being written.
struct RecordingProgress {
    std::chrono::seconds time{0};
    std::int64_t bytes = 0;
};

/// Of the open connection to its servers.
struct RequestRate {
    double perSecond = 0;
    int limit = 0; ///< per second, for reading; 0: none
};

/// Findings that began since the user last looked at them: see UnseenFindings.
struct UnseenCount {
    int all = 0;
    int critical = 0;
};

/// The locks that only simulated clients use.
struct SimulatedLocks {
    bool areAll = false;
    std::string root{}; ///< of their paths; on Redis, how their names begin; empty: none
    bool isOnRedis = false;

    [[nodiscard]] bool contains(const std::string& path) const
    {
        if (areAll || root.empty())
            return areAll;
        return isOnRedis ? path.starts_with(root) : path == root || path.starts_with(root + "/");
    }
};

struct ViewState {
    SourceState source = SourceState::NotConnected;
    bool paused = false;           ///< the user has paused the updates of the snapshot
    std::size_t changesBehind = 0; ///< paused: changes since then, which only the history has
    QString connect;               ///< as the user gave it; Replay: where it was recorded
    QString name;                  ///< of a saved connection; else empty
    QString colour;                ///< of a saved connection: one of connect::profileColours, or empty
    WriteAccess access = WriteAccess::Free;
    std::chrono::seconds unlockedFor{0};       ///< Unlocked: the remaining time
    bool mayBeSimulatedAt = true;              ///< direct connection on which simulated clients may write
    bool production = false;                   ///< the open connection is one to production; never in a replay
    bool hasSecrets = false;                   ///< the open connection is saved and has secrets; never in a replay
    bool isWithoutTls = false;                 ///< connects without TLS
    QString trouble;                           ///< why no server is reachable, if known
    QString recording;                         ///< Replay: the name of the file; else empty
    std::optional<RecordingProgress> recorder; ///< nullopt: nothing is recorded
    SessionStatus session;
    std::optional<RequestRate> requests; ///< nullopt: not measured yet, and in a replay
    UnseenCount unseen;                  ///< zero in a replay
    std::set<std::string> muted;         ///< groups of findings that are not notified: see groupOf()
    SimulatedLocks simulated{};          ///< their findings are not notified
    SimulatedLocks sandboxed{};          ///< those of the running simulation at servers that this window has started
    std::vector<inspect::ContenderKey> awaitedEnds; ///< of holds: the user is notified when they end
    inspect::SnapshotPtr snapshot;                  ///< null before the first
    WallTime now{};           ///< durations count up to it; stops with the snapshot; in a replay, the time shown
    WallTime recordedUntil{}; ///< Replay: the end of the recording
    std::shared_ptr<const inspect::History> history; ///< the events; null before the first snapshot
    /// Stale holds of a simulation at the shown ensemble: clients that act as holders after a loss. Null without one.
    std::shared_ptr<const std::deque<console::StaleHold>> mistakes;
    /// Of that simulation: the writes to the resource that its locks protect. Null without one.
    std::shared_ptr<const std::deque<console::HoldWrites>> writes;

    /// `now` by this machine's clock and by that of the servers, for the ages of nodes.
    [[nodiscard]] inspect::Moment moment() const
    {
        return snapshot ? snapshot->momentAt(now) : inspect::Moment{now, now};
    }
    [[nodiscard]] bool isReplay() const { return source == SourceState::Replay; }
    [[nodiscard]] bool hasEnded() const { return source == SourceState::Ended; }
    /// The history goes on after `now`.
    [[nodiscard]] bool standsInThePast() const { return isReplay() || paused; }
    /// What is shown has keys and clients instead of nodes and sessions.
    [[nodiscard]] bool isRedis() const { return snapshot && snapshot->backend == inspect::Backend::Redis; }
    /// The target names independent masters, which vote.
    [[nodiscard]] bool isRedlock() const { return redis::isRedlockTarget(connect.toStdString()); }
    /// The snapshot is old, or from a server without quorum: panels grey it. Never in a
    /// replay, or after the end of a simulation.
    [[nodiscard]] bool isStale() const
    {
        const bool isOfNow = source == SourceState::Live && session.state != SessionState::ReadOnly;
        return snapshot && !isOfNow && !isReplay() && !hasEnded();
    }
    /// Connected to a server with a quorum, and the connection is not locked.
    [[nodiscard]] bool mayWrite() const
    {
        return source == SourceState::Live && session.state == SessionState::Connected && access != WriteAccess::Locked;
    }
};

} // namespace lockscope::ui
