// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/FindingSettings.h"
#include "core/waits/WaitSnapshot.h"

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace lockscope::inspect {

/// All that wait in a snapshot, and who is in their way: of it, parts are cut out to be drawn. Immutable, any thread.
/// Made in the time that it takes to go through the snapshot a few times: for big ones not on a window's thread.
///
/// Who is in the way: whoever holds what can't be shared; of a reader that readers keep out, the writer that it stands
/// behind. Rings are those that the findings tell (deadlocksIn); nothing of that is judged again here.
class WaitWeb final {
public:
    explicit WaitWeb(SnapshotPtr snapshot, const FindingSettings& settings = {});

    /// At most `most` sessions. First those in rings, then those behind whom the longest chains stand, each with who
    /// waits for them and whom they wait for.
    [[nodiscard]] WaitSnapshot whole(std::size_t most) const;
    /// The same of one lock: its holders and waiters, for whom those wait elsewhere, and who waits for them.
    [[nodiscard]] WaitSnapshot around(std::string_view lock, std::size_t most) const;

    [[nodiscard]] const SnapshotPtr& snapshot() const { return m_snapshot; }

private:
    friend class WaitCut;

    /// At most so many links a waiter; and of a blocker at most so many drawn waiters that nobody waits for.
    static constexpr std::size_t mostBlockers = 8;
    static constexpr std::size_t mostWaiters = 6;
    static constexpr int circular = 1'000'000; ///< height of who is in a circle

    /// A session, or a contender whose session is not known or does not exist.
    struct Person {
        std::int64_t session = 0;
        bool isKnown = false;
        bool isInRing = false;
        bool isStuck = false;
        int height = 0; ///< how long the longest chain behind it is
        WaitNode::Trouble trouble = WaitNode::Trouble::None;
    };
    struct Place {
        std::uint32_t lock = 0;
        std::uint32_t index = 0; ///< in LockQueue::queue
    };
    struct Link {
        std::uint32_t from = 0;
        std::uint32_t to = 0;
        std::uint32_t lock = 0;
        std::uint32_t waiter = 0;   ///< in LockQueue::queue
        std::uint32_t blocker = 0;  ///< likewise
        std::uint32_t blockers = 0; ///< of that waiter in all
        std::int32_t ring = -1;
        std::uint32_t step = 0;
    };
    /// Numbers grouped by persons: those of one stand beside each other.
    struct Groups {
        std::vector<std::uint32_t> first; ///< one more than there are persons
        std::vector<std::uint32_t> items;
    };

    void gather();
    void linkAll();
    void link(std::uint32_t lock, std::vector<std::uint32_t>& lastLock);
    void markRings(const FindingSettings& settings);
    void markTroubles();
    void markStuck(const std::vector<std::int64_t>& sessions);
    void measure();
    template <typename Key> [[nodiscard]] Groups grouped(std::size_t count, Key key) const;
    [[nodiscard]] const LockQueue& lockAt(std::uint32_t lock) const { return *m_snapshot->locks[lock]; }

    SnapshotPtr m_snapshot;
    std::vector<Person> m_persons;
    std::vector<std::uint32_t> m_firstOf; ///< by lock: where its contenders begin in the next two
    std::vector<std::uint32_t> m_personOf;
    std::vector<Place> m_places;
    std::vector<Link> m_links;
    Groups m_placesOf;
    Groups m_out;                                    ///< links by who waits
    Groups m_in;                                     ///< links by who is in the way
    std::vector<std::vector<std::uint32_t>> m_rings; ///< links, in the order of the steps
    std::vector<bool> m_isCertain;                   ///< by ring
    std::size_t m_linked = 0;                        ///< persons with a link
};

} // namespace lockscope::inspect
