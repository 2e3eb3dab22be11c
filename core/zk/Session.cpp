// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zk/Session.h"

namespace lockscope::zk {

std::string_view toString(SessionState state)
{
    switch (state) {
    case SessionState::Connecting:
        return "Connecting";
    case SessionState::Connected:
        return "Connected";
    case SessionState::Suspended:
        return "Suspended";
    case SessionState::Lost:
        return "Lost";
    case SessionState::ReadOnly:
        return "ReadOnly";
    case SessionState::AuthFailed:
        return "AuthFailed";
    case SessionState::Closed:
        return "Closed";
    }
    return {};
}

} // namespace lockscope::zk
