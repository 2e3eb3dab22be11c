// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/console/OrderLines.h"

#include <utility>

namespace lockscope::console {

namespace {

Error tooLong()
{
    return {ErrorCode::BadArguments,
            "order",
            {},
            "the line is longer than " + std::to_string(longestOrderBytes) +
                " bytes, so it was skipped: an order is one short JSON object a line"};
}

} // namespace

std::vector<Result<QByteArray>> OrderLines::feed(const QByteArray& bytes)
{
    std::vector<Result<QByteArray>> lines;
    qsizetype begin = 0;
    while (begin < bytes.size()) {
        const auto end = bytes.indexOf('\n', begin);
        const auto length = (end < 0 ? bytes.size() : end) - begin;
        if (!m_skipping && m_begun.size() + length > longestOrderBytes) {
            lines.emplace_back(failure(tooLong()));
            m_begun.clear();
            m_skipping = true;
        }
        if (!m_skipping)
            m_begun += bytes.mid(begin, length);
        if (end < 0)
            break;
        begin = end + 1;
        if (const auto line = std::exchange(m_begun, {}).trimmed(); !line.isEmpty())
            lines.emplace_back(line);
        m_skipping = false;
    }
    return lines;
}

std::vector<Result<QByteArray>> OrderLines::finish()
{
    return feed("\n");
}

} // namespace lockscope::console
