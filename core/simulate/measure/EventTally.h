// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulate/measure/ContentionTally.h"

#include <QJsonObject>

#include <map>
#include <set>
#include <string>

namespace lockscope::console {

/// Counts what happens between the clients of several processes: hand-overs between them, and moments with more holders
/// than the recipe allows. The input is their event streams (ContendJson.h). They share one machine's steady clock, but
/// do not arrive in order. Events within one second of the newest therefore wait for earlier ones. Pure.
class EventTally final {
public:
    explicit EventTally(Admission admission)
        : m_reported{ContentionTally(admission), {}, {}}
    {
    }

    /// Adds a line of a stream. Lines that are not events are ignored.
    void take(const QJsonObject& line);
    /// The client's process has ended, which ends all its holds.
    void ended(const std::string& client, SteadyTime at);

    /// Returns `merged`, the processes' own measurements (Measurements::merge), with the hand-overs and overlaps
    /// counted here instead of theirs.
    [[nodiscard]] Measurements complete(Measurements merged) const;

private:
    struct Moment {
        std::string what; ///< the event's word; "ended" for the end of a process
        std::string client;
        std::set<Claim> claims;
        bool careless = false;
    };
    /// The events applied so far, in order.
    struct Reported {
        ContentionTally tally;
        std::map<std::string, std::set<Claim>> held; ///< by client
        std::map<std::string, std::set<Claim>> asked;

        void apply(SteadyTime at, const Moment& moment);
    };

    void add(SteadyTime at, Moment moment);

    Reported m_reported;
    std::multimap<SteadyTime, Moment> m_waiting;
};

} // namespace lockscope::console
