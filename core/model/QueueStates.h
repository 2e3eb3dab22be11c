// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What is known of the states of a queue's contenders. Pure.

#include "core/model/Snapshot.h"

#include <optional>
#include <vector>

namespace lockscope::inspect {

/// Number of contenders that hold or wait, which of the two is unknown.
[[nodiscard]] int undecided(const Lock& lock);

/// How many clients are known to wait, without those that are known to be gone: by their entries, else by the channels
/// on which they listen. Nullopt: nothing tells.
[[nodiscard]] std::optional<int> waitingClients(const Lock& lock);

/// False for a semaphore of Redis without leases: the server stores a number of free permits, and no holders.
[[nodiscard]] bool areHoldersStored(const Lock& lock);

/// False for a contender that shares the lock, and for one whose mode is unknown.
[[nodiscard]] inline bool isExclusive(const Contender& contender)
{
    return contender.isModeKnown && contender.mode == LockMode::Exclusive;
}

/// The places of a lock's waiters, computed once for the whole queue. A copy: the lock may go.
class WaiterPlaces final {
public:
    WaiterPlaces() = default;
    explicit WaiterPlaces(const Lock& lock);

    /// 1 for the next holder. Nullopt for a contender that does not wait, and behind one whose state is unknown.
    [[nodiscard]] std::optional<int> of(const Contender& contender) const;

    friend bool operator==(const WaiterPlaces&, const WaiterPlaces&) = default;

private:
    std::vector<int> m_places; ///< by position; 0: none
};

} // namespace lockscope::inspect
