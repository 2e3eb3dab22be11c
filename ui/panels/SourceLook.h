// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/shell/ViewState.h"
#include "ui/theme/Theme.h"
#include "ui/views/StateMark.h"

namespace lockscope::ui {

/// How the state of the connection is shown.
struct SourceLook {
    Tone tone;
    Mark mark;
};

[[nodiscard]] inline SourceLook lookOf(SourceState source)
{
    switch (source) {
    case SourceState::NotConnected:
        break;
    case SourceState::Connecting:
        return {Tone::Wait, Mark::Ring};
    case SourceState::Live:
        return {Tone::Good, Mark::Filled};
    case SourceState::Disconnected:
        return {Tone::Bad, Mark::CrossedRing};
    case SourceState::Ended:
        return {Tone::Muted, Mark::Tick};
    case SourceState::Replay:
        return {Tone::Special, Mark::Ring};
    }
    return {Tone::Muted, Mark::Ring};
}

} // namespace lockscope::ui
