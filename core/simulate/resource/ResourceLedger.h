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

/// What a resource that a lock protects sees of its users, and whether fencing tokens would have kept it whole. Pure;
/// GuardedResource is its endpoint.
///
/// A user enters when it is granted the lock, writes while it believes that it holds it, and leaves before it releases.
///
/// Overlap: the time from the moment when more are inside one lock than its recipe allows (readers together, at most N
/// leases, else one) until that is no longer so. Each newcomer who finds too many inside begins one of its own.
///
/// Stale: a write with a token that is older than one which the resource has seen from a later holder of the same lock,
/// at its entry or at a write; so its writer has lost the lock. Readers outdate writers, and writers all. Leases of a
/// semaphore (N > 1) are valid beside each other whatever their tokens, so there no write is ever stale.
///
/// A guarded resource rejects stale writes. Of these, `unfenced` counts those that a resource without tokens would have
/// taken: it can know who has entered and not left, so it turns away whoever is not inside; but a stale writer that is
/// still inside by its own account (paused, cut off, careless) can't be told from a holder by anything but its token.
/// Unguarded, those get through: they are accepted and counted as `unfenced` just the same, and `rejected` stays 0 for
/// them. A write that comes late but before its successor has been seen here does no harm: nothing is overwritten.
class ResourceLedger final {
public:
    struct Overlap {
        std::string path;
        std::vector<std::string> clients; ///< who were inside when it began
        SteadyTime begin{};
        std::optional<SteadyTime> end; ///< nothing while it lasts
    };

    struct Counts {
        std::int64_t entries = 0;
        std::int64_t accepted = 0; ///< writes
        std::int64_t rejected = 0; ///< writes that were stale or whose writer was not inside
        std::int64_t unfenced = 0; ///< stale writes that nothing but the token gives away
        std::int64_t overlaps = 0;

        friend bool operator==(const Counts&, const Counts&) = default;
    };

    /// `guarded`: stale writes are rejected.
    explicit ResourceLedger(bool guarded)
        : m_guarded(guarded)
    {
    }

    /// Errors: Refused (a write that was rejected), BadArguments (it makes no sense; nothing is counted).
    [[nodiscard]] Result<void> take(const Visit& visit, SteadyTime at);
    /// Its process has gone: it is inside nowhere any more.
    void forget(const std::string& client, SteadyTime at);

    [[nodiscard]] const Counts& counts() const { return m_counts; }
    /// In the order in which they began; the first `mostOverlaps` of them, counts() has all.
    [[nodiscard]] const std::vector<Overlap>& overlaps() const { return m_overlaps; }
    /// Who is inside, in the order in which they came.
    [[nodiscard]] std::vector<std::string> inside(const std::string& path) const;

    static constexpr std::size_t mostOverlaps = 1'000;

private:
    struct Place {
        explicit Place(const Admission& admission)
            : inside(admission)
        {
        }
        Occupancy inside;
        std::int64_t newestToken = 0; ///< of anybody
        std::int64_t newestWriterToken = 0;
        std::vector<std::size_t> crowded; ///< indexes of overlaps that last
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
