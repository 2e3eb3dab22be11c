// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace lockscope::locks {

/// Until what was refused is tried again: a permission that is missing may have been given back.
inline constexpr std::chrono::seconds refusedPause{1};

} // namespace lockscope::locks
