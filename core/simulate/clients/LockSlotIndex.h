// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulate/scenarios/ScenarioFacts.h"

#include <map>
#include <string_view>
#include <utility>

namespace lockscope::console {

/// Finds the slots of clients in a view of the ensemble. Pure. The view must outlive it.
class LockSlotIndex final {
public:
    explicit LockSlotIndex(const EnsembleView& view);

    /// The client's own slot; null: not in the view. Matched by the full path of its node, if reported: all clients of
    /// a single-node lock use the same node name, and their node is not at the given path. A waiting client is matched
    /// by its node's name within the lock.
    [[nodiscard]] const SeenContender* of(const ClientFacts& client) const;

private:
    std::map<std::string_view, const SeenContender*> m_byNodePath;
    std::map<std::pair<std::string_view, std::string_view>, const SeenContender*> m_byName; ///< name within the lock
};

} // namespace lockscope::console
