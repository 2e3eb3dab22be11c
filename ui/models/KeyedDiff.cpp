// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/KeyedDiff.h"

#include <algorithm>

namespace lockscope::ui {

namespace {

void moveWithin(std::vector<int>& rows, int from, int to)
{
    if (from < to)
        std::rotate(rows.begin() + from, rows.begin() + from + 1, rows.begin() + to + 1);
    else
        std::rotate(rows.begin() + to, rows.begin() + from, rows.begin() + from + 1);
}

} // namespace

std::optional<std::vector<DiffStep>> keyedDiff(std::vector<int> rows, std::size_t wanted, std::size_t most)
{
    std::vector<DiffStep> steps;
    std::vector<bool> stays(wanted, false);
    for (const auto row : rows) {
        if (row >= 0)
            stays[static_cast<std::size_t>(row)] = true;
    }

    for (auto last = static_cast<int>(rows.size()) - 1; last >= 0; --last) {
        if (rows[static_cast<std::size_t>(last)] >= 0)
            continue;
        auto first = last;
        while (first > 0 && rows[static_cast<std::size_t>(first) - 1] < 0)
            --first;
        if (steps.size() == most)
            return std::nullopt;
        steps.push_back({DiffStep::Kind::Remove, first, last - first + 1, 0});
        last = first;
    }
    std::erase(rows, -1);

    for (auto i = 0; i < static_cast<int>(wanted); ++i) {
        const auto at = static_cast<std::size_t>(i);
        if (!stays[at]) {
            auto end = i + 1;
            while (end < static_cast<int>(wanted) && !stays[static_cast<std::size_t>(end)])
                ++end;
            if (steps.size() == most)
                return std::nullopt;
            steps.push_back({DiffStep::Kind::Insert, i, end - i, i});
            rows.insert(rows.begin() + i, static_cast<std::size_t>(end - i), 0);
            for (auto row = i; row < end; ++row)
                rows[static_cast<std::size_t>(row)] = row;
            i = end - 1;
            continue;
        }
        while (rows[at] != i) {
            if (steps.size() == most)
                return std::nullopt;
            // A row that moved towards the end is one move, instead of one for each row that it passed.
            const bool wentBack = rows[at + 1] == i;
            if (wentBack) {
                const auto mine = rows[at];
                auto to = i + 1;
                while (to + 1 < static_cast<int>(rows.size()) && rows[static_cast<std::size_t>(to) + 1] < mine)
                    ++to;
                steps.push_back({DiffStep::Kind::Move, i, 1, to});
                moveWithin(rows, i, to);
            } else {
                const auto from = static_cast<int>(std::find(rows.begin() + i, rows.end(), i) - rows.begin());
                steps.push_back({DiffStep::Kind::Move, from, 1, i});
                moveWithin(rows, from, i);
            }
        }
    }
    return steps;
}

} // namespace lockscope::ui
