// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Owner.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace lockscope::locks {

/// What the owner's next acquisition must know of an acquisition, also after that was destroyed.
struct OwnerUse {
    bool isEnding = false;  ///< no more grant is wanted, or it is being released
    bool isLeaving = false; ///< will be released in a later task
    bool isOver = false;
    bool isCertain = true;          ///< no request of it can still be executed by the server once it is over
    bool mayBeReleasedLate = false; ///< a release was not answered, and may still be executed
};

/// Why an acquisition is refused whose name a late release could end.
[[nodiscard]] std::string lateReleaseText();

/// A new number for an owner's name on the server. Any thread.
[[nodiscard]] std::uint64_t nextOwnerNumber();

/// The numbers of the owners of one lock object, which are a part of their names on the server: two lock objects with
/// one name are two holders, also for one thread. An owner keeps its number while its last acquisition is certainly
/// over, so that it keeps its channel too. Otherwise the next acquisition gets a new one: a request of the last one
/// that is executed late does not change it. Confined to the executor. Private to core/locks/redis.
class OwnerNumbers final {
public:
    /// Of a read/write lock. All other locks have one side.
    using Side = std::size_t;

    /// While an owner holds or waits on the other side, it has the same number on both: it may hold both. Nothing if a
    /// late release by that number could end the acquisition.
    [[nodiscard]] std::optional<std::uint64_t> next(Owner owner, Side side);
    /// A new number for an acquisition that goes on. Nothing while the owner uses the other side too: both need one
    /// name.
    [[nodiscard]] std::optional<std::uint64_t> another(Owner owner, Side side);
    /// `use`: of the acquisition with the number that next() or another() returned.
    void note(Owner owner, Side side, std::shared_ptr<const OwnerUse> use);

private:
    struct Entry {
        std::uint64_t number = 0;
        std::array<std::shared_ptr<const OwnerUse>, 2> uses; ///< the last ones; null: none yet with this number
        bool isCertain = true;                               ///< of earlier ones with this number
        std::array<bool, 2> mayBeReleasedLate{};             ///< of earlier ones with this number, by side
    };

    void dropEnded();

    std::map<Owner, Entry> m_entries;
    std::size_t m_most = 16; ///< drops entries from this number on
};

} // namespace lockscope::locks
