// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulate/measure/Measurements.h"
#include "core/simulate/measure/Occupancy.h"

#include <map>
#include <optional>
#include <string>

namespace lockscope::console {

/// One client's wish for one lock.
struct Claim {
    std::string client;
    std::string path;
    bool writes = true;

    friend auto operator<=>(const Claim&, const Claim&) = default;
};

/// Counts what the clients of one process do, and watches over the one promise of a lock: never more holders than its
/// recipe allows, by the holders' own account. Confined to one executor.
class ContentionTally final {
public:
    explicit ContentionTally(Admission admission)
        : m_admission(admission)
    {
    }

    /// From here on it is counted, if only as one that has got nothing.
    void joined(const std::string& client) { m_measured.clients.try_emplace(client); }
    void asked(const Claim& claim, SteadyTime at);
    /// It no longer waits: timed out, cancelled or refused.
    void gaveUp(const Claim& claim);
    void granted(const Claim& claim, SteadyTime at);
    /// Contact is lost: a careful holder stops until it knows again that it holds.
    void uncertain(const Claim& claim);
    void regained(const Claim& claim);
    /// The holder has asked to release: from here on it no longer counts as a holder.
    void releasing(const Claim& claim, SteadyTime at);
    /// It is told that it has lost the lock; a careful one no longer believes in its hold.
    void lost(const Claim& claim, SteadyTime at, bool goesOn);

    [[nodiscard]] const Admission& admission() const { return m_admission; }
    /// What is merely counted, once for all locks of a multi-lock.
    [[nodiscard]] ClientMeasurements& of(const std::string& client) { return m_measured.clients[client]; }

    [[nodiscard]] Measurements measured(Duration elapsed) const;

private:
    struct Place {
        explicit Place(Admission admission)
            : inside(admission)
        {
        }
        Occupancy inside;
        int waiting = 0;
        std::optional<SteadyTime> lastRelease; ///< while somebody waits who has not got it yet
    };

    [[nodiscard]] Place& placeOf(const Claim& claim);
    void enter(const Claim& claim);
    void endHold(const Claim& claim, SteadyTime at);

    Admission m_admission;
    Measurements m_measured;
    std::map<std::string, Place> m_places; ///< by path
    std::map<Claim, SteadyTime> m_waitingSince;
    std::map<Claim, SteadyTime> m_holdingSince;
};

} // namespace lockscope::console
