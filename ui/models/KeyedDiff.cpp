// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/KeyedDiff.h"

#include <algorithm>
#include <unordered_map>

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

std::vector<DiffStep> keyedDiff(std::span<const std::string_view> present, std::span<const std::string_view> wanted)
{
    std::vector<DiffStep> steps;
    std::unordered_map<std::string_view, int> place;
    place.reserve(wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i)
        place.emplace(wanted[i], static_cast<int>(i));

    // Each row as the place where it has to go; -1: nowhere.
    std::vector<int> rows(present.size());
    std::vector<bool> stays(wanted.size(), false);
    for (std::size_t i = 0; i < present.size(); ++i) {
        const auto found = place.find(present[i]);
        rows[i] = found == place.end() ? -1 : found->second;
        if (rows[i] >= 0)
            stays[static_cast<std::size_t>(rows[i])] = true;
    }

    for (auto last = static_cast<int>(rows.size()) - 1; last >= 0; --last) {
        if (rows[static_cast<std::size_t>(last)] >= 0)
            continue;
        auto first = last;
        while (first > 0 && rows[static_cast<std::size_t>(first) - 1] < 0)
            --first;
        steps.push_back({DiffStep::Kind::Remove, first, last - first + 1, 0});
        last = first;
    }
    std::erase(rows, -1);

    for (auto i = 0; i < static_cast<int>(wanted.size()); ++i) {
        const auto at = static_cast<std::size_t>(i);
        if (!stays[at]) {
            auto end = i + 1;
            while (end < static_cast<int>(wanted.size()) && !stays[static_cast<std::size_t>(end)])
                ++end;
            steps.push_back({DiffStep::Kind::Insert, i, end - i, i});
            rows.insert(rows.begin() + i, static_cast<std::size_t>(end - i), 0);
            for (auto row = i; row < end; ++row)
                rows[static_cast<std::size_t>(row)] = row;
            i = end - 1;
            continue;
        }
        while (rows[at] != i) {
            // One row that went towards the end is moved there, instead of each that it passed being moved up.
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
