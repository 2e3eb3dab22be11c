// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/ensemble/EnsembleFacts.h"

namespace lockscope::ensemble {

std::string_view toString(Source source)
{
    switch (source) {
    case Source::AdminServer:
        return "adminserver";
    case Source::FourLetter:
        return "fourletter";
    case Source::None:
        break;
    }
    return "none";
}

const SessionFacts* EnsembleFacts::find(zk::SessionId session) const
{
    const auto found = sessions.find(session);
    return found == sessions.end() ? nullptr : &found->second;
}

} // namespace lockscope::ensemble
