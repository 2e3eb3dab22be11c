// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/redis/FakeRedisFaults.h"

#include "tests/support/redis/FakeCommand.h"

#include <algorithm>

namespace lockscope::test {

namespace {

bool matchesRequest(const FakeRedisMatch& match, const redis::Command& words, const std::string& client)
{
    if (!match.command.empty() && commands::lowerCase(match.command) != commands::lowerCase(words.front()))
        return false;
    if (!match.client.empty() && match.client != client)
        return false;
    return match.word.empty() || std::any_of(words.begin() + 1, words.end(), [&](const std::string& word) {
               return word.find(match.word) != std::string::npos;
           });
}

} // namespace

int FakeRedisFaults::addHold(FakeRedisMatch match)
{
    add({.match = std::move(match), .when = When::BeforeExecution, .loss = {}, .delay = {}, .hold = ++m_lastHold});
    return m_lastHold;
}

std::optional<FakeRedisFaults::Fault> FakeRedisFaults::take(const redis::Command& words, const std::string& client)
{
    for (auto it = m_armed.begin(); it != m_armed.end(); ++it) {
        if (!matchesRequest(it->match, words, client) || --it->match.nth > 0)
            continue;
        Fault fault = std::move(*it);
        m_armed.erase(it);
        return fault;
    }
    return std::nullopt;
}

void FakeRedisFaults::disarm(int hold)
{
    std::erase_if(m_armed, [hold](const Fault& fault) { return fault.hold == hold; });
}

} // namespace lockscope::test
