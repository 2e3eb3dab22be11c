// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/text/ServerHealth.h"
#include "ui/shell/ViewState.h"
#include "ui/theme/Theme.h"
#include "ui/views/StateMark.h"

namespace lockscope::ui {

/// The state of the connection as a shape in its colour, in the tool bar and in the status bar.
[[nodiscard]] inline TonedMark lookOf(const ViewState& viewState)
{
    switch (viewState.source) {
    case SourceState::NotConnected:
        break;
    case SourceState::Connecting:
        return viewState.session.state == SessionState::AuthFailed ? TonedMark{Mark::CrossedRing, Tone::Bad}
                                                                   : TonedMark{Mark::Ring, Tone::Wait};
    case SourceState::Live:
        return viewState.snapshot && isServerDown(*viewState.snapshot) ? TonedMark{Mark::WarningTriangle, Tone::Warn}
                                                                       : TonedMark{Mark::Filled, Tone::Good};
    case SourceState::Disconnected:
        return {Mark::CrossedRing, Tone::Bad};
    case SourceState::Ended:
        return {Mark::Tick, Tone::Muted};
    case SourceState::Replay:
        return {Mark::Ring, Tone::Special};
    }
    return {Mark::Ring, Tone::Muted};
}

} // namespace lockscope::ui
