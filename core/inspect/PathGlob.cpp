// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/inspect/PathGlob.h"

#include <cstddef>
#include <vector>

namespace lockscope::inspect {

bool fitsGlob(std::string_view pattern, std::string_view path)
{
    // fits[i]: the pattern so far fits the first i characters of the path.
    std::vector<bool> fits(path.size() + 1, false);
    fits[0] = true;
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        const char wanted = pattern[at];
        if (wanted == '*') {
            const bool isAny = at + 1 < pattern.size() && pattern[at + 1] == '*';
            at += isAny ? 1 : 0;
            for (std::size_t i = 0; i < path.size(); ++i)
                fits[i + 1] = fits[i + 1] || (fits[i] && (isAny || path[i] != '/'));
            continue;
        }
        for (auto i = path.size(); i > 0; --i)
            fits[i] = fits[i - 1] && (wanted == '?' ? path[i - 1] != '/' : path[i - 1] == wanted);
        fits[0] = false;
    }
    return fits[path.size()];
}

} // namespace lockscope::inspect
