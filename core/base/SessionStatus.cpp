// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/SessionStatus.h"

#include <charconv>

namespace lockscope {

std::string toHex(std::int64_t id)
{
    char digits[16];
    const auto end = std::to_chars(digits, digits + sizeof digits, static_cast<std::uint64_t>(id), 16).ptr;
    return "0x" + std::string(digits, end);
}

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

} // namespace lockscope
