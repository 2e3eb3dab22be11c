// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A value or an Error. tl::expected is not [[nodiscard]] itself: mark every function that returns one.

#include "core/base/Error.h"

#include <tl/expected.hpp>

namespace lockscope {

template <typename T> using Result = tl::expected<T, Error>;

[[nodiscard]] inline tl::unexpected<Error> failure(Error error)
{
    return tl::unexpected<Error>(std::move(error));
}

[[nodiscard]] inline tl::unexpected<Error> failure(ErrorCode code, std::string operation, std::string path = {},
                                                   std::string detail = {})
{
    return tl::unexpected<Error>(Error{code, std::move(operation), std::move(path), std::move(detail)});
}

} // namespace lockscope
