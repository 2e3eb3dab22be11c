// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Error.h"

namespace lockscope::redis {

/// Of a request: there was no connection to the server, or it ended before the reply. Client::status() reports the
/// same; another error is about this request only.
[[nodiscard]] inline bool isConnectionError(const Error& error)
{
    return error.code == ErrorCode::NoConnection || error.code == ErrorCode::ConnectionLoss;
}

} // namespace lockscope::redis
