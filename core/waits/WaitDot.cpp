// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/waits/WaitDot.h"

#include "core/base/DurationText.h"
#include "core/base/Phrase.h"
#include "core/model/Wording.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace lockscope::inspect {

namespace {

/// Text for a quoted string, as one line; a backslash would begin an escape, and an ampersand an entity.
std::string dotEscaped(std::string_view text)
{
    std::string safe;
    for (const char character : text) {
        if (character == '&') {
            safe += "&amp;";
            continue;
        }
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

/// The locks and the edges, which begin at sessions: "n0" waits for or holds "l0".
class DotEdges final {
public:
    DotEdges(const Snapshot& all, WallTime now)
        : m_all(all)
        , m_now(now)
    {
    }

    /// Once for each waiter and for each holder of the lock; a step of a cycle must come first.
    void add(const WaitEdge& edge)
    {
        const auto waiter = "n" + std::to_string(edge.from);
        const auto blocker = "n" + std::to_string(edge.to);
        const auto lock = lockNode(edge);
        if (m_seen.insert(waiter + " " + lock).second)
            put(waiter, lock, phrase("waits for"), ageOf(edge.since), edge, "style=dashed");
        if (!edge.blockerHolds)
            put(waiter, blocker, phrase("behind"), {}, edge, "style=dotted");
        else if (m_seen.insert(lock + " " + blocker).second) // the arrow is at the session, as in the window
            put(blocker, lock, phrase("holds"), heldFor(edge.blocker), edge, "dir=back");
    }

    [[nodiscard]] std::string text() const { return m_locks + m_edges; }

private:
    std::string lockNode(const WaitEdge& edge)
    {
        const auto& path = edge.waiter.lock;
        const auto [found, isNew] = m_lockAt.emplace(path, "l" + std::to_string(m_lockAt.size()));
        if (isNew) {
            const auto* lock = m_all.find(path);
            m_locks += "  " + found->second + " [label=\"" + dotEscaped(path);
            if (lock && lock->waiters() > 0)
                m_locks += "\\n" + phrase("%1 waiting", lock->waiters());
            m_locks += edge.cycle ? "\", shape=box, color=red, penwidth=2];\n" : "\", shape=box];\n";
        }
        return found->second;
    }

    void put(const std::string& from, const std::string& to, const std::string& words, const std::string& age,
             const WaitEdge& edge, const std::string& look)
    {
        m_edges += "  " + from + " -> " + to + " [label=\"" + words + (age.empty() ? "" : "\\n" + age);
        m_edges += "\", " + look + (edge.cycle ? ", color=red, penwidth=2];\n" : "];\n");
    }

    [[nodiscard]] std::string ageOf(std::optional<WallTime> since) const
    {
        return since ? roundDurationText(std::max(m_now - *since, std::chrono::milliseconds(0))) : std::string();
    }

    [[nodiscard]] std::string heldFor(const ContenderKey& holder) const
    {
        const auto* lock = m_all.find(holder.lock);
        const auto* contender = lock ? lock->find(holder) : nullptr;
        const auto moment = m_all.moment();
        const auto since = contender ? sinceOf(*contender, moment) : std::nullopt;
        if (!since)
            return {};
        return (since->atMost ? "≤ " : since->atLeast ? "≥ " : "") + ageOf(moment.nodes - since->duration);
    }

    const Snapshot& m_all;
    WallTime m_now;
    std::string m_locks;
    std::string m_edges;
    std::map<std::string, std::string> m_lockAt; ///< the name of the node, by path
    std::set<std::string> m_seen;
};

} // namespace

std::string waitDot(const WaitSnapshot& snapshot, const Snapshot& all, WallTime now)
{
    std::string dot = "digraph waits {\n  rankdir=LR;\n  node [shape=ellipse];\n";
    for (std::size_t i = 0; i < snapshot.nodes.size(); ++i)
        dot += "  n" + std::to_string(i) + " [label=\"" + dotLabel(snapshot.nodes[i]) + "\"" +
               dotLook(snapshot.nodes[i]) + "];\n";
    DotEdges edges(all, now);
    for (const bool isOfCycle : {true, false}) {
        for (const auto& edge : snapshot.edges) {
            if (edge.cycle.has_value() == isOfCycle)
                edges.add(edge);
        }
    }
    dot += edges.text();
    if (snapshot.sessionsLeftOut > 0)
        dot +=
            "  label=\"" + counted(snapshot.sessionsLeftOut, "%1 session not shown", "%1 sessions not shown") + "\";\n";
    return dot + "}\n";
}

} // namespace lockscope::inspect
