// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>

namespace lockscope::locks {

/// Who acquires, within one lock object: calls with the same owner are re-entrant with each other, calls with different
/// owners exclude each other. A value from a counter of this process: two components can't choose the same one, and
/// none is used twice (a std::thread::id is, when its thread has ended).
class Owner final {
public:
    /// The calling thread's, for as long as it runs. What the blocking calls use.
    [[nodiscard]] static Owner thisThread();
    /// A new one, for a group of asynchronous calls.
    [[nodiscard]] static Owner make();

    friend auto operator<=>(const Owner&, const Owner&) = default;

private:
    explicit Owner(std::uint64_t number)
        : m_number(number)
    {
    }

    std::uint64_t m_number;
};

} // namespace lockscope::locks
