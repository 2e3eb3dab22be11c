// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace lockscope::soak {

/// The locks acquired as clients reported them, and as a watcher saw them. A watcher sees at most ten snapshots a
/// second and none while it is disconnected. A hold within that time may be unseen; all others must have been seen.
class Grants final {
public:
    using Time = std::chrono::steady_clock::time_point;

    void reported(const std::string& node)
    {
        ++m_reported;
        if (m_early.erase(node) == 0)
            m_open.emplace(node, std::chrono::steady_clock::now());
    }
    void seen(const std::string& node)
    {
        ++m_seen;
        if (m_open.erase(node) == 0)
            m_early.insert(node);
    }
    void contactLost()
    {
        if (m_contact)
            m_gaps.emplace_back(std::chrono::steady_clock::now(), Time::max());
        m_contact = false;
    }
    void contactBack()
    {
        if (!m_contact)
            m_gaps.back().second = std::chrono::steady_clock::now();
        m_contact = true;
    }

    [[nodiscard]] std::size_t reportedCount() const { return m_reported; }
    [[nodiscard]] std::size_t seenCount() const { return m_seen; }
    [[nodiscard]] std::size_t gaps() const { return m_gaps.size(); }
    /// Not seen by the watcher: while disconnected, and otherwise.
    [[nodiscard]] std::pair<std::size_t, std::size_t> unseen() const
    {
        std::size_t excused = 0;
        for (const auto& [node, at] : m_open)
            excused += isWithinGap(at) ? 1 : 0;
        return {excused, m_open.size() - excused};
    }

private:
    [[nodiscard]] bool isWithinGap(Time at) const
    {
        constexpr auto before = std::chrono::seconds(2); // a failing server does not report the time
        constexpr auto after = std::chrono::seconds(3);  // everything is read again
        for (const auto& [from, to] : m_gaps) {
            if (at >= from - before && (to == Time::max() || at <= to + after))
                return true;
        }
        return false;
    }

    std::map<std::string, Time> m_open; ///< reported and not seen
    std::set<std::string> m_early;      ///< seen and not yet reported
    std::vector<std::pair<Time, Time>> m_gaps;
    std::size_t m_reported = 0;
    std::size_t m_seen = 0;
    bool m_contact = true;
};

} // namespace lockscope::soak
