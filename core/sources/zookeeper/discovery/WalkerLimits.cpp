// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// How much of a tree with many nodes is read.

#include "core/sources/zookeeper/discovery/Walker.h"

#include "core/base/Phrase.h"

#include <utility>

namespace lockscope::inspect {

/// The tree is too large, as the servers reported after this visit was queued.
bool LiveInspector::Walker::isLeftOut(const Visit& visit) const
{
    return m_nodes && visit.isWalked && !visit.listed && !visit.isPredicted();
}

void LiveInspector::Walker::count(std::int64_t nodes)
{
    const auto limit = static_cast<std::int64_t>(m_settings.visitLimit);
    const bool isWalked = m_walked && !isWalking();
    // Below a chroot or another root there are fewer nodes than the ensemble has.
    const bool isWhole = isRoot("/") && m_settings.connect.find('/') == std::string::npos;
    if (limit > 0 && nodes > limit && isWhole && !isWalked)
        halt(nodes);
}

void LiveInspector::Walker::halt(std::optional<std::int64_t> nodes)
{
    m_isHalted = true;
    m_nodes = m_nodes ? m_nodes : nodes;
    m_board.changed();
}

std::optional<Problem> LiveInspector::Walker::haltProblem() const
{
    if (!m_isHalted)
        return std::nullopt;
    const auto& root = m_settings.roots.front();
    auto detail = m_nodes
                      ? phrase("the ensemble has %1 nodes, and Lockscope reads more than %2 only after a confirmation",
                               *m_nodes, m_settings.visitLimit)
                      : phrase("Lockscope reads more than %1 nodes only after a confirmation", m_settings.visitLimit);
    detail = sentences(detail, m_knowsEphemerals
                                   ? phrase("Only locks in the servers' lists of ephemeral nodes are shown")
                                   : phrase("No server reported its ephemeral nodes, so locks may be missing"));
    return Problem{root, {ErrorCode::TooLarge, "read all nodes below", root, std::move(detail)}};
}

/// Whether a child is visited. `isNew`: the last listing of its parent did not have it.
bool LiveInspector::Walker::mayDescend(bool isNew)
{
    if (m_settings.visitLimit > 0 && m_visits.size() >= m_settings.visitLimit && isWalking() && !m_isHalted)
        halt({});
    return !m_isHalted || (isNew && !isWalking());
}

} // namespace lockscope::inspect
