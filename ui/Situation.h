// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What every panel is told: the picture and how far it can be believed. A value, made by the window on the UI thread.

#include "core/inspect/Picture.h"

#include <QString>

namespace lockscope::ui {

enum class Stage {
    NotConnected, ///< no ensemble is chosen
    Connecting,   ///< never connected so far
    Live,         ///< the session lives
    Disconnected, ///< it was connected; the last picture stays
};

struct Situation {
    Stage stage = Stage::NotConnected;
    bool paused = false; ///< the picture stands still because the user wants it so
    QString connect;     ///< as the user gave it
    zk::Session session;
    inspect::PicturePtr picture; ///< null before the first
    WallTime now{};              ///< against which durations are counted; stands still with the picture

    /// The picture is old: panels grey it.
    [[nodiscard]] bool isStale() const { return picture && stage != Stage::Live; }
};

} // namespace lockscope::ui
