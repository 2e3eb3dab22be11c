// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulate/measure/ContentionTally.h"

#include <QJsonObject>

#include <map>
#include <set>
#include <string>

namespace lockscope::console {

/// What happens between the clients of several processes, which none of them can see by itself: hand-overs from one to
/// another, and moments at which more held than the recipe allows. Made of their event streams (ContendJson.h), which
/// carry one machine's steady clock but do not arrive in its order: so what is younger than a second, by the newest
/// event, still waits for what may come before it. Pure.
class EventTally final {
public:
    explicit EventTally(Admission admission)
        : m_told{ContentionTally(admission), {}, {}}
    {
    }

    /// A line of a stream. Lines that are no events are passed over.
    void take(const QJsonObject& line);
    /// The client's process is gone, whatever it held.
    void ended(const std::string& client, SteadyTime at);

    /// `merged`, what the processes have measured themselves (Measurements::merge), with the hand-overs and overlaps
    /// seen from here instead of theirs.
    [[nodiscard]] Measurements complete(Measurements merged) const;

private:
    struct Moment {
        std::string what; ///< the event's word; "ended" for the end of a process
        std::string client;
        std::set<Claim> claims;
        bool careless = false;
    };
    /// What is told in order.
    struct Reported {
        ContentionTally tally;
        std::map<std::string, std::set<Claim>> held; ///< by client
        std::map<std::string, std::set<Claim>> asked;

        void apply(SteadyTime at, const Moment& moment);
    };

    void add(SteadyTime at, Moment moment);

    Reported m_told;
    std::multimap<SteadyTime, Moment> m_waiting;
};

} // namespace lockscope::console
