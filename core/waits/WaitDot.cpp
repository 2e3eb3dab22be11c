// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/waits/WaitDot.h"

#include "core/base/DurationText.h"
#include "core/base/Phrase.h"
#include "core/model/Wording.h"

#include <algorithm>

namespace lockscope::inspect {

namespace {

/// Text for a quoted string, as one line; a backslash would begin an escape.
std::string dotEscaped(std::string_view text)
{
    std::string safe;
    for (const char character : text) {
        if (character == '"' || character == '\\')
            safe += '\\';
        safe += static_cast<unsigned char>(character) < 0x20 || character == 0x7f ? ' ' : character;
    }
    return safe;
}

std::string dotLabel(const WaitNode& node)
{
    std::string label;
    for (const auto& line : {node.client, node.host, sessionText(node)}) {
        if (!line.empty())
            label += (label.empty() ? "" : "\\n") + dotEscaped(line);
    }
    for (const auto& place : node.holds)
        label += "\\n" + phrase("holds %1", dotEscaped(place.lock));
    if (node.holdCount > node.holds.size())
        label += "\\n" + phrase("and %1 more", node.holdCount - node.holds.size());
    if (node.undecidedCount > 0)
        label += "\\n" + phrase("may hold or wait for %1", dotEscaped(node.undecided.front().lock));
    if (node.undecidedCount > 1)
        label += "\\n" + phrase("and %1 more", node.undecidedCount - 1);
    return label;
}

std::string dotLook(const WaitNode& node)
{
    if (node.isInCycle)
        return ", color=red, penwidth=2";
    if (node.trouble != WaitNode::Trouble::None)
        return ", color=red, style=dashed";
    return node.isStuck ? ", color=red" : node.waitCount > 0 ? ", color=orange" : ", color=darkgreen";
}

} // namespace

std::string waitDot(const WaitSnapshot& snapshot, WallTime now)
{
    std::string dot = "digraph waits {\n  rankdir=LR;\n  node [shape=box];\n";
    for (std::size_t i = 0; i < snapshot.nodes.size(); ++i)
        dot += "  n" + std::to_string(i) + " [label=\"" + dotLabel(snapshot.nodes[i]) + "\"" +
               dotLook(snapshot.nodes[i]) + "];\n";
    for (const auto& edge : snapshot.edges) {
        dot += "  n" + std::to_string(edge.from) + " -> n" + std::to_string(edge.to) + " [label=\"" +
               (edge.cycle ? std::to_string(edge.step) + ": " : std::string()) + dotEscaped(edge.waiter.lock);
        if (edge.since)
            dot += "\\n" + roundDurationText(std::max(now - *edge.since, std::chrono::milliseconds(0)));
        dot += edge.cycle ? "\", color=red, penwidth=2];\n" : "\"];\n";
    }
    if (snapshot.sessionsLeftOut > 0)
        dot +=
            "  label=\"" + counted(snapshot.sessionsLeftOut, "%1 session not shown", "%1 sessions not shown") + "\";\n";
    return dot + "}\n";
}

} // namespace lockscope::inspect
