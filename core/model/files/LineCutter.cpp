// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/files/LineCutter.h"

#include <algorithm>
#include <utility>

namespace lockscope::console {

std::vector<LineCutter::Line> LineCutter::feed(const QByteArray& bytes)
{
    std::vector<Line> lines;
    qsizetype begin = 0;
    while (begin < bytes.size()) {
        const auto end = bytes.indexOf('\n', begin);
        const auto length = (end < 0 ? bytes.size() : end) - begin;
        if (!m_skipping) {
            const auto room = m_longest - m_begun.size();
            m_begun.append(bytes.constData() + begin, std::min(length, room));
            m_skipping = length > room;
            if (m_skipping)
                lines.push_back({std::exchange(m_begun, {}), true});
        }
        if (end < 0)
            break;
        begin = end + 1;
        if (!std::exchange(m_skipping, false))
            lines.push_back({std::exchange(m_begun, {}), false});
    }
    return lines;
}

} // namespace lockscope::console
