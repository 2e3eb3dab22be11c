// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Many requests with a bounded number unanswered at a time: the maximum throughput of a client.

#include "core/base/Executor.h"
#include "core/base/Result.h"

#include <functional>

namespace lockscope::console {

/// The number of unanswered requests in the raw reads of the benchmarks.
constexpr std::size_t benchWidth = 512;

using BenchStepDone = std::function<void(const Result<void>&)>;
/// Sends the request with this index, counted from 0, and calls `done` when it is answered. Runs on the executor.
using BenchStep = std::function<void(std::size_t index, BenchStepDone done)>;

/// Sends `count` requests on `executor`, at most `width` unanswered at a time. Blocks the calling thread, which must
/// not be the executor's, until the last reply. Returns the duration, or the first error. No step is called afterwards.
/// After an error, replies may still arrive: the objects that they refer to must outlive them.
[[nodiscard]] Result<Duration> runPipeline(Executor& executor, std::size_t count, std::size_t width, BenchStep step,
                                           Duration limit);

} // namespace lockscope::console
