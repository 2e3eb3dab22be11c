// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Sentences for what the system reports of sockets. Pure. Private to core/redis.

#include <string>

namespace lockscope::redis {

/// Why a connection could not be made, for a code of errno.
[[nodiscard]] std::string connectProblem(int code);

/// The same for a unix socket.
[[nodiscard]] std::string unixConnectProblem(int code);

/// Why a connection ended; 0: the server closed it.
[[nodiscard]] std::string lossProblem(int code);

} // namespace lockscope::redis
