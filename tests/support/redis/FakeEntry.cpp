// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/redis/FakeEntry.h"

#include <algorithm>
#include <array>

namespace lockscope::test {

const std::string* FakeHash::find(const std::string& field) const
{
    const auto it =
        std::find_if(m_fields.begin(), m_fields.end(), [&](const auto& each) { return each.first == field; });
    return it == m_fields.end() ? nullptr : &it->second;
}

bool FakeHash::set(const std::string& field, std::string value)
{
    const auto it =
        std::find_if(m_fields.begin(), m_fields.end(), [&](const auto& each) { return each.first == field; });
    if (it != m_fields.end()) {
        it->second = std::move(value);
        return false;
    }
    m_fields.emplace_back(field, std::move(value));
    return true;
}

bool FakeHash::erase(const std::string& field)
{
    return std::erase_if(m_fields, [&](const auto& each) { return each.first == field; }) > 0;
}

std::optional<double> FakeSortedSet::score(const std::string& member) const
{
    const auto it = m_scores.find(member);
    return it == m_scores.end() ? std::nullopt : std::optional(it->second);
}

bool FakeSortedSet::set(const std::string& member, double score)
{
    const bool isNew = !erase(member);
    m_scores[member] = score;
    m_order.emplace(score, member);
    return isNew;
}

bool FakeSortedSet::erase(const std::string& member)
{
    const auto it = m_scores.find(member);
    if (it == m_scores.end())
        return false;
    m_order.erase({it->second, member});
    m_scores.erase(it);
    return true;
}

std::string typeName(const FakeData& data)
{
    static constexpr std::array names{"string", "hash", "list", "zset"};
    return names.at(data.index());
}

} // namespace lockscope::test
