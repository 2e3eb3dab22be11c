// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/LockState.h"

#include "core/base/Phrase.h"
#include "core/base/SessionStatus.h"

namespace lockscope::locks {

LockState asOf(LockState state, SteadyTime validUntil, SteadyTime now)
{
    if (!isHold(state.phase))
        return state;
    state.validUntil = validUntil;
    if (now >= validUntil)
        state.phase = Phase::Uncertain;
    return state;
}

LockState lostWithItsClient()
{
    LockState state;
    state.phase = Phase::Lost;
    state.reason = LostReason::ClientClosed;
    return state;
}

std::string_view toString(Phase phase)
{
    switch (phase) {
    case Phase::Waiting:
        return "Waiting";
    case Phase::Held:
        return "Held";
    case Phase::Uncertain:
        return "Uncertain";
    case Phase::Lost:
        return "Lost";
    case Phase::Released:
        return "Released";
    }
    return "?";
}

std::string_view toString(LostReason reason)
{
    switch (reason) {
    case LostReason::None:
        return "none";
    case LostReason::NodeDeleted:
        return phraseLater("its node was deleted");
    case LostReason::SessionExpired:
        return phraseLater("the session has expired");
    case LostReason::LeaseExpired:
        return phraseLater("its lease has expired");
    case LostReason::KeyDeleted:
        return phraseLater("its key was deleted or taken by another owner");
    case LostReason::ClientClosed:
        return phraseLater("the client was closed");
    }
    return "?";
}

std::string toString(const LockState& state)
{
    std::string text(toString(state.phase));
    if (state.reason != LostReason::None)
        text.append(" (").append(toString(state.reason)).append(")");
    if (!state.node.empty())
        text += " node=" + state.node;
    if (state.token != 0)
        text += " token=" + toHex(state.token);
    if (state.position >= 0)
        text += " position=" + std::to_string(state.position);
    if (!state.waitsOn.empty())
        text += " waitsOn=" + state.waitsOn;
    if (!state.detail.empty())
        text += " (" + state.detail + ")";
    return text;
}

} // namespace lockscope::locks
