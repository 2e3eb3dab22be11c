// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/simulation/World.h"

#include <vector>

namespace lockscope::simulation {

/// The number of leases that users share: the written values and the reported ones. Values are reported in write order,
/// and finally every user has the last one.
class SharedNumber final {
public:
    explicit SharedNumber(World& world)
        : m_world(world)
    {
    }

    [[nodiscard]] static std::string encoded(int number);

    /// After each transaction.
    void look();
    void notified(LockObject& object, int number);
    void whenCalm() const;
    /// Empty: there is none, or the written data is not a number.
    [[nodiscard]] std::optional<int> current() const;

private:
    World& m_world;
    std::int64_t m_written = 0;
    std::vector<int> m_numbers; ///< in write order
};

} // namespace lockscope::simulation
