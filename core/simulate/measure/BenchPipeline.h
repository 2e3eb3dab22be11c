// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Many requests, a bounded number of them unanswered at a time: how a client gets the most out of an ensemble.

#include "core/base/Executor.h"
#include "core/base/Result.h"

#include <functional>

namespace lockscope::console {

/// As many requests on their way as the raw reads of the benchmarks have.
constexpr std::size_t benchWidth = 512;

using BenchStepDone = std::function<void(const Result<void>&)>;
/// Sends the request with this index, counted from 0, and calls `done` when it is answered. On the executor.
using BenchStep = std::function<void(std::size_t index, BenchStepDone done)>;

/// Sends `count` requests on `executor`, at most `width` unanswered at a time, and waits for the last answer on the
/// calling thread, which must not be the executor's. How long that took, or the first error. Afterwards no step is
/// called any more; if this fails, what the answers to its requests refer to must outlive them.
[[nodiscard]] Result<Duration> runPipeline(Executor& executor, std::size_t count, std::size_t width, BenchStep step,
                                           Duration limit);

} // namespace lockscope::console
