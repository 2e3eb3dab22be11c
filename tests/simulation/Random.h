// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Choices that depend on a seed only. The standard's distributions differ between libraries, so these are our own: a
/// seed gives the same run everywhere.

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>

namespace lockscope::simulation {

class Random final {
public:
    explicit Random(std::uint64_t seed)
        : m_engine(seed)
    {
    }

    [[nodiscard]] std::uint64_t next() { return m_engine(); }

    /// 0 to limit - 1. The modulo bias of 64 bits does not matter here.
    [[nodiscard]] std::size_t below(std::size_t limit) { return static_cast<std::size_t>(next() % limit); }

    /// Both ends included.
    [[nodiscard]] int between(int low, int high)
    {
        return low + static_cast<int>(below(static_cast<std::size_t>(high - low + 1)));
    }

    [[nodiscard]] bool chance(int percent) { return static_cast<int>(below(100)) < percent; }

    /// The index of a random weight, with probability proportional to the weight. The weights must not all be zero.
    [[nodiscard]] std::size_t weighted(std::span<const int> weights)
    {
        std::size_t total = 0;
        for (const int weight : weights)
            total += static_cast<std::size_t>(weight);
        std::size_t dice = below(total);
        for (std::size_t i = 0; i < weights.size(); ++i) {
            if (dice < static_cast<std::size_t>(weights[i]))
                return i;
            dice -= static_cast<std::size_t>(weights[i]);
        }
        return 0;
    }

private:
    std::mt19937_64 m_engine;
};

} // namespace lockscope::simulation
