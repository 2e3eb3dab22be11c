// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"

#include <functional>

namespace lockscope::redis {

/// The pauses before the next attempts to connect: none, then 50 ms doubling to 2 s, of which half is random, so that
/// the clients of a restarted server do not connect all at once. Private to core/redis.
class Backoff final {
public:
    /// Uniformly distributed in [0, 1).
    using Random = std::function<double()>;

    explicit Backoff(Random random);

    [[nodiscard]] Duration next();
    /// The next pause is the first one again.
    void reset() { m_pause = Duration::zero(); }

private:
    Random m_random;
    Duration m_pause = Duration::zero();
};

} // namespace lockscope::redis
