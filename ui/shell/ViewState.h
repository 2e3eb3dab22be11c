// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What every panel is told: the snapshot and how far it can be believed. A value, made by WindowController, or of a
/// recording by ReplayController, on the UI thread.

#include "core/history/History.h"
#include "core/simulate/clients/StaleHolds.h"

#include <QString>

namespace lockscope::ui {

enum class SourceState {
    NotConnected, ///< no ensemble is chosen
    Connecting,   ///< never connected so far
    Live,         ///< the session lives
    Disconnected, ///< it was connected; the last snapshot stays
    Replay,       ///< a recording is looked at: nothing of it is now
};

/// Whether anything can be changed over the connection.
enum class Access {
    Free,
    Locked,  ///< it is read-only until somebody unlocks it
    Unlocked ///< it is read-only again when its time is over
};

struct ViewState {
    SourceState source = SourceState::NotConnected;
    bool paused = false; ///< the snapshot stands still because the user wants it so
    QString connect;     ///< as the user gave it; Replay: where it was recorded
    QString name;        ///< of a saved connection; else empty
    QString colour;      ///< which it has: one of connect::profileColours, or empty
    Access access = Access::Free;
    std::chrono::seconds unlockedFor{0}; ///< Unlocked: for so long yet
    bool mayBeSimulatedAt = true;        ///< the way of a simulated client is a straight one, and it may write there
    bool hasSecrets = false;             ///< of a saved connection that is open; never in a replay
    bool isWithoutTls = false;           ///< its servers must speak without TLS
    QString trouble;                     ///< why the way leads to no server, as far as that is known
    QString recording;                   ///< Replay: the name of the file; else empty
    SessionStatus session;
    inspect::SnapshotPtr snapshot; ///< null before the first
    WallTime now{}; ///< against which durations are counted; stands still with the snapshot, in a replay its time
    WallTime recordedUntil{};                        ///< Replay: the end of the recording
    std::shared_ptr<const inspect::History> history; ///< what happened; null before the first snapshot
    /// Of a simulation at what is shown: who believes to hold what it has lost; null without one.
    std::shared_ptr<const std::deque<console::StaleHold>> mistakes;

    [[nodiscard]] bool isReplay() const { return source == SourceState::Replay; }
    /// The snapshot is old: panels grey it. That of a replay is as it was.
    [[nodiscard]] bool isStale() const { return snapshot && source != SourceState::Live && !isReplay(); }
    /// Connected to a server with a quorum, and not by a read-only connection that is locked.
    [[nodiscard]] bool mayWrite() const
    {
        return source == SourceState::Live && session.state == SessionState::Connected && access != Access::Locked;
    }
};

} // namespace lockscope::ui
