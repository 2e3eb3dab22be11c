// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"
#include "core/base/Result.h"
#include "core/simulate/measure/Occupancy.h"
#include "core/simulate/resource/ResourceProtocol.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::console {

/// The users of a resource that a lock protects, as the resource sees them, and the effect of fencing tokens. Pure;
/// GuardedResource is its endpoint.
///
/// A user enters when it is granted the lock, writes while it believes it holds it, and leaves before it releases.
///
/// Overlap: the time while more users are inside one lock than its recipe allows (readers together, at most N leases,
/// else one). Each user whose entry exceeds the limit begins an overlap of its own.
///
/// Stale: a write whose token is older than that of a later holder of the same lock. The resource saw the later token
/// at an entry or a write, so the writer has lost the lock. Readers outdate writers, and writers outdate both. Leases
/// of a semaphore (N > 1) are valid side by side with any tokens, so no write to a semaphore is stale.
///
/// A guarded resource rejects stale writes. `unfenced` counts those that a resource without tokens would accept. Such a
/// resource knows the users that have entered and not left, so it rejects all other writers. Only the token
/// distinguishes a stale writer that is still inside (paused, disconnected, careless) from a holder. Unguarded, these
/// writes are accepted and also counted as `unfenced`, and `rejected` does not count them. A late write before the
/// first visit of the next holder does no harm: nothing is overwritten.
class ResourceLedger final {
public:
    struct Overlap {
        std::string path;
        std::vector<std::string> clients; ///< inside when it began
        SteadyTime begin{};
        std::optional<SteadyTime> end; ///< nothing: not ended
    };

    struct Counts {
        std::int64_t entries = 0;
        std::int64_t accepted = 0; ///< writes
        std::int64_t rejected = 0; ///< stale writes, and writes from outside
        std::int64_t unfenced = 0; ///< stale writes that only the token reveals
        std::int64_t overlaps = 0;

        friend bool operator==(const Counts&, const Counts&) = default;
    };

    /// `guarded`: stale writes are rejected.
    explicit ResourceLedger(bool guarded)
        : m_guarded(guarded)
    {
    }

    /// Errors: Refused (a rejected write), BadArguments (invalid; nothing is counted).
    [[nodiscard]] Result<void> take(const Visit& visit, SteadyTime at);
    /// The client's process has disconnected: it leaves all locks.
    void forget(const std::string& client, SteadyTime at);

    [[nodiscard]] const Counts& counts() const { return m_counts; }
    /// In the order in which they began; only the first `mostOverlaps`, while counts() has all.
    [[nodiscard]] const std::vector<Overlap>& overlaps() const { return m_overlaps; }
    /// The clients inside, in the order in which they entered.
    [[nodiscard]] std::vector<std::string> inside(const std::string& path) const;

    static constexpr std::size_t mostOverlaps = 1'000;

private:
    struct Place {
        explicit Place(const Admission& admission)
            : inside(admission)
        {
        }
        Occupancy inside;
        std::int64_t newestToken = 0; ///< of all visits
        std::int64_t newestWriterToken = 0;
        std::vector<std::size_t> crowded; ///< indexes of overlaps that have not ended
    };

    [[nodiscard]] Result<void> enter(Place& place, const Visit& visit, SteadyTime at);
    [[nodiscard]] Result<void> write(Place& place, const Visit& visit);
    [[nodiscard]] static bool isStale(const Place& place, const Visit& visit);
    static void noteToken(Place& place, const Visit& visit);
    void noteOverlap(Place& place, const std::string& path, SteadyTime at);
    void endOverlaps(Place& place, SteadyTime at);

    bool m_guarded;
    Counts m_counts;
    std::map<std::string, Place> m_places; ///< by path
    std::vector<Overlap> m_overlaps;
};

} // namespace lockscope::console
