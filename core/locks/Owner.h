// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>

namespace lockscope::locks {

/// The owner of an acquisition within one lock object. Calls with the same owner are re-entrant, calls with different
/// owners exclude each other. A number from a counter of this process: no two components get the same one, and none is
/// reused (unlike a std::thread::id, which is reused after its thread has ended).
class Owner final {
public:
    /// The calling thread's owner, valid while the thread runs. The blocking calls use it.
    [[nodiscard]] static Owner thisThread();
    /// A new owner, for a group of asynchronous calls.
    [[nodiscard]] static Owner make();

    /// From 1.
    [[nodiscard]] std::uint64_t number() const { return m_number; }

    friend auto operator<=>(const Owner&, const Owner&) = default;

private:
    explicit Owner(std::uint64_t number)
        : m_number(number)
    {
    }

    std::uint64_t m_number;
};

} // namespace lockscope::locks
