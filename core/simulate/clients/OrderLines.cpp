// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/clients/OrderLines.h"

#include <utility>

namespace lockscope::console {

namespace {

Error tooLong()
{
    return {ErrorCode::BadArguments,
            "read the command",
            {},
            "the line is longer than " + std::to_string(longestOrderBytes) +
                " bytes and was skipped. A command is one short JSON object on a line"};
}

} // namespace

std::vector<Result<QByteArray>> OrderLines::feed(const QByteArray& bytes)
{
    std::vector<Result<QByteArray>> lines;
    for (const auto& line : m_cutter.feed(bytes)) {
        if (line.isTooLong)
            lines.emplace_back(failure(tooLong()));
        else if (auto text = line.text.trimmed(); !text.isEmpty())
            lines.emplace_back(std::move(text));
    }
    return lines;
}

std::vector<Result<QByteArray>> OrderLines::finish()
{
    return feed("\n");
}

} // namespace lockscope::console
