// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The part of WaitLayoutMaker that finds the layers: which box is to the left of which.

#include "ui/views/graph/WaitLayoutMaker.h"

#include <algorithm>
#include <tuple>

namespace lockscope::ui {

/// Cycle removal: reverses the back edges of a depth-first search that begins at the lowest key.
void WaitLayoutMaker::turnCycles(const Part& part)
{
    std::map<std::size_t, std::vector<std::size_t>> out;
    for (const auto link : part.links)
        out[ends(link).first].push_back(link);
    const auto keyOf = [&](std::size_t box) -> const std::string& { return m_layout.m_boxes[box].key; };
    for (auto& [box, links] : out)
        std::sort(links.begin(), links.end(), [&](auto a, auto b) {
            return std::tie(keyOf(ends(a).second), m_layout.m_links[a].name) <
                   std::tie(keyOf(ends(b).second), m_layout.m_links[b].name);
        });
    auto order = part.boxes;
    std::sort(order.begin(), order.end(), [&](auto a, auto b) { return keyOf(a) < keyOf(b); });
    enum class Seen {
        No,
        Open,
        Done
    };
    std::map<std::size_t, Seen> seen;
    std::vector<std::pair<std::size_t, std::size_t>> path; // box, and the index of its next link
    for (const auto start : order) {
        if (seen[start] != Seen::No)
            continue;
        path.emplace_back(start, 0);
        seen[start] = Seen::Open;
        while (!path.empty()) {
            auto& [box, next] = path.back();
            const auto& links = out[box];
            if (next == links.size()) {
                seen[box] = Seen::Done;
                path.pop_back();
                continue;
            }
            const auto link = links[next++];
            const auto to = ends(link).second;
            if (seen[to] == Seen::Open) {
                m_isTurned[link] = true;
            } else if (seen[to] == Seen::No) {
                seen[to] = Seen::Open;
                path.emplace_back(to, 0);
            }
        }
    }
}

/// Longest-path layering from the right, where the boxes without a blocker are; each box is as near to its blockers as
/// possible.
void WaitLayoutMaker::findLayers(const Part& part)
{
    std::map<std::size_t, int> depth;
    std::map<std::size_t, std::vector<std::size_t>> in;
    std::map<std::size_t, std::size_t> open;
    for (const auto link : part.links) {
        const auto [left, right] = ends(link);
        in[right].push_back(left);
        ++open[left];
    }
    std::vector<std::size_t> next;
    for (const auto box : part.boxes) {
        if (open[box] == 0)
            next.push_back(box);
    }
    int deepest = 0;
    while (!next.empty()) {
        const auto box = next.back();
        next.pop_back();
        deepest = std::max(deepest, depth[box]);
        for (const auto left : in[box]) {
            depth[left] = std::max(depth[left], depth[box] + 1);
            if (--open[left] == 0)
                next.push_back(left);
        }
    }
    for (const auto box : part.boxes)
        m_layout.m_layers[box] = deepest - depth[box];
}

} // namespace lockscope::ui
