// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Snapshots for tests of recordings: generated at random, and compared to the last value.

#include "core/model/Snapshot.h"

#include <random>
#include <string>
#include <vector>

namespace lockscope::test {

/// The differences of the two, as text; empty if the recording kept everything required.
[[nodiscard]] std::string difference(const inspect::Snapshot& wanted, const inspect::Snapshot& found);

/// A series of snapshots as an inspector makes them, and beyond: names and payloads of any bytes, invalid positions,
/// reversed queues. The same for the same seed.
class SnapshotMaker final {
public:
    explicit SnapshotMaker(unsigned seed)
        : m_random(seed)
    {
    }

    [[nodiscard]] inspect::SnapshotPtr next();

private:
    [[nodiscard]] int below(int bound) { return std::uniform_int_distribution<int>(0, bound - 1)(m_random); }
    [[nodiscard]] bool oneIn(int count) { return below(count) == 0; }
    [[nodiscard]] std::string bytes(int most);
    [[nodiscard]] WallTime time();
    [[nodiscard]] zk::Stat stat();
    [[nodiscard]] inspect::ContenderDetails details();
    [[nodiscard]] inspect::Contender contender();
    [[nodiscard]] inspect::Lock lock(int number);
    void change(inspect::Lock& lock);
    [[nodiscard]] std::shared_ptr<const ensemble::EnsembleFacts> facts();
    [[nodiscard]] inspect::Finding finding();

    std::mt19937 m_random;
    inspect::Snapshot m_snapshot;
    int m_names = 0;
};

} // namespace lockscope::test
