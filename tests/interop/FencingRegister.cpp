// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/interop/FencingRegister.h"

#include <algorithm>
#include <numeric>
#include <sstream>

namespace lockscope::test {

namespace {

/// The node's sequence number: its last ten characters.
long long numberOf(const std::string& node)
{
    const auto digits = node.size() < 10 ? std::string() : node.substr(node.size() - 10);
    const bool isNumber = !digits.empty() && digits.find_first_not_of("0123456789") == std::string::npos;
    return isNumber ? std::stoll(digits) : 0;
}

} // namespace

int RegisterState::used() const
{
    return std::accumulate(inside.begin(), inside.end(), 0,
                           [](int sum, const Inside& one) { return sum + one.weight; });
}

std::string RegisterState::text() const
{
    std::string text = "capacity " + std::to_string(capacity) + "\n";
    for (const auto& one : inside)
        text += "in " + std::to_string(one.weight) + " " + one.node + " " + one.name + "\n";
    for (const auto& turn : turns)
        text += "did " + std::to_string(turn.weight) + " " + std::to_string(turn.number) + " " + turn.name + "\n";
    return text;
}

RegisterState RegisterState::read(std::string_view text)
{
    RegisterState state;
    std::istringstream words{std::string(text)};
    for (std::string what; words >> what;) {
        if (what == "capacity") {
            words >> state.capacity;
        } else if (what == "in") {
            auto& one = state.inside.emplace_back();
            words >> one.weight >> one.node >> one.name;
        } else {
            auto& turn = state.turns.emplace_back();
            words >> turn.weight >> turn.number >> turn.name;
        }
    }
    return state;
}

bool FencingRegister::enter(const std::string& node, int weight)
{
    m_alone.reset();
    while (true) {
        auto found = read();
        if (!found)
            return false;
        auto& state = found->state;
        const bool hasRoom = state.used() + weight <= state.capacity;
        if (!hasRoom && (!putOutTheDead(state) || state.used() + weight > state.capacity))
            return false;
        state.inside.push_back({weight, node, m_name});
        state.turns.push_back({weight, numberOf(node), m_name});
        const auto written = write(state, found->version);
        const bool takesAll = weight == state.capacity;
        if (written) {
            if (takesAll)
                m_alone = written->version;
            return true;
        }
        if (takesAll || written.error().code != ErrorCode::BadVersion)
            return false;
    }
}

bool FencingRegister::leave()
{
    while (true) {
        auto found = read();
        if (!found || (m_alone && found->version != *m_alone))
            return false;
        auto& inside = found->state.inside;
        const auto me =
            std::find_if(inside.begin(), inside.end(), [this](const auto& one) { return one.name == m_name; });
        if (me == inside.end())
            return false;
        inside.erase(me);
        const auto written = write(found->state, found->version);
        if (written)
            return true;
        if (m_alone || written.error().code != ErrorCode::BadVersion)
            return false;
    }
}

std::optional<FencingRegister::Found> FencingRegister::read()
{
    const auto data = m_client.get(m_path);
    if (!data)
        return {};
    return Found{RegisterState::read(data->data), data->stat.version};
}

Result<zk::Stat> FencingRegister::write(const RegisterState& state, std::int32_t version)
{
    return m_client.set(m_path, state.text(), version);
}

bool FencingRegister::putOutTheDead(RegisterState& state)
{
    std::vector<RegisterState::Inside> living;
    for (const auto& one : state.inside) {
        const auto node = m_client.exists(one.node);
        if (!node)
            return false;
        if (*node)
            living.push_back(one);
    }
    state.inside = std::move(living);
    return true;
}

} // namespace lockscope::test
