// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/queue/Order.h"

#include <algorithm>
#include <tuple>

namespace lockscope::queue {

namespace {

void sortByText(std::vector<QueueEntry>& contenders, const std::vector<std::string>& markers)
{
    // Non-negative padded numbers have the same order as text and as numbers; comparing numbers is cheaper.
    if (std::all_of(contenders.begin(), contenders.end(),
                    [](const QueueEntry& contender) { return contender.numbered && contender.sequence >= 0; })) {
        sortQueue(contenders);
        return;
    }
    const auto isTextBefore = [&](const QueueEntry& a, const QueueEntry& b) {
        return std::tuple(sortText(a.node, markers), a.mode, a.czxid, std::string_view(a.node)) <
               std::tuple(sortText(b.node, markers), b.mode, b.czxid, std::string_view(b.node));
    };
    std::sort(contenders.begin(), contenders.end(), isTextBefore);
}

} // namespace

bool isBefore(const QueueEntry& a, const QueueEntry& b)
{
    return std::tie(a.sequence, a.mode, a.czxid, a.node) < std::tie(b.sequence, b.mode, b.czxid, b.node);
}

void sortQueue(std::vector<QueueEntry>& contenders)
{
    std::sort(contenders.begin(), contenders.end(), isBefore);
}

std::string_view sortText(std::string_view name, const std::vector<std::string>& markers)
{
    std::size_t from = 0;
    for (const auto& marker : markers) {
        if (const auto at = name.rfind(marker); at != std::string_view::npos)
            from = std::max(from, at + marker.size());
    }
    return name.substr(from);
}

void sortQueue(std::vector<QueueEntry>& contenders, const Ordering& ordering)
{
    switch (ordering.by) {
    case OrderBy::Number:
        sortQueue(contenders);
        break;
    case OrderBy::Text:
        sortByText(contenders, ordering.markers);
        break;
    case OrderBy::Name:
        std::sort(contenders.begin(), contenders.end(), [](const QueueEntry& a, const QueueEntry& b) {
            return std::tie(a.sequence, a.node) < std::tie(b.sequence, b.node);
        });
        break;
    case OrderBy::Creation:
        std::sort(contenders.begin(), contenders.end(), [](const QueueEntry& a, const QueueEntry& b) {
            return std::tie(a.czxid, a.node) < std::tie(b.czxid, b.node);
        });
        break;
    }
}

} // namespace lockscope::queue
