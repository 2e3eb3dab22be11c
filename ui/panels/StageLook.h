// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/shell/Situation.h"
#include "ui/theme/Theme.h"
#include "ui/views/StateMark.h"

namespace lockscope::ui {

/// How the state of the connection is told.
struct StageLook {
    Tone tone;
    Mark mark;
};

[[nodiscard]] inline StageLook lookOf(Stage stage)
{
    switch (stage) {
    case Stage::NotConnected:
        break;
    case Stage::Connecting:
        return {Tone::Wait, Mark::Ring};
    case Stage::Live:
        return {Tone::Good, Mark::Filled};
    case Stage::Disconnected:
        return {Tone::Bad, Mark::Triangle};
    case Stage::Replay:
        return {Tone::Special, Mark::Ring};
    }
    return {Tone::Muted, Mark::Ring};
}

} // namespace lockscope::ui
