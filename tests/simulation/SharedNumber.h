// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/simulation/World.h"

#include <vector>

namespace lockscope::simulation {

/// The number of leases that users share, as it was written, and as they have heard of it: in that order, and at last
/// all of the last one.
class SharedNumber final {
public:
    explicit SharedNumber(World& world)
        : m_world(world)
    {
    }

    [[nodiscard]] static std::string encoded(int number);

    /// After each transaction.
    void look();
    void heard(LockObject& object, int number);
    void whenCalm() const;
    /// Nothing: there is none, or what was written is none.
    [[nodiscard]] std::optional<int> current() const;

private:
    World& m_world;
    std::int64_t m_written = 0;
    std::vector<int> m_numbers; ///< as they followed each other
};

} // namespace lockscope::simulation
