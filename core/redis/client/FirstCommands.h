// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The commands that begin a connection, and what their replies mean. Pure; private to core/redis.

#include "core/redis/client/Connection.h"

#include <optional>
#include <string_view>
#include <vector>

namespace lockscope::redis {

/// AUTH, CLIENT SETNAME, SELECT, READONLY: those that the settings need, in this order.
[[nodiscard]] std::vector<Command> firstCommands(const Connection::Settings& settings);

/// Why the connection cannot be used after this reply to the command `name`. AuthFailed: the server refused the
/// credentials, or the user may not use the command. NoConnection: another reason; a later attempt may succeed. Nothing
/// if the command succeeded, or may fail: the client's name is for administrators only. The error does not contain
/// `password`, although a server that does not know AUTH repeats its arguments.
[[nodiscard]] std::optional<Error> firstCommandFailure(std::string_view name, const Value& reply,
                                                       const Address& address, std::string_view password);

} // namespace lockscope::redis
