// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"
#include "core/simulate/measure/Occupancy.h"

#include <QJsonObject>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::soak {

/// The holds of one lock by the events of all processes (ContendJson.h), and what the clients were notified of. Checks
/// that no more clients hold than the recipe allows, except in the windows of failovers, which may lose the lock, and
/// that a client never continues a hold that another client has taken over. Pure.
class HoldLedger final {
public:
    struct Counts {
        int grants = 0;
        int overlapsAllowed = 0; ///< begun in a window
        int overlaps = 0;        ///< begun outside of all windows
        int overlapsTooLong = 0; ///< begun in a window and not ended with it: a loss was not reported in time
        int lossesReported = 0;  ///< holds that another client took over, whose client reports the loss
        int lossesMissed = 0;    ///< … whose client reports a release, as if it had held until then
        int unfinished = 0;      ///< holds without a report of their end
        int tokensBack = 0;      ///< fencing tokens that were not greater than an earlier one, outside of all windows

        Counts& operator+=(const Counts& other);
    };

    /// `lease`: of the holds, 0: none.
    HoldLedger(console::Admission admission, Duration lease)
        : m_admission(admission)
        , m_lease(lease)
    {
    }

    /// Adds a line of a stream. Lines that are not events are ignored.
    void take(const QJsonObject& line);
    /// The client's process is suspended from now on: the client uses no hold that it has.
    void suspended(const std::string& client, SteadyTime at);
    /// The client's process was killed, which ends its holds for the client.
    void killed(const std::string& client, SteadyTime at);
    /// In this window the servers may lose the lock. Tell it not later than its beginning is settled.
    void allow(SteadyTime from, SteadyTime until) { m_windows.push_back({from, until}); }
    /// Ends a window that is still open.
    void endWindow(SteadyTime until) { m_windows.back().until = until; }

    /// Applies the events before this time. A release counts from its request, but is reported after its reply.
    void settle(SteadyTime before);

    [[nodiscard]] const Counts& counts() const { return m_counts; }
    /// What is wrong, a sentence each.
    [[nodiscard]] const std::vector<std::string>& problems() const { return m_problems; }

private:
    struct Window {
        SteadyTime from{};
        SteadyTime until{};
    };
    struct Moment {
        std::string what; ///< the event's word; "stopped" and "killed" for a process
        std::string client;
        std::string owner; ///< of the hold; empty: the event is of the client's connection
        bool writes = true;
        std::int64_t token = 0;
    };
    struct Hold {
        std::string client;
        bool writes = true;
        SteadyTime since{};
        std::optional<SteadyTime> uncertainSince; ///< nothing: the client holds
        bool isPastDeadline = false;              ///< uncertain until the client reports otherwise
        bool isTakenOver = false;                 ///< other clients have acquired the lock meanwhile
    };

    void apply(SteadyTime at, const Moment& moment);
    void grant(SteadyTime at, const Moment& moment);
    void endHold(SteadyTime at, const Moment& moment, bool isReleased);
    void doubt(Hold& hold, SteadyTime at, bool isPastDeadline) const;
    void regain(Hold& hold, SteadyTime at);
    void checkToken(SteadyTime at, const Moment& moment);
    void checkOverlap(SteadyTime at);
    void checkWindowEnd(SteadyTime at);
    [[nodiscard]] bool isCrowded(const Hold* more = nullptr) const;
    [[nodiscard]] const Window* windowAt(SteadyTime at) const;
    [[nodiscard]] std::string holders() const;
    void report(SteadyTime at, const std::string& text);

    console::Admission m_admission;
    Duration m_lease;
    std::multimap<SteadyTime, Moment> m_waiting;
    std::vector<Window> m_windows;
    std::vector<Hold> m_holds;
    std::optional<SteadyTime> m_overlapEnd; ///< until when an overlap that began in a window must have ended
    std::int64_t m_lastToken = 0;
    SteadyTime m_lastTokenAt{};
    Counts m_counts;
    std::vector<std::string> m_problems;
};

} // namespace lockscope::soak
