// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Snapshot.h"

#include <functional>
#include <vector>

namespace lockscope::test {

/// What a kind of finding is tested by. `Near` is the most similar case without a problem; the others are the same
/// locks over time: before the problem begins, while it exists, and when it has ended.
enum class Phase {
    Near,
    Before,
    Present,
    After
};

struct KindCase {
    inspect::FindingKind kind;
    std::function<inspect::Snapshot(Phase)> at;
};

/// A case for each kind; KindsTest fails for a kind without one.
[[nodiscard]] std::vector<KindCase> kindCases();
/// Those of them that only Redis has.
[[nodiscard]] std::vector<KindCase> redisKindCases();

} // namespace lockscope::test
