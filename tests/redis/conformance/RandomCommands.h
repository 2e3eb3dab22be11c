// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Commands that depend on a seed only: valid ones, wrong ones, and those that scripts call, on a few keys of all
/// types. What depends on the moment or on an order that Redis does not define is left out.

#include "core/redis/Value.h"

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace lockscope::test {

class RandomCommands final {
public:
    explicit RandomCommands(std::uint64_t seed)
        : m_engine(seed)
    {
    }

    [[nodiscard]] redis::Command next();

private:
    [[nodiscard]] std::size_t below(std::size_t limit) { return static_cast<std::size_t>(m_engine() % limit); }
    [[nodiscard]] bool chance(std::size_t percent) { return below(100) < percent; }
    [[nodiscard]] std::string oneOf(const std::vector<std::string>& words) { return words[below(words.size())]; }
    [[nodiscard]] std::string wordFor(const std::string& placeholder);
    [[nodiscard]] redis::Command inScript(redis::Command words);

    std::mt19937_64 m_engine;
};

} // namespace lockscope::test
