// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/clients/ContendEvent.h"

namespace lockscope::console {

std::string_view toString(ContendEvent::Type type)
{
    switch (type) {
    case ContendEvent::Type::Connected:
        return "connected";
    case ContendEvent::Type::Queued:
        return "queued";
    case ContendEvent::Type::Granted:
        return "granted";
    case ContendEvent::Type::Released:
        return "released";
    case ContendEvent::Type::TimedOut:
        return "timedOut";
    case ContendEvent::Type::Suspended:
        return "suspended";
    case ContendEvent::Type::Lost:
        return "lost";
    case ContendEvent::Type::Note:
        return "note";
    case ContendEvent::Type::Error:
        break;
    }
    return "error";
}

} // namespace lockscope::console
