// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulate/scenarios/ScenarioFacts.h"

#include <map>
#include <string_view>
#include <utility>

namespace lockscope::console {

/// Finds the slots of clients among all that the ensemble shows. Pure. The view must outlive it.
class LockSlotIndex final {
public:
    explicit LockSlotIndex(const EnsembleView& view);

    /// The client's own slot; null: the ensemble knows none. By the full path of its node, where it has told that: the
    /// node of a lock of one node has the same name for everybody, and lies elsewhere than the path that was given. By
    /// its name within the lock while it waits.
    [[nodiscard]] const SeenContender* of(const ClientFacts& client) const;

private:
    std::map<std::string_view, const SeenContender*> m_byNodePath;
    std::map<std::pair<std::string_view, std::string_view>, const SeenContender*> m_byName; ///< within the lock
};

} // namespace lockscope::console
