// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace lockscope::inspect {

/// When each lock is to be read next. A value.
class ReadSchedule final {
public:
    /// Replaces the lock's time.
    void set(const std::string& name, SteadyTime at)
    {
        remove(name);
        m_times.emplace(name, at);
        m_order.emplace(at, name);
    }
    /// No effect if an earlier time is set.
    void setAtLatest(const std::string& name, SteadyTime at)
    {
        const auto found = m_times.find(name);
        if (found == m_times.end() || at < found->second)
            set(name, at);
    }
    void remove(const std::string& name)
    {
        const auto found = m_times.find(name);
        if (found == m_times.end())
            return;
        m_order.erase({found->second, name});
        m_times.erase(found);
    }
    /// Of the first lock.
    [[nodiscard]] std::optional<SteadyTime> first() const
    {
        return m_order.empty() ? std::nullopt : std::optional(m_order.begin()->first);
    }
    /// Removes the locks whose time has come, the earliest first; at most `most` of them.
    [[nodiscard]] std::vector<std::string> take(SteadyTime now, std::size_t most)
    {
        std::vector<std::string> due;
        while (due.size() < most && !m_order.empty() && m_order.begin()->first <= now) {
            due.push_back(m_order.begin()->second);
            remove(due.back());
        }
        return due;
    }

private:
    std::map<std::string, SteadyTime, std::less<>> m_times;
    std::set<std::pair<SteadyTime, std::string>> m_order;
};

} // namespace lockscope::inspect
