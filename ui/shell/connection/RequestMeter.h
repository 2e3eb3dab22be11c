// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"

#include <cstdint>
#include <deque>
#include <optional>

namespace lockscope::ui {

/// Requests per second over the last seconds, from a counter that is read at any times. Pure; thread: one.
class RequestMeter final {
public:
    /// The rate since the reading of some seconds ago; nullopt until a second has passed. `requests`: so far.
    std::optional<double> see(std::uint64_t requests, SteadyTime now);

private:
    struct Reading {
        SteadyTime at;
        std::uint64_t requests;
    };
    std::deque<Reading> m_readings; ///< of the last seconds, and one before them
    std::optional<double> m_rate;
};

} // namespace lockscope::ui
