// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Error.h"

#include <string>

namespace lockscope::release {

/// describe(), but a detail of NoNode replaces its reason, which names a node: Redis has none. Pure.
[[nodiscard]] inline std::string describeByDetail(Error error)
{
    if (error.code == ErrorCode::NoNode && !error.detail.empty())
        error.code = ErrorCode::BadArguments; // of which describe() leaves out the reason
    return describe(error);
}

} // namespace lockscope::release
