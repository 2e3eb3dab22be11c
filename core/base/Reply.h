// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"

#include <functional>

namespace lockscope {

/// Receives the result of one asynchronous call, once. It runs on the executor that the called function names.
template <typename T> using Reply = std::function<void(Result<T>)>;

} // namespace lockscope
