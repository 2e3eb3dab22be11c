// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulate/measure/Measurements.h"
#include "core/simulate/measure/Occupancy.h"

#include <map>
#include <optional>
#include <string>

namespace lockscope::console {

/// One client's request for one lock.
struct Claim {
    std::string client;
    std::string path;
    bool writes = true;

    friend auto operator<=>(const Claim&, const Claim&) = default;
};

/// Counts the actions of one process's clients, and checks mutual exclusion as the holders report it: never more
/// holders than the recipe allows. Confined to one executor.
class ContentionTally final {
public:
    explicit ContentionTally(Admission admission)
        : m_admission(admission)
    {
    }

    /// From now on the client is counted, even if it never acquires a lock.
    void joined(const std::string& client) { m_measured.clients.try_emplace(client); }
    void asked(const Claim& claim, SteadyTime at);
    /// The client no longer waits: timed out, cancelled or refused.
    void gaveUp(const Claim& claim);
    void granted(const Claim& claim, SteadyTime at);
    /// The client is disconnected: a correct holder stops its work until its hold is confirmed.
    void uncertain(const Claim& claim);
    void regained(const Claim& claim);
    /// The holder has requested the release: from now on it does not count as a holder.
    void releasing(const Claim& claim, SteadyTime at);
    /// The holder was notified of the loss; `goesOn`: it continues as if it held.
    void lost(const Claim& claim, SteadyTime at, bool goesOn);

    [[nodiscard]] const Admission& admission() const { return m_admission; }
    /// The plain counters, counted once for all locks of a multi-lock.
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
        std::optional<SteadyTime> lastRelease; ///< while a client waits that has not acquired the lock yet
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
