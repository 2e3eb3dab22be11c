// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/simulation/SharedNumber.h"

#include <algorithm>

namespace lockscope::simulation {

/// Small numbers suffice here.
std::string SharedNumber::encoded(int number)
{
    return {'\0', '\0', '\0', static_cast<char>(number)};
}

std::optional<int> SharedNumber::current() const
{
    const auto data = m_world.ensemble.data(std::string(m_world.recipe.number));
    if (data.size() != 4)
        return std::nullopt;
    return data.back();
}

void SharedNumber::look()
{
    if (m_world.recipe.number.empty())
        return;
    const auto stat = m_world.ensemble.stat(std::string(m_world.recipe.number));
    if (!stat || std::exchange(m_written, stat->mzxid) == stat->mzxid)
        return;
    if (const auto number = current())
        m_numbers.push_back(*number);
}

void SharedNumber::notified(LockObject& object, int number)
{
    look();
    const auto from = m_numbers.begin() + static_cast<std::ptrdiff_t>(object.heardAt);
    const auto found = std::find(from, m_numbers.end(), number);
    if (found == m_numbers.end())
        m_world.violated("a shared number is what was written",
                         object.users.front()->name + " was notified of " + std::to_string(number));
    else
        object.heardAt = static_cast<std::size_t>(found - m_numbers.begin());
    object.number = number;
}

void SharedNumber::whenCalm() const
{
    const auto number = m_world.recipe.number.empty() ? std::nullopt : current();
    if (!number || m_world.hasRefused())
        return;
    for (const auto& process : m_world.processes) {
        for (const auto& object : process->objects) {
            if (object.count && !object.dying && !process->closing && m_world.isConnected(*process) &&
                object.number != number)
                m_world.violated("every client is notified of a shared number",
                                 object.users.front()->name + " was not notified of " + std::to_string(*number));
        }
    }
}

} // namespace lockscope::simulation
