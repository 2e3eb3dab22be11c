// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sstream>
#include <string>
#include <vector>

namespace lockscope::simulation {

/// The events of a run, one per line. Disabled, it costs nothing; enabled, it changes nothing.
class Trace final {
public:
    explicit Trace(bool enabled)
        : m_enabled(enabled)
    {
    }

    [[nodiscard]] bool enabled() const { return m_enabled; }

    template <typename... Parts> void say(const Parts&... parts)
    {
        if (!m_enabled)
            return;
        std::ostringstream line;
        (line << ... << parts);
        m_lines.push_back(std::move(line).str());
    }

    [[nodiscard]] const std::vector<std::string>& lines() const { return m_lines; }

private:
    bool m_enabled;
    std::vector<std::string> m_lines;
};

} // namespace lockscope::simulation
