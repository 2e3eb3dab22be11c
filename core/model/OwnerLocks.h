// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Which locks on Redis one owner holds at the same time. A multi-lock of Redisson's (also its RedLock object) has no
/// key of its own: it is several locks that one thread has acquired one after another, and releases together. Pure.
///
/// That an owner "uuid:thread" holds several locks is a fact. That they are one multi-lock is a guess: since 3.44 an
/// instance renews all its locks in one step, so leases that end together prove nothing, and a program may acquire one
/// lock after another by itself. Nothing may rest on it.

#include "core/model/Snapshot.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lockscope::inspect {

/// Whether it is a thread of a client, "uuid:thread". False for a token and for a permit.
[[nodiscard]] bool isThread(std::string_view owner);

/// The locks of a snapshot by the threads that hold them, without possible locks. The snapshot must outlive it. One
/// pass; a look-up takes constant time.
class OwnerLocks final {
public:
    explicit OwnerLocks(const Snapshot& snapshot);

    /// The other locks that the owner of this contender of `lock` holds, by path. Empty for an owner that is no thread.
    [[nodiscard]] std::vector<std::string> alsoHeld(const Lock& lock, const Contender& contender) const;

private:
    std::unordered_map<std::string_view, std::vector<const Lock*>> m_byOwner;
};

/// "5f0c…:41 also holds: lock-b, lock-c. Together they may be one multi-lock.", with the first ten of these names,
/// which are not empty. Of a waiter without the second sentence.
[[nodiscard]] std::string alsoHeldText(const std::vector<std::string>& names, const Contender& contender);

} // namespace lockscope::inspect
